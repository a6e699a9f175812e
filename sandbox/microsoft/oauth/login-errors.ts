import { randomUUID } from 'node:crypto'
import { type Brand, messagePage } from '../../core/html/pages.ts'
import { type HttpRequest, parseForm } from '../../core/http/request.ts'
import { type HttpResponse, html, json } from '../../core/http/responses.ts'
import { redirectBack } from '../../core/oauth/consent.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import type { Clock } from '../../core/time/clock.ts'
import { AADSTS, type AadstsCode, type LoginError } from './aadsts.ts'

export const BRAND: Brand = { name: 'Microsoft', color: '#0067b8' }

/** Creates the error responses of the authorization and token endpoints. */
export class LoginErrors {
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The JSON response of the token endpoint. Applications should only evaluate `error`, `suberror` and `claims`. */
  json(code: AadstsCode, request: HttpRequest, detail = getClientId(request)): HttpResponse {
    const { error, suberror, claims, status }: LoginError = AADSTS[code]
    const timestamp = this.#timestamp()
    const [trace, correlation] = [randomUUID(), request.headers['client-request-id'] ?? randomUUID()]
    const body = omitUndefined({
      error,
      error_description: `${describeError(code, detail)} Trace ID: ${trace} Correlation ID: ${correlation} Timestamp: ${timestamp}`,
      error_codes: [code],
      timestamp,
      trace_id: trace,
      correlation_id: correlation,
      error_uri: errorUri(code),
      suberror,
      claims,
    })
    return json(body, status ?? (error === 'invalid_client' ? 401 : 400), { 'cache-control': 'no-store, no-cache' })
  }

  /** A redirect to the application. The caller must have checked that the redirect URI belongs to the client. */
  redirect(code: AadstsCode, request: HttpRequest, detail = getClientId(request)): HttpResponse {
    const query = request.url.searchParams
    return redirectBack(query.get('redirect_uri') ?? '', query.get('state'), this.redirectParameters(code, detail))
  }

  /** The error parameters of a redirect URI. */
  redirectParameters(code: AadstsCode, detail: string): Record<string, string> {
    const { error, redirectError }: LoginError = AADSTS[code]
    return {
      error: redirectError ?? error,
      error_description: `${describeError(code, detail)}\r\nTrace ID: ${randomUUID()}\r\nTimestamp: ${this.#timestamp()}`,
      error_uri: errorUri(code),
    }
  }

  /** An error page of Microsoft, without a link back to the application. */
  page(code: AadstsCode, request: HttpRequest, detail = getClientId(request)): HttpResponse {
    const title = 'Sorry, but we’re having trouble signing you in.'
    return html(messagePage(BRAND, { title, text: describeError(code, detail), detail: this.#timestamp() }), 400)
  }

  /** The error in the form that the requested endpoint uses. */
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
