import { createHash } from 'node:crypto'
import { type GoogleSandbox, SCOPE } from '../../../sandbox/google/index.ts'

export const ADA = 'ada@meridian.example'
export const BILAL = 'bilal@meridian.example'
export const ESTHER = 'esther@meridian.example'
export const CALLBACK = 'http://localhost:5000/auth/callback'
export const VERIFIER = 'v'.repeat(43)

export interface JsonResponse {
  status: number
  headers: Headers
  // The vendor's JSON; each test accesses only the members that it checks.
  body: ReturnType<typeof JSON.parse>
}

export type Query = Record<string, string | number | boolean | readonly string[]>
export type Get = (path: string, query?: Query) => Promise<JsonResponse>

/** Returns a function for GET requests with an access token of this account. */
export function createGet(
  google: GoogleSandbox,
  account: string,
  scopes: readonly string[] = [SCOPE.calendarReadonly, SCOPE.gmailReadonly],
): Get {
  const { access } = google.grant({ account, scopes })
  return createGetWithToken(google, access.token)
}

export function createGetWithToken(google: GoogleSandbox, token: string | undefined): Get {
  return async (path, query = {}) => {
    const url = new URL(path, google.origin)
    for (const [name, value] of Object.entries(query)) {
      for (const item of Array.isArray(value) ? value : [value]) url.searchParams.append(name, String(item))
    }
    return toJsonResponse(
      await fetch(url, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
    )
  }
}

export async function post(url: string, form: Record<string, string>): Promise<JsonResponse> {
  return toJsonResponse(await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form) }))
}

async function toJsonResponse(response: Response): Promise<JsonResponse> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}

/** Returns a valid authorization URL with these changes; `undefined` removes a parameter. */
export function authorizationUrl(google: GoogleSandbox, changes: Record<string, string | undefined> = {}): string {
  const url = new URL('/o/oauth2/v2/auth', google.origin)
  const parameters = {
    client_id: google.oauth.clients[0]?.id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: `openid email ${SCOPE.calendarReadonly} ${SCOPE.gmailReadonly}`,
    state: 'connection-1.gmail',
    access_type: 'offline',
    prompt: 'consent',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  }
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

/** Authorizes with automatic consent and returns the parameters of the redirect URI. */
export async function authorize(
  google: GoogleSandbox,
  changes: Record<string, string | undefined> = {},
): Promise<URLSearchParams> {
  const response = await fetch(authorizationUrl(google, changes), { redirect: 'manual' })
  const location = response.headers.get('location')
  if (location === null) throw new Error(`Expected a redirect instead of ${response.status}`)
  return new URL(location).searchParams
}

export async function redeem(
  google: GoogleSandbox,
  code: string,
  changes: Record<string, string> = {},
): Promise<JsonResponse> {
  return token(google, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: CALLBACK,
    code_verifier: VERIFIER,
    ...changes,
  })
}

export async function refresh(google: GoogleSandbox, refreshToken: string): Promise<JsonResponse> {
  return token(google, { grant_type: 'refresh_token', refresh_token: refreshToken })
}

async function token(google: GoogleSandbox, form: Record<string, string>): Promise<JsonResponse> {
  const [client] = google.oauth.clients
  return post(`${google.origin}/token`, { client_id: client?.id ?? '', client_secret: client?.secret ?? '', ...form })
}
