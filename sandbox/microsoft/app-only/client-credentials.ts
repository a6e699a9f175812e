import { COMPANIES } from '../../core/fixtures.ts'
import { type HttpRequest, parseForm } from '../../core/http/request.ts'
import { type HttpResponse, json } from '../../core/http/responses.ts'
import { TENANTS, tenantIdOf } from '../oauth/tenants.ts'
import type { MicrosoftState } from '../state.ts'
import { checkClientAssertion, type Refusal } from './client-assertion.ts'

export const CLIENT_CREDENTIALS = 'client_credentials'
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const SCOPE = 'https://graph.microsoft.com/.default'
const NO_TENANTS = ['common', 'organizations', 'consumers']

/** https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow */
export function handleClientCredentials(microsoft: MicrosoftState, request: HttpRequest): HttpResponse {
  const { loginErrors, registration } = microsoft
  const form = parseForm(request)
  const path = request.params.tenant ?? ''
  const tenant = findTenant(path)
  const refusal = checkTenant(path, tenant) ?? checkForm(form) ?? checkClient(microsoft, form, path, tenant)
  if (refusal || tenant === undefined) {
    const [code, detail] = refusal ?? [90002, path]
    return loginErrors.json(code, request, detail)
  }
  const lifetimeMs = microsoft.oauth.settings.accessTokenLifetimeMs
  const { clientId, settings } = registration
  const expiresAt = microsoft.clock.now() + lifetimeMs
  const { token } = microsoft.appTokens.issue({ clientId, tenant, roles: [...settings.roles], expiresAt })
  // Some time has passed before the response arrives.
  const seconds = Math.floor(lifetimeMs / 1000) - 1
  const body = { token_type: 'Bearer', expires_in: seconds, ext_expires_in: seconds, access_token: token }
  return json(body, 200, { 'cache-control': 'no-store, no-cache', pragma: 'no-cache' })
}

/** The id of a tenant that the path names by its id or by its domain. */
function findTenant(path: string): string | undefined {
  const company = Object.values(COMPANIES).find(({ domain }) => domain === path.toLowerCase())
  return company ? tenantIdOf(company) : TENANTS.find((tenant) => tenant.path === path.toLowerCase())?.path
}

function checkTenant(path: string, tenant: string | undefined): Refusal | undefined {
  if (NO_TENANTS.includes(path)) return [50059]
  return tenant === undefined ? [90002, path] : undefined
}

function checkForm(form: URLSearchParams): Refusal | undefined {
  if (!form.get('client_id')) return [900144, 'client_id']
  const scope = form.get('scope')
  if (!scope) return [900144, 'scope']
  if (scope !== SCOPE) return [1002012, scope]
  if (!form.get('client_assertion') && !form.get('client_secret')) return [7000218]
  return undefined
}

function checkClient(
  { registration, clock, usedAssertionIds }: MicrosoftState,
  form: URLSearchParams,
  path: string,
  tenant: string | undefined,
): Refusal | undefined {
  const clientId = form.get('client_id') ?? ''
  const isKnown = clientId === registration.clientId && tenant === registration.tenant && registration.settings.inTenant
  if (!isKnown) return [700016, clientId]
  // The application has no secret, only a certificate.
  if (!form.get('client_assertion')) return [7000215]
  if (form.get('client_assertion_type') !== ASSERTION_TYPE) return [900144, 'client_assertion_type']
  return checkClientAssertion(form.get('client_assertion') ?? '', {
    registration,
    audience: `https://login.microsoftonline.com/${path}/oauth2/v2.0/token`,
    now: clock.now(),
    usedIds: usedAssertionIds,
  })
}
