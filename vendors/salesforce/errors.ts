import type { ErrorRule } from '../../src/kit/vendor-errors.ts'
import {
  APP_BLOCKED,
  APP_NOT_APPROVED,
  CANCELLED,
  CLOCK_DIFFERS,
  CONNECTION_EXPIRED,
  CONSUMER_KEY_REJECTED,
  DAILY_LIMIT_EXCEEDED,
  FIELD_HIDDEN,
  FORBIDDEN,
  INVALID_REQUEST,
  IP_RESTRICTED,
  ITEM_FORBIDDEN,
  ITEM_NOT_FOUND,
  KEY_REJECTED,
  KEY_USER_LOCKED,
  LOGIN_ADDRESS_UNKNOWN,
  MISCONFIGURED_CLIENT,
  NOT_FOUND,
  ORG_CLOSED,
  ORG_WITHOUT_API,
  PASSWORD_EXPIRED,
  POLICY_VIOLATED,
  RATE_LIMITED,
  RECORD_REJECTED,
  REFRESH_IN_PROGRESS,
  ROW_LOCKED,
  SIGNATURE_REJECTED,
  TIMEOUT,
  TOO_MANY_GRANTS,
  UNAVAILABLE,
  USER_LOCKED,
  USER_NOT_APPROVED,
  USER_WITHOUT_API,
  WRONG_LOGIN_ADDRESS,
} from './error-meanings.ts'

/**
 * The description of an `invalid_grant` if another request with the same refresh token is being processed.
 * https://help.salesforce.com/s/articleView?id=release-notes.rn_security_refresh_token_error.htm&release=252&type=5
 */
export const ALREADY_PROCESSED = 'token request is already being processed'

/** Reasons that only the description of an `invalid_grant` reveals: the org has another audience; the assertion is too old. */
export const AUDIENCE_REFUSED = 'audience is invalid'
export const ASSERTION_EXPIRED = 'expired authorization code'

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
  { at: 'token', method: 'key', reason: AUDIENCE_REFUSED, ...WRONG_LOGIN_ADDRESS }, // an invalid_grant
  { at: 'token', method: 'key', reason: ASSERTION_EXPIRED, ...CLOCK_DIFFERS }, // an invalid_grant
  {
    at: 'token',
    method: 'key',
    reason: 'invalid_grant',
    hint: "user hasn't approved this consumer",
    ...USER_NOT_APPROVED,
  },
  { at: 'token', method: 'key', reason: 'invalid_grant', hint: 'invalid assertion', ...SIGNATURE_REJECTED },
  { at: 'token', method: 'key', reason: 'invalid_grant', hint: 'authentication failure', ...KEY_USER_LOCKED },
  { at: 'token', method: 'key', reason: 'invalid_grant', hint: 'inactive user', ...KEY_USER_LOCKED },
  { at: 'token', method: 'key', reason: 'invalid_grant', hint: 'inactive organization', ...KEY_USER_LOCKED },
  { at: 'token', method: 'key', reason: 'invalid_grant', hint: 'ip restricted', ...IP_RESTRICTED },
  {
    at: 'token',
    method: 'key',
    reason: 'invalid_grant',
    hint: 'ip restricted or invalid login hours',
    ...IP_RESTRICTED,
  },
  { at: 'token', method: 'key', reason: 'invalid_grant', ...KEY_REJECTED },
  { at: 'token', method: 'key', reason: 'invalid_app_access', ...USER_NOT_APPROVED },
  { at: 'token', method: 'key', reason: 'invalid_client_id', ...CONSUMER_KEY_REJECTED },
  { at: 'token', method: 'key', reason: 'invalid_client', ...CONSUMER_KEY_REJECTED },
  { at: 'token', method: 'key', reason: 'unauthorized_client', ...CONSUMER_KEY_REJECTED },
  { at: 'token', method: 'key', reason: 'unsupported_grant_type', ...CONSUMER_KEY_REJECTED },
  { at: 'token', method: 'key', reason: 'invalid_scope', ...CONSUMER_KEY_REJECTED },
  { at: 'token', method: 'key', reason: 'invalid_request', ...KEY_REJECTED },
  { at: 'token', method: 'key', reason: 'ENOTFOUND', ...LOGIN_ADDRESS_UNKNOWN },
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
