import type { ErrorRule } from '../../src/kit/vendor-errors.ts'
import { MICROSOFT_KEY_ERRORS } from './key-errors.ts'

type Meaning = Omit<ErrorRule, 'at' | 'status' | 'reason' | 'hint' | 'method'>

const CONNECTION_EXPIRED: Meaning = {
  class: 'credentials-expired',
  retry: false,
  fault: 'user',
  sentence: 'Microsoft no longer accepts this connection.',
  next: 'Connect the account again.',
}
const INACTIVE: Meaning = {
  ...CONNECTION_EXPIRED,
  sentence: 'Microsoft ended this connection because it was not used for a long time.',
}
const PASSWORD_CHANGED: Meaning = {
  ...CONNECTION_EXPIRED,
  sentence: 'Microsoft ended this connection because the password was reset or the sessions were revoked.',
}
const SESSION_ENDED: Meaning = {
  ...CONNECTION_EXPIRED,
  sentence: 'The Microsoft sign-in has expired, because the organization limits how long a sign-in lasts.',
}
const CONSENT_MISSING: Meaning = {
  ...CONNECTION_EXPIRED,
  sentence: 'This connection no longer has the permissions that it needs at Microsoft.',
}
const MFA_REQUIRED: Meaning = {
  ...CONNECTION_EXPIRED,
  recoverable: true,
  sentence: 'The organization requires further proof of identity before Microsoft accepts this connection.',
  next: 'Connect the account again. If that fails, ask the administrator of the organization.',
}
const ACCOUNT_DISABLED: Meaning = {
  ...CONNECTION_EXPIRED,
  fault: 'administrator',
  sentence: 'This account is disabled at Microsoft, or is not allowed to use this application.',
  next: 'Ask the administrator of the organization, then connect the account again.',
}
const ACCOUNT_DELETED: Meaning = {
  ...CONNECTION_EXPIRED,
  sentence: 'This account no longer exists at Microsoft.',
  next: 'Connect another account, or ask the administrator of the organization.',
}
const FORBIDDEN: Meaning = {
  concerns: 'item',
  class: 'scope-required',
  retry: false,
  fault: 'user',
  sentence: 'This account is not allowed to read this at Microsoft.',
  next: 'Ask its owner for access, or connect the account again. If that does not help, ask the administrator.',
}
const NO_MAILBOX: Meaning = {
  class: 'mailbox-unavailable',
  retry: false,
  fault: 'administrator',
  sentence:
    'This account has no mailbox in Exchange Online: it is a guest, has no mailbox, or its mailbox is on-premises.',
  next: 'Connect an account whose mailbox is in the cloud, or ask the administrator of the organization.',
}
const NO_LICENSE: Meaning = { ...NO_MAILBOX, sentence: 'This account has no license for a mailbox at Microsoft.' }
const MAILBOX_DISABLED: Meaning = { ...NO_MAILBOX, sentence: 'The mailbox of this account is disabled at Microsoft.' }
const MAILBOX_ACCESS_BLOCKED: Meaning = {
  ...NO_MAILBOX,
  sentence: 'The organization does not allow applications to read its mailboxes.',
  next: 'Ask the administrator of the organization to allow it.',
}
const TRANSCRIPTS_DISABLED: Meaning = {
  class: 'scope-required',
  retry: false,
  fault: 'administrator',
  sentence: 'The organization does not allow applications to read the transcripts of Teams.',
  next: 'An administrator allows it in the Teams admin center under Meetings › Meeting settings › Transcript API access › Microsoft Graph access. Connecting again does not help.',
}
const ATTRIBUTION_DISABLED: Meaning = {
  ...TRANSCRIPTS_DISABLED,
  concerns: 'item',
  sentence: 'The organization does not allow applications to read who said what in the transcripts of Teams.',
  next: 'An administrator allows it in the Teams admin center under Meetings › Meeting settings › Transcript API access › Include speaker attribution.',
}
const MEETING_REFUSED: Meaning = {
  ...FORBIDDEN,
  sentence: 'Teams shows this only to the organizer of the meeting and to people whom its invitation names.',
  next: 'Ask the organizer to invite this account by name. If this is said of every meeting, ask the administrator to approve this application.',
}
const ACCESS_POLICY_MISSING: Meaning = {
  ...FORBIDDEN,
  fault: 'administrator',
  sentence: 'The organization has not allowed this application to read the meetings of this person.',
  next: 'An administrator of Teams creates an application access policy and grants it to the person; it takes effect within 30 minutes. The application needs the permissions for meetings and transcripts as well.',
}
const KEY_REFUSED_MEETING: Meaning = {
  ...ACCESS_POLICY_MISSING,
  sentence:
    'The organization has not allowed this application to read the meetings of this person, or the person was not invited to this one by name.',
}
const RATE_LIMITED: Meaning = {
  class: 'rate-limited',
  retry: true,
  fault: 'vendor',
  sentence: 'Microsoft is limiting the number of requests.',
  next: 'The next run continues from here.',
}
const NOT_FOUND: Meaning = {
  class: 'not-found',
  retry: false,
  fault: 'user',
  sentence: 'This does not exist at Microsoft, or is no longer shared with this account.',
  next: 'If it was deleted, no action is needed.',
}
const MEETING_NOT_FOUND: Meaning = {
  ...NOT_FOUND,
  sentence: 'Microsoft does not find this: it was deleted, has expired, or belongs to another organization.',
  next: 'If it was a recent meeting of this organization, ask its organizer. Otherwise no action is needed.',
}
const INVALID_REQUEST: Meaning = {
  class: 'invalid-request',
  retry: false,
  fault: 'hub',
  sentence: 'Microsoft did not accept the request.',
  next: "The operator can find the details in the hub's log.",
}
const UNAVAILABLE: Meaning = {
  class: 'unavailable',
  retry: true,
  fault: 'vendor',
  sentence: 'Microsoft is currently unavailable.',
  next: 'The next run tries again.',
}
const DOCUMENT_LOCKED: Meaning = {
  concerns: 'item',
  class: 'locked',
  retry: false,
  fault: 'user',
  sentence: 'This file is locked at Microsoft, because somebody is editing it or has checked it out.',
  next: 'Try again when it is closed or checked in.',
}
const STORAGE_FULL: Meaning = {
  class: 'storage-full',
  retry: false,
  fault: 'user',
  sentence: 'At Microsoft there is no storage left for the file.',
  next: 'Delete files there, or ask the administrator for more storage.',
}
const FILE_TOO_LARGE: Meaning = {
  concerns: 'item',
  class: 'invalid-request',
  retry: false,
  fault: 'user',
  sentence: 'The file is larger than Microsoft accepts.',
  next: 'Use a smaller file.',
}
const NAME_EXISTS: Meaning = {
  concerns: 'item',
  class: 'invalid-request',
  retry: false,
  fault: 'user',
  sentence: 'A file with this name exists in the folder already.',
  next: 'Choose another name.',
}
const NOT_SUPPORTED: Meaning = {
  concerns: 'item',
  class: 'invalid-request',
  retry: false,
  fault: 'user',
  sentence: 'Microsoft does not support this for files of this kind.',
  next: 'Choose a file of another kind.',
}
const MALWARE: Meaning = {
  ...FORBIDDEN,
  fault: 'administrator',
  sentence: 'Microsoft detected malware in this file and blocks it.',
  next: 'Ask the administrator of the organization.',
}
/** Not retried, as the same request would time out again: callers send a smaller one instead. */
const TIMEOUT: Meaning = { ...UNAVAILABLE, retry: false, sentence: 'Microsoft did not respond in time.' }
const MISCONFIGURED_CLIENT: Meaning = {
  class: 'operator',
  retry: false,
  fault: 'operator',
  sentence: "Microsoft rejected the hub's OAuth client.",
  next: 'The operator must check MICROSOFT_CLIENT_ID, MICROSOFT_CLIENT_SECRET, MICROSOFT_TENANT and the redirect URI in the Entra admin center.',
}
const SECRET_EXPIRED: Meaning = {
  ...MISCONFIGURED_CLIENT,
  sentence: "The hub's client secret at Microsoft has expired.",
  next: 'The operator must create a new one in the Entra admin center and set MICROSOFT_CLIENT_SECRET.',
}
const CANCELLED: Meaning = {
  class: 'invalid-request',
  retry: false,
  fault: 'user',
  sentence: "The connection was not allowed on Microsoft's page.",
  next: 'Start again and accept. If the page asked for an administrator, as it does in most organizations, one has to approve this application first.',
}
const ADMIN_APPROVAL_REQUIRED: Meaning = {
  ...CANCELLED,
  fault: 'administrator',
  sentence: 'An administrator of the organization must approve this application at Microsoft first.',
  next: 'Start the connection again afterwards.',
}
const INTERACTION_REQUIRED: Meaning = {
  ...CANCELLED,
  sentence: 'Microsoft requires another step to complete the sign-in.',
  next: 'Start the connection again and follow the steps on the page.',
}

