import type { HttpRequest } from '../../core/http/request.ts'
import type { HttpResponse } from '../../core/http/responses.ts'
import { HttpError } from '../../core/http/responses.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import { errorInfo, type GoogleError, getService, type Service, toErrorResponse } from './responses.ts'

const REALM = 'Bearer realm="https://accounts.google.com/"'
const SIGN_IN =
  'Expected OAuth 2 access token, login cookie or other valid authentication credential. ' +
  'See https://developers.google.com/identity/sign-in/web/devconsole-project.'
const USAGE = 'usageLimits'
export const CONSUMER = 'project_number:407408718192'

/** Google's errors by the names that faults and routes refer to. */
export const ERRORS = {
  authError: {
    code: 401,
    reason: 'authError',
    message: `Request had invalid authentication credentials. ${SIGN_IN}`,
    short: 'Invalid Credentials',
    location: 'Authorization',
    locationType: 'header',
    headers: { 'www-authenticate': `${REALM}, error="invalid_token"` },
  },
  required: {
    code: 401,
    reason: 'required',
    message: `Request is missing required authentication credential. ${SIGN_IN}`,
    short: 'Login Required.',
    location: 'Authorization',
    locationType: 'header',
    details: [errorInfo('CREDENTIALS_MISSING', { service: 'googleapis.com' })],
    headers: { 'www-authenticate': REALM },
  },
  badRequest: { code: 400, reason: 'badRequest', message: 'Bad Request' },
  backendError: { code: 500, reason: 'backendError', message: 'Backend Error' },
  unavailable: { code: 503, reason: 'backendError', message: 'The service is currently unavailable.' },
  notFound: { code: 404, reason: 'notFound', message: 'Not Found' },
  rateLimitExceeded: { code: 403, reason: 'rateLimitExceeded', domain: USAGE, message: 'Rate Limit Exceeded' },
  userRateLimitExceeded: {
    code: 403,
    reason: 'userRateLimitExceeded',
    domain: USAGE,
    message: 'User Rate Limit Exceeded',
  },
  quotaExceeded: { code: 403, reason: 'quotaExceeded', domain: USAGE, message: 'Calendar usage limits exceeded.' },
  dailyLimitExceeded: { code: 403, reason: 'dailyLimitExceeded', domain: USAGE, message: 'Daily Limit Exceeded' },
  tooManyRequests: { code: 429, reason: 'rateLimitExceeded', domain: USAGE, message: 'Rate Limit Exceeded' },
  resourceExhausted: {
    code: 429,
    reason: 'rateLimitExceeded',
    message: 'Resource has been exhausted (e.g. check quota).',
  },
  tooManyConcurrentRequests: {
    code: 429,
    reason: 'rateLimitExceeded',
    message: 'Too many concurrent requests for user',
  },
  domainPolicy: {
    code: 403,
    reason: 'domainPolicy',
    message: 'The domain administrators have disabled Gmail apps.',
  },
  notACalendarUser: {
    code: 403,
    reason: 'notACalendarUser',
    message: 'The user must be signed up for Google Calendar.',
  },
  accessNotConfigured: {
    code: 403,
    reason: 'accessNotConfigured',
    domain: USAGE,
    message: 'Gmail API has not been used in project 407408718192 before or it is disabled.',
    details: [errorInfo('SERVICE_DISABLED', { service: 'gmail.googleapis.com', consumer: CONSUMER })],
  },
  mailNotEnabled: {
    code: 400,
    reason: 'failedPrecondition',
    message: 'Mail service not enabled',
    status: 'FAILED_PRECONDITION',
  },
  /** A passing failure, of single messages and of whole lists, with the reason of a mailbox that is not enabled. */
  preconditionFailed: {
    code: 400,
    reason: 'failedPrecondition',
    message: 'Precondition check failed.',
    status: 'FAILED_PRECONDITION',
  },
  /** The only sign of it is the status in the newer form of errors. */
  permissionDenied: { code: 403, message: 'The caller does not have permission', status: 'PERMISSION_DENIED' },
  metadataScope: { code: 403, reason: 'forbidden', message: "Metadata scope does not support 'q' parameter" },
  delegationDenied: { code: 403, reason: 'forbidden', message: 'Delegation denied' },
  timeRangeEmpty: {
    code: 400,
    reason: 'timeRangeEmpty',
    domain: 'calendar',
    message: 'The specified time range is empty.',
    location: 'timeMax',
  },
  fullSyncRequired: {
    code: 410,
    reason: 'fullSyncRequired',
    domain: 'calendar',
    message: 'Sync token is no longer valid, a full sync is required.',
    location: 'syncToken',
  },
  appNotAuthorizedToFile: {
    code: 403,
    reason: 'appNotAuthorizedToFile',
    message: 'The user has not granted the app 407408718192 read access to the file.',
  },
  insufficientFilePermissions: {
    code: 403,
    reason: 'insufficientFilePermissions',
    message: 'The user does not have sufficient permissions for this file.',
  },
  fileNotDownloadable: {
    code: 403,
    reason: 'fileNotDownloadable',
    message: 'Only files with binary content can be downloaded. Use Export with Docs Editors files.',
    location: 'alt',
  },
  fileNotExportable: { code: 403, reason: 'fileNotExportable', message: 'Export only supports Docs Editors files.' },
  cannotDownloadFile: {
    code: 403,
    reason: 'cannotDownloadFile',
    message: 'This file cannot be downloaded by the user.',
  },
  cannotCopyFile: { code: 403, reason: 'cannotCopyFile', message: 'This file cannot be copied by the user.' },
  exportSizeLimitExceeded: {
    code: 403,
    reason: 'exportSizeLimitExceeded',
    message: 'This file is too large to be exported.',
  },
  storageQuotaExceeded: {
    code: 403,
    reason: 'storageQuotaExceeded',
    message: "The user's Drive storage quota has been exceeded.",
  },
  sharingRateLimitExceeded: {
    code: 403,
    reason: 'sharingRateLimitExceeded',
    message: 'Rate limit exceeded. User message: "Sorry, you have exceeded your sharing quota."',
  },
  teamDriveFileLimitExceeded: {
    code: 403,
    reason: 'teamDriveFileLimitExceeded',
    message: 'The file limit for this shared drive has been exceeded.',
  },
  teamDriveMembershipRequired: {
    code: 403,
    reason: 'teamDriveMembershipRequired',
    message: 'The attempted action requires shared drive membership.',
  },
  updatedMinTooLongAgo: {
    code: 410,
    reason: 'updatedMinTooLongAgo',
    domain: 'calendar',
    message: 'The requested minimum modification time lies too far in the past.',
    location: 'updatedMin',
  },
} as const satisfies Record<string, GoogleError>

