import type { ErrorRule } from '../../src/kit/vendor-errors.ts'

type Meaning = Omit<ErrorRule, 'at' | 'status' | 'reason' | 'hint' | 'method'>

/** Only the description of this number says whether the certificate has expired. */
const CERTIFICATE_EXPIRED_HINT = 'AADSTS700027 expired'
/** The numbers of errors whose `error` says less than they do. */
const CLOCK_CODE = 'AADSTS700024'
const TENANT_CODES = ['AADSTS90002', 'AADSTS900023']

const KEY_REJECTED: Meaning = {
  class: 'credentials-expired',
  retry: false,
  fault: 'administrator',
  sentence: 'Microsoft does not accept this key.',
  next: 'Ask the administrator of the organization to check the app registration and its certificate, then connect again.',
}
const CERTIFICATE_REJECTED: Meaning = {
  ...KEY_REJECTED,
  sentence:
    'This certificate is not registered for the application at Microsoft, or does not belong to the private key.',
  next: 'Ask the administrator to upload the certificate in the Entra admin center under Certificates & secrets › Certificates, then connect again.',
}
const CERTIFICATE_EXPIRED: Meaning = {
  ...KEY_REJECTED,
  sentence: 'The certificate of this key has expired at Microsoft.',
  next: 'Ask the administrator to create a new certificate and to upload it in the Entra admin center under Certificates & secrets › Certificates, then connect again with it.',
}
const CERTIFICATE_REVOKED: Meaning = {
  ...CERTIFICATE_EXPIRED,
  sentence: 'The certificate of this key was revoked at Microsoft.',
}
const CERTIFICATE_NOT_VALID: Meaning = {
  ...CERTIFICATE_EXPIRED,
  sentence: 'The certificate of this key is not valid now, according to its own dates.',
}
const SECRET_REJECTED: Meaning = {
  ...CERTIFICATE_REJECTED,
  sentence: 'Microsoft expects a client secret of this application, or its client secret is wrong or has expired.',
}
const APP_NOT_FOUND: Meaning = {
  ...KEY_REJECTED,
  sentence: 'The tenant has no application with this Application (client) ID.',
  next: 'Compare both IDs with the overview page of the app registration, then connect again.',
}
const APP_DISABLED: Meaning = {
  ...KEY_REJECTED,
  sentence: 'The application is disabled in the organization.',
  next: 'Ask the administrator to enable it in the Entra admin center under Enterprise apps, then connect again.',
}
const TENANT_UNKNOWN: Meaning = {
  ...KEY_REJECTED,
  sentence: 'Microsoft does not know this tenant.',
  next: 'Copy the Directory (tenant) ID from the overview page of the app registration, then connect again.',
}
const BLOCKED: Meaning = {
  ...KEY_REJECTED,
  sentence: 'A Conditional Access policy of the organization keeps this application from signing in.',
  next: 'Ask the administrator to admit the application, then connect again.',
}
const CLOCK_DIFFERS: Meaning = {
  class: 'operator',
  retry: false,
  fault: 'operator',
  sentence: "Microsoft considers the hub's signature expired, or not valid yet.",
  next: 'The operator must check the clock of the hub.',
}
const INVALID_REQUEST: Meaning = {
  class: 'invalid-request',
  retry: false,
  fault: 'hub',
  sentence: 'Microsoft did not accept the request for a token.',
  next: "The operator can find the details in the hub's log.",
}
const MAILBOX_UNKNOWN: Meaning = {
  ...KEY_REJECTED,
  sentence: 'The organization has no mailbox with this address.',
  next: 'Check the address of the mailbox, then connect again.',
}
const ROLE_MISSING: Meaning = {
  concerns: 'item',
  class: 'scope-required',
  retry: false,
  fault: 'administrator',
  sentence: 'The application is not allowed to read this mailbox at Microsoft.',
  next:
    'An administrator adds the missing application permission in the Entra admin center under API permissions and chooses ' +
    '“Grant admin consent”; a policy that limits the application to certain mailboxes has to include this one.',
}

