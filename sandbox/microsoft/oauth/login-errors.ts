import { randomUUID } from 'node:crypto'
import { type Brand, messagePage } from '../../core/html/pages.ts'
import { type HttpRequest, parseForm } from '../../core/http/request.ts'
import { type HttpResponse, html, json } from '../../core/http/responses.ts'
import { redirectBack } from '../../core/oauth/consent.ts'
import type { Clock } from '../../core/time/clock.ts'
import { AADSTS, type AadstsCode, type LoginError } from './aadsts.ts'

export const BRAND: Brand = { name: 'Microsoft', color: '#0067b8' }

/** The errors of the two sign-in endpoints, in the form that each of them has. */
export class LoginErrors {
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The token endpoint's body, whose members are all for people but `error`, `suberror` and `claims`. */
  json(code: AadstsCode, request: HttpRequest, detail = getClientId(request)): HttpResponse {
    const { error, suberror, claims, status }: LoginError = AADSTS[code]
    const timestamp = this.#timestamp()
    const [trace, correlation] = [randomUUID(), request.headers['client-request-id'] ?? randomUUID()]
    const body = {
      error,
      error_description: `${describeError(code, detail)} Trace ID: ${trace} Correlation ID: ${correlation} Timestamp: ${timestamp}`,
      error_codes: [code],
      timestamp,
      trace_id: trace,
      correlation_id: correlation,
      error_uri: errorUri(code),
      ...(suberror ? { suberror } : {}),
      ...(claims ? { claims } : {}),
    }
    return json(body, status ?? (error === 'invalid_client' ? 401 : 400), { 'cache-control': 'no-store, no-cache' })
  }

  /** Back to the application, which must be known to be the client's. */
  redirect(code: AadstsCode, request: HttpRequest, detail = getClientId(request)): HttpResponse {
    const query = request.url.searchParams
    return redirectBack(query.get('redirect_uri') ?? '', query.get('state'), this.redirectParameters(code, detail))
  }

  /** What the application is told in its redirect URI. */
  redirectParameters(code: AadstsCode, detail: string): Record<string, string> {
    const { error, redirectError }: LoginError = AADSTS[code]
    return {
      error: redirectError ?? error,
      error_description: `${describeError(code, detail)}\r\nTrace ID: ${randomUUID()}\r\nTimestamp: ${this.#timestamp()}`,
      error_uri: errorUri(code),
    }
  }

  /** Microsoft's own page, from which nothing leads back. */
  page(code: AadstsCode, request: HttpRequest, detail = getClientId(request)): HttpResponse {
    const title = 'Sorry, but we’re having trouble signing you in.'
    return html(messagePage(BRAND, { title, text: describeError(code, detail), detail: this.#timestamp() }), 400)
  }

  /** Whichever form the endpoint that was called has. */
  respond(code: AadstsCode, request: HttpRequest): HttpResponse {
    if (!request.url.pathname.endsWith('/authorize')) return this.json(code, request)
    return URL.canParse(request.url.searchParams.get('redirect_uri') ?? '')
      ? this.redirect(code, request)
      : this.page(code, request)
  }

  #timestamp(): string {
    return new Date(this.#clock.now()).toISOString().replace('T', ' ').replace(/\.\d+/, '')
  }
}

function describeError(code: AadstsCode, detail: string): string {
  return `AADSTS${code}: ${AADSTS[code].text.replace('{}', () => detail)}`
}

function errorUri(code: AadstsCode): string {
  return `https://login.microsoftonline.com/error?code=${code}`
}

function getClientId(request: HttpRequest): string {
  return request.url.searchParams.get('client_id') ?? parseForm(request).get('client_id') ?? ''
}
