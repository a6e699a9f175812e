import type { ErrorRule } from '../../src/kit/vendor-errors.ts'

/** The class of an error, and the text for people. */
type Meaning = Omit<ErrorRule, 'at' | 'status' | 'reason' | 'hint'>

export const CONNECTION_EXPIRED: Meaning = {
  class: 'credentials-expired',
  retry: false,
  fault: 'user',
  sentence: 'Salesforce no longer accepts this connection.',
  next: 'Connect the account again.',
}
export const TOO_MANY_GRANTS: Meaning = {
  ...CONNECTION_EXPIRED,
  sentence:
    'Salesforce no longer accepts this connection. A user can have five approvals for an application; a sixth ' +
    'sign-in ends the oldest.',
}
export const USER_LOCKED: Meaning = {
  ...CONNECTION_EXPIRED,
  fault: 'administrator',
  sentence: 'Salesforce does not allow this user to sign in.',
  next: 'Ask the administrator to check that the user is active and not locked, then connect the account again.',
}
export const IP_RESTRICTED: Meaning = {
  ...CONNECTION_EXPIRED,
  fault: 'administrator',
  sentence: 'The org does not allow this user to sign in from this address or at this time.',
  next: "Ask the administrator to relax the application's IP restrictions, then connect the account again.",
}
export const APP_NOT_APPROVED: Meaning = {
  ...CONNECTION_EXPIRED,
  recoverable: true,
  fault: 'administrator',
  sentence: 'The administrator of the org has not approved this application for this user.',
  next: 'Ask your Salesforce administrator to install and approve it, then connect the account again.',
}
export const APP_BLOCKED: Meaning = {
  class: 'scope-required',
  retry: false,
  fault: 'administrator',
  sentence: 'This application is not installed or not approved in the Salesforce org.',
  next: 'Ask your Salesforce administrator to install and approve it.',
}
export const ORG_WITHOUT_API: Meaning = {
  class: 'scope-required',
  retry: false,
  fault: 'administrator',
  sentence: 'This Salesforce org does not include API access.',
  next: 'Ask your Salesforce administrator whether the edition can be changed, or API access added to it.',
}
export const USER_WITHOUT_API: Meaning = {
  class: 'scope-required',
  retry: false,
  fault: 'administrator',
  sentence: 'This user may not use the API of the Salesforce org.',
  next: 'Ask your Salesforce administrator for the permission “API Enabled”.',
}
export const PASSWORD_EXPIRED: Meaning = {
  ...CONNECTION_EXPIRED,
  recoverable: true,
  sentence: 'The password of this Salesforce user has expired.',
  next: 'Sign in to Salesforce and set a new one, then connect the account again.',
}
export const POLICY_VIOLATED: Meaning = {
  class: 'scope-required',
  retry: false,
  fault: 'administrator',
  sentence: 'A security policy of the org does not allow this.',
  next: 'Ask your Salesforce administrator to allow it for this application.',
}
export const ORG_CLOSED: Meaning = {
  class: 'scope-required',
  retry: false,
  fault: 'administrator',
  sentence: 'The Salesforce org is locked, or its trial has ended.',
  next: 'Ask your Salesforce administrator to reopen it.',
}
export const FORBIDDEN: Meaning = {
  class: 'scope-required',
  retry: false,
  fault: 'administrator',
  sentence: 'Salesforce does not allow this user to do this.',
  next: 'Ask your Salesforce administrator for access.',
}
export const ITEM_FORBIDDEN: Meaning = { ...FORBIDDEN, concerns: 'item' }
export const FIELD_HIDDEN: Meaning = {
  class: 'scope-required',
  retry: false,
  concerns: 'item',
  fault: 'administrator',
  sentence: 'A field that is needed for this does not exist in the org, or is hidden from this user.',
  next: 'Ask your Salesforce administrator for access to it.',
}
export const DAILY_LIMIT_EXCEEDED: Meaning = {
  class: 'rate-limited',
  retry: false,
  fault: 'administrator',
  sentence: 'The org has used up the API calls that Salesforce allows in 24 hours.',
  next: 'Calls become available again over time. The administrator can see in Setup what uses them.',
}
export const RATE_LIMITED: Meaning = {
  class: 'rate-limited',
  retry: true,
  fault: 'vendor',
  sentence: 'Salesforce is limiting the number of requests.',
  next: 'The next run continues from here.',
}
export const ROW_LOCKED: Meaning = {
  class: 'unavailable',
  retry: true,
  fault: 'vendor',
  sentence: 'Someone else is changing this record in Salesforce.',
  next: 'Send it again.',
}
export const TIMEOUT: Meaning = {
  class: 'unavailable',
  retry: false,
  fault: 'vendor',
  sentence: 'This query is too large for Salesforce, or took it too long.',
  next: 'Request less data at a time.',
}
export const NOT_FOUND: Meaning = {
  class: 'not-found',
  retry: false,
  fault: 'user',
  sentence: 'This does not exist in Salesforce, or is hidden from this user.',
  next: 'If it was deleted, no action is needed.',
}
export const ITEM_NOT_FOUND: Meaning = { ...NOT_FOUND, concerns: 'item' }
export const INVALID_REQUEST: Meaning = {
  class: 'operator',
  retry: false,
  fault: 'hub',
  sentence: 'Salesforce did not accept the request.',
  next: "The operator can find the details in the hub's log.",
}
export const RECORD_REJECTED: Meaning = {
  class: 'invalid-request',
  retry: false,
  fault: 'user',
  sentence: 'Salesforce rejected the record.',
  next: 'Correct it according to the message from Salesforce and send it again.',
}
export const UNAVAILABLE: Meaning = {
  class: 'unavailable',
  retry: true,
  fault: 'vendor',
  sentence: 'Salesforce is currently unavailable.',
  next: 'The next run tries again.',
}
export const MISCONFIGURED_CLIENT: Meaning = {
  class: 'operator',
  retry: false,
  fault: 'operator',
  sentence: "Salesforce rejected the hub's OAuth client.",
  next: 'The operator must check SALESFORCE_CLIENT_ID, SALESFORCE_CLIENT_SECRET, SALESFORCE_LOGIN_URL and the callback URL.',
}
export const REFRESH_IN_PROGRESS: Meaning = {
  class: 'unavailable',
  retry: true,
  fault: 'vendor',
  sentence: 'Salesforce is already refreshing this connection for another request.',
  next: 'The next run tries again.',
}
export const CANCELLED: Meaning = {
  class: 'invalid-request',
  retry: false,
  fault: 'user',
  sentence: "The connection was cancelled on Salesforce's page.",
  next: 'Start again and allow access.',
}