/**
 * Errors of connections with a certificate, whose application is the customer's own. Microsoft lists the numbers at
 * https://learn.microsoft.com/entra/identity-platform/reference-error-codes
 */
export const MICROSOFT_KEY_ERRORS: readonly ErrorRule[] = [
  { at: 'api', method: 'key', reason: 'ErrorAccessDenied', ...ROLE_MISSING },
  { at: 'api', method: 'key', reason: 'Authorization_RequestDenied', ...ROLE_MISSING },
  { at: 'api', method: 'key', status: 403, ...ROLE_MISSING },
  { at: 'api', method: 'key', reason: 'ErrorInvalidUser', ...MAILBOX_UNKNOWN },
  { at: 'api', method: 'key', reason: 'Request_ResourceNotFound', ...MAILBOX_UNKNOWN },
  { at: 'token', method: 'key', reason: CLOCK_CODE, ...CLOCK_DIFFERS }, // an invalid_client
  ...TENANT_CODES.map((reason) => ({ at: 'token' as const, method: 'key' as const, reason, ...TENANT_UNKNOWN })), // an invalid_request
  { at: 'token', method: 'key', reason: 'invalid_client', hint: CERTIFICATE_EXPIRED_HINT, ...CERTIFICATE_EXPIRED },
  { at: 'token', method: 'key', reason: 'invalid_client', hint: 'AADSTS700027', ...CERTIFICATE_REJECTED },
  { at: 'token', method: 'key', reason: 'invalid_client', hint: 'AADSTS7000214', ...CERTIFICATE_REVOKED },
  { at: 'token', method: 'key', reason: 'invalid_client', hint: 'AADSTS1000502', ...CERTIFICATE_NOT_VALID },
  { at: 'token', method: 'key', reason: 'invalid_client', hint: 'AADSTS7000215', ...SECRET_REJECTED },
  { at: 'token', method: 'key', reason: 'invalid_client', hint: 'AADSTS7000222', ...SECRET_REJECTED },
  { at: 'token', method: 'key', reason: 'invalid_client', hint: 'AADSTS700016', ...APP_NOT_FOUND },
  { at: 'token', method: 'key', reason: 'invalid_client', ...KEY_REJECTED },
  { at: 'token', method: 'key', reason: 'unauthorized_client', hint: 'AADSTS700016', ...APP_NOT_FOUND },
  { at: 'token', method: 'key', reason: 'unauthorized_client', hint: 'AADSTS7000112', ...APP_DISABLED },
  { at: 'token', method: 'key', reason: 'unauthorized_client', ...KEY_REJECTED },
  { at: 'token', method: 'key', reason: 'invalid_grant', hint: 'AADSTS53003', ...BLOCKED },
  { at: 'token', method: 'key', reason: 'invalid_grant', ...KEY_REJECTED },
  { at: 'token', method: 'key', reason: 'access_denied', ...BLOCKED },
  { at: 'token', method: 'key', reason: 'invalid_request', ...INVALID_REQUEST },
  { at: 'token', method: 'key', reason: 'invalid_scope', ...INVALID_REQUEST },
  { at: 'token', method: 'key', reason: 'invalid_resource', ...INVALID_REQUEST },
  { at: 'token', method: 'key', reason: 'unsupported_grant_type', ...INVALID_REQUEST },
]

/** The numbers that select a rule of their own. */
export function readKeyReasons(error: Readonly<Record<string, unknown>>): string[] {
  return readCodes(error).filter((code) => code === CLOCK_CODE || TENANT_CODES.includes(code))
}

/** The numbers of an error, and whether it says that a certificate has expired. */
export function readKeyHints(error: Readonly<Record<string, unknown>>): string[] {
  const isExpired = /\bkey used is expired\b/i.test(String(error.error_description ?? ''))
  return [...(isExpired ? [CERTIFICATE_EXPIRED_HINT] : []), ...readCodes(error)]
}

function readCodes({ error_description }: Readonly<Record<string, unknown>>): string[] {
  return String(error_description ?? '').match(/\bAADSTS\d+/g) ?? []
}
