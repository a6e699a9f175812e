import type { ErrorRule } from '../../src/kit/vendor-errors.ts'
import { GOOGLE_KEY_ERRORS } from './key-errors.ts'

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
  sentence: 'The Google sign-in has expired, because the organization limits how long a sign-in lasts.',
}
const PERMISSION_MISSING: Meaning = {
  class: 'scope-required',
  retry: false,
  fault: 'user',
  sentence: 'The connection is missing a permission at Google.',
  next: 'Connect the account again and leave every box ticked.',
}
const FORBIDDEN: Meaning = {
  ...PERMISSION_MISSING,
  concerns: 'item',
  sentence: 'This account is not allowed to read this at Google.',
  next: 'Ask its owner for access, or connect the account again and leave every box ticked.',
}
const FILE_FORBIDDEN: Meaning = {
  ...FORBIDDEN,
  sentence: 'This account does not have enough access to the file at Google.',
  next: 'Ask the owner of the file, or a manager of its shared drive, for access.',
}
const FILE_NOT_OPENED: Meaning = {
  ...FORBIDDEN,
  sentence:
    'Google lets this application change only files and folders that it has made, or that the user has opened with it.',
  next: 'Choose such a file or folder.',
}
const FILE_NOT_CONVERTIBLE: Meaning = {
  class: 'invalid-request',
  retry: false,
  concerns: 'item',
  fault: 'user',
  sentence: 'Google cannot convert this file.',
  next: 'Use a document, spreadsheet or presentation of Google with at most 10 MB.',
}
const STORAGE_FULL: Meaning = {
  class: 'storage-full',
  retry: false,
  fault: 'user',
  sentence: 'The storage at Google Drive is full.',
  next: 'Delete files or get more storage, then run this again.',
}
const PROTECTED: Meaning = {
  class: 'locked',
  retry: false,
  concerns: 'item',
  fault: 'user',
  sentence: 'The sheet is protected at Google.',
  next: 'Ask the owner of the spreadsheet to allow this account to edit it.',
}
const FOLDER_INVALID: Meaning = {
  class: 'invalid-request',
  retry: false,
  concerns: 'item',
  fault: 'user',
  sentence: 'What was given as a folder is not a folder of Google Drive.',
  next: 'Choose a folder.',
}
const TRANSCRIPT_REFUSED: Meaning = {
  class: 'scope-required',
  retry: false,
  concerns: 'item',
  fault: 'administrator',
  sentence: 'Google Meet does not let this account read the transcript.',
  next: 'Ask the organizer of the meeting or the administrator of the organization for access. Connecting again does not help.',
}
const BLOCKED_BY_ADMINISTRATOR: Meaning = {
  class: 'scope-required',
  retry: false,
  fault: 'administrator',
  sentence: 'The administrator of the organization has blocked this at Google.',
  next: 'Ask the administrator to allow this application in the Google Workspace console.',
}
const RATE_LIMITED: Meaning = {
  class: 'rate-limited',
  retry: true,
  fault: 'vendor',
  sentence: 'Google is limiting the number of requests.',
  next: 'The next run continues from here.',
}
const QUOTA_EXCEEDED: Meaning = {
  class: 'rate-limited',
  retry: false,
  fault: 'operator',
  sentence: "The hub's quota at Google is used up.",
  next: 'It is renewed within a day. The operator can request a higher quota in the Google Cloud console.',
}
const API_NOT_ENABLED: Meaning = {
  class: 'operator',
  retry: false,
  fault: 'operator',
  sentence: "This Google API is not enabled for the hub's project.",
  next: 'The operator must enable it in the Google Cloud console.',
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
  next: 'Ask the administrator of the organization to enable it, or connect another account.',
}
const NOT_FOUND: Meaning = {
  class: 'not-found',
  retry: false,
  fault: 'user',
  sentence: 'This does not exist at Google, or is no longer shared with this account.',
  next: 'If it was deleted, no action is needed.',
}
const INVALID_REQUEST: Meaning = {
  class: 'invalid-request',
  retry: false,
  fault: 'hub',
  sentence: 'Google did not accept the request.',
  next: "The operator can find the details in the hub's log.",
}
const UNAVAILABLE: Meaning = {
  class: 'unavailable',
  retry: true,
  fault: 'vendor',
  sentence: 'Google is currently unavailable.',
  next: 'The next run tries again.',
}
const PRECONDITION_FAILED: Meaning = {
  ...UNAVAILABLE,
  responseStatus: 503,
  sentence: 'Gmail could not process the request at the moment.',
}
const MISCONFIGURED_CLIENT: Meaning = {
  class: 'operator',
  retry: false,
  fault: 'operator',
  sentence: "Google rejected the hub's OAuth client.",
  next: 'The operator must check GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET and the redirect URI in the Google Cloud console.',
}
const CANCELLED: Meaning = {
  class: 'invalid-request',
  retry: false,
  fault: 'user',
  sentence: "The connection was cancelled on Google's page.",
  next: 'Start again and allow access.',
}

