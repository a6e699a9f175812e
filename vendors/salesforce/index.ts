import type { Vendor } from '../../src/kit/application.ts'
import { salesforce as application } from './application.ts'
import { SALESFORCE_ERRORS } from './errors.ts'
import type { SalesforceSettings } from './settings.ts'

/** Salesforce: the records of a customer's org. */
export const salesforce: Vendor<SalesforceSettings> = {
  name: 'salesforce',
  label: 'Salesforce',
  variables: {
    clientId: {
      name: 'SALESFORCE_CLIENT_ID',
      required: true,
      description: 'Consumer key of the external client app (or connected app) in Salesforce Setup.',
    },
    clientSecret: {
      name: 'SALESFORCE_CLIENT_SECRET',
      required: true,
      secret: true,
      description: 'Consumer secret of that app.',
    },
    loginUrl: {
      name: 'SALESFORCE_LOGIN_URL',
      kind: 'url',
      default: 'https://login.salesforce.com',
      description: 'URL where users sign in: https://test.salesforce.com for sandboxes, or the My Domain of one org.',
    },
    origin: {
      name: 'SALESFORCE_ORIGIN',
      kind: 'origin',
      description: "Origin that receives every request instead of Salesforce's hosts, under Salesforce's own paths.",
    },
  },
  errors: SALESFORCE_ERRORS,
  applications: [application],
}
