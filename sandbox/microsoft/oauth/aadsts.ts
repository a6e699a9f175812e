import { omitUndefined } from '../../core/omit-undefined.ts'

const GRAPH = '00000003-0000-0000-c000-000000000000'
const CLAIMS = JSON.stringify({ access_token: { capolids: { essential: true, values: ['c17b0c26'] } } })

/** A row of the table of sign-in errors. */
export interface LoginError {
  /** The OAuth error code, which is the only stable member. */
  error: string
  /** The description. `{}` is replaced by the invalid value, by default the id of the application. */
  text: string
  /** The error code in a redirect URI, when it differs from `error`. */
  redirectError?: string
  suberror?: string
  /** A Conditional Access challenge that the application must send in its next authorization request. */
  claims?: string
  /** 400 by default, 401 for `invalid_client`. */
  status?: number
}

function invalidGrant(text: string, suberror?: string): LoginError {
  return omitUndefined({ error: 'invalid_grant', text, suberror })
}

function claimsChallenge(text: string, suberror: string, error = 'interaction_required'): LoginError {
  return { error, text, suberror, claims: CLAIMS }
}

/**
 * Microsoft's sign-in errors, by number. The numbers are diagnostics and change; `error` is the contract
 * (https://learn.microsoft.com/entra/identity-platform/reference-error-codes).
 */
