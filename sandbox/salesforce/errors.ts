import type { HttpResponse } from '../core/http/responses.ts'
import { HttpError } from '../core/http/responses.ts'
import { omitUndefined } from '../core/omit-undefined.ts'
import { errorResponse, jsonResponse } from './responses.ts'

type ErrorRow = readonly [status: number, errorCode: string, message: string]

const LOCKED = 'unable to obtain exclusive access to this record or 1 records: 0015e000004C92AAA'
const PASSWORD_EXPIRED =
  'The users password has expired, you must call SetPassword before attempting any other API operations'
const POLICY =
  "The operation you requested isn't allowed due to a security policy in your organization. Contact your administrator."

/** The errors of the data API that concern no particular field, by the name that faults and routes use. */
export const ERRORS = {
  sessionExpired: [401, 'INVALID_SESSION_ID', 'Session expired or invalid'],
  sessionNotForRest: [401, 'INVALID_SESSION_ID', 'This session is not valid for use with the REST API'],
  notAttachedToAgent: [401, 'INVALID_SESSION_ID', 'Connected app is not attached to Agent'],
  apiDisabledForOrg: [403, 'API_DISABLED_FOR_ORG', 'The REST API is not enabled for this Organization.'],
  apiCurrentlyDisabled: [403, 'API_CURRENTLY_DISABLED', 'API is disabled for this user'],
  passwordExpired: [403, 'INVALID_OPERATION_WITH_EXPIRED_PASSWORD', PASSWORD_EXPIRED],
  requestLimitExceeded: [403, 'REQUEST_LIMIT_EXCEEDED', 'TotalRequests Limit exceeded.'],
  concurrentLimitExceeded: [403, 'REQUEST_LIMIT_EXCEEDED', 'ConcurrentPerOrgLongTxn Limit exceeded.'],
  securityPolicy: [403, 'TXN_SECURITY_NO_ACCESS', POLICY],
  readOnly: [403, 'INSUFFICIENT_ACCESS_OR_READONLY', 'insufficient access rights on object id'],
  notFound: [404, 'NOT_FOUND', 'The requested resource does not exist'],
  entityIsDeleted: [404, 'ENTITY_IS_DELETED', 'entity is deleted'],
  invalidLocator: [400, 'INVALID_QUERY_LOCATOR', 'invalid query locator'],
  queryTimeout: [400, 'QUERY_TIMEOUT', 'Your query request was running too long'],
  unableToLockRow: [400, 'UNABLE_TO_LOCK_ROW', LOCKED],
  entityIsLocked: [400, 'ENTITY_IS_LOCKED', 'the entity is locked for editing'],
  serverUnavailable: [503, 'SERVER_UNAVAILABLE', 'server too busy'],
  unknownException: [500, 'UNKNOWN_EXCEPTION', 'An unexpected error occurred. Please include this ErrorId: 1850391.'],
} as const satisfies Record<string, ErrorRow>

export type ErrorName = keyof typeof ERRORS

export function namedErrorResponse(name: ErrorName): HttpResponse {
  const [status, errorCode, message] = ERRORS[name]
  return errorResponse(status, { errorCode, message })
}

/** Throws an HttpError with the named error. */
export function fail(name: ErrorName): never {
  throw new HttpError(namedErrorResponse(name))
}

/** Throws an HttpError with an error that is not in the table. */
export function failWith(status: number, errorCode: string, message: string, fields?: readonly string[]): never {
  throw new HttpError(errorResponse(status, omitUndefined({ errorCode, message, fields })))
}

/**
 * The errors of the token endpoint, always with status 400
 * (https://help.salesforce.com/s/articleView?id=sf.remoteaccess_oauth_flow_errors.htm).
 */
export const TOKEN_ERRORS = {
  expiredToken: ['invalid_grant', 'expired access/refresh token'],
  alreadyProcessed: ['invalid_grant', 'token request is already being processed'],
  expiredCode: ['invalid_grant', 'expired authorization code'],
  invalidCode: ['invalid_grant', 'invalid authorization code'],
  authenticationFailure: ['invalid_grant', 'authentication failure'],
  inactiveUser: ['invalid_grant', 'inactive user'],
  inactiveOrganization: ['invalid_grant', 'inactive organization'],
  ipRestricted: ['invalid_grant', 'ip restricted'],
  invalidAssertion: ['invalid_grant', 'invalid assertion'],
  invalidAudience: ['invalid_grant', 'audience is invalid'],
  notApprovedByUser: ['invalid_grant', "user hasn't approved this consumer"],
  invalidClientId: ['invalid_client_id', 'client identifier invalid'],
  invalidClient: ['invalid_client', 'invalid client credentials'],
  invalidAppAccess: ['invalid_app_access', 'user is not admin approved to access this app'],
  unsupportedGrantType: ['unsupported_grant_type', 'grant type not supported'],
} as const satisfies Record<string, readonly [error: string, description: string]>

export type TokenErrorName = keyof typeof TOKEN_ERRORS

export function tokenErrorResponse(name: TokenErrorName): HttpResponse {
  const [error, error_description] = TOKEN_ERRORS[name]
  return jsonResponse({ error, error_description }, 400)
}

/** The response of the identity and userinfo endpoints to an invalid token, which is plain text instead of JSON. */
export function badOAuthTokenResponse(): HttpResponse {
  return { status: 403, headers: { 'content-type': 'text/html; charset=UTF-8' }, body: 'Bad_OAuth_Token' }
}
