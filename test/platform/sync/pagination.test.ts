import { describe, expect, test } from '@jest/globals'
import type { RawPage } from '../../../platform/provider/responses.ts'
import {
  advance,
  countIdlePage,
  exceedsIdleLimit,
  resumePagination,
  type Step,
} from '../../../platform/sync/pagination.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'

const OPTIONS = { maxEmptyPages: 10, maxIdlePages: 3 }

/** Advances over the pages until the run ends. */
function walk(pages: readonly Partial<RawPage>[], cursor?: string): { requested: (string | undefined)[]; end: Step } {
  const requested = []
  let pagination = resumePagination(omitUndefined({ cursor }))
  for (const page of pages) {
    requested.push(pagination.cursor)
    const step = advance(pagination, { items: [1], warnings: [], hasMore: true, ...page }, OPTIONS)
    if (!step.next) return { requested, end: step }
    pagination = step.next
  }
  throw new Error('the run has not ended')
}

describe('a run ends', () => {
  test('when there is no more', () => {
    const pages = [{ cursor: 'a' }, { cursor: 'b' }, { hasMore: false, cursor: 'c' }]
    expect(walk(pages)).toEqual({ requested: [undefined, 'a', 'b'], end: {} })
  })

  test('silently when the cursor is missing or that of the current page', () => {
    expect(walk([{ cursor: 'a' }, {}])).toEqual({ requested: [undefined, 'a'], end: {} })
    expect(walk([{ cursor: 'a' }, { cursor: 'a' }])).toEqual({ requested: [undefined, 'a'], end: {} })
    expect(walk([{ cursor: 'a' }], 'a')).toEqual({ requested: ['a'], end: {} })
  })

  test('with a warning when the provider repeats an earlier cursor', () => {
    const { requested, end } = walk([{ cursor: 'a' }, { cursor: 'b' }, { cursor: 'a' }])
    expect([requested, end]).toEqual([
      [undefined, 'a', 'b'],
      { warning: expect.stringMatching(/repeated an earlier cursor/) },
    ])
    expect(walk([{ cursor: 'b' }, { cursor: 'a' }], 'a').end).toHaveProperty('warning')
  })

  test('with a warning after ten consecutive empty pages', () => {
    const empty = Array.from({ length: 12 }, (_, index) => ({ items: [], cursor: `${index}` }))
    expect(walk(empty)).toMatchObject({
      requested: { length: 10 },
      end: { warning: expect.stringMatching(/after 10 consecutive empty pages/) },
    })
    const interrupted = [
      ...empty.slice(0, 9),
      { cursor: 'x' },
      ...empty.map(({ cursor }) => ({ items: [], cursor: `${cursor}y` })),
    ]
    expect(walk(interrupted).requested).toHaveLength(20)
  })
})

describe('pages without new items', () => {
  const unchanged = { created: 0, updated: 0 }
  const updated = { created: 0, updated: 1 }
  const page = (cursor: string): RawPage => ({ items: [1], warnings: [], hasMore: true, cursor })

  /** Advances by one page for each of the results. */
  function advanceBy(results: readonly (typeof unchanged)[], checkpoint: Parameters<typeof resumePagination>[0] = {}) {
    return results.reduce((pagination, result, index) => {
      const { next } = advance(pagination, page(`page ${index}`), OPTIONS)
      if (!next) throw new Error('the run has ended')
      return countIdlePage(next, result)
    }, resumePagination(checkpoint))
  }

  test.each([
    ['are accepted up to the limit', [unchanged, unchanged], false],
    ['exceed the limit when there are too many in a row', [unchanged, unchanged, unchanged], true],
    ['are counted anew after a page with new items', [unchanged, unchanged, updated, unchanged, unchanged], false],
  ] as const)('%s', (_, results, exceeds) => {
    expect(exceedsIdleLimit(advanceBy(results), OPTIONS)).toBe(exceeds)
  })

  test('are counted across a resumed run, but not when it restarts', () => {
    expect(exceedsIdleLimit(advanceBy([unchanged], { cursor: 'a', idlePages: 2 }), OPTIONS)).toBe(true)
    expect(exceedsIdleLimit(advanceBy([unchanged], { idlePages: 2 }), OPTIONS)).toBe(false)
  })
})
