import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { admit, type Breaker, CLOSED, judge, type Verdict } from '../../../platform/provider/circuit-breaker.ts'
import { CALL_RULES } from '../../../platform/provider/options.ts'

const RULES = CALL_RULES.breaker

/** A breaker after one call after the other, each as long as it is let through. */
function breakerAfter(verdicts: readonly (Verdict | undefined)[], from: Breaker = CLOSED, now = 0): Breaker {
  return verdicts.reduce<Breaker>((breaker, verdict) => {
    const { breaker: admitted, retryAfter } = admit(breaker, now, RULES)
    return retryAfter === undefined ? judge(admitted, admitted.epoch, verdict, now, RULES) : admitted
  }, from)
}

const down = (times: number) => Array<Verdict>(times).fill('down')
const up = (times: number) => Array<Verdict>(times).fill('up')

describe('a breaker', () => {
  test.each<[string, Verdict[], Breaker['state']]>([
    ['nine failures are too few to judge by', down(9), 'closed'],
    ['half of ten calls fail', [...up(5), ...down(5)], 'open'],
    ['less than half fail', [...up(6), ...down(4)], 'closed'],
    ['what is older than twenty calls is forgotten', [...down(4), ...up(16), ...down(9)], 'closed'],
    ['ten of the last twenty fail', [...up(20), ...down(10)], 'open'],
  ])('%s: %j leaves it %s', (_, verdicts, state) => {
    expect(breakerAfter(verdicts).state).toBe(state)
  })

  test('lets nothing through while it is open, and says for how long', () => {
    expect(admit(breakerAfter(down(10)), 10_000, RULES).retryAfter).toBe(20_000)
    expect(admit(breakerAfter(down(10)), 30_000, RULES).retryAfter).toBeUndefined()
  })

  test('lets three probes through, and closes when most of them succeed', () => {
    const open = breakerAfter(down(10))
    expect(breakerAfter(['up', 'down', 'up'], open, 30_000).state).toBe('closed')
    expect(breakerAfter(['up', 'down', 'down'], open, 30_000).state).toBe('open')
    const probing = [1, 2, 3].reduce((breaker) => admit(breaker, 30_000, RULES).breaker, open)
    expect(admit(probing, 30_000, RULES).retryAfter).toBe(5_000)
  })

  test('stays open twice as long each time in a row, up to ten minutes', () => {
    let [breaker, now] = [breakerAfter(down(10)), 0]
    const waits: number[] = []
    for (let times = 0; times < 7; times += 1) {
      const { retryAfter = 0 } = admit(breaker, now, RULES)
      waits.push(retryAfter / 1_000)
      now += retryAfter
      breaker = breakerAfter(down(2), breaker, now)
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 600, 600])
  })

  test('a probe that was called off makes room for another', () => {
    const probed = breakerAfter([undefined, undefined, undefined, undefined, ...up(3)], breakerAfter(down(10)), 30_000)
    expect(probed.state).toBe('closed')
  })

  test('what began before it changed says nothing about it now', () => {
    const open = breakerAfter(down(10))
    const probing = admit(open, 30_000, RULES).breaker
    expect(judge(probing, CLOSED.epoch, 'up', 30_000, RULES)).toBe(probing)
  })
})

test('whatever happens, it does as a list of all that happened says', () => {
  const step = fc.record({ wait: fc.nat(120_000), verdict: fc.constantFrom<Verdict>('up', 'down') })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      let [breaker, now] = [CLOSED, 0]
      const model = new Model()
      for (const { wait, verdict } of steps) {
        now += wait
        const { breaker: admitted, retryAfter } = admit(breaker, now, RULES)
        expect(retryAfter === undefined).toBe(model.admits(now))
        breaker = retryAfter === undefined ? judge(admitted, admitted.epoch, verdict, now, RULES) : admitted
        if (retryAfter === undefined) model.note(verdict, now)
      }
    }),
    { numRuns: 10_000 },
  )
})

/** The same said in another way, for calls one after the other. */
class Model {
  #all: Verdict[] = []
  #openUntil = 0
  #openings = 0

  admits(now: number): boolean {
    return now >= this.#openUntil
  }

  note(verdict: Verdict, now: number): void {
    this.#all.push(verdict)
    const isProbing = this.#openings > 0
    const failed = this.#all.slice(isProbing ? -3 : -20).filter((one) => one === 'down').length
    const opens = isProbing ? failed >= 2 : this.#all.length >= 10 && failed * 2 >= Math.min(20, this.#all.length)
    if (opens) this.#openUntil = now + Math.min(600_000, 30_000 * 2 ** this.#openings++)
    else if (isProbing && this.#all.length === 3) this.#openings = 0
    if (opens || (isProbing && this.#all.length === 3)) this.#all = []
  }
}
