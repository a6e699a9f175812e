import type { Vendor } from '../../src/kit/application.ts'
import { GOOGLE_ERRORS } from './errors.ts'
import { gmail } from './gmail/index.ts'
import { googleCalendar } from './google-calendar/index.ts'
import type { GoogleSettings } from './settings.ts'

/** Google: the calendars and the mail of a person. */
export const google: Vendor<GoogleSettings> = {
  name: 'google',
  label: 'Google',
  variables: {
    clientId: {
      name: 'GOOGLE_CLIENT_ID',
      required: true,
      description: 'Client id of the OAuth client (type: web application) in the Google Cloud console.',
    },
    clientSecret: {
      name: 'GOOGLE_CLIENT_SECRET',
      required: true,
      secret: true,
      description: 'Secret of that client.',
    },
    origin: {
      name: 'GOOGLE_ORIGIN',
      kind: 'origin',
      description: "Send every call to this origin, with Google's own paths, instead of to Google.",
    },
  },
  errors: GOOGLE_ERRORS,
  applications: [googleCalendar, gmail],
}
