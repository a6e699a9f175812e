import type { ErrorRule } from '../../src/kit/vendor-errors.ts'

type Meaning = Omit<ErrorRule, 'at' | 'status' | 'reason' | 'hint'>

const DEAD: Meaning = {
  class: 'credentials-expired',
  retry: false,
  fault: 'user',
  sentence: 'Salesforce no longer accepts this connection.',
  next: 'Connect the account again.',
}
const TOO_MANY_GRANTS: Meaning = {
  ...DEAD,
  sentence:
    'Salesforce no longer accepts this connection. It keeps five approvals for a user and an application, and a sixth ' +
    'sign-in ends the oldest.',
}
const USER_LOCKED: Meaning = {
  ...DEAD,
  fault: 'administrator',
  sentence: 'Salesforce does not let this user sign in.',
  next: 'Ask the administrator whether the user is active and not locked, then connect the account again.',
}
const IP_RESTRICTED: Meaning = {
  ...DEAD,
  fault: 'administrator',
  sentence: 'The org does not let this user sign in from here or at this hour.',
  next: "Ask the administrator to relax the application's IP restrictions, then connect the account again.",
}
const APP_NOT_APPROVED: Meaning = {
  ...DEAD,
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
const NO_API: Meaning = {
  class: 'scope-required',
  retry: false,
  fault: 'administrator',
  sentence: 'This Salesforce edition or profile does not allow API access.',
  next: 'Ask your Salesforce administrator for the permission “API Enabled”.',
}
const FORBIDDEN: Meaning = {
  class: 'scope-required',
  retry: false,
  fault: 'administrator',
  sentence: 'Salesforce does not let this user do this.',
  next: 'Ask your Salesforce administrator for access.',
}
const USED_UP: Meaning = {
  class: 'rate-limited',
  retry: false,
  fault: 'administrator',
  sentence: 'The org has used up the API calls that Salesforce allows in 24 hours.',
  next: 'They come back by and by; the administrator can see in Setup what uses them.',
}
const TOO_FAST: Meaning = {
  class: 'rate-limited',
  retry: true,
  fault: 'vendor',
  sentence: 'Salesforce asks to slow down.',
  next: 'The next run goes on from here.',
}
const LOCKED: Meaning = {
  class: 'unavailable',
  retry: true,
  fault: 'vendor',
  sentence: 'Someone else is changing this record in Salesforce.',
  next: 'Send it again.',
}
const TOO_SLOW: Meaning = {
  class: 'unavailable',
  retry: false,
  fault: 'vendor',
  sentence: 'Salesforce took too long over this question.',
  next: 'Ask for less at a time.',
}
const GONE: Meaning = {
  class: 'not-found',
  retry: false,
  fault: 'user',
  sentence: 'Salesforce does not have this, or does not show it to this user.',
  next: 'Nothing needs to be done if it was deleted.',
}
const NOT_UNDERSTOOD: Meaning = {
  class: 'invalid-request',
  retry: false,
  fault: 'hub',
  sentence: 'Salesforce did not accept the request.',
  next: 'The operator of the hub finds the details in its log.',
}
const REFUSED: Meaning = {
  class: 'invalid-request',
  retry: false,
  fault: 'user',
  sentence: 'Salesforce refused what was to be written.',
  next: 'Change it as Salesforce says and send it again.',
}
const DOWN: Meaning = {
  class: 'unavailable',
  retry: true,
  fault: 'vendor',
  sentence: 'Salesforce is not available at the moment.',
  next: 'The next run tries again.',
}
const WRONG_CLIENT: Meaning = {
  class: 'operator',
  retry: false,
  fault: 'operator',
  sentence: 'Salesforce does not accept the hub as it is set up.',
  next: 'The operator checks SALESFORCE_CLIENT_ID, SALESFORCE_CLIENT_SECRET, SALESFORCE_LOGIN_URL and the callback URL.',
}
const CANCELLED: Meaning = {
  class: 'invalid-request',
  retry: false,
  fault: 'user',
  sentence: 'The connection was cancelled on the page of Salesforce.',
  next: 'Start it again and allow access.',
}

/**
 * What Salesforce answers and what that means; of several lines that fit, the first one counts.
 * https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/errorcodes.htm
 * https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_oauth_flow_errors.htm
 */
export const SALESFORCE_ERRORS: readonly ErrorRule[] = [
  { at: 'api', status: 401, ...DEAD },
  { at: 'api', reason: 'INVALID_SESSION_ID', ...DEAD },
  { at: 'api', reason: 'Bad_OAuth_Token', ...DEAD }, // user information says it in plain text, with status 403
  { at: 'api', reason: 'API_DISABLED_FOR_ORG', ...NO_API },
  { at: 'api', reason: 'API_CURRENTLY_DISABLED', ...NO_API },
  { at: 'api', reason: 'ConcurrentRequests', ...TOO_FAST }, // the message tells it from the daily limit
  { at: 'api', reason: 'REQUEST_LIMIT_EXCEEDED', ...USED_UP },
  { at: 'api', status: 429, ...TOO_FAST },
  { at: 'api', reason: 'UNABLE_TO_LOCK_ROW', ...LOCKED },
  { at: 'api', reason: 'QUERY_TIMEOUT', ...TOO_SLOW },
  { at: 'api', reason: 'SERVER_UNAVAILABLE', ...DOWN },
  { at: 'api', reason: 'INVALID_TYPE', ...GONE },
  { at: 'api', reason: 'NOT_FOUND', ...GONE },
  { at: 'api', reason: 'ENTITY_IS_DELETED', ...GONE },
  { at: 'api', reason: 'INSUFFICIENT_ACCESS_OR_READONLY', ...FORBIDDEN },
  { at: 'api', reason: 'INSUFFICIENT_ACCESS_ON_CROSS_REFERENCE_ENTITY', ...FORBIDDEN },
  { at: 'api', reason: 'TXN_SECURITY_NO_ACCESS', ...FORBIDDEN },
  { at: 'api', reason: 'CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY', ...REFUSED },
  { at: 'api', reason: 'CANNOT_UPDATE_CONVERTED_LEAD', ...REFUSED },
  { at: 'api', reason: 'DUPLICATES_DETECTED', ...REFUSED },
  { at: 'api', reason: 'DUPLICATE_VALUE', ...REFUSED },
  { at: 'api', reason: 'ENTITY_IS_LOCKED', ...REFUSED },
  { at: 'api', reason: 'FIELD_CUSTOM_VALIDATION_EXCEPTION', ...REFUSED },
  { at: 'api', reason: 'INVALID_CROSS_REFERENCE_KEY', ...REFUSED },
  { at: 'api', reason: 'INVALID_FIELD_FOR_INSERT_UPDATE', ...REFUSED },
  { at: 'api', reason: 'INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST', ...REFUSED },
  { at: 'api', reason: 'REQUIRED_FIELD_MISSING', ...REFUSED },
  { at: 'api', reason: 'STRING_TOO_LONG', ...REFUSED },
  { at: 'api', status: 403, ...FORBIDDEN },
  { at: 'api', status: 404, ...GONE },
  { at: 'api', status: 400, ...NOT_UNDERSTOOD },
  { at: 'api', status: 406, ...DOWN }, // empty, and gone a moment later
  { at: 'api', status: 420, ...DOWN }, // «Salesforce Edge: we are setting things up»
  { at: 'api', status: 500, ...DOWN },
  { at: 'api', status: 502, ...DOWN },
  { at: 'api', status: 503, ...DOWN },
  { at: 'api', status: 504, ...DOWN },
  { at: 'token', reason: 'invalid_grant', hint: 'authentication failure', ...USER_LOCKED },
  { at: 'token', reason: 'invalid_grant', hint: 'inactive user', ...USER_LOCKED },
  { at: 'token', reason: 'invalid_grant', hint: 'inactive organization', ...USER_LOCKED },
  { at: 'token', reason: 'invalid_grant', hint: 'ip restricted', ...IP_RESTRICTED },
  { at: 'token', reason: 'invalid_grant', hint: 'ip restricted or invalid login hours', ...IP_RESTRICTED },
  { at: 'token', reason: 'invalid_app_access', ...APP_NOT_APPROVED },
  { at: 'token', reason: 'invalid_grant', ...TOO_MANY_GRANTS },
  { at: 'token', reason: 'invalid_client', ...WRONG_CLIENT },
  { at: 'token', reason: 'invalid_client_id', ...WRONG_CLIENT },
  { at: 'token', reason: 'invalid_request', ...WRONG_CLIENT },
  { at: 'token', reason: 'invalid_scope', ...WRONG_CLIENT },
  { at: 'token', reason: 'redirect_uri_mismatch', ...WRONG_CLIENT },
  { at: 'token', reason: 'unsupported_grant_type', ...WRONG_CLIENT },
  { at: 'token', status: 429, ...TOO_FAST },
  { at: 'token', status: 500, ...DOWN },
  { at: 'token', status: 502, ...DOWN },
  { at: 'token', status: 503, ...DOWN },
  { at: 'token', status: 504, ...DOWN },
  { at: 'authorize', reason: 'access_denied', ...CANCELLED },
  { at: 'authorize', reason: 'access-denied', ...CANCELLED },
  { at: 'authorize', reason: 'invalid_client', ...APP_BLOCKED }, // «app must be installed into org»
  { at: 'authorize', reason: 'OAUTH_EC_APP_NOT_FOUND', ...APP_BLOCKED },
  { at: 'authorize', reason: 'OAUTH_APPROVAL_ERROR_GENERIC', ...APP_BLOCKED },
  { at: 'authorize', reason: 'OAUTH_APP_BLOCKED', ...APP_BLOCKED },
  { at: 'authorize', reason: 'invalid_app_access', ...APP_BLOCKED },
  { at: 'authorize', reason: 'invalid_client_id', ...WRONG_CLIENT },
  { at: 'authorize', reason: 'invalid_scope', ...WRONG_CLIENT },
  { at: 'authorize', reason: 'redirect_uri_mismatch', ...WRONG_CLIENT },
  { at: 'authorize', reason: 'unsupported_response_type', ...WRONG_CLIENT },
  { at: 'authorize', reason: 'server_error', ...DOWN },
  { at: 'authorize', reason: 'temporarily_unavailable', ...DOWN },
]
