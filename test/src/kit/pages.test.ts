import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { Keys } from '../../../src/kit/keys.ts'
import { openCursor, readPage, sealCursor, toPage, toPageLimit } from '../../../src/kit/pages.ts'
import { Secret } from '../../../src/runtime/secret.ts'
import { createCall } from '../../kit/call.ts'

const call = createCall({})
const binding = { connectionId: 'c1', filter: { dateStart: 0 } }
const refused = expect.objectContaining({ status: 400, problem: 'validation-error' })

describe('a cursor', () => {
  test('decodes to the position it was created from', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (position, bound) => {
        const cursor = sealCursor(call, bound, position)
        expect(openCursor(call, bound, cursor)).toEqual(JSON.parse(JSON.stringify(position)))
        expect(cursor).toMatch(/^[A-Za-z0-9._-]+$/)
      }),
    )
  })

  test('is valid on every replica of the hub with the same key', () => {
    const copy = createCall({}, { keys: new Keys(new Secret('the-platform-key')) })
    expect(openCursor(copy, binding, sealCursor(call, binding, { page: 2 }))).toEqual({ page: 2 })
  })

  test('is refused if it is altered at any position', () => {
    const cursor = sealCursor(call, binding, { page: 'a token of the vendor', after: 12345 })
    for (let place = 0; place < cursor.length; place += 1) {
      for (const other of ['A', 'B', '.', '']) {
        const altered = `${cursor.slice(0, place)}${other}${cursor.slice(place + 1)}`
        if (altered !== cursor) expect(() => openCursor(call, binding, altered)).toThrow(refused)
      }
    }
  })

  test.each([
    ['something is put behind it', (cursor: string) => `${cursor}.x`],
    ['something is put before it', (cursor: string) => `1.${cursor}`],
    ['it is of another version', (cursor: string) => cursor.replace(/^1/, '2')],
    ['its signature is gone', (cursor: string) => cursor.slice(0, cursor.lastIndexOf('.'))],
    ['it is nothing at all', () => ''],
    ['it is any text', () => 'next-page'],
  ])('is refused when %s', (_name, change) => {
    expect(() => openCursor(call, binding, change(sealCursor(call, binding, 1)))).toThrow(refused)
  })

  test.each([
    ['another connection', call, { ...binding, connectionId: 'c2' }],
    ['another filter', call, { ...binding, filter: { dateStart: 1 } }],
    ['another application', createCall({}, { application: 'another' }), binding],
    ['another platform key', createCall({}, { keys: new Keys(new Secret('another-platform-key')) }), binding],
  ])('is refused for %s', (_name, other, bound) => {
    expect(() => openCursor(other, bound, sealCursor(call, binding, 1))).toThrow(refused)
  })

  test('that is refused is reported with its pointer', () => {
    expect(() => openCursor(call, binding, 'x')).toThrow(
      expect.objectContaining({
        options: expect.objectContaining({ errors: [expect.objectContaining({ pointer: '#/filter/cursor' })] }),
      }),
    )
  })
})

describe('a page', () => {
  test('has hasMore if and only if it has a cursor', () => {
    expect(toPage(['a', 'b'], [], 'next')).toEqual({
      items: ['a', 'b'],
      pagination: { hasMore: true, cursor: 'next', pageSize: 2 },
    })
    expect(toPage([])).toEqual({ items: [], pagination: { hasMore: false, pageSize: 0 } })
  })

  test('has warnings only if there are any', () => {
    expect(toPage([], ['a note']).metadata).toEqual({ warnings: ['a note'] })
  })

  test.each([
    [undefined, 100],
    [1, 1],
    [500, 500],
    [501, 500],
    [1_000_000, 500],
  ])('with the limit %s has at most %d items', (limit, expected) => {
    expect(toPageLimit(limit)).toBe(expected)
  })
})

describe('a sync whose vendor has pages of its own', () => {
  const request = (filter: { cursor?: string; limit?: number; dateStart?: number }, connectionId = 'c1') => ({
    connectedProvider: { connectionId },
    filter,
  })
  /** Items from 0 to 4. */
  const read = async (limit: number, from = 0) => ({
    items: [0, 1, 2, 3, 4].slice(from, from + limit),
    next: from + limit < 5 ? from + limit : undefined,
  })

  test('is read from the first page to the last', async () => {
    const first = await readPage(request({ limit: 3, dateStart: 1 }), call, read)
    expect(first).toMatchObject({ items: [0, 1, 2], pagination: { hasMore: true, pageSize: 3 } })
    const { cursor = '' } = first.pagination
    const last = await readPage(request({ limit: 3, dateStart: 1, cursor }), call, read)
    expect(last).toEqual({ items: [3, 4], pagination: { hasMore: false, pageSize: 2 } })
  })

  test('refuses the cursor of another connection or filter, but not another limit', async () => {
    const { pagination } = await readPage(request({ limit: 1, dateStart: 1 }), call, read)
    const { cursor = '' } = pagination
    await expect(readPage(request({ dateStart: 2, cursor }), call, read)).rejects.toEqual(refused)
    await expect(readPage(request({ dateStart: 1, cursor }, 'c2'), call, read)).rejects.toEqual(refused)
    expect((await readPage(request({ limit: 9, dateStart: 1, cursor }), call, read)).items).toEqual([1, 2, 3, 4])
  })

  test('has warnings, and continues at the position zero', async () => {
    const page = await readPage(
      request({}),
      call,
      async (): Promise<{ items: string[]; next: number; warnings: string[] }> => {
        return { items: [], next: 0, warnings: ['One message was left out.'] }
      },
    )
    expect(page).toMatchObject({ metadata: { warnings: ['One message was left out.'] }, pagination: { hasMore: true } })
  })
})
