import type { ErrorRule } from '../../src/kit/vendor-errors.ts'

type Meaning = Omit<ErrorRule, 'at' | 'status' | 'reason'>

const CONNECTION_EXPIRED: Meaning = {
  class: 'credentials-expired',
  retry: false,
  fault: 'user',
  sentence: 'Google no longer accepts this connection.',
  next: 'Connect the account again.',
}
const SESSION_ENDED: Meaning = {
  ...CONNECTION_EXPIRED,
  sentence: 'The organization lets a Google sign-in last for a limited time only, and it is over.',
}
const PERMISSION_MISSING: Meaning = {
  class: 'scope-required',
  retry: false,
  fault: 'user',
  sentence: 'The connection lacks a permission at Google.',
  next: 'Connect the account again and leave every box ticked.',
}
const FORBIDDEN: Meaning = {
  ...PERMISSION_MISSING,
  sentence: 'Google does not let this account read this.',
  next: 'Ask its owner for access, or connect the account again and leave every box ticked.',
}
const BLOCKED_BY_ADMINISTRATOR: Meaning = {
  class: 'scope-required',
  retry: false,
  fault: 'administrator',
  sentence: 'The administrator of the organization does not allow this at Google.',
  next: 'Ask the administrator to allow this application in the Google Workspace console.',
}
const RATE_LIMITED: Meaning = {
  class: 'rate-limited',
  retry: true,
  fault: 'vendor',
  sentence: 'Google asks to slow down.',
  next: 'The next run goes on from here.',
}
const QUOTA_EXCEEDED: Meaning = {
  class: 'rate-limited',
  retry: false,
  fault: 'operator',
  sentence: 'The quota that Google gives this hub is used up.',
  next: 'It is renewed within a day; the operator can ask for more in the Google Cloud console.',
}
const API_NOT_ENABLED: Meaning = {
  class: 'operator',
  retry: false,
  fault: 'operator',
  sentence: "This Google API is not enabled for the hub's project.",
  next: 'The operator enables it in the Google Cloud console.',
}
const NO_CALENDAR: Meaning = {
  class: 'mailbox-unavailable',
  retry: false,
  fault: 'user',
  sentence: 'This account does not use Google Calendar.',
  next: 'Open Google Calendar once with this account, or connect another one.',
}
const NO_MAILBOX: Meaning = {
  class: 'mailbox-unavailable',
  retry: false,
  fault: 'administrator',
  sentence: 'Gmail is not enabled for this account.',
  next: 'Ask the administrator of the organization to switch it on, or connect another account.',
}
const NOT_FOUND: Meaning = {
  class: 'not-found',
  retry: false,
  fault: 'user',
  sentence: 'Google does not have this, or no longer shares it with this account.',
  next: 'Nothing needs to be done if it was deleted.',
}
const INVALID_REQUEST: Meaning = {
  class: 'invalid-request',
  retry: false,
  fault: 'hub',
  sentence: 'Google did not accept the request.',
  next: 'The operator of the hub finds the details in its log.',
}
const UNAVAILABLE: Meaning = {
  class: 'unavailable',
  retry: true,
  fault: 'vendor',
  sentence: 'Google is not available at the moment.',
  next: 'The next run tries again.',
}
const MISCONFIGURED_CLIENT: Meaning = {
  class: 'operator',
  retry: false,
  fault: 'operator',
  sentence: 'Google does not accept the hub as it is set up.',
  next: 'The operator checks GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET and the redirect URI in the Google Cloud console.',
}
const CANCELLED: Meaning = {
  class: 'invalid-request',
  retry: false,
  fault: 'user',
  sentence: 'The connection was cancelled on the page of Google.',
  next: 'Start it again and allow access.',
}

/**
 * What Google answers and what that means; of several lines that fit equally well, the first one counts. Quotas are
 * told with 403 or 429, so their lines name no status.
 * https://developers.google.com/workspace/calendar/api/guides/errors
 * https://developers.google.com/workspace/gmail/api/guides/handle-errors
 * https://developers.google.com/identity/protocols/oauth2/web-server#exchange-errors-authorization-code
 */
