import type { HttpResponse } from '../../core/http/responses.ts'
import { json } from '../../core/http/responses.ts'

type ErrorRow = readonly [status: number, error: string, description: string]

/**
 * The errors of the token endpoint for service accounts
 * (https://developers.google.com/identity/protocols/oauth2/service-account#error-codes).
 */
export const SERVICE_ACCOUNT_ERRORS = {
  missingAssertion: [400, 'invalid_request', 'Missing required parameter: assertion'],
  malformedAssertion: [400, 'invalid_grant', 'Invalid JWT: it must consist of a header, claims and a signature.'],
  unknownAccount: [400, 'invalid_grant', 'Invalid grant: account not found'],
  invalidSignature: [400, 'invalid_grant', 'Invalid JWT Signature.'],
  invalidAudience: [
    400,
    'invalid_grant',
    'Invalid JWT: Failed audience check. The right audience is https://oauth2.googleapis.com/token.',
  ],
  invalidTimes: [
    400,
    'invalid_grant',
    'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.',
  ],
  invalidScope: [400, 'invalid_scope', 'Invalid OAuth scope or ID token audience provided.'],
  notAnEmail: [400, 'invalid_grant', 'Not a valid email or user ID.'],
  unknownUser: [400, 'invalid_grant', 'Invalid email or User ID'],
  notDelegated: [
    401,
    'unauthorized_client',
    'Client is unauthorized to retrieve access tokens using this method, or client not authorized for any of the scopes requested.',
  ],
  otherDomain: [400, 'unauthorized_client', 'Unauthorized client or scope in request.'],
  accessDenied: [400, 'access_denied', 'Requested client not authorized.'],
  adminPolicyEnforced: [400, 'admin_policy_enforced', 'An administrator of the domain restricts these scopes.'],
  orgInternal: [400, 'org_internal', 'The client may only be used inside its own organization.'],
  deletedClient: [400, 'deleted_client', 'The OAuth client was deleted.'],
  disabledClient: [400, 'disabled_client', 'The OAuth client was disabled.'],
  invalidClient: [400, 'invalid_client', 'The OAuth client was not found.'],
} as const satisfies Record<string, ErrorRow>

export type ServiceAccountErrorName = keyof typeof SERVICE_ACCOUNT_ERRORS

export function serviceAccountErrorResponse(name: ServiceAccountErrorName): HttpResponse {
  const [status, error, error_description] = SERVICE_ACCOUNT_ERRORS[name]
  return json({ error, error_description }, status)
}
