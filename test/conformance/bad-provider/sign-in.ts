import { randomUUID } from 'node:crypto'
import { APPLICATIONS, type Call, CRM, expired, requireToken } from './call.ts'
import type { Has } from './defects.ts'
import type { Json } from './json.ts'
import { ADA, ORIGIN, type Vendor } from './vendor.ts'

/** A response to a browser. */
export interface BrowserResponse {
  status: number
  headers: Record<string, string>
  body: string
}

const HTML = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }
const MS_PER_SECOND = 1000
const HOUR_MS = 3_600_000

function escapeText(text: string, has: Has): string {
  return has('pages quote the query') ? text : text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

function errorPage(status: number, sentence: string, has: Has): BrowserResponse {
  return { status, headers: HTML, body: `<!doctype html><title>Error</title><p>${escapeText(sentence, has)}</p>` }
}

export function connect(query: URLSearchParams, baseUrl: string, has: Has): BrowserResponse {
  const application = query.get('application') ?? ''
  const connectionId = query.get('connectionId') ?? (has('connecting without inputs starts') ? 'none' : '')
  const method = query.get('method') ?? 'oauth'
  if (!APPLICATIONS.includes(application) && !has('any application is served')) {
    return errorPage(400, `There is no application ${application}.`, has)
  }
  if (!/^[\w.~-]+$/.test(connectionId)) return errorPage(400, `connectionId ${connectionId} is missing or wrong.`, has)
  if (!['oauth', 'key'].includes(method)) return errorPage(400, `The method ${method} does not exist.`, has)
  const headers = { 'Cache-Control': has('connecting is cached') ? 'max-age=600' : 'no-store' }
  const state = stateOf(connectionId, application, has)
  if (method === 'key') {
    const action = has('the form is sent elsewhere') ? `${ORIGIN}/login` : '/auth/callback'
    const hidden = has('the form loses the state')
      ? ''
      : `<input type="hidden" name="state" value="${escapeText(state, has)}">`
    const body = `<!doctype html><form action="${action}">${hidden}<input name="code"><button>Connect</button></form>`
    return { status: 200, headers: { ...HTML, ...headers }, body }
  }
  const redirect_uri = `${has('the redirect goes to localhost') ? 'http://localhost:3000' : baseUrl}/auth/callback`
  const parameters = new URLSearchParams({ response_type: 'code', client_id: 'plain', redirect_uri, state })
  const url = `${ORIGIN}/authorize?${parameters}`
  if (has('connecting returns JSON')) {
    const json = { 'Content-Type': 'application/json', ...headers }
    return { status: 200, headers: json, body: JSON.stringify({ type: 'redirect', url }) }
  }
  return { status: 302, headers: { ...headers, Location: url }, body: '' }
}

function stateOf(connectionId: string, application: string, has: Has): string {
  if (has('the state is random')) return randomUUID()
  return has('the state has no application') ? connectionId : `${connectionId}.${application}`
}

export function callback(query: URLSearchParams, has: Has): BrowserResponse {
  const sentence = findMistake(query, has)
  if (sentence === undefined) return { status: 200, headers: HTML, body: '<!doctype html><p>Connected.</p>' }
  const status = has('callback errors are 500') ? 500 : 400
  if (has('callback errors are JSON')) {
    return {
      status,
      headers: { 'Content-Type': 'application/problem+json' },
      body: JSON.stringify({ detail: sentence }),
    }
  }
  if (has('callback errors are empty')) return { status, headers: HTML, body: '' }
  return errorPage(status, sentence, has)
}

/** What is wrong with a callback. The vendor of this provider has issued no code that could be exchanged. */
function findMistake(query: URLSearchParams, has: Has): string | undefined {
  const state = query.get('state') ?? ''
  const dot = state.lastIndexOf('.')
  if (dot < 1) return `The state ${state} belongs to no connection.`
  const application = state.slice(dot + 1)
  if (!APPLICATIONS.includes(application)) {
    return has('any application is served') ? undefined : `There is no application ${application}.`
  }
  const error = query.get('error')
  if (error && !has('the vendor’s refusal is a success')) return `${error}: ${query.get('error_description') ?? ''}`
  if (query.has('code')) return has('the callback accepts any code') ? undefined : 'The vendor refuses the code.'
  return error ? undefined : 'There is no code.'
}

export function check(call: Call): Json {
  const { has, body } = call
  requireToken(call, body.credential)
  const result = has('the check always finds a permission missing')
    ? { status: 'scope_required', message: 'Allow more.' }
    : { status: 'ok' }
  if (has('the check returns the credential')) return { result, credential: body.credential }
  return has('the check has no result') ? result : { result }
}

export function refresh(call: Call): Json {
  const { has, body, vendor } = call
  const { credential } = body.connectedProvider
  if (!vendor.refreshTokens.has(credential.refreshToken) && !has('any refresh token is accepted')) throw expired()
  const { email, refreshToken: _, profile, accessToken: __, ...others } = credential
  const expiry = Date.now() + HOUR_MS
  const { accessToken, refreshToken } = vendor.issue()
  return {
    credential: {
      ...(has('the refresh drops unknown members') ? {} : others),
      email: has('the refresh drops the email address') ? 'unknown' : email,
      profile,
      accessToken,
      ...(has('the refresh drops the refresh token') ? {} : { refreshToken }),
      dateExpiry: has('the new expiry is in seconds') ? Math.floor(expiry / MS_PER_SECOND) : expiry,
    },
  }
}

/** A connection as the platform stores it. */
export function connectionOf(vendor: Vendor, has: Has, application: string = CRM) {
  const expiry = vendor.now + HOUR_MS
  const { accessToken, refreshToken } = vendor.issue()
  const credential = {
    accessToken,
    ...(has('the vendor issues no refresh tokens') ? {} : { refreshToken }),
    dateExpiry: has('the expiry is in seconds') ? Math.floor(expiry / MS_PER_SECOND) : expiry,
    email: ADA,
    instanceUrl: 'https://tenant.vendor.example',
    profile: { language: 'nb' },
  }
  return { connectionId: `connection-${randomUUID()}`, provider: 'plain', application, credential }
}
