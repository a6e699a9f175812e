import { createHash } from 'node:crypto'
import { type MicrosoftSandbox, SCOPE } from '../../../sandbox/microsoft/index.ts'

export const ADA = 'ada@meridian.example'
export const BILAL = 'bilal@meridian.example'
export const CALLBACK = 'http://localhost:5000/auth/callback'
export const VERIFIER = 'v'.repeat(43)
export const EVERYTHING = [
  SCOPE.openid,
  SCOPE.profile,
  SCOPE.email,
  SCOPE.offline,
  SCOPE.user,
  SCOPE.calendars,
  SCOPE.settings,
  SCOPE.mail,
]
export const STEADY = 'outlook.timezone="UTC", outlook.body-content-type="text", IdType="ImmutableId"'
export const ME = '/v1.0/me'

export interface Reply {
  status: number
  headers: Headers
  // The vendor's JSON, which is deliberately untyped.
  body: ReturnType<typeof JSON.parse>
}

export type Query = Record<string, string | number | boolean | undefined>
export type Get = (path: string, query?: Query, headers?: Record<string, string>) => Promise<Reply>

/** Returns a GET function that sends a token of this account. */
export function as(microsoft: MicrosoftSandbox, account: string, scopes: readonly string[] = EVERYTHING): Get {
  const { access } = microsoft.grant({ account, scopes })
  return withToken(microsoft, access.token)
}

/** Returns a GET function that sends this token. The path may be an absolute nextLink. */
export function withToken(microsoft: MicrosoftSandbox, token: string | undefined): Get {
  return async (path, query = {}, headers = {}) => {
    const url = new URL(path, microsoft.origin)
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.append(name, String(value))
    }
    const authorization: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
    return replyOf(await fetch(url, { headers: { ...authorization, ...headers } }))
  }
}

export async function postForm(url: string, form: Record<string, string>): Promise<Reply> {
  return replyOf(await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form) }))
}

export async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}

/** Fetches all pages of a listing, with the same headers for each. Stops after 500 pages. */
export async function pagesOf(get: Get, path: string, query: Query = {}, headers: Record<string, string> = {}) {
  const pages: Reply[] = []
  let link: string | undefined = path
  while (link !== undefined && pages.length < 500) {
    const page: Reply = await get(link, pages.length === 0 ? query : {}, headers)
    pages.push(page)
    link = page.body['@odata.nextLink']
  }
  return pages
}

export function itemsOf(pages: readonly Reply[]) {
  return pages.flatMap(({ body }) => body.value)
}

export function authorizePath(tenant = 'common'): string {
  return `/${tenant}/oauth2/v2.0/authorize`
}

export type Changes = Record<string, string | undefined>

/** A valid authorization URL with changed parameters; undefined omits a parameter. */
export function authorizationUrl(microsoft: MicrosoftSandbox, changes: Changes = {}, tenant = 'common'): string {
  const url = new URL(authorizePath(tenant), microsoft.origin)
  const parameters = {
    client_id: microsoft.oauth.clients[0]?.id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    response_mode: 'query',
    scope: 'openid profile email offline_access User.Read Mail.Read',
    state: 'connection-1.outlook-mail',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  }
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

/** Requests authorization and returns the parameters of the redirect to the application. */
export async function callback(
  microsoft: MicrosoftSandbox,
  changes: Changes = {},
  tenant = 'common',
): Promise<Record<string, string>> {
  const response = await fetch(authorizationUrl(microsoft, changes, tenant), { redirect: 'manual' })
  const location = response.headers.get('location')
  if (location === null) throw new Error(`No redirect but ${response.status}`)
  return Object.fromEntries(new URL(location).searchParams)
}

export async function redeem(microsoft: MicrosoftSandbox, code = '', changes: Record<string, string> = {}) {
  const form = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: VERIFIER }
  return token(microsoft, { ...form, ...changes })
}

export async function refresh(microsoft: MicrosoftSandbox, refreshToken: string, changes: Record<string, string> = {}) {
  return token(microsoft, { grant_type: 'refresh_token', refresh_token: refreshToken, ...changes })
}

/** Requests a token. An empty value omits a parameter. */
export async function token(microsoft: MicrosoftSandbox, form: Record<string, string>, tenant = 'common') {
  const [client] = microsoft.oauth.clients
  const allParameters = { client_id: client?.id ?? '', client_secret: client?.secret ?? '', ...form }
  const sentParameters = Object.fromEntries(Object.entries(allParameters).filter(([, value]) => value !== ''))
  return postForm(`${microsoft.origin}/${tenant}/oauth2/v2.0/token`, sentParameters)
}