export const GOOGLE_ERRORS: readonly ErrorRule[] = [
  { at: 'api', status: 401, ...CONNECTION_EXPIRED },
  { at: 'api', status: 400, reason: 'invalid_token', ...CONNECTION_EXPIRED }, // tokeninfo
  { at: 'api', status: 403, reason: 'accessNotConfigured', ...API_NOT_ENABLED },
  { at: 'api', status: 403, reason: 'SERVICE_DISABLED', ...API_NOT_ENABLED },
  { at: 'api', status: 403, reason: 'domainPolicy', ...BLOCKED_BY_ADMINISTRATOR },
  { at: 'api', status: 403, reason: 'notACalendarUser', ...NO_CALENDAR },
  { at: 'api', status: 400, reason: 'failedPrecondition', ...NO_MAILBOX },
  { at: 'api', status: 400, reason: 'FAILED_PRECONDITION', ...NO_MAILBOX },
  { at: 'api', status: 403, reason: 'insufficientPermissions', ...PERMISSION_MISSING },
  { at: 'api', status: 403, reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT', ...PERMISSION_MISSING },
  { at: 'api', status: 403, reason: 'forbidden', ...FORBIDDEN },
  { at: 'api', reason: 'quotaExceeded', ...QUOTA_EXCEEDED },
  { at: 'api', reason: 'dailyLimitExceeded', ...QUOTA_EXCEEDED },
  { at: 'api', reason: 'rateLimitExceeded', ...RATE_LIMITED },
  { at: 'api', reason: 'userRateLimitExceeded', ...RATE_LIMITED },
  { at: 'api', reason: 'RATE_LIMIT_EXCEEDED', ...RATE_LIMITED },
  { at: 'api', reason: 'RESOURCE_EXHAUSTED', ...RATE_LIMITED },
  { at: 'api', status: 429, ...RATE_LIMITED },
  { at: 'api', status: 404, ...NOT_FOUND },
  { at: 'api', status: 410, ...NOT_FOUND },
  { at: 'api', status: 400, ...INVALID_REQUEST },
  { at: 'api', reason: 'backendError', ...UNAVAILABLE },
  { at: 'api', status: 500, ...UNAVAILABLE },
  { at: 'api', status: 502, ...UNAVAILABLE },
  { at: 'api', status: 503, ...UNAVAILABLE },
  { at: 'api', status: 504, ...UNAVAILABLE },
  { at: 'token', reason: 'invalid_rapt', ...SESSION_ENDED }, // error_subtype of an invalid_grant
  { at: 'token', reason: 'invalid_grant', ...CONNECTION_EXPIRED },
  { at: 'token', reason: 'admin_policy_enforced', ...BLOCKED_BY_ADMINISTRATOR },
  { at: 'token', reason: 'invalid_client', ...MISCONFIGURED_CLIENT },
  { at: 'token', reason: 'deleted_client', ...MISCONFIGURED_CLIENT },
  { at: 'token', reason: 'unauthorized_client', ...MISCONFIGURED_CLIENT },
  { at: 'token', reason: 'unsupported_grant_type', ...MISCONFIGURED_CLIENT },
  { at: 'token', reason: 'redirect_uri_mismatch', ...MISCONFIGURED_CLIENT },
  { at: 'token', reason: 'invalid_scope', ...MISCONFIGURED_CLIENT },
  { at: 'token', reason: 'invalid_request', ...MISCONFIGURED_CLIENT },
  { at: 'token', status: 429, ...RATE_LIMITED },
  { at: 'token', status: 500, ...UNAVAILABLE },
  { at: 'token', status: 502, ...UNAVAILABLE },
  { at: 'token', status: 503, ...UNAVAILABLE },
  { at: 'token', status: 504, ...UNAVAILABLE },
  { at: 'authorize', reason: 'access_denied', ...CANCELLED },
  { at: 'authorize', reason: 'admin_policy_enforced', ...BLOCKED_BY_ADMINISTRATOR },
  { at: 'authorize', reason: 'org_internal', ...BLOCKED_BY_ADMINISTRATOR },
  { at: 'authorize', reason: 'invalid_client', ...MISCONFIGURED_CLIENT },
  { at: 'authorize', reason: 'deleted_client', ...MISCONFIGURED_CLIENT },
  { at: 'authorize', reason: 'unauthorized_client', ...MISCONFIGURED_CLIENT },
  { at: 'authorize', reason: 'redirect_uri_mismatch', ...MISCONFIGURED_CLIENT },
  { at: 'authorize', reason: 'invalid_scope', ...MISCONFIGURED_CLIENT },
  { at: 'authorize', reason: 'invalid_request', ...MISCONFIGURED_CLIENT },
  { at: 'authorize', reason: 'server_error', ...UNAVAILABLE },
  { at: 'authorize', reason: 'temporarily_unavailable', ...UNAVAILABLE },
]
