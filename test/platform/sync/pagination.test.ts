import { describe, expect, test } from '@jest/globals'
import type { RawPage } from '../../../platform/provider/responses.ts'
import { counting, follow, isEndless, type Step, trailFrom } from '../../../platform/sync/pagination.ts'

const RULES = { mostEmptyPages: 10, mostIdlePages: 3 }

/** Follows pages until the run ends. */
function walk(pages: readonly Partial<RawPage>[], from?: string): { asked: (string | undefined)[]; end: Step } {
  const asked = []
  let trail = trailFrom(from === undefined ? {} : { cursor: from })
  for (const page of pages) {
    asked.push(trail.cursor)
    const step = follow(trail, { items: [1], warnings: [], hasMore: true, ...page }, RULES)
    if (!step.next) return { asked, end: step }
    trail = step.next
  }
  throw new Error('the run has not ended')
}

describe('a run ends', () => {
  test('when there is no more', () => {
    const pages = [{ cursor: 'a' }, { cursor: 'b' }, { hasMore: false, cursor: 'c' }]
    expect(walk(pages)).toEqual({ asked: [undefined, 'a', 'b'], end: {} })
  })

  test('silently when the way on is missing or leads back to the same page', () => {
    expect(walk([{ cursor: 'a' }, {}])).toEqual({ asked: [undefined, 'a'], end: {} })
    expect(walk([{ cursor: 'a' }, { cursor: 'a' }])).toEqual({ asked: [undefined, 'a'], end: {} })
    expect(walk([{ cursor: 'a' }], 'a')).toEqual({ asked: ['a'], end: {} })
  })

  test('with a warning when the way leads in a circle', () => {
    const { asked, end } = walk([{ cursor: 'a' }, { cursor: 'b' }, { cursor: 'a' }])
    expect([asked, end]).toEqual([[undefined, 'a', 'b'], { warning: expect.stringMatching(/circle/) }])
    expect(walk([{ cursor: 'b' }, { cursor: 'a' }], 'a').end).toHaveProperty('warning')
  })

  test('with a warning after ten empty pages in a row', () => {
    const empty = Array.from({ length: 12 }, (_, at) => ({ items: [], cursor: `${at}` }))
    expect(walk(empty)).toMatchObject({ asked: { length: 10 }, end: { warning: expect.stringMatching(/^10 pages/) } })
    const interrupted = [
      ...empty.slice(0, 9),
      { cursor: 'x' },
      ...empty.map(({ cursor }) => ({ items: [], cursor: `${cursor}y` })),
    ]
    expect(walk(interrupted).asked).toHaveLength(20)
  })
})

describe('pages that bring nothing new', () => {
  const nothing = { created: 0, updated: 0 }
  const news = { created: 0, updated: 1 }
  const page = (cursor: string): RawPage => ({ items: [1], warnings: [], hasMore: true, cursor })

  /** Goes a page on for each of the results. */
  function goOn(results: readonly (typeof nothing)[], from: Parameters<typeof trailFrom>[0] = {}) {
    return results.reduce((trail, result, at) => {
      const { next } = follow(trail, page(`page ${at}`), RULES)
      if (!next) throw new Error('the run has ended')
      return counting(next, result)
    }, trailFrom(from))
  }

  test.each([
    ['are borne with for a while', [nothing, nothing], false],
    ['have no end if there are too many in a row', [nothing, nothing, nothing], true],
    ['are forgotten over something new', [nothing, nothing, news, nothing, nothing], false],
  ] as const)('%s', (_, results, isOver) => {
    expect(isEndless(goOn(results), RULES)).toBe(isOver)
  })

  test('are counted on from where a run was left at, but not when it begins anew', () => {
    expect(isEndless(goOn([nothing], { cursor: 'a', idlePages: 2 }), RULES)).toBe(true)
    expect(isEndless(goOn([nothing], { idlePages: 2 }), RULES)).toBe(false)
  })
})
