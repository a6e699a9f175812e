import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { VendorError } from '../../../../src/kit/vendor-errors.ts'
import { atChunkStart, initialPosition } from '../../../../vendors/google/gmail/cursor.ts'
import { fetchListPage } from '../../../../vendors/google/gmail/list.ts'
import { problemOf } from '../builders.ts'

const SEARCH = { chunks: [[]] }
const START = initialPosition(SEARCH, Date.parse('2026-01-12T09:00:00Z'))

type ListResponse = { messages?: { id: string }[]; nextPageToken?: string }

/** Lists from a Gmail whose response depends on the page token. */
function createLister(respond: (pageToken: string | undefined) => ListResponse) {
  const request = async (
    _units: number,
    send: (google: unknown, options: object) => Promise<{ data: ListResponse }>,
  ) => {
    const list = async ({ pageToken }: { pageToken?: string }) => ({ data: respond(pageToken) })
    return (await send({ users: { messages: { list } } }, {})).data
  }
  return (position: typeof START, mayRestart = true) =>
    fetchListPage(request as never, SEARCH, position, 100, mayRestart)
}

const refused = () => {
  const rule = { class: 'invalid-request', retry: false, sentence: 'No.', next: '' } as const
  throw new VendorError(rule, { at: 'api', status: 400, reasons: ['invalidArgument'], cause: undefined })
}

describe('a list', () => {
  test('contains each message once', async () => {
    const list = createLister(() => ({ messages: [{ id: 'a' }, { id: 'b' }, { id: 'a' }] }))
    expect((await list(START)).found.map(({ id }) => id)).toEqual(['a', 'b'])
  })

  test('that is cyclic is abandoned, for any length of the cycle', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(20), fc.integer({ min: 1, max: 20 }), async (lead, circle) => {
        const list = createLister((pageToken) => {
          const page = Number(pageToken ?? 0)
          return { nextPageToken: String(page < lead + circle ? page + 1 : lead + 1) }
        })
        let listed = await list(START)
        let pages = 1
        while (listed.position.chunk === 0 && pages < 500) {
          listed = await list(listed.position)
          pages += 1
        }
        expect(listed.warnings).toEqual([expect.stringContaining('repeated pages')])
        expect(pages).toBeLessThanOrEqual(4 * (lead + circle) + 4)
      }),
    )
  })

  test('of many pages is not taken for a cyclic one', async () => {
    const list = createLister((pageToken) => ({ nextPageToken: String(Number(pageToken ?? 0) + 1) }))
    let listed = await list(START)
    for (let page = 1; page < 300; page += 1) listed = await list(listed.position)
    expect(listed).toMatchObject({ position: { chunk: 0, pages: 300 }, warnings: [] })
  })

  test('whose page token Gmail rejects is restarted with a warning', async () => {
    const list = createLister((pageToken) =>
      pageToken ? refused() : { messages: [{ id: 'a' }], nextPageToken: 'new' },
    )
    const { found, position, warnings } = await list({ ...START, pageToken: 'old', pages: 3, tail: ['a'] })
    expect(found.map(({ id }) => id)).toEqual(['a'])
    expect(position).toMatchObject({ pageToken: 'new', pages: 1, restarts: 1 })
    expect(warnings).toEqual([expect.stringContaining('was restarted')])
  })

  test.each([
    ['twice in one call', 0, false],
    ['more than three times in a sync', 3, true],
  ])('is not restarted %s', async (_, restarts, mayRestart) => {
    const list = createLister((pageToken) => (pageToken ? refused() : {}))
    const position = { ...START, pageToken: 'old', restarts }
    expect(await problemOf(list(position, mayRestart))).toMatchObject({ status: 400 })
  })

  test('that is rejected from the start is not restarted', async () => {
    expect(await problemOf(createLister(refused)(START))).toMatchObject({ status: 400 })
  })

  test('starts the next chunk of addresses without a token', () => {
    const there = { ...START, pageToken: 'old', landmark: 'old', pages: 7, tail: ['a'] }
    expect(atChunkStart(there, 1)).toEqual({ ...START, chunk: 1 })
  })
})
