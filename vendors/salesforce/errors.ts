import type { ErrorRule } from '../../src/kit/vendor-errors.ts'

type Meaning = Omit<ErrorRule, 'at' | 'status' | 'reason' | 'hint'>

const CONNECTION_EXPIRED: Meaning = {
  class: 'credentials-expired',
  retry: false,
  fault: 'user',
  sentence: 'Salesforce no longer accepts this connection.',
  next: 'Connect the account again.',
}
const TOO_MANY_GRANTS: Meaning = {
  ...CONNECTION_EXPIRED,
  sentence:
    'Salesforce no longer accepts this connection. A user can have five approvals for an application; a sixth ' +
    'sign-in ends the oldest.',
}
const USER_LOCKED: Meaning = {
  ...CONNECTION_EXPIRED,
  fault: 'administrator',
  sentence: 'Salesforce does not allow this user to sign in.',
  next: 'Ask the administrator to check that the user is active and not locked, then connect the account again.',
}
const IP_RESTRICTED: Meaning = {
  ...CONNECTION_EXPIRED,
  fault: 'administrator',
  sentence: 'The org does not allow this user to sign in from this address or at this time.',
  next: "Ask the administrator to relax the application's IP restrictions, then connect the account again.",
}
const APP_NOT_APPROVED: Meaning = {
  ...CONNECTION_EXPIRED,
  recoverable: true,
  fault: 'administrator',
  sentence: 'The administrator of the org has not approved this application for this user.',
  next: 'Ask your Salesforce administrator to install and approve it, then connect the account again.',
}
const APP_BLOCKED: Meaning = {
  class: 'scope-required',
  retry: false,
  fault: 'administrator',
  sentence: 'This application is not installed or not approved in the Salesforce org.',
  next: 'Ask your Salesforce administrator to install and approve it.',
}
const ORG_WITHOUT_API: Meaning = {
  class: 'scope-required',
  retry: false,
  fault: 'administrator',
  sentence: 'This Salesforce org does not include API access.',
  next: 'Ask your Salesforce administrator whether the edition can be changed, or API access added to it.',
}
const USER_WITHOUT_API: Meaning = {
  class: 'scope-required',
  retry: false,
  fault: 'administrator',
  sentence: 'This user may not use the API of the Salesforce org.',
  next: 'Ask your Salesforce administrator for the permission “API Enabled”.',
}
const PASSWORD_EXPIRED: Meaning = {
  ...CONNECTION_EXPIRED,
  recoverable: true,
  sentence: 'The password of this Salesforce user has expired.',
  next: 'Sign in to Salesforce and set a new one, then connect the account again.',
}
const POLICY_VIOLATED: Meaning = {
  class: 'scope-required',
  retry: false,
  fault: 'administrator',
  sentence: 'A security policy of the org does not allow this.',
  next: 'Ask your Salesforce administrator to allow it for this application.',
}
const ORG_CLOSED: Meaning = {
  class: 'scope-required',
  retry: false,
  fault: 'administrator',
  sentence: 'The Salesforce org is locked, or its trial has ended.',
  next: 'Ask your Salesforce administrator to reopen it.',
}
const FORBIDDEN: Meaning = {
  class: 'scope-required',
  retry: false,
  fault: 'administrator',
  sentence: 'Salesforce does not allow this user to do this.',
  next: 'Ask your Salesforce administrator for access.',
}
const ITEM_FORBIDDEN: Meaning = { ...FORBIDDEN, concerns: 'item' }
const FIELD_HIDDEN: Meaning = {
  class: 'scope-required',
  retry: false,
  concerns: 'item',
  fault: 'administrator',
  sentence: 'A field that is needed for this does not exist in the org, or is hidden from this user.',
  next: 'Ask your Salesforce administrator for access to it.',
}
const DAILY_LIMIT_EXCEEDED: Meaning = {
  class: 'rate-limited',
  retry: false,
  fault: 'administrator',
  sentence: 'The org has used up the API calls that Salesforce allows in 24 hours.',
  next: 'Calls become available again over time. The administrator can see in Setup what uses them.',
}
const RATE_LIMITED: Meaning = {
  class: 'rate-limited',
  retry: true,
  fault: 'vendor',
  sentence: 'Salesforce is limiting the number of requests.',
  next: 'The next run continues from here.',
}
const ROW_LOCKED: Meaning = {
  class: 'unavailable',
  retry: true,
  fault: 'vendor',
  sentence: 'Someone else is changing this record in Salesforce.',
  next: 'Send it again.',
}
const TIMEOUT: Meaning = {
  class: 'unavailable',
  retry: false,
  fault: 'vendor',
  sentence: 'This query is too large for Salesforce, or took it too long.',
  next: 'Request less data at a time.',
}
const NOT_FOUND: Meaning = {
  class: 'not-found',
  retry: false,
  fault: 'user',
  sentence: 'This does not exist in Salesforce, or is hidden from this user.',
  next: 'If it was deleted, no action is needed.',
}
const ITEM_NOT_FOUND: Meaning = { ...NOT_FOUND, concerns: 'item' }
const INVALID_REQUEST: Meaning = {
  class: 'operator',
  retry: false,
  fault: 'hub',
  sentence: 'Salesforce did not accept the request.',
  next: "The operator can find the details in the hub's log.",
}
const RECORD_REJECTED: Meaning = {
  class: 'invalid-request',
  retry: false,
  fault: 'user',
  sentence: 'Salesforce rejected the record.',
  next: 'Correct it according to the message from Salesforce and send it again.',
}
const UNAVAILABLE: Meaning = {
  class: 'unavailable',
  retry: true,
  fault: 'vendor',
  sentence: 'Salesforce is currently unavailable.',
  next: 'The next run tries again.',
}
const MISCONFIGURED_CLIENT: Meaning = {
  class: 'operator',
  retry: false,
  fault: 'operator',
  sentence: "Salesforce rejected the hub's OAuth client.",
  next: 'The operator must check SALESFORCE_CLIENT_ID, SALESFORCE_CLIENT_SECRET, SALESFORCE_LOGIN_URL and the callback URL.',
}
const REFRESH_IN_PROGRESS: Meaning = {
  class: 'unavailable',
  retry: true,
  fault: 'vendor',
  sentence: 'Salesforce is already refreshing this connection for another request.',
  next: 'The next run tries again.',
}
const CANCELLED: Meaning = {
  class: 'invalid-request',
  retry: false,
  fault: 'user',
  sentence: "The connection was cancelled on Salesforce's page.",
  next: 'Start again and allow access.',
}

