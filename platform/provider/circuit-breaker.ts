/** When a provider is taken to be down, and how it is tried again. */
export interface BreakerRules {
  /** The newest calls that are looked at, and how many there must be. */
  window: number
  minCalls: number
  /** This share of failed ones, or more, opens the breaker. */
  failureShare: number
  /** How long it stays open; it doubles with each opening in a row, up to the longest. */
  openMs: number
  longestOpenMs: number
  /** Calls that are let through before it closes again. */
  probes: number
  /** When to come again while they are under way. */
  probingMs: number
}

/**
 * What is known of a provider. `epoch` counts the changes of state: a call that began in another epoch says nothing
 * about this one.
 */
export type Breaker = { epoch: number } & (
  | { state: 'closed'; results: readonly Verdict[] }
  | { state: 'open'; until: number; times: number }
  | { state: 'half-open'; times: number; begun: number; results: readonly Verdict[] }
)

/** What a call says about its provider. */
export type Verdict = 'up' | 'down'

export const CLOSED: Breaker = { epoch: 0, state: 'closed', results: [] }

/** Whether a call may begin now; if not, when to come again (ms from now). */
export type Admission = { breaker: Breaker; retryAfter?: number }

export function admit(breaker: Breaker, now: number, rules: BreakerRules): Admission {
  switch (breaker.state) {
    case 'closed':
      return { breaker }
    case 'open':
      if (now < breaker.until) return { breaker, retryAfter: breaker.until - now }
      return { breaker: { epoch: breaker.epoch + 1, state: 'half-open', times: breaker.times, begun: 1, results: [] } }
    case 'half-open':
      if (breaker.begun >= rules.probes) return { breaker, retryAfter: rules.probingMs }
      return { breaker: { ...breaker, begun: breaker.begun + 1 } }
  }
}

/** After a call. Undefined: it was called off and says nothing, so another may take its place. */
export function judge(
  breaker: Breaker,
  epoch: number,
  verdict: Verdict | undefined,
  now: number,
  rules: BreakerRules,
): Breaker {
  if (breaker.epoch !== epoch || breaker.state === 'open') return breaker
  if (verdict === undefined) {
    return breaker.state === 'half-open' ? { ...breaker, begun: breaker.begun - 1 } : breaker
  }
  const results = [...breaker.results, verdict].slice(-rules.window)
  if (breaker.state === 'closed') {
    const enough = results.length >= rules.minCalls && isDown(results, results.length, rules)
    return enough ? open(breaker.epoch, 1, now, rules) : { ...breaker, results }
  }
  if (isDown(results, rules.probes, rules)) return open(breaker.epoch, breaker.times + 1, now, rules)
  if (results.length < rules.probes) return { ...breaker, results }
  return { epoch: breaker.epoch + 1, state: 'closed', results: [] }
}

function isDown(results: readonly Verdict[], of: number, { failureShare }: BreakerRules): boolean {
  return results.filter((verdict) => verdict === 'down').length >= failureShare * of
}

function open(epoch: number, times: number, now: number, { openMs, longestOpenMs }: BreakerRules): Breaker {
  const wait = Math.min(longestOpenMs, openMs * 2 ** (times - 1))
  return { epoch: epoch + 1, state: 'open', until: now + wait, times }
}