/**
 * Google's error responses and their meaning. If several rules match equally well, the first one applies. Quota errors
 * come with 403 or 429, so their rules have no status.
 * https://developers.google.com/workspace/calendar/api/guides/errors
 * https://developers.google.com/workspace/gmail/api/guides/handle-errors
 * https://developers.google.com/workspace/drive/api/guides/handle-errors
 * https://developers.google.com/identity/protocols/oauth2/web-server#exchange-errors-authorization-code
 */
export const GOOGLE_ERRORS: readonly ErrorRule[] = [
  ...GOOGLE_KEY_ERRORS,
  { at: 'api', status: 401, ...CONNECTION_EXPIRED },
  { at: 'api', status: 400, reason: 'invalid_token', ...CONNECTION_EXPIRED }, // tokeninfo
  { at: 'api', status: 403, reason: 'accessNotConfigured', ...API_NOT_ENABLED },
  { at: 'api', status: 403, reason: 'SERVICE_DISABLED', ...API_NOT_ENABLED },
  { at: 'api', status: 403, reason: 'domainPolicy', ...BLOCKED_BY_ADMINISTRATOR },
  { at: 'api', status: 403, reason: 'notACalendarUser', ...NO_CALENDAR },
  { at: 'api', status: 400, reason: 'mailServiceNotEnabled', ...NO_MAILBOX }, // a failedPrecondition with this message
  { at: 'api', status: 400, reason: 'failedPrecondition', ...PRECONDITION_FAILED },
  { at: 'api', status: 400, reason: 'FAILED_PRECONDITION', ...PRECONDITION_FAILED },
  { at: 'api', status: 403, reason: 'insufficientPermissions', ...PERMISSION_MISSING },
  { at: 'api', status: 403, reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT', ...PERMISSION_MISSING },
  { at: 'api', status: 403, reason: 'transcriptRefused', ...TRANSCRIPT_REFUSED }, // a 403 of Meet without a reason
  { at: 'api', status: 403, reason: 'forbidden', ...FORBIDDEN }, // also without any reason
  { at: 'api', status: 403, reason: 'insufficientFilePermissions', ...FILE_FORBIDDEN }, // Drive
  { at: 'api', status: 403, reason: 'cannotDownloadFile', ...FILE_FORBIDDEN },
  { at: 'api', status: 403, reason: 'cannotExportFile', ...FILE_FORBIDDEN },
  { at: 'api', status: 403, reason: 'cannotCopyFile', ...FILE_FORBIDDEN },
  { at: 'api', status: 403, reason: 'parentNotAFolder', ...FOLDER_INVALID },
  { at: 'api', status: 403, reason: 'teamDriveMembershipRequired', ...FILE_FORBIDDEN },
  { at: 'api', status: 403, reason: 'appNotAuthorizedToFile', ...FILE_NOT_OPENED },
  { at: 'api', status: 403, reason: 'fileNotDownloadable', ...FILE_NOT_CONVERTIBLE },
  { at: 'api', status: 403, reason: 'fileNotExportable', ...FILE_NOT_CONVERTIBLE },
  { at: 'api', status: 403, reason: 'exportSizeLimitExceeded', ...FILE_NOT_CONVERTIBLE },
  { at: 'api', status: 403, reason: 'storageQuotaExceeded', ...STORAGE_FULL },
  { at: 'api', status: 403, reason: 'teamDriveFileLimitExceeded', ...STORAGE_FULL },
  { at: 'api', status: 403, reason: 'sharingRateLimitExceeded', ...RATE_LIMITED },
  { at: 'api', status: 400, reason: 'protectedRange', ...PROTECTED }, // Sheets: an INVALID_ARGUMENT with this message
  { at: 'api', reason: 'quotaExceeded', ...QUOTA_EXCEEDED },
  { at: 'api', reason: 'dailyLimitExceeded', ...QUOTA_EXCEEDED },
  { at: 'api', reason: 'rateLimitExceeded', ...RATE_LIMITED },
  { at: 'api', reason: 'userRateLimitExceeded', ...RATE_LIMITED },
  { at: 'api', reason: 'RATE_LIMIT_EXCEEDED', ...RATE_LIMITED },
  { at: 'api', reason: 'RESOURCE_EXHAUSTED', ...RATE_LIMITED },
  { at: 'api', reason: 'PERMISSION_DENIED', ...FORBIDDEN }, // with a reason that is not listed, or without one
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
