import { createHash } from 'node:crypto'
import { type GoogleSandbox, SCOPE } from '../../../sandbox/google/index.ts'

export const ADA = 'ada@meridian.example'
export const BILAL = 'bilal@meridian.example'
export const ESTHER = 'esther@meridian.example'
export const CALLBACK = 'http://localhost:5000/auth/callback'
export const VERIFIER = 'v'.repeat(43)

export interface Reply {
  status: number
  headers: Headers
  // The vendor's JSON, of which each test names what it looks at.
  body: ReturnType<typeof JSON.parse>
}

export type Query = Record<string, string | number | boolean | readonly string[]>
export type Get = (path: string, query?: Query) => Promise<Reply>

/** GET with a token of this account. */
export function as(
  google: GoogleSandbox,
  account: string,
  scopes: readonly string[] = [SCOPE.calendarReadonly, SCOPE.gmailReadonly],
): Get {
  const { access } = google.grant({ account, scopes })
  return withToken(google, access.token)
}

export function withToken(google: GoogleSandbox, token: string | undefined): Get {
  return async (path, query = {}) => {
    const url = new URL(path, google.origin)
    for (const [name, value] of Object.entries(query)) {
      for (const one of Array.isArray(value) ? value : [value]) url.searchParams.append(name, String(one))
    }
    return replyOf(await fetch(url, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }))
  }
}

export async function post(url: string, form: Record<string, string>): Promise<Reply> {
  return replyOf(await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form) }))
}

async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}

/** Where an application sends a person, with everything in order unless told otherwise; undefined leaves one out. */
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

/** The parameters the application is called back with, automatic consent given. */
export async function callback(
  google: GoogleSandbox,
  changes: Record<string, string | undefined> = {},
): Promise<URLSearchParams> {
  const response = await fetch(authorizationUrl(google, changes), { redirect: 'manual' })
  const location = response.headers.get('location')
  if (location === null) throw new Error(`No redirect but ${response.status}`)
  return new URL(location).searchParams
}

export async function redeem(
  google: GoogleSandbox,
  code: string,
  changes: Record<string, string> = {},
): Promise<Reply> {
  return token(google, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: CALLBACK,
    code_verifier: VERIFIER,
    ...changes,
  })
}

export async function refresh(google: GoogleSandbox, refreshToken: string): Promise<Reply> {
  return token(google, { grant_type: 'refresh_token', refresh_token: refreshToken })
}

async function token(google: GoogleSandbox, form: Record<string, string>): Promise<Reply> {
  const [client] = google.oauth.clients
  return post(`${google.origin}/token`, { client_id: client?.id ?? '', client_secret: client?.secret ?? '', ...form })
}
