import type { GraphError } from './responses.ts'

const LOGIN = 'https://login.microsoftonline.com/common/oauth2/authorize'
const GRAPH_APP = '00000003-0000-0000-c000-000000000000'
const CLAIMS = Buffer.from('{"access_token":{"nbf":{"essential":true, "value":"1773651600"}}}').toString('base64')

function tokenError(message: string): GraphError {
  return { status: 401, code: 'InvalidAuthenticationToken', message }
}

function mailboxError(code: string, message: string, status = 404): GraphError {
  return { status, code, message }
}

function badRequest(code: string, message: string): GraphError {
  return { status: 400, code, message }
}

function forbidden(message: string, innerCode?: string): GraphError {
  return { status: 403, code: 'Forbidden', message, ...(innerCode === undefined ? undefined : { innerCode }) }
}

/** Graph's errors, by the name that routes and scripted faults use: the code itself where it is unique. */
export const ERRORS = {
  tokenMissing: tokenError('Access token is empty.'),
  tokenExpired: tokenError('Lifetime validation failed, the token is expired.'),
  tokenExpiredPersonal: tokenError('Access token has expired or is not yet valid.'),
  tokenUnknown: tokenError('CompactToken parsing failed with error code: 80049217'),
  tokenWithoutDots: tokenError('IDX14100: JWT is not well formed, there are no dots (.).'),
  tokenForOthers: tokenError('Access token validation failure. Invalid audience.'),
  continuousAccess: {
    ...tokenError(
      'Continuous access evaluation resulted in challenge with result: InteractionRequired and code: TokenIssuedBeforeRevocationTimestamp',
    ),
    headers: {
      'www-authenticate': `Bearer realm="", authorization_uri="${LOGIN}", client_id="${GRAPH_APP}", error="insufficient_claims", claims="${CLAIMS}"`,
    },
  },
  ErrorAccessDenied: {
    status: 403,
    code: 'ErrorAccessDenied',
    message: 'Access is denied. Check credentials and try again.',
  },
  Authorization_RequestDenied: {
    status: 403,
    code: 'Authorization_RequestDenied',
    message: 'Insufficient privileges to complete the operation.',
  },
  withoutCode: { status: 403, code: '', message: 'You do not have the required permissions to access this item.' },
  MailboxNotEnabledForRESTAPI: mailboxError(
    'MailboxNotEnabledForRESTAPI',
    'The mailbox is either inactive, soft-deleted, or is hosted on-premise.',
  ),
  mailboxNotEnabledOlder: mailboxError(
    'MailboxNotEnabledForRESTAPI',
    'REST API is not yet supported for this mailbox.',
  ),
  MailboxNotSupportedForRESTAPI: mailboxError(
    'MailboxNotSupportedForRESTAPI',
    'REST API is not supported for this mailbox.',
  ),
  ErrorNonExistentMailbox: mailboxError(
    'ErrorNonExistentMailbox',
    'The SMTP address has no mailbox associated with it.',
  ),
  RESTAPINotEnabledForComponentSharedMailbox: mailboxError(
    'RESTAPINotEnabledForComponentSharedMailbox',
    'REST API is not yet supported for this component shared mailbox.',
  ),
  ErrorInvalidLicense: mailboxError('ErrorInvalidLicense', 'The mailbox has no valid license.', 403),
  ErrorAccountDisabled: mailboxError('ErrorAccountDisabled', 'The account has been disabled.', 403),
  ErrorOrganizationAccessBlocked: mailboxError(
    'ErrorOrganizationAccessBlocked',
    'Access is blocked by the organization.',
    403,
  ),
  ErrorItemNotFound: mailboxError('ErrorItemNotFound', 'The specified object was not found in the store.'),
  ResourceNotFound: mailboxError('ResourceNotFound', 'Resource could not be discovered.'),
  Request_ResourceNotFound: mailboxError(
    'Request_ResourceNotFound',
    'Resource does not exist or one of its queried reference-property objects are not present.',
  ),
  ErrorInvalidUser: mailboxError('ErrorInvalidUser', 'The requested user is invalid.'),
  ErrorInvalidIdMalformed: badRequest('ErrorInvalidIdMalformed', 'Id is malformed.'),
  ErrorInvalidParameter: badRequest('ErrorInvalidParameter', 'The parameter is invalid.'),
  ErrorInvalidRequest: badRequest('ErrorInvalidRequest', "Your request can't be completed."),
  ErrorInvalidUrlQueryFilter: badRequest(
    'ErrorInvalidUrlQueryFilter',
    'The query filter contains one or more invalid nodes.',
  ),
  InefficientFilter: badRequest(
    'InefficientFilter',
    'The restriction or sort order is too complex for this operation.',
  ),
  SearchWithOrderBy: badRequest('SearchWithOrderBy', "The query parameter '$orderBy' is not supported with '$search'."),
  SearchWithFilter: badRequest('SearchWithFilter', "The query parameter '$filter' is not supported with '$search'."),
  TimeZoneNotSupportedException: badRequest(
    'TimeZoneNotSupportedException',
    'A valid TimeZone value must be specified.',
  ),
  Forbidden: forbidden('Forbidden'),
  NotFound: { status: 404, code: 'NotFound', message: 'NotFound' },
  GraphAccessToTranscriptsDisabled: forbidden(
    'Graph API access to transcripts is disabled for this tenant.',
    'GraphAccessToTranscriptsDisabled',
  ),
  SpeakerAttributionNotAllowed: forbidden(
    "Speaker-attributed transcript content is disabled for this tenant. Retry with Accept 'application/vnd.microsoft.graph.transcript+text'.",
    'SpeakerAttributionNotAllowed',
  ),
  meetingLookupDenied: forbidden('3003: User does not have access to lookup meeting'),
  applicationAccessPolicyMissing: forbidden('No application access policy found for this app.'),
  applicationNotAllowed: forbidden(
    'Application is not allowed to perform operations on the user, neither is allowed access through RSC permission evaluation.',
  ),
  personalAccountNotSupported: forbidden('This API is not supported for personal Microsoft accounts.'),
  accessDenied: { status: 403, code: 'accessDenied', message: 'Access denied' },
  sharingLinkGone: {
    status: 403,
    code: 'accessDenied',
    message: 'The sharing link no longer exists, or you do not have permission to access it.',
  },
  itemNotFound: { status: 404, code: 'itemNotFound', message: 'The resource could not be found.' },
  invalidRequest: badRequest('invalidRequest', 'Invalid request'),
  notSupported: badRequest('notSupported', 'The request is not supported by the system.'),
  conversionNotSupported: {
    status: 406,
    code: 'notSupported',
    message: 'The file cannot be converted to the requested format.',
  },
  uploadUnauthenticated: { status: 401, code: 'unauthenticated', message: 'The caller is not authenticated.' },
  nameAlreadyExists: {
    status: 409,
    code: 'nameAlreadyExists',
    message: 'The specified item name already exists.',
  },
  resourceModified: {
    status: 412,
    code: 'resourceModified',
    message: 'The resource being updated has changed since the caller last read it, usually an eTag mismatch.',
  },
  maxFileSizeExceeded: {
    status: 413,
    code: 'maxFileSizeExceeded',
    message: 'Max file size exceeded.',
  },
  invalidRange: {
    status: 416,
    code: 'invalidRange',
    message: 'The uploaded fragment overlaps with data that has already been received.',
  },
  resourceLocked: {
    status: 423,
    code: 'resourceLocked',
    message: 'The resource you are attempting to access is locked.',
  },
  quotaLimitReached: { status: 507, code: 'quotaLimitReached', message: 'Insufficient Space Available' },
  'RequestBroker--ParseUri': badRequest('RequestBroker--ParseUri', 'The URI could not be parsed.'),
  BadRequest: badRequest('BadRequest', 'Bad request.'),
  emptyError: badRequest('', ''),
  methodNotAllowed: {
    status: 405,
    code: 'Request_BadRequest',
    message: 'Specified HTTP method is not allowed for the request target.',
  },
  SyncStateNotFound: {
    status: 410,
    code: 'SyncStateNotFound',
    message: 'The sync state generation is not found; full sync required.',
  },
  failedDependency: {
    status: 424,
    code: 'FailedDependency',
    message: 'The request depends on another request that failed.',
  },
  ApplicationThrottled: {
    status: 429,
    code: 'ApplicationThrottled',
    message: 'Application is over its MailboxConcurrency limit.',
    headers: { 'retry-after': '10' },
  },
  TooManyRequests: {
    status: 429,
    code: 'TooManyRequests',
    message: 'Too many requests.',
    innerErrorKey: 'innererror',
    headers: { 'retry-after': '10' },
  },
  teamsThrottled: {
    status: 429,
    code: 'TooManyRequests',
    message: 'Too many requests. The application has exceeded its limit for this tenant.',
    headers: { 'retry-after': '1' },
  },
  activityLimitReached: {
    status: 429,
    code: 'activityLimitReached',
    message: 'The app or user has been throttled.',
    headers: { 'retry-after': '30' },
  },
  ErrorInternalServerError: {
    status: 500,
    code: 'ErrorInternalServerError',
    message: 'An internal server error occurred. The operation failed.',
  },
  UnknownError: { status: 503, code: 'UnknownError', message: '' },
  serviceNotAvailable: {
    status: 503,
    code: 'serviceNotAvailable',
    message: 'The service is not available.',
    headers: { 'retry-after': '120' },
  },
  timeout: { status: 504, code: 'UnknownError', message: '' },
} as const satisfies Record<string, GraphError>

export type ErrorName = keyof typeof ERRORS

/** Throws an HttpError with the named error, with `message` instead of the error's default message. */
export type Fail = (name: ErrorName, message?: string) => never

export function isErrorName(name: string): name is ErrorName {
  return Object.hasOwn(ERRORS, name)
}