/**
 * The description of an `invalid_grant` if another request with the same refresh token is being processed.
 * https://help.salesforce.com/s/articleView?id=release-notes.rn_security_refresh_token_error.htm&release=252&type=5
 */
export const ALREADY_PROCESSED = 'token request is already being processed'

/**
 * Salesforce's error responses and their meaning. Rules are matched by reason and status, then by reason, then by status.
 * https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/errorcodes.htm
 * https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_oauth_flow_errors.htm
 */
export const SALESFORCE_ERRORS: readonly ErrorRule[] = [
  { at: 'api', status: 401, ...CONNECTION_EXPIRED },
  { at: 'api', reason: 'INVALID_SESSION_ID', ...CONNECTION_EXPIRED },
  { at: 'api', reason: 'Bad_OAuth_Token', ...CONNECTION_EXPIRED }, // the user information endpoint returns it in plain text, with status 403
  { at: 'api', reason: 'API_DISABLED_FOR_ORG', ...ORG_WITHOUT_API },
  { at: 'api', reason: 'API_CURRENTLY_DISABLED', ...USER_WITHOUT_API },
  { at: 'api', reason: 'INVALID_OPERATION_WITH_EXPIRED_PASSWORD', ...PASSWORD_EXPIRED },
  { at: 'api', reason: 'ORG_LOCKED', ...ORG_CLOSED },
  { at: 'api', reason: 'TRIAL_EXPIRED', ...ORG_CLOSED },
  { at: 'api', reason: 'ConcurrentRequests', ...RATE_LIMITED }, // only the message distinguishes it from the daily limit
  { at: 'api', reason: 'REQUEST_LIMIT_EXCEEDED', ...DAILY_LIMIT_EXCEEDED },
  { at: 'api', status: 429, ...RATE_LIMITED },
  { at: 'api', reason: 'UNABLE_TO_LOCK_ROW', ...ROW_LOCKED },
  { at: 'api', reason: 'QUERY_TIMEOUT', ...TIMEOUT },
  { at: 'api', reason: 'QUERY_TOO_COMPLICATED', ...TIMEOUT },
  { at: 'api', reason: 'INVALID_QUERY_LOCATOR', ...UNAVAILABLE, retry: false }, // the query is restarted instead
  { at: 'api', reason: 'SERVER_UNAVAILABLE', ...UNAVAILABLE },
  { at: 'api', reason: 'NoSuchColumn', ...FIELD_HIDDEN }, // an INVALID_FIELD whose message says so
  { at: 'api', reason: 'INVALID_TYPE', ...ITEM_NOT_FOUND },
  { at: 'api', reason: 'NOT_FOUND', ...ITEM_NOT_FOUND },
  { at: 'api', reason: 'ENTITY_IS_DELETED', ...ITEM_NOT_FOUND },
  { at: 'api', reason: 'INSUFFICIENT_ACCESS_OR_READONLY', ...ITEM_FORBIDDEN },
  { at: 'api', reason: 'INSUFFICIENT_ACCESS_ON_CROSS_REFERENCE_ENTITY', ...ITEM_FORBIDDEN },
  { at: 'api', reason: 'TXN_SECURITY_NO_ACCESS', ...POLICY_VIOLATED },
  { at: 'api', reason: 'CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY', ...RECORD_REJECTED },
  { at: 'api', reason: 'CANNOT_UPDATE_CONVERTED_LEAD', ...RECORD_REJECTED },
  { at: 'api', reason: 'DUPLICATES_DETECTED', ...RECORD_REJECTED },
  { at: 'api', reason: 'DUPLICATE_VALUE', ...RECORD_REJECTED },
  { at: 'api', reason: 'ENTITY_IS_LOCKED', ...RECORD_REJECTED },
  { at: 'api', reason: 'FIELD_CUSTOM_VALIDATION_EXCEPTION', ...RECORD_REJECTED },
  { at: 'api', reason: 'INVALID_CROSS_REFERENCE_KEY', ...RECORD_REJECTED },
  { at: 'api', reason: 'INVALID_FIELD_FOR_INSERT_UPDATE', ...RECORD_REJECTED },
  { at: 'api', reason: 'INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST', ...RECORD_REJECTED },
  { at: 'api', reason: 'REQUIRED_FIELD_MISSING', ...RECORD_REJECTED },
  { at: 'api', reason: 'STRING_TOO_LONG', ...RECORD_REJECTED },
  { at: 'api', status: 403, ...FORBIDDEN },
  { at: 'api', status: 404, ...NOT_FOUND },
  { at: 'api', status: 400, ...INVALID_REQUEST },
  { at: 'api', status: 406, ...UNAVAILABLE }, // has no body and is temporary
  { at: 'api', status: 420, ...UNAVAILABLE }, // «Salesforce Edge: we are setting things up»
  { at: 'api', status: 500, ...UNAVAILABLE },
  { at: 'api', status: 502, ...UNAVAILABLE },
  { at: 'api', status: 503, ...UNAVAILABLE },
  { at: 'api', status: 504, ...UNAVAILABLE },
  { at: 'token', reason: ALREADY_PROCESSED, ...REFRESH_IN_PROGRESS }, // an invalid_grant; the token is not dead
  { at: 'token', reason: 'invalid_grant', hint: 'authentication failure', ...USER_LOCKED },
  { at: 'token', reason: 'invalid_grant', hint: 'inactive user', ...USER_LOCKED },
  { at: 'token', reason: 'invalid_grant', hint: 'inactive organization', ...USER_LOCKED },
  { at: 'token', reason: 'invalid_grant', hint: 'ip restricted', ...IP_RESTRICTED },
  { at: 'token', reason: 'invalid_grant', hint: 'ip restricted or invalid login hours', ...IP_RESTRICTED },
  { at: 'token', reason: 'invalid_app_access', ...APP_NOT_APPROVED },
  { at: 'token', reason: 'invalid_grant', ...TOO_MANY_GRANTS },
  { at: 'token', reason: 'invalid_client', ...MISCONFIGURED_CLIENT },
  { at: 'token', reason: 'invalid_client_id', ...MISCONFIGURED_CLIENT },
  { at: 'token', reason: 'invalid_request', ...MISCONFIGURED_CLIENT },
  { at: 'token', reason: 'invalid_scope', ...MISCONFIGURED_CLIENT },
  { at: 'token', reason: 'redirect_uri_mismatch', ...MISCONFIGURED_CLIENT },
  { at: 'token', reason: 'unsupported_grant_type', ...MISCONFIGURED_CLIENT },
  { at: 'token', status: 429, ...RATE_LIMITED },
  { at: 'token', status: 500, ...UNAVAILABLE },
  { at: 'token', status: 502, ...UNAVAILABLE },
  { at: 'token', status: 503, ...UNAVAILABLE },
  { at: 'token', status: 504, ...UNAVAILABLE },
  { at: 'authorize', reason: 'access_denied', ...CANCELLED },
  { at: 'authorize', reason: 'access-denied', ...CANCELLED },
  { at: 'authorize', reason: 'invalid_client', ...APP_BLOCKED }, // «app must be installed into org»
  { at: 'authorize', reason: 'OAUTH_EC_APP_NOT_FOUND', ...APP_BLOCKED },
  { at: 'authorize', reason: 'OAUTH_APPROVAL_ERROR_GENERIC', ...APP_BLOCKED },
  { at: 'authorize', reason: 'OAUTH_APP_BLOCKED', ...APP_BLOCKED },
  { at: 'authorize', reason: 'invalid_app_access', ...APP_BLOCKED },
  { at: 'authorize', reason: 'invalid_client_id', ...MISCONFIGURED_CLIENT },
  { at: 'authorize', reason: 'invalid_scope', ...MISCONFIGURED_CLIENT },
  { at: 'authorize', reason: 'redirect_uri_mismatch', ...MISCONFIGURED_CLIENT },
  { at: 'authorize', reason: 'unsupported_response_type', ...MISCONFIGURED_CLIENT },
  { at: 'authorize', reason: 'server_error', ...UNAVAILABLE },
  { at: 'authorize', reason: 'temporarily_unavailable', ...UNAVAILABLE },
]
