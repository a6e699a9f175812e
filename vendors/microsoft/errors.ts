import type { ErrorRule } from '../../src/kit/vendor-errors.ts'

type Meaning = Omit<ErrorRule, 'at' | 'status' | 'reason' | 'hint'>

const DEAD: Meaning = {
  class: 'credentials-expired',
  retry: false,
  fault: 'user',
  sentence: 'Microsoft no longer accepts this connection.',
  next: 'Connect the account again.',
}
const ASLEEP: Meaning = { ...DEAD, sentence: 'This connection was not used for so long that Microsoft ended it.' }
const PASSWORD_CHANGED: Meaning = {
  ...DEAD,
  sentence: 'Microsoft ended this connection, as it does when a password is reset or sessions are revoked.',
}
const SESSION_ENDED: Meaning = {
  ...DEAD,
  sentence: 'The organization lets a Microsoft sign-in last for a limited time only, and it is over.',
}
const NOT_CONSENTED: Meaning = { ...DEAD, sentence: 'This connection is no longer allowed what it needs at Microsoft.' }
const PROOF_WANTED: Meaning = {
  ...DEAD,
  mayHeal: true,
  sentence: 'The organization wants a further proof of identity before Microsoft accepts this connection.',
  next: 'Connect the account again; if that is refused, ask the administrator of the organization.',
}
const ACCOUNT_OFF: Meaning = {
  ...DEAD,
  fault: 'administrator',
  sentence: 'This account is disabled at Microsoft, or not allowed to use this application.',
  next: 'Ask the administrator of the organization, then connect the account again.',
}
const FORBIDDEN: Meaning = {
  class: 'scope-required',
  retry: false,
  fault: 'user',
  sentence: 'Microsoft does not let this account read this.',
  next: 'Ask its owner for access, or connect the account again; if that does not help, ask the administrator.',
}
const NO_MAILBOX: Meaning = {
  class: 'mailbox-unavailable',
  retry: false,
  fault: 'administrator',
  sentence: 'This account has no mailbox in Exchange Online: it is a guest, has none, or its mailbox is on-premises.',
  next: 'Connect an account whose mailbox is in the cloud, or ask the administrator of the organization.',
}
const NO_LICENSE: Meaning = { ...NO_MAILBOX, sentence: 'This account has no licence for a mailbox at Microsoft.' }
const MAILBOX_OFF: Meaning = { ...NO_MAILBOX, sentence: 'The mailbox of this account is disabled at Microsoft.' }
const MAILBOX_CLOSED: Meaning = {
  ...NO_MAILBOX,
  sentence: 'The organization does not let applications read its mailboxes.',
  next: 'Ask the administrator of the organization to allow it.',
}
const TOO_FAST: Meaning = {
  class: 'rate-limited',
  retry: true,
  fault: 'vendor',
  sentence: 'Microsoft asks to slow down.',
  next: 'The next run goes on from here.',
}
const GONE: Meaning = {
  class: 'not-found',
  retry: false,
  fault: 'user',
  sentence: 'Microsoft does not have this, or no longer shares it with this account.',
  next: 'Nothing needs to be done if it was deleted.',
}
const NOT_UNDERSTOOD: Meaning = {
  class: 'invalid-request',
  retry: false,
  fault: 'hub',
  sentence: 'Microsoft did not accept the request.',
  next: 'The operator of the hub finds the details in its log.',
}
const DOWN: Meaning = {
  class: 'unavailable',
  retry: true,
  fault: 'vendor',
  sentence: 'Microsoft is not available at the moment.',
  next: 'The next run tries again.',
}
/** The same request would take as long again: whoever sent it asks for less. */
const TOO_SLOW: Meaning = { ...DOWN, retry: false, sentence: 'Microsoft did not answer in time.' }
const WRONG_CLIENT: Meaning = {
  class: 'operator',
  retry: false,
  fault: 'operator',
  sentence: 'Microsoft does not accept the hub as it is set up.',
  next: 'The operator checks MICROSOFT_CLIENT_ID, MICROSOFT_CLIENT_SECRET, MICROSOFT_TENANT and the redirect URI in the Entra admin center.',
}
const SECRET_EXPIRED: Meaning = {
  ...WRONG_CLIENT,
  sentence: "The hub's client secret at Microsoft has expired.",
  next: 'The operator creates a new one in the Entra admin center and sets MICROSOFT_CLIENT_SECRET.',
}
const CANCELLED: Meaning = {
  class: 'invalid-request',
  retry: false,
  fault: 'user',
  sentence: 'The connection was not allowed on the page of Microsoft.',
  next: 'Start it again and accept. If the page asks for the approval of an administrator, one has to give it first.',
}
const APPROVAL_WANTED: Meaning = {
  ...CANCELLED,
  fault: 'administrator',
  sentence: 'An administrator of the organization has to approve this application at Microsoft first.',
  next: 'Ask the administrator, then start the connection again.',
}
const SIGN_IN_AGAIN: Meaning = {
  ...CANCELLED,
  sentence: 'Microsoft could not finish the sign-in without a further step.',
  next: 'Start the connection again and follow the steps on the page.',
}

