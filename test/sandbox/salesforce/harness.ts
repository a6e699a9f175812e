import { createHash } from 'node:crypto'
import type { SalesforceSandbox } from '../../../sandbox/salesforce/index.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'

export const ADA = 'ada@meridian.example'
export const BILAL = 'bilal@meridian.example'
export const ESTHER = 'esther@meridian.example'
export const MAYA = 'maya@kestrel.example'
export const LARS = 'lars@halden.example'
export const CALLBACK = 'http://localhost:5000/auth/callback'
export const VERIFIER = 'v'.repeat(43)
export const VERSION = 'v62.0'
export const DATA = `/services/data/${VERSION}`

export interface Reply {
  status: number
  headers: Headers
  // The vendor's JSON, which is deliberately untyped.
  body: ReturnType<typeof JSON.parse>
}

type HeadersInit = Record<string, string>

/** A client with the session of one user. Paths are relative to `/services/data/v62.0` unless they begin with `/services`. */
export interface Client {
  readonly token: string
  get(path: string, headers?: HeadersInit): Promise<Reply>
  post(path: string, body?: unknown, headers?: HeadersInit): Promise<Reply>
  patch(path: string, body?: unknown, headers?: HeadersInit): Promise<Reply>
  remove(path: string): Promise<Reply>
  query(soql: string, headers?: HeadersInit): Promise<Reply>
  queryAll(soql: string): Promise<Reply>
  search(sosl: string): Promise<Reply>
}

export function as(salesforce: SalesforceSandbox, account = ADA, scopes?: readonly string[]): Client {
  const { access } = salesforce.grant(omitUndefined({ account, scopes }))
  return withToken(salesforce, access.token)
}

export function withToken({ origin }: SalesforceSandbox, token: string): Client {
  const call = async (method: string, path: string, body?: unknown, headers: HeadersInit = {}): Promise<Reply> => {
    const url = origin + (path.startsWith('/services') ? path : DATA + path)
    const allHeaders = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers }
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
    return replyOf(await fetch(url, omitUndefined({ method, headers: allHeaders, body: text })))
  }
  return {
    token,
    get: (path, headers) => call('GET', path, undefined, headers),
    post: (path, body, headers) => call('POST', path, body, headers),
    patch: (path, body, headers) => call('PATCH', path, body, headers),
    remove: (path) => call('DELETE', path),
    query: (soql, headers) => call('GET', `/query?q=${encodeURIComponent(soql)}`, undefined, headers),
    queryAll: (soql) => call('GET', `/queryAll?q=${encodeURIComponent(soql)}`),
    search: (sosl) => call('GET', `/search?q=${encodeURIComponent(sosl)}`),
  }
}

export async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}

export async function post(url: string, form: Record<string, string>): Promise<Reply> {
  return replyOf(await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form) }))
}

/** A valid authorization URL with changed parameters; undefined omits a parameter. */
export function authorizationUrl(
  salesforce: SalesforceSandbox,
  changes: Record<string, string | undefined> = {},
): string {
  const url = new URL('/services/oauth2/authorize', salesforce.origin)
  const parameters = {
    client_id: salesforce.oauth.clients[0]?.id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'api refresh_token openid',
    state: 'connection-1.salesforce',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    ...changes,
  }
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

/** Requests authorization with automatic consent and returns the parameters of the redirect. */
export async function callback(
  salesforce: SalesforceSandbox,
  changes: Record<string, string | undefined> = {},
): Promise<URLSearchParams> {
  const response = await fetch(authorizationUrl(salesforce, changes), { redirect: 'manual' })
  const location = response.headers.get('location')
  if (location === null) throw new Error(`No redirect but ${response.status}`)
  return new URL(location).searchParams
}

export async function redeem(
  salesforce: SalesforceSandbox,
  code: string,
  changes: Record<string, string | undefined> = {},
): Promise<Reply> {
  const exchange = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: VERIFIER }
  return tokenCall(salesforce, { ...exchange, ...changes })
}

export async function refresh(salesforce: SalesforceSandbox, refreshToken: string, changes = {}): Promise<Reply> {
  return tokenCall(salesforce, { grant_type: 'refresh_token', refresh_token: refreshToken, ...changes })
}

async function tokenCall(salesforce: SalesforceSandbox, form: Record<string, string | undefined>): Promise<Reply> {
  const [client] = salesforce.oauth.clients
  const credentials = { client_id: client?.id ?? '', client_secret: client?.secret ?? '' }
  const sent = Object.entries({ ...credentials, ...form }).filter(([, value]) => value !== undefined)
  return post(`${salesforce.origin}/services/oauth2/token`, Object.fromEntries(sent))
}

/** The values of one field of all records. */
export function column({ body }: Reply, name: string): unknown[] {
  if (!Array.isArray(body.records)) throw new Error(`No records but ${JSON.stringify(body)}`)
  return body.records.map((record: Record<string, unknown>) => record[name])
}

export async function idOf(client: Client, object: string, name: string): Promise<string> {
  const { body } = await client.query(`SELECT Id FROM ${object} WHERE Name = '${name}' ORDER BY Id LIMIT 1`)
  return body.records[0].Id
}
