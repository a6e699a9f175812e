/** When a provider is considered down, and how it is probed. */
export interface CircuitBreakerOptions {
  /** The number of recent calls considered, and the minimum needed for a decision. */
  windowSize: number
  minCalls: number
  /** The breaker opens when at least this share of the calls failed. */
  failureShare: number
  /** How long it stays open. Doubles with each consecutive opening, up to the maximum. */
  openMs: number
  maxOpenMs: number
  /** The number of calls admitted before it closes again. */
  probes: number
  /** The retry delay of calls that are refused while the probes are in flight. */
  probeRetryMs: number
}

/**
 * The state of a provider's circuit breaker, as an immutable value. `epoch` counts the transitions: the result of a call
 * that began in an earlier epoch is ignored.
 */
export type CircuitBreaker = { epoch: number } & (
  | { state: 'closed'; signals: readonly HealthSignal[] }
  | { state: 'open'; openUntil: number; openings: number }
  | { state: 'half-open'; openings: number; probesStarted: number; signals: readonly HealthSignal[] }
)

/** What a call reveals about its provider. */
export type HealthSignal = 'up' | 'down'

export const CLOSED: CircuitBreaker = { epoch: 0, state: 'closed', signals: [] }

/** The next state. `retryAfter` (ms) is set when the call is refused. */
export type BreakerDecision = { breaker: CircuitBreaker; retryAfter?: number }

/** Decides whether a call may begin now. */
export function admit(breaker: CircuitBreaker, now: number, options: CircuitBreakerOptions): BreakerDecision {
  switch (breaker.state) {
    case 'closed':
      return { breaker }
    case 'open': {
      const { epoch, openings, openUntil } = breaker
      if (now < openUntil) return { breaker, retryAfter: openUntil - now }
      return { breaker: { epoch: epoch + 1, state: 'half-open', openings, probesStarted: 1, signals: [] } }
    }
    case 'half-open':
      if (breaker.probesStarted >= options.probes) return { breaker, retryAfter: options.probeRetryMs }
      return { breaker: { ...breaker, probesStarted: breaker.probesStarted + 1 } }
  }
}

/** Returns the state after a call. Without a signal (the call was aborted) another probe may take its place. */
export function recordSignal(
  breaker: CircuitBreaker,
  epoch: number,
  signal: HealthSignal | undefined,
  now: number,
  options: CircuitBreakerOptions,
): CircuitBreaker {
  if (breaker.epoch !== epoch || breaker.state === 'open') return breaker
  if (signal === undefined) {
    return breaker.state === 'half-open' ? { ...breaker, probesStarted: breaker.probesStarted - 1 } : breaker
  }
  const signals = [...breaker.signals, signal].slice(-options.windowSize)
  if (breaker.state === 'closed') {
    const mustOpen = signals.length >= options.minCalls && isDown(signals, signals.length, options)
    return mustOpen ? toOpen(breaker.epoch, 1, now, options) : { ...breaker, signals }
  }
  if (isDown(signals, options.probes, options)) return toOpen(breaker.epoch, breaker.openings + 1, now, options)
  if (signals.length < options.probes) return { ...breaker, signals }
  return { epoch: breaker.epoch + 1, state: 'closed', signals: [] }
}

function isDown(signals: readonly HealthSignal[], total: number, { failureShare }: CircuitBreakerOptions): boolean {
  return signals.filter((signal) => signal === 'down').length >= failureShare * total
}

function toOpen(
  epoch: number,
  openings: number,
  now: number,
  { openMs, maxOpenMs }: CircuitBreakerOptions,
): CircuitBreaker {
  const duration = Math.min(maxOpenMs, openMs * 2 ** (openings - 1))
  return { epoch: epoch + 1, state: 'open', openUntil: now + duration, openings }
}
