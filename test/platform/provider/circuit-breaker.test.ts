import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  admit,
  type CircuitBreaker,
  CLOSED,
  type HealthSignal,
  recordSignal,
} from '../../../platform/provider/circuit-breaker.ts'
import { DEFAULT_PROVIDER_OPTIONS } from '../../../platform/provider/options.ts'
import { randomRuns } from '../../kit/random-runs.ts'

const OPTIONS = DEFAULT_PROVIDER_OPTIONS.breaker

/** The breaker after consecutive calls, those that it refuses excepted. */
function breakerAfter(
  signals: readonly (HealthSignal | undefined)[],
  initial: CircuitBreaker = CLOSED,
  now = 0,
): CircuitBreaker {
  return signals.reduce<CircuitBreaker>((breaker, signal) => {
    const { breaker: admitted, retryAfter } = admit(breaker, now, OPTIONS)
    return retryAfter === undefined ? recordSignal(admitted, admitted.epoch, signal, now, OPTIONS) : admitted
  }, initial)
}

const down = (count: number) => Array<HealthSignal>(count).fill('down')
const up = (count: number) => Array<HealthSignal>(count).fill('up')

describe('a circuit breaker', () => {
  test.each<[string, HealthSignal[], CircuitBreaker['state']]>([
    ['nine failures are below the minimum', down(9), 'closed'],
    ['half of ten calls failed', [...up(5), ...down(5)], 'open'],
    ['less than half failed', [...up(6), ...down(4)], 'closed'],
    ['only the last twenty calls count', [...down(4), ...up(16), ...down(9)], 'closed'],
    ['ten of the last twenty failed', [...up(20), ...down(10)], 'open'],
  ])('%s: after %j it is %s', (_, signals, state) => {
    expect(breakerAfter(signals).state).toBe(state)
  })

  test('refuses calls while it is open, and returns for how long', () => {
    expect(admit(breakerAfter(down(10)), 10_000, OPTIONS).retryAfter).toBe(20_000)
    expect(admit(breakerAfter(down(10)), 30_000, OPTIONS).retryAfter).toBeUndefined()
  })

  test('admits three probes, and closes when most of them succeed', () => {
    const open = breakerAfter(down(10))
    expect(breakerAfter(['up', 'down', 'up'], open, 30_000).state).toBe('closed')
    expect(breakerAfter(['up', 'down', 'down'], open, 30_000).state).toBe('open')
    const probing = [1, 2, 3].reduce((breaker) => admit(breaker, 30_000, OPTIONS).breaker, open)
    expect(admit(probing, 30_000, OPTIONS).retryAfter).toBe(5_000)
  })

  test('doubles its open time with each consecutive opening, up to ten minutes', () => {
    let [breaker, now] = [breakerAfter(down(10)), 0]
    const durations: number[] = []
    for (let opening = 0; opening < 7; opening += 1) {
      const { retryAfter = 0 } = admit(breaker, now, OPTIONS)
      durations.push(retryAfter / 1_000)
      now += retryAfter
      breaker = breakerAfter(down(2), breaker, now)
    }
    expect(durations).toEqual([30, 60, 120, 240, 480, 600, 600])
  })

  test('an aborted probe makes room for another', () => {
    const probed = breakerAfter([undefined, undefined, undefined, undefined, ...up(3)], breakerAfter(down(10)), 30_000)
    expect(probed.state).toBe('closed')
  })

  test('ignores calls that began before its last transition', () => {
    const open = breakerAfter(down(10))
    const probing = admit(open, 30_000, OPTIONS).breaker
    expect(recordSignal(probing, CLOSED.epoch, 'up', 30_000, OPTIONS)).toBe(probing)
  })
})

test('it agrees with a model that stores all signals', () => {
  const step = fc.record({ delay: fc.nat(120_000), signal: fc.constantFrom<HealthSignal>('up', 'down') })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      let [breaker, now] = [CLOSED, 0]
      const model = new Model()
      for (const { delay, signal } of steps) {
        now += delay
        const { breaker: admitted, retryAfter } = admit(breaker, now, OPTIONS)
        expect(retryAfter === undefined).toBe(model.admits(now))
        breaker = retryAfter === undefined ? recordSignal(admitted, admitted.epoch, signal, now, OPTIONS) : admitted
        if (retryAfter === undefined) model.record(signal, now)
      }
    }),
    { numRuns: randomRuns(10_000) },
  )
})

/** An independent implementation for sequential calls. */
class Model {
  #signals: HealthSignal[] = []
  #openUntil = 0
  #openings = 0

  admits(now: number): boolean {
    return now >= this.#openUntil
  }

  record(signal: HealthSignal, now: number): void {
    this.#signals.push(signal)
    const isProbing = this.#openings > 0
    const failed = this.#signals.slice(isProbing ? -3 : -20).filter((value) => value === 'down').length
    const opens = isProbing
      ? failed >= 2
      : this.#signals.length >= 10 && failed * 2 >= Math.min(20, this.#signals.length)
    if (opens) this.#openUntil = now + Math.min(600_000, 30_000 * 2 ** this.#openings++)
    else if (isProbing && this.#signals.length === 3) this.#openings = 0
    if (opens || (isProbing && this.#signals.length === 3)) this.#signals = []
  }
}