/**
 * Microsoft's error responses and their meaning. If several rules match, the first one applies. The codes of sign-in
 * errors (AADSTS…) may change, so they select the sentence only: the rule of the accompanying `error` decides.
 * https://learn.microsoft.com/graph/errors
 * https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow#error-codes-for-token-endpoint-errors
 * https://learn.microsoft.com/entra/identity-platform/reference-error-codes
 */
export const MICROSOFT_ERRORS: readonly ErrorRule[] = [
  { at: 'api', status: 401, ...CONNECTION_EXPIRED }, // also with an empty body, and as a challenge of continuous access evaluation
  { at: 'api', reason: 'InvalidAuthenticationToken', ...CONNECTION_EXPIRED },
  { at: 'api', reason: 'unauthenticated', ...CONNECTION_EXPIRED },
  { at: 'api', reason: 'MailboxNotEnabledForRESTAPI', ...NO_MAILBOX },
  { at: 'api', reason: 'MailboxNotSupportedForRESTAPI', ...NO_MAILBOX },
  { at: 'api', reason: 'RESTAPINotEnabledForComponentSharedMailbox', ...NO_MAILBOX },
  { at: 'api', reason: 'ErrorNonExistentMailbox', ...NO_MAILBOX },
  { at: 'api', reason: 'Request_ResourceNotFound', ...ACCOUNT_DELETED }, // of `/me`, the only object of the directory that is read
  { at: 'api', reason: 'ErrorInvalidUser', ...ACCOUNT_DELETED },
  { at: 'api', reason: 'ResourceNotFound', ...NO_MAILBOX }, // a deleted mailbox alternates between this and MailboxNotEnabledForRESTAPI
  { at: 'api', reason: 'ErrorInvalidLicense', ...NO_LICENSE },
  { at: 'api', reason: 'ErrorAccountDisabled', ...MAILBOX_DISABLED },
  { at: 'api', reason: 'ErrorOrganizationAccessBlocked', ...MAILBOX_ACCESS_BLOCKED },
  { at: 'api', reason: 'GraphAccessToTranscriptsDisabled', ...TRANSCRIPTS_DISABLED }, // this and the next one: inside of Forbidden
  { at: 'api', reason: 'SpeakerAttributionNotAllowed', ...ATTRIBUTION_DISABLED },
  { at: 'api', status: 403, reason: 'General', ...ACCESS_POLICY_MISSING },
  { at: 'api', status: 403, reason: 'Forbidden', method: 'key', ...KEY_REFUSED_MEETING }, // only its message differs from the next one
  { at: 'api', status: 403, reason: 'Forbidden', ...MEETING_REFUSED },
  { at: 'api', reason: 'ErrorAccessDenied', ...FORBIDDEN },
  { at: 'api', reason: 'Authorization_RequestDenied', ...FORBIDDEN },
  { at: 'api', reason: 'accessDenied', ...FORBIDDEN }, // of files, as are the other codes with a small first letter
  { at: 'api', reason: 'notAllowed', ...FORBIDDEN },
  { at: 'api', reason: 'malwareDetected', ...MALWARE },
  { at: 'api', status: 403, ...FORBIDDEN },
  { at: 'api', reason: 'ApplicationThrottled', ...RATE_LIMITED },
  { at: 'api', reason: 'TooManyRequests', ...RATE_LIMITED },
  { at: 'api', reason: 'activityLimitReached', ...RATE_LIMITED },
  { at: 'api', status: 429, ...RATE_LIMITED },
  { at: 'api', status: 509, ...RATE_LIMITED },
  { at: 'api', reason: 'resourceLocked', ...DOCUMENT_LOCKED },
  { at: 'api', reason: 'resourceModified', ...DOCUMENT_LOCKED },
  { at: 'api', status: 412, ...DOCUMENT_LOCKED },
  { at: 'api', status: 423, ...DOCUMENT_LOCKED },
  { at: 'api', reason: 'quotaLimitReached', ...STORAGE_FULL },
  { at: 'api', status: 507, ...STORAGE_FULL },
  { at: 'api', reason: 'maxFileSizeExceeded', ...FILE_TOO_LARGE },
  { at: 'api', status: 413, ...FILE_TOO_LARGE },
  { at: 'api', reason: 'nameAlreadyExists', ...NAME_EXISTS },
  { at: 'api', reason: 'notSupported', ...NOT_SUPPORTED },
  { at: 'api', status: 406, ...NOT_SUPPORTED },
  { at: 'api', status: 415, ...NOT_SUPPORTED },
  { at: 'api', reason: 'ErrorItemNotFound', ...NOT_FOUND },
  { at: 'api', reason: 'itemNotFound', ...NOT_FOUND },
  { at: 'api', status: 404, reason: 'NotFound', ...MEETING_NOT_FOUND },
  { at: 'api', status: 404, ...NOT_FOUND },
  { at: 'api', status: 410, ...NOT_FOUND },
  { at: 'api', status: 400, ...INVALID_REQUEST },
  { at: 'api', reason: 'serviceNotAvailable', ...UNAVAILABLE },
  { at: 'api', status: 500, ...UNAVAILABLE },
  { at: 'api', status: 502, ...UNAVAILABLE },
  { at: 'api', status: 503, ...UNAVAILABLE },
  { at: 'api', status: 504, ...TIMEOUT },
  ...MICROSOFT_KEY_ERRORS,
  { at: 'token', reason: 'interaction_required', ...MFA_REQUIRED },
  { at: 'token', reason: 'basic_action', ...MFA_REQUIRED }, // this and the next two: suberror of an invalid_grant
  { at: 'token', reason: 'additional_action', ...MFA_REQUIRED },
  { at: 'token', reason: 'message_only', ...MFA_REQUIRED },
  { at: 'token', reason: 'consent_required', ...CONSENT_MISSING },
  { at: 'token', reason: 'login_required', ...CONNECTION_EXPIRED },
  { at: 'token', reason: 'invalid_grant', ...CONNECTION_EXPIRED },
  { at: 'token', reason: 'invalid_grant', hint: 'AADSTS700082', ...INACTIVE },
  { at: 'token', reason: 'invalid_grant', hint: 'AADSTS70008', ...INACTIVE },
  { at: 'token', reason: 'invalid_grant', hint: 'AADSTS50173', ...PASSWORD_CHANGED },
  { at: 'token', reason: 'invalid_grant', hint: 'AADSTS70043', ...SESSION_ENDED },
  { at: 'token', reason: 'invalid_grant', hint: 'AADSTS700084', ...SESSION_ENDED },
  { at: 'token', reason: 'invalid_grant', hint: 'AADSTS65001', ...CONSENT_MISSING },
  { at: 'token', reason: 'invalid_grant', hint: 'AADSTS50076', ...MFA_REQUIRED },
  { at: 'token', reason: 'invalid_grant', hint: 'AADSTS50078', ...MFA_REQUIRED },
  { at: 'token', reason: 'invalid_grant', hint: 'AADSTS50079', ...MFA_REQUIRED },
  { at: 'token', reason: 'invalid_grant', hint: 'AADSTS53003', ...MFA_REQUIRED },
  { at: 'token', reason: 'invalid_grant', hint: 'AADSTS50057', ...ACCOUNT_DISABLED },
  { at: 'token', reason: 'invalid_grant', hint: 'AADSTS50034', ...ACCOUNT_DELETED },
  { at: 'token', reason: 'invalid_grant', hint: 'AADSTS500341', ...ACCOUNT_DELETED },
  { at: 'token', reason: 'invalid_grant', hint: 'AADSTS50105', ...ACCOUNT_DISABLED },
  { at: 'token', reason: 'invalid_client', ...MISCONFIGURED_CLIENT },
  { at: 'token', reason: 'invalid_client', hint: 'AADSTS7000222', ...SECRET_EXPIRED },
  { at: 'token', reason: 'unauthorized_client', ...MISCONFIGURED_CLIENT },
  { at: 'token', reason: 'unsupported_grant_type', ...MISCONFIGURED_CLIENT },
  { at: 'token', reason: 'invalid_resource', ...MISCONFIGURED_CLIENT },
  { at: 'token', reason: 'invalid_scope', ...MISCONFIGURED_CLIENT },
  { at: 'token', reason: 'invalid_request', ...MISCONFIGURED_CLIENT },
  { at: 'token', reason: 'temporarily_unavailable', ...UNAVAILABLE },
  { at: 'token', reason: 'server_error', ...UNAVAILABLE },
  { at: 'token', status: 429, ...RATE_LIMITED },
  { at: 'token', status: 500, ...UNAVAILABLE },
  { at: 'token', status: 502, ...UNAVAILABLE },
  { at: 'token', status: 503, ...UNAVAILABLE },
  { at: 'token', status: 504, ...UNAVAILABLE },
  { at: 'authorize', reason: 'access_denied', ...CANCELLED }, // also when the page demands admin approval, without any other indication
  { at: 'authorize', reason: 'access_denied', hint: 'AADSTS90094', ...ADMIN_APPROVAL_REQUIRED },
  { at: 'authorize', reason: 'access_denied', hint: 'AADSTS90095', ...ADMIN_APPROVAL_REQUIRED },
  { at: 'authorize', reason: 'consent_required', ...ADMIN_APPROVAL_REQUIRED },
  { at: 'authorize', reason: 'login_required', ...INTERACTION_REQUIRED },
  { at: 'authorize', reason: 'interaction_required', ...INTERACTION_REQUIRED },
  { at: 'authorize', reason: 'invalid_client', ...MISCONFIGURED_CLIENT },
  { at: 'authorize', reason: 'unauthorized_client', ...MISCONFIGURED_CLIENT },
  { at: 'authorize', reason: 'unsupported_response_type', ...MISCONFIGURED_CLIENT },
  { at: 'authorize', reason: 'invalid_resource', ...MISCONFIGURED_CLIENT },
  { at: 'authorize', reason: 'invalid_scope', ...MISCONFIGURED_CLIENT },
  { at: 'authorize', reason: 'invalid_request', ...MISCONFIGURED_CLIENT },
  { at: 'authorize', reason: 'server_error', ...UNAVAILABLE },
  { at: 'authorize', reason: 'temporarily_unavailable', ...UNAVAILABLE },
]
