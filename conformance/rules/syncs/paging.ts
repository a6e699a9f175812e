import type { Rule } from '../../rule.ts'
import { SPECIFICATION } from '../../specification/sentences.ts'
import { expectProblem } from '../expect.ts'
import { PAGINATED } from './page-rules.ts'
import { idOf, list, pageBody, readAll, readItems, readPage, repeated } from './pages.ts'

const FEW = 2
const SOME = 3
const MANY = 100
const perSync = { scope: 'capability', capabilities: PAGINATED, needs: ['account'] } as const

/** Rules about syncs that return several pages. */
export const pagingRules: readonly Rule[] = [
  {
    ...perSync,
    id: 'paging.limit',
    level: 'must',
    requires: 'A page has no more items than the request allows.',
    source: SPECIFICATION.pageLimit,
    remedy: 'Hand the limit to the vendor, and return the rest with a cursor.',
    run: async (check, subject) => {
      await readItems(check, subject)
      for (const limit of [1, FEW]) {
        const { items } = await readPage(check, subject, { filter: { limit } })
        check.expect(items.length <= limit, `the limit ${limit} returns ${items.length} items`)
      }
    },
  },
  {
    ...perSync,
    id: 'paging.progress',
    level: 'must',
    requires: 'Every page with more has a cursor that no page before had.',
    source: SPECIFICATION.newCursor,
    remedy:
      'Put the position after the last item into the cursor. The platform stops silently at a cursor that it knows.',
    run: async (check, subject) => {
      const { pages } = await readAll(check, subject, { limit: FEW })
      const more = pages.filter(({ pagination }) => pagination.hasMore)
      const cursors = more.flatMap(({ pagination: { cursor } }) => (typeof cursor === 'string' ? [cursor] : []))
      check.expect(cursors.length === more.length, 'hasMore is true without a cursor')
      check.expect(repeated(cursors).length === 0, 'two pages have the same cursor')
    },
  },
  {
    ...perSync,
    id: 'paging.end',
    level: 'must',
    requires: 'A run ends: the last page has hasMore false and no cursor.',
    source: SPECIFICATION.cursor,
    remedy: 'Omit the cursor and set hasMore to false when the vendor has no further page.',
    run: async (check, subject) => {
      const { pages, isComplete } = await readAll(check, subject, { limit: FEW })
      if (!isComplete && !hasProgress(pages.map(({ items }) => items.map(idOf)))) {
        check.fail(`after ${pages.length} pages there is no end, and the last ${IDLE_PAGES} had no new item`)
      }
      if (!isComplete)
        check.skip(`the run has more than ${pages.length} pages: choose a smaller window (samples.window)`)
      const { hasMore, cursor } = pages.at(-1)?.pagination ?? {}
      check.expect(hasMore === false || cursor !== undefined, 'the last page has hasMore and no cursor')
      check.expect(hasMore !== false || cursor === undefined, `the last page has the cursor ${JSON.stringify(cursor)}`)
    },
  },
  {
    ...perSync,
    id: 'paging.no-repetition',
    level: 'must',
    requires: 'No item occurs twice in a run.',
    source: SPECIFICATION.stableIds,
    remedy: 'Let the cursor hold the position, and fix the end of the window with the first page.',
    run: async (check, subject) => {
      const { pages } = await readAll(check, subject, { limit: FEW })
      const ids = pages.flatMap(({ items }) => items.map(idOf))
      if (ids.length === 0) await readItems(check, subject)
      const twice = repeated(ids)
      check.expect(twice.length === 0, `items occur twice: ${list(twice)}`)
    },
  },
  {
    ...perSync,
    id: 'paging.complete',
    level: 'must',
    requires: 'Small pages have the same items as large ones.',
    source: SPECIFICATION.paginated,
    remedy: 'Do not lose items at the edge of a page, and do not number items by their page.',
    run: async (check, subject) => {
      const small = await readAll(check, subject, { limit: SOME })
      const large = await readAll(check, subject, { limit: MANY })
      if (!small.isComplete || !large.isComplete) {
        check.skip(`the run has more than ${subject.maxPages} pages: choose a smaller window (samples.window)`)
      }
      const [few, many] = [small, large].map(({ pages }) => pages.flatMap(({ items }) => items.map(idOf)))
      if (many?.length === 0 && few?.length === 0) await readItems(check, subject)
      const lost = many?.filter((id) => !few?.includes(id)) ?? []
      const added = few?.filter((id) => !many?.includes(id)) ?? []
      check.expect(lost.length === 0, `pages of ${SOME} lack ${list(lost)}`)
      check.expect(added.length === 0, `pages of ${MANY} lack ${list(added)}`)
    },
  },
  {
    ...perSync,
    id: 'paging.cursor-refused',
    level: 'should',
    requires:
      'A cursor that the provider did not create, that was altered, or that is another connection’s is refused with 400.',
    source: SPECIFICATION.cursor,
    remedy:
      'Sign cursors together with the connection, so that nobody can read from another position than that of a page.',
    run: async (check, subject) => {
      const refuse = async (title: string, filter: object, connectionId?: string) => {
        const connection = connectionId === undefined ? {} : { connectionId }
        const body = await pageBody(subject, { filter, connection })
        expectProblem(check, await check.send({ path: subject.path, body }), 400, 'validation-error', title)
      }
      await refuse('an invented cursor', { cursor: 'invented' })
      const { cursor } = (await readPage(check, subject, { filter: { limit: 1 } })).pagination
      if (cursor === undefined) return
      const middle = Math.floor(cursor.length / 2)
      const altered = `${cursor.slice(0, middle)}${cursor[middle] === 'A' ? 'B' : 'A'}${cursor.slice(middle + 1)}`
      await refuse('an altered cursor', { limit: 1, cursor: altered })
      await refuse('a cursor with another end', { limit: 1, cursor: `${cursor}x` })
      await refuse('a cursor of another connection', { limit: 1, cursor }, 'another-connection')
    },
  },
  {
    ...perSync,
    id: 'paging.limit-refused',
    level: 'should',
    requires: 'A limit that is no positive integer is refused with 400, and a very large one is capped.',
    source: SPECIFICATION.maxPageGap,
    remedy: 'Require limit to be an integer of at least 1, and cap it at what a page may have.',
    run: async (check, subject) => {
      for (const limit of [0, -1, 1.5]) {
        const body = await pageBody(subject, { filter: { limit } })
        expectProblem(
          check,
          await check.send({ path: subject.path, body }),
          400,
          'validation-error',
          `the limit ${limit}`,
        )
      }
      const body = await pageBody(subject, { filter: { limit: 1_000_000 } })
      const { status } = await check.send({ path: subject.path, body })
      check.expect(status === 200, `the limit 1000000 gets status ${status}`)
    },
  },
]

/** A run whose last pages have nothing new is considered endless. */
const IDLE_PAGES = 5

/** Whether one of the last pages had an item that no page before it had. */
function hasProgress(pages: readonly string[][]): boolean {
  const before = new Set(pages.slice(0, -IDLE_PAGES).flat())
  return pages.slice(-IDLE_PAGES).some((ids) => ids.some((id) => !before.has(id)))
}
