import type { Vendor } from '../../src/kit/application.ts'
import { MICROSOFT_ERRORS } from './errors.ts'
import { onedrive } from './onedrive/index.ts'
import { outlookCalendar } from './outlook-calendar/index.ts'
import { outlookMail } from './outlook-mail/index.ts'
import type { MicrosoftSettings } from './settings.ts'
import { teams } from './teams/index.ts'

/** Microsoft: a user's calendars, mail and files. */
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
      description: 'Value of a client secret of that registration. Secrets expire after two years at the latest.',
    },
    tenant: {
      name: 'MICROSOFT_TENANT',
      default: 'common',
      description: 'Who may sign in: common, organizations, consumers, or the id of one tenant.',
    },
    origin: {
      name: 'MICROSOFT_ORIGIN',
      kind: 'origin',
      description: "Origin that receives every request instead of Microsoft's hosts, under Microsoft's own paths.",
    },
  },
  errors: MICROSOFT_ERRORS,
  applications: [outlookCalendar, outlookMail, teams, onedrive],
}