/**
 * What Microsoft answers and what that means; of several lines that fit, the first one counts. The numbers of sign-in
 * errors (AADSTS…) change, so they choose words only: the line of the `error` they come with decides.
 * https://learn.microsoft.com/graph/errors
 * https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow#error-codes-for-token-endpoint-errors
 * https://learn.microsoft.com/entra/identity-platform/reference-error-codes
 */
export const MICROSOFT_ERRORS: readonly ErrorRule[] = [
  { at: 'api', status: 401, ...DEAD }, // also with an empty body, and as a challenge of continuous access evaluation
  { at: 'api', reason: 'InvalidAuthenticationToken', ...DEAD },
  { at: 'api', reason: 'MailboxNotEnabledForRESTAPI', ...NO_MAILBOX },
  { at: 'api', reason: 'MailboxNotSupportedForRESTAPI', ...NO_MAILBOX },
  { at: 'api', reason: 'RESTAPINotEnabledForComponentSharedMailbox', ...NO_MAILBOX },
  { at: 'api', reason: 'ErrorNonExistentMailbox', ...NO_MAILBOX },
  { at: 'api', reason: 'ErrorInvalidUser', ...NO_MAILBOX },
  { at: 'api', reason: 'ResourceNotFound', ...NO_MAILBOX }, // a dead mailbox alternates between this and the first one
  { at: 'api', reason: 'ErrorInvalidLicense', ...NO_LICENSE },
  { at: 'api', reason: 'ErrorAccountDisabled', ...MAILBOX_OFF },
  { at: 'api', reason: 'ErrorOrganizationAccessBlocked', ...MAILBOX_CLOSED },
  { at: 'api', reason: 'ErrorAccessDenied', ...FORBIDDEN },
  { at: 'api', reason: 'Authorization_RequestDenied', ...FORBIDDEN },
  { at: 'api', status: 403, ...FORBIDDEN },
  { at: 'api', reason: 'ApplicationThrottled', ...TOO_FAST },
  { at: 'api', reason: 'TooManyRequests', ...TOO_FAST },
  { at: 'api', reason: 'activityLimitReached', ...TOO_FAST },
  { at: 'api', status: 429, ...TOO_FAST },
  { at: 'api', reason: 'ErrorItemNotFound', ...GONE },
  { at: 'api', status: 404, ...GONE },
  { at: 'api', status: 410, ...GONE },
  { at: 'api', status: 400, ...NOT_UNDERSTOOD },
  { at: 'api', status: 500, ...DOWN },
  { at: 'api', status: 502, ...DOWN },
  { at: 'api', status: 503, ...DOWN },
  { at: 'api', status: 504, ...TOO_SLOW },
  { at: 'token', reason: 'interaction_required', ...PROOF_WANTED },
  { at: 'token', reason: 'basic_action', ...PROOF_WANTED }, // this and the next two: suberror of an invalid_grant
  { at: 'token', reason: 'additional_action', ...PROOF_WANTED },
  { at: 'token', reason: 'message_only', ...PROOF_WANTED },
  { at: 'token', reason: 'consent_required', ...NOT_CONSENTED },
  { at: 'token', reason: 'login_required', ...DEAD },
  { at: 'token', reason: 'invalid_grant', ...DEAD },
  { at: 'token', reason: 'invalid_grant', hint: 'AADSTS700082', ...ASLEEP },
  { at: 'token', reason: 'invalid_grant', hint: 'AADSTS70008', ...ASLEEP },
  { at: 'token', reason: 'invalid_grant', hint: 'AADSTS50173', ...PASSWORD_CHANGED },
  { at: 'token', reason: 'invalid_grant', hint: 'AADSTS70043', ...SESSION_ENDED },
  { at: 'token', reason: 'invalid_grant', hint: 'AADSTS700084', ...SESSION_ENDED },
  { at: 'token', reason: 'invalid_grant', hint: 'AADSTS65001', ...NOT_CONSENTED },
  { at: 'token', reason: 'invalid_grant', hint: 'AADSTS50076', ...PROOF_WANTED },
  { at: 'token', reason: 'invalid_grant', hint: 'AADSTS50078', ...PROOF_WANTED },
  { at: 'token', reason: 'invalid_grant', hint: 'AADSTS50079', ...PROOF_WANTED },
  { at: 'token', reason: 'invalid_grant', hint: 'AADSTS53003', ...PROOF_WANTED },
  { at: 'token', reason: 'invalid_grant', hint: 'AADSTS50057', ...ACCOUNT_OFF },
  { at: 'token', reason: 'invalid_grant', hint: 'AADSTS50034', ...ACCOUNT_OFF },
  { at: 'token', reason: 'invalid_grant', hint: 'AADSTS50105', ...ACCOUNT_OFF },
  { at: 'token', reason: 'invalid_client', ...WRONG_CLIENT },
  { at: 'token', reason: 'invalid_client', hint: 'AADSTS7000222', ...SECRET_EXPIRED },
  { at: 'token', reason: 'unauthorized_client', ...WRONG_CLIENT },
  { at: 'token', reason: 'unsupported_grant_type', ...WRONG_CLIENT },
  { at: 'token', reason: 'invalid_resource', ...WRONG_CLIENT },
  { at: 'token', reason: 'invalid_scope', ...WRONG_CLIENT },
  { at: 'token', reason: 'invalid_request', ...WRONG_CLIENT },
  { at: 'token', reason: 'temporarily_unavailable', ...DOWN },
  { at: 'token', reason: 'server_error', ...DOWN },
  { at: 'token', status: 429, ...TOO_FAST },
  { at: 'token', status: 500, ...DOWN },
  { at: 'token', status: 502, ...DOWN },
  { at: 'token', status: 503, ...DOWN },
  { at: 'token', status: 504, ...DOWN },
  { at: 'authorize', reason: 'access_denied', ...CANCELLED }, // after the wall of admin approval too, with no other sign
  { at: 'authorize', reason: 'access_denied', hint: 'AADSTS90094', ...APPROVAL_WANTED },
  { at: 'authorize', reason: 'access_denied', hint: 'AADSTS90095', ...APPROVAL_WANTED },
  { at: 'authorize', reason: 'consent_required', ...APPROVAL_WANTED },
  { at: 'authorize', reason: 'login_required', ...SIGN_IN_AGAIN },
  { at: 'authorize', reason: 'interaction_required', ...SIGN_IN_AGAIN },
  { at: 'authorize', reason: 'invalid_client', ...WRONG_CLIENT },
  { at: 'authorize', reason: 'unauthorized_client', ...WRONG_CLIENT },
  { at: 'authorize', reason: 'unsupported_response_type', ...WRONG_CLIENT },
  { at: 'authorize', reason: 'invalid_resource', ...WRONG_CLIENT },
  { at: 'authorize', reason: 'invalid_scope', ...WRONG_CLIENT },
  { at: 'authorize', reason: 'invalid_request', ...WRONG_CLIENT },
  { at: 'authorize', reason: 'server_error', ...DOWN },
  { at: 'authorize', reason: 'temporarily_unavailable', ...DOWN },
]
