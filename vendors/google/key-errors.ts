import type { ErrorRule } from '../../src/kit/vendor-errors.ts'

type Meaning = Omit<ErrorRule, 'at' | 'status' | 'reason' | 'method'>

/** Reason of an `invalid_grant` whose description says that the times of the assertion are wrong. */
export const CLOCK_REASON = 'short-lived token'

const KEY_REJECTED: Meaning = {
  class: 'credentials-expired',
  retry: false,
  fault: 'administrator',
  sentence: 'Google does not accept this service account.',
  next: 'Ask the administrator to check the service account, its key and its domain-wide delegation, then connect again.',
}
const KEY_DELETED: Meaning = {
  ...KEY_REJECTED,
  sentence: 'Google does not know this key: the key or its service account was deleted or disabled.',
  next: 'Ask the administrator to create a new key in the Google Cloud console, then connect again with it.',
}
const NOT_DELEGATED: Meaning = {
  ...KEY_REJECTED,
  sentence: 'The Google Workspace has not authorized this service account for the scopes of this application.',
  next:
    'Ask the administrator to enter its numeric client ID, and exactly the scopes that the form lists, in the Admin console ' +
    'under Domain-wide delegation. ' +
    'A change takes up to 24 hours. Then connect again.',
}
const USER_UNKNOWN: Meaning = {
  ...KEY_REJECTED,
  sentence: 'The user does not exist in the Google Workspace that has authorized this service account.',
  next: 'Check the address of the user, then connect again.',
}
const BLOCKED: Meaning = {
  ...KEY_REJECTED,
  sentence: 'The administrator of the Google Workspace has blocked this service account.',
  next: 'Ask the administrator to allow it under API controls in the Admin console, then connect again.',
}
const CLOCK_DIFFERS: Meaning = {
  class: 'operator',
  retry: false,
  fault: 'operator',
  sentence: "Google considers the hub's signature expired, or not valid yet.",
  next: 'The operator must check the clock of the hub.',
}
const INVALID_REQUEST: Meaning = {
  class: 'invalid-request',
  retry: false,
  fault: 'hub',
  sentence: 'Google did not accept the request for a token.',
  next: "The operator can find the details in the hub's log.",
}
const API_NOT_ENABLED: Meaning = {
  class: 'scope-required',
  retry: false,
  fault: 'administrator',
  sentence: 'The API is not enabled in the Google Cloud project of the service account.',
  next: 'Ask the administrator to enable it in the Google Cloud console under APIs & Services › Library, then try again after a few minutes.',
}
const SCOPE_MISSING: Meaning = {
  class: 'scope-required',
  retry: false,
  fault: 'administrator',
  sentence: 'The service account is not authorized for this at Google.',
  next: 'Ask the administrator to add the missing scope in the Admin console under Domain-wide delegation, then connect again.',
}

/**
 * Errors of connections with a service account, whose client, key and project are the customer's own.
 * https://developers.google.com/identity/protocols/oauth2/service-account#error-codes
 */
export const GOOGLE_KEY_ERRORS: readonly ErrorRule[] = [
  { at: 'api', method: 'key', status: 403, reason: 'accessNotConfigured', ...API_NOT_ENABLED },
  { at: 'api', method: 'key', status: 403, reason: 'SERVICE_DISABLED', ...API_NOT_ENABLED },
  { at: 'api', method: 'key', status: 403, reason: 'insufficientPermissions', ...SCOPE_MISSING },
  { at: 'api', method: 'key', status: 403, reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT', ...SCOPE_MISSING },
  { at: 'token', method: 'key', reason: CLOCK_REASON, ...CLOCK_DIFFERS }, // an invalid_grant
  { at: 'token', method: 'key', reason: 'invalid_grant', hint: 'invalid email or user id', ...USER_UNKNOWN },
  { at: 'token', method: 'key', reason: 'invalid_grant', hint: 'not a valid email', ...USER_UNKNOWN },
  { at: 'token', method: 'key', reason: 'invalid_grant', hint: 'not a valid email or user id', ...USER_UNKNOWN },
  { at: 'token', method: 'key', reason: 'invalid_grant', hint: 'invalid jwt signature', ...KEY_DELETED },
  { at: 'token', method: 'key', reason: 'invalid_grant', hint: 'invalid grant: account not found', ...KEY_DELETED },
  { at: 'token', method: 'key', reason: 'invalid_grant', ...KEY_REJECTED },
  { at: 'token', method: 'key', reason: 'unauthorized_client', ...NOT_DELEGATED },
  { at: 'token', method: 'key', reason: 'access_denied', ...NOT_DELEGATED },
  { at: 'token', method: 'key', reason: 'admin_policy_enforced', ...BLOCKED },
  { at: 'token', method: 'key', reason: 'org_internal', ...BLOCKED },
  { at: 'token', method: 'key', reason: 'deleted_client', ...KEY_DELETED },
  { at: 'token', method: 'key', reason: 'disabled_client', ...KEY_DELETED },
  { at: 'token', method: 'key', reason: 'invalid_client', ...KEY_DELETED },
  { at: 'token', method: 'key', reason: 'invalid_scope', ...INVALID_REQUEST },
  { at: 'token', method: 'key', reason: 'invalid_request', ...INVALID_REQUEST },
  { at: 'token', method: 'key', reason: 'unsupported_grant_type', ...INVALID_REQUEST },
]
