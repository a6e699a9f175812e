import {
  type HttpRequest,
  type HttpResponse,
  NotConnected,
  ResponseTooLarge,
} from '../../../../platform/provider/transport.ts'
import type { VirtualClock } from './virtual-clock.ts'

/** Everything that a provider or the network is known to do wrong. */
export const FAULTS = [
  'refused',
  'reset',
  'lost-response',
  'hangs',
  'too-large',
  'html',
  'truncated',
  'empty',
  'not-found',
  'bad-request',
  '500',
  '502',
  '502-vendor',
  '503',
  '504',
  '429',
  '429-seconds',
  '429-date',
  '429-hours',
  '503-retry-after',
  'unauthorized',
  'plain-401',
  'invalid-items',
  'only-invalid-items',
  'duplicate',
  'same-cursor',
  'no-cursor',
  'circle',
  'empty-pages',
] as const
export type Fault = (typeof FAULTS)[number]

/** The outcome that a run must have after a fault. Page faults leave the page valid. */
export function expectedOutcome(fault: Fault | undefined): 'ok' | 'failed' | 'rate-limited' | 'all-invalid' {
  if (fault === undefined || PAGE_FAULTS.has(fault)) return 'ok'
  if (fault === 'only-invalid-items') return 'all-invalid'
  return fault.startsWith('429') || fault === '503-retry-after' ? 'rate-limited' : 'failed'
}

/** Faults in the content of a page, as opposed to faults of the call. */
const PAGE_FAULTS: ReadonlySet<Fault> = new Set([
  'invalid-items',
  'duplicate',
  'same-cursor',
  'no-cursor',
  'circle',
  'empty-pages',
])

export function isPageFault(fault: Fault): boolean {
  return PAGE_FAULTS.has(fault) || fault === 'only-invalid-items'
}

/** Faults with which the provider does not execute the request. Undefined: it does. */
export async function failBefore(
  fault: Fault | undefined,
  request: HttpRequest,
  clock: VirtualClock,
): Promise<HttpResponse | undefined> {
  switch (fault) {
    case 'refused':
      throw new NotConnected('refused')
    case 'reset':
      throw new Error('reset')
    case 'hangs':
      return new Promise((_, reject) => request.signal.addEventListener('abort', () => reject(request.signal.reason)))
    case 'plain-401':
      return httpResponse(401, '<html>')
    case 'unauthorized':
      return problem(401, 'unauthorized')
    case 'not-found':
      return problem(404, 'not-found')
    case 'bad-request':
      return problem(400, 'validation-error')
    case '502-vendor':
      return problem(502, 'vendor-error')
    case '429':
      return problem(429, 'rate-limited')
    case '429-seconds':
      return problem(429, 'rate-limited', '20')
    case '429-date':
      return problem(429, 'rate-limited', new Date(clock.now() + 600_000).toUTCString())
    case '429-hours':
      return problem(429, 'rate-limited', '86400')
    case '503-retry-after':
      return problem(503, 'unavailable', '900')
    case '500':
    case '502':
    case '503':
    case '504':
      return problem(Number(fault), 'internal-error')
    default:
      return undefined
  }
}

/** Faults with which the provider executes the request, but the caller does not receive a valid response. */
export function failAfter(fault: Fault | undefined, response: HttpResponse): HttpResponse {
  switch (fault) {
    case 'lost-response':
      throw new Error('reset')
    case 'too-large':
      throw new ResponseTooLarge('too large')
    case 'html':
      return httpResponse(200, '<html>')
    case 'truncated':
      return httpResponse(200, response.text.slice(0, response.text.length / 2))
    case 'empty':
      return httpResponse(200, '')
    default:
      return response
  }
}

const LOST_RESPONSES: ReadonlySet<Fault> = new Set(['lost-response', 'too-large', 'html', 'truncated', 'empty'])

export function losesResponse(fault: Fault | undefined): boolean {
  return fault !== undefined && LOST_RESPONSES.has(fault)
}

export function httpResponse(status: number, text: string, retryAfter?: string): HttpResponse {
  return { status, text, header: (name) => (name === 'retry-after' ? retryAfter : undefined) }
}

export function ok(body: unknown): HttpResponse {
  return httpResponse(200, JSON.stringify(body))
}

export function problem(status: number, name: string, retryAfter?: string): HttpResponse {
  const title = name === 'credentials-expired' ? 'Credentials expired' : name
  const body = { type: `https://platform.example/${name}`, title, status, detail: name }
  return httpResponse(status, JSON.stringify(body), retryAfter)
}
