import {
  AnswerTooLarge,
  type HttpAnswer,
  type HttpRequest,
  NotConnected,
} from '../../../../platform/provider/transport.ts'
import type { VirtualClock } from './virtual-clock.ts'

/** Everything a provider, or the way to it, is known to do wrong. */
export const FAULTS = [
  ...(['refused', 'reset', 'lost-answer', 'hangs', 'too-large'] as const),
  ...(['html', 'truncated', 'empty', 'not-found', 'bad-request'] as const),
  ...(['500', '502', '502-vendor', '503', '504'] as const),
  ...(['429', '429-seconds', '429-date', '429-hours', '503-wait'] as const),
  ...(['unauthorized', 'plain-401'] as const),
  ...(['bad-items', 'only-bad-items', 'twice', 'same-cursor', 'no-cursor', 'circle', 'empty-pages'] as const),
] as const
export type Fault = (typeof FAULTS)[number]

/** What of an ended run a fault must lead to; undefined: the page is good in spite of it. */
export function verdictOn(fault: Fault | undefined): 'ok' | 'failed' | 'wait' | 'nothing-kept' {
  if (fault === undefined || IN_PAGES.has(fault)) return 'ok'
  if (fault === 'only-bad-items') return 'nothing-kept'
  return fault.startsWith('429') || fault === '503-wait' ? 'wait' : 'failed'
}

/** Faults of what a page says, not of the call. */
const IN_PAGES: ReadonlySet<Fault> = new Set([
  ...(['bad-items', 'twice', 'same-cursor', 'no-cursor', 'circle', 'empty-pages'] as const),
])

export function isOfPages(fault: Fault): boolean {
  return IN_PAGES.has(fault) || fault === 'only-bad-items'
}

/** Faults by which the provider does nothing of what it is asked. Undefined: it does it. */
export async function failBefore(
  fault: Fault | undefined,
  request: HttpRequest,
  clock: VirtualClock,
): Promise<HttpAnswer | undefined> {
  switch (fault) {
    case 'refused':
      throw new NotConnected('refused')
    case 'reset':
      throw new Error('reset')
    case 'hangs':
      return new Promise((_, reject) => request.signal.addEventListener('abort', () => reject(request.signal.reason)))
    case 'plain-401':
      return answer(401, '<html>')
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
    case '503-wait':
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

/** Faults by which what was done is not heard of. */
export function failAfter(fault: Fault | undefined, good: HttpAnswer): HttpAnswer {
  switch (fault) {
    case 'lost-answer':
      throw new Error('reset')
    case 'too-large':
      throw new AnswerTooLarge('too large')
    case 'html':
      return answer(200, '<html>')
    case 'truncated':
      return answer(200, good.text.slice(0, good.text.length / 2))
    case 'empty':
      return answer(200, '')
    default:
      return good
  }
}

const UNHEARD: ReadonlySet<Fault> = new Set(['lost-answer', 'too-large', 'html', 'truncated', 'empty'])

export function isUnheard(fault: Fault | undefined): boolean {
  return fault !== undefined && UNHEARD.has(fault)
}

export function answer(status: number, text: string, retryAfter?: string): HttpAnswer {
  return { status, text, header: (name) => (name === 'retry-after' ? retryAfter : undefined) }
}

export function ok(body: unknown): HttpAnswer {
  return answer(200, JSON.stringify(body))
}

export function problem(status: number, name: string, retryAfter?: string): HttpAnswer {
  const title = name === 'credentials-expired' ? 'Credentials expired' : name
  return answer(
    status,
    JSON.stringify({ type: `https://platform.example/${name}`, title, status, detail: name }),
    retryAfter,
  )
}
