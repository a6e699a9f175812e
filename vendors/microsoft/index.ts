import type { Vendor } from '../../src/kit/application.ts'
import { MICROSOFT_ERRORS } from './errors.ts'
import { outlookCalendar } from './outlook-calendar/index.ts'
import { outlookMail } from './outlook-mail/index.ts'
import type { MicrosoftSettings } from './settings.ts'

/** Microsoft: the calendars and the mail of a person. */
export const microsoft: Vendor<MicrosoftSettings> = {
  name: 'microsoft',
  label: 'Microsoft',
  variables: {
    clientId: {
      name: 'MICROSOFT_CLIENT_ID',
      required: true,
      description: 'Application (client) id of the app registration (platform: web) in the Entra admin center.',
    },
    clientSecret: {
      name: 'MICROSOFT_CLIENT_SECRET',
      required: true,
      secret: true,
      description: 'Value of a client secret of that registration. It expires: the longest life is two years.',
    },
    tenant: {
      name: 'MICROSOFT_TENANT',
      default: 'common',
      description: 'Who may sign in: common, organizations, consumers, or the id of one tenant.',
    },
    origin: {
      name: 'MICROSOFT_ORIGIN',
      kind: 'origin',
      description: "Send every call to this origin, with Microsoft's own paths, instead of to Microsoft.",
    },
  },
  errors: MICROSOFT_ERRORS,
  applications: [outlookCalendar, outlookMail],
}
