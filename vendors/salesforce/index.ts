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
      variable: 'SALESFORCE_CLIENT_ID',
      required: true,
      meaning: 'Consumer key of the external client app (or connected app) in Salesforce Setup.',
    },
    clientSecret: {
      variable: 'SALESFORCE_CLIENT_SECRET',
      required: true,
      secret: true,
      meaning: 'Consumer secret of that app.',
    },
    loginUrl: {
      variable: 'SALESFORCE_LOGIN_URL',
      kind: 'url',
      default: 'https://login.salesforce.com',
      meaning: 'Where users sign in; https://test.salesforce.com for sandboxes, or the My Domain of one org.',
    },
    origin: {
      variable: 'SALESFORCE_ORIGIN',
      kind: 'origin',
      meaning: "Send every call to this origin, with Salesforce's own paths, instead of to Salesforce.",
    },
  },
  errors: SALESFORCE_ERRORS,
  applications: [application],
}