/** Of connections with a key, whose app, key and user are the customer's own. */
export const KEY_REJECTED: Meaning = {
  class: 'credentials-expired',
  retry: false,
  fault: 'administrator',
  sentence: 'Salesforce does not accept this key.',
  next: 'Ask your Salesforce administrator to check the external client app, its certificate and the user, then connect again.',
}
export const USER_NOT_APPROVED: Meaning = {
  ...KEY_REJECTED,
  sentence: 'The external client app is not approved for this user, or the login address belongs to another org.',
  next:
    'Ask your Salesforce administrator to set “Admin approved users are pre-authorized” in the policies of the app and to ' +
    'add a profile or permission set of the user. The username is needed, not the e-mail address.',
}
export const SIGNATURE_REJECTED: Meaning = {
  ...KEY_REJECTED,
  sentence:
    'The private key does not belong to the certificate of the external client app, or the certificate has expired.',
  next: 'Upload the certificate of this key to the app in Salesforce Setup, then connect again.',
}
export const CONSUMER_KEY_REJECTED: Meaning = {
  ...KEY_REJECTED,
  sentence: 'Salesforce does not know an app with this consumer key, or the app does not allow the JWT bearer flow.',
  next: 'Copy the consumer key again, and ask your Salesforce administrator to enable the JWT bearer flow for the app.',
}
export const KEY_USER_LOCKED: Meaning = {
  ...USER_LOCKED,
  next: 'Ask the administrator to check that the user is active and not locked, then connect again.',
}
export const WRONG_LOGIN_ADDRESS: Meaning = {
  ...KEY_REJECTED,
  sentence: 'The login address does not belong to the org of this app.',
  next: 'Choose production for a production org and sandbox for a sandbox, or enter the My Domain, then connect again.',
}
export const LOGIN_ADDRESS_UNKNOWN: Meaning = {
  ...UNAVAILABLE,
  sentence: 'The login address of the Salesforce org cannot be reached.',
  next: 'Check how it is written. If it is right, try again later.',
}
export const CLOCK_DIFFERS: Meaning = {
  class: 'operator',
  retry: false,
  fault: 'operator',
  sentence: "Salesforce considers the hub's signature expired.",
  next: 'The operator must check the clock of the hub.',
}