export const AADSTS = {
  28000: {
    error: 'invalid_scope',
    text: 'Provided value for the input parameter scope is not valid because it contains more than one resource. Scope {} is not valid.',
  },
  50011: {
    error: 'invalid_request',
    text: "The redirect URI '{}' specified in the request does not match the redirect URIs configured for the application. Make sure the redirect URI sent in the request matches one added to your application in the Azure portal.",
  },
  50013: { error: 'invalid_client', text: 'The assertion is not valid: it was already used.' },
  50027: { error: 'invalid_client', text: 'JWT token is invalid or malformed.' },
  50033: { error: 'server_error', text: 'A transient error has occurred. Please try again.', status: 500 },
  50034: invalidGrant(
    'The user account does not exist in the directory. To sign into this application, the account must be added to the directory.',
  ),
  50057: invalidGrant('The user account is disabled.'),
  50058: { error: 'login_required', text: 'A silent sign-in request was sent but no user is signed in.' },
  50059: {
    error: 'invalid_request',
    text: 'No tenant-identifying information found in either the request or implied by any provided credentials.',
  },
  50074: claimsChallenge('Strong Authentication is required.', 'basic_action'),
  50076: claimsChallenge(
    `Due to a configuration change made by your administrator, or because you moved to a new location, you must use multi-factor authentication to access '${GRAPH}'.`,
    'basic_action',
    'invalid_grant',
  ),
  50078: claimsChallenge(
    `Presented multi-factor authentication has expired due to policies configured by your administrator, you must refresh your multi-factor authentication to access '${GRAPH}'.`,
    'basic_action',
    'invalid_grant',
  ),
  50079: claimsChallenge(
    `Due to a configuration change made by your administrator, or because you moved to a new location, you must enroll in multi-factor authentication to access '${GRAPH}'.`,
    'basic_action',
  ),
  50105: invalidGrant(
    "Your administrator has configured the application '{}' to block users unless they are specifically granted ('assigned') access to the application.",
  ),
  50147: {
    error: 'invalid_request',
    text: 'Missing code challenge. The size of the code challenge parameter is not valid.',
  },
  50173: invalidGrant(
    'The provided grant has expired due to it being revoked, a fresh auth token is needed. The user might have changed or reset their password.',
    'bad_token',
  ),
  50194: {
    error: 'invalid_request',
    text: "Application '{}' is not configured as a multi-tenant application. Usage of the /common endpoint is not supported for such apps. Use a tenant-specific endpoint or configure the application to be multi-tenant.",
  },
  53000: claimsChallenge(
    'Device is not in required device state: compliant. Conditional Access policy requires a compliant device, and the device is not compliant.',
    'message_only',
  ),
  53003: claimsChallenge(
    'Access has been blocked by Conditional Access policies. The access policy does not allow token issuance.',
    'message_only',
    'invalid_grant',
  ),
  54005: invalidGrant(
    'OAuth2 Authorization code was already redeemed, please retry with a new valid code or use an existing refresh token.',
  ),
  65001: {
    error: 'invalid_grant',
    redirectError: 'consent_required',
    suberror: 'consent_required',
    text: "The user or administrator has not consented to use the application with ID '{}'. Send an interactive authorization request for this user and resource.",
  },
  65004: { error: 'access_denied', text: 'User declined to consent to access the app.' },
  70000: invalidGrant('Provided grant is invalid or malformed.', 'bad_token'),
  70003: { error: 'unsupported_grant_type', text: "The app requested an unsupported grant type '{}'." },
  70005: {
    error: 'unsupported_response_type',
    text: "The provided value for the input parameter 'response_type' is not allowed for this client: '{}'.",
  },
  70008: invalidGrant(
    'The provided authorization code or refresh token has expired due to inactivity. Send a new interactive authorization request for this user and resource.',
  ),
  70011: {
    error: 'invalid_scope',
    text: "The provided value for the input parameter 'scope' is not valid. The scope '{}' is not valid.",
  },
  70043: invalidGrant(
    'The refresh token has expired or is invalid due to sign-in frequency checks by Conditional Access.',
    'token_expired',
  ),
  90002: {
    error: 'invalid_request',
    text: "Tenant '{}' not found. Check to make sure you have the correct tenant ID and are signing into the correct cloud.",
  },
  90006: { error: 'temporarily_unavailable', text: 'The service is temporarily unavailable.', status: 503 },
  90033: { error: 'temporarily_unavailable', text: 'A transient error has occurred. Please try again.' },
  90055: { error: 'temporarily_unavailable', text: 'There are too many incoming requests.', status: 429 },
  90094: {
    error: 'access_denied',
    text: 'An administrator has to grant the permissions that the application requests.',
  },
  90095: { error: 'access_denied', text: 'A request for the permissions has been sent to an administrator.' },
  500011: { error: 'invalid_resource', text: "The resource principal named '{}' was not found in the tenant." },
  501481: invalidGrant('The Code_Verifier does not match the code_challenge supplied in the authorization request.'),
  501491: { error: 'invalid_request', text: 'Invalid size of Code_Challenge parameter.' },
  530032: claimsChallenge(
    'The tenant admin has configured a security policy that blocks this request.',
    'message_only',
    'invalid_grant',
  ),
  700016: {
    error: 'unauthorized_client',
    text: "Application with identifier '{}' was not found in the directory. You may have sent your authentication request to the wrong tenant.",
  },
  700021: {
    error: 'invalid_client',
    text: "Client assertion application identifier doesn't match 'client_id' parameter.",
  },
  700023: {
    error: 'invalid_client',
    text: 'Client assertion audience claim does not match Realm issuer. Review the documentation at https://docs.microsoft.com/azure/active-directory/develop/active-directory-certificate-credentials .',
  },
  700024: { error: 'invalid_client', text: 'Client assertion is not within its valid time range.' },
  700027: { error: 'invalid_client', text: 'Client assertion contains an invalid signature. [Reason - {}]' },
  700082: invalidGrant(
    'The refresh token has expired due to inactivity. The token was inactive for 90.00:00:00.',
    'bad_token',
  ),
  700084: invalidGrant(
    'The refresh token was issued to a single page app (SPA), and therefore has a fixed, limited lifetime of 1.00:00:00, which cannot be extended.',
    'token_expired',
  ),
  900144: { error: 'invalid_request', text: "The request body must contain the following parameter: '{}'." },
  1000502: { error: 'invalid_client', text: 'The provided certificate is not within its specified validity period.' },
  1002012: {
    error: 'invalid_scope',
    text: 'The provided value for scope {} is not valid. Client credential flows must have a scope value with /.default suffixed to the resource identifier (application ID URI).',
  },
  7000214: { error: 'invalid_client', text: 'The certificate has been revoked.' },
  7000215: {
    error: 'invalid_client',
    text: "Invalid client secret provided. Ensure the secret being sent in the request is the client secret value, not the client secret ID, for a secret added to app '{}'.",
  },
  7000218: {
    error: 'invalid_client',
    text: "The request body must contain the following parameter: 'client_assertion' or 'client_secret'.",
  },
  7000222: {
    error: 'invalid_client',
    text: "The provided client secret keys for app '{}' are expired. Visit the Azure portal to create new keys for your app.",
  },
} as const satisfies Record<number, LoginError>

export type AadstsCode = keyof typeof AADSTS
