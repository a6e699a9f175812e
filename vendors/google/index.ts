import type { Vendor } from '../../src/kit/application.ts'
import { GOOGLE_ERRORS } from './errors.ts'
import { gmail } from './gmail/index.ts'
import { googleCalendar } from './google-calendar/index.ts'
import { googleDocs } from './google-docs/index.ts'
import { googleMeet } from './google-meet/index.ts'
import type { GoogleSettings } from './settings.ts'

/** Google: a user's calendars, mail, transcripts of meetings and files. */
export const google: Vendor<GoogleSettings> = {
  name: 'google',
  label: 'Google',
  variables: {
    clientId: {
      name: 'GOOGLE_CLIENT_ID',
      required: true,
      description: 'Client ID of the OAuth client (type: web application) in the Google Cloud console.',
    },
    clientSecret: {
      name: 'GOOGLE_CLIENT_SECRET',
      required: true,
      secret: true,
      description: 'Client secret of that OAuth client.',
    },
    origin: {
      name: 'GOOGLE_ORIGIN',
      kind: 'origin',
      description: "Origin that receives every request instead of Google's hosts, under Google's own paths.",
    },
  },
  errors: GOOGLE_ERRORS,
  applications: [googleCalendar, gmail, googleMeet, googleDocs],
}
