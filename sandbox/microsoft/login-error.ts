import { randomUUID } from 'node:crypto'
import { type Answer, html, json } from '../core/answers.ts'
import { type Call, formOf } from '../core/call.ts'
import type { Clock } from '../core/clock.ts'
import { redirectBack } from '../core/consent.ts'
import { type Brand, messagePage } from '../core/pages.ts'
import { AADSTS, type AadstsCode, type LoginError } from './aadsts.ts'

export const BRAND: Brand = { name: 'Microsoft', color: '#0067b8' }

/** The errors of the two sign-in endpoints, in the form that each of them has. */
export class LoginErrors {
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The token endpoint's body, whose members are all for people but `error`, `suberror` and `claims`. */
  body(code: AadstsCode, call: Call, detail = clientOf(call)): Answer {
    const { error, suberror, claims, status }: LoginError = AADSTS[code]
    const timestamp = this.#timestamp()
    const [trace, correlation] = [randomUUID(), call.headers['client-request-id'] ?? randomUUID()]
    const body = {
      error,
      error_description: `${sentence(code, detail)} Trace ID: ${trace} Correlation ID: ${correlation} Timestamp: ${timestamp}`,
      error_codes: [code],
      timestamp,
      trace_id: trace,
      correlation_id: correlation,
      error_uri: linkTo(code),
      ...(suberror ? { suberror } : {}),
      ...(claims ? { claims } : {}),
    }
    return json(body, status ?? (error === 'invalid_client' ? 401 : 400), { 'cache-control': 'no-store, no-cache' })
  }

  /** Back to the application, which must be known to be the client's. */
  callback(code: AadstsCode, call: Call, detail = clientOf(call)): Answer {
    const query = call.url.searchParams
    return redirectBack(query.get('redirect_uri') ?? '', query.get('state'), this.parameters(code, detail))
  }

  /** What the application is told in its redirect URI. */
  parameters(code: AadstsCode, detail: string): Record<string, string> {
    const { error, callback }: LoginError = AADSTS[code]
    return {
      error: callback ?? error,
      error_description: `${sentence(code, detail)}\r\nTrace ID: ${randomUUID()}\r\nTimestamp: ${this.#timestamp()}`,
      error_uri: linkTo(code),
    }
  }

  /** Microsoft's own page, from which nothing leads back. */
  page(code: AadstsCode, call: Call, detail = clientOf(call)): Answer {
    const title = 'Sorry, but we’re having trouble signing you in.'
    return html(messagePage(BRAND, { title, text: sentence(code, detail), detail: this.#timestamp() }), 400)
  }

  /** Whichever form the endpoint that was called has. */
  answer(code: AadstsCode, call: Call): Answer {
    if (!call.url.pathname.endsWith('/authorize')) return this.body(code, call)
    return URL.canParse(call.url.searchParams.get('redirect_uri') ?? '')
      ? this.callback(code, call)
      : this.page(code, call)
  }

  #timestamp(): string {
    return new Date(this.#clock.now()).toISOString().replace('T', ' ').replace(/\.\d+/, '')
  }
}

function sentence(code: AadstsCode, detail: string): string {
  return `AADSTS${code}: ${AADSTS[code].text.replace('{}', () => detail)}`
}

function linkTo(code: AadstsCode): string {
  return `https://login.microsoftonline.com/error?code=${code}`
}

function clientOf(call: Call): string {
  return call.url.searchParams.get('client_id') ?? formOf(call).get('client_id') ?? ''
}