export type ErrorName = keyof typeof ERRORS

type Messages = Partial<Record<ErrorName, string>>

/** Messages that differ between the services. */
const DEFAULT_MESSAGES: Messages = { notFound: 'Requested entity was not found.' }
const MESSAGES: Partial<Record<Service, Messages>> = {
  calendar: { authError: 'Invalid Credentials' },
  drive: { authError: 'Invalid Credentials', domainPolicy: 'The domain administrators have disabled Drive apps.' },
}

export function toNamedErrorResponse(name: ErrorName, service: Service): HttpResponse {
  const messages = MESSAGES[service] ?? DEFAULT_MESSAGES
  const error: GoogleError = ERRORS[name]
  return toErrorResponse({ ...error, message: messages[name] ?? error.message }, service)
}

/** A quota error with the retry time (epoch ms) in its message and without a Retry-After header. */
export function toRetryAfterResponse(service: Service, retryAt: number): HttpResponse {
  const message = `User-rate limit exceeded.  Retry after ${new Date(retryAt).toISOString()}`
  return toErrorResponse({ code: 403, reason: 'userRateLimitExceeded', domain: USAGE, message }, service)
}

/** Throws an HttpError with the named error. */
export function throwError(name: ErrorName, request: HttpRequest): never {
  throw new HttpError(toNamedErrorResponse(name, getService(request)))
}

/** Throws an HttpError for an invalid request parameter. */
export function throwInvalidParameter(
  request: HttpRequest,
  location: string,
  message: string,
  reason = 'invalidParameter',
): never {
  const service = getService(request)
  const isGmail = service === 'gmail'
  const error = omitUndefined({
    code: 400,
    reason: isGmail ? 'invalidArgument' : reason,
    message,
    location: isGmail ? undefined : location,
  })
  throw new HttpError(toErrorResponse(error, service))
}
