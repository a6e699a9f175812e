import { describe, expect, test } from '@jest/globals'
import { advanceLandmark, type CycleState, paginate, parseEntries } from '../../../src/kit/lists.ts'

interface Page {
  entries: string[]
  next?: string
}

/** A vendor that returns these pages in turn, whatever token it gets. */
function aVendor(pages: Page[]) {
  const requestedTokens: (string | undefined)[] = []
  const fetch = async (token?: string) => {
    requestedTokens.push(token)
    return pages[(requestedTokens.length - 1) % pages.length] as Page
  }
  return { vendor: 'Acme', requestedTokens, fetch, nextToken: (page: Page) => page.next }
}

async function readAll(pages: AsyncGenerator<Page>): Promise<string[]> {
  const entries: string[] = []
  for await (const page of pages) entries.push(...page.entries)
  return entries
}

describe('the pages of a list', () => {
  test('are fetched with the token of the previous page, past empty ones, until there is none', async () => {
    const vendor = aVendor([{ entries: ['a'], next: '1' }, { entries: [], next: '2' }, { entries: ['b'] }])
    expect(await readAll(paginate(vendor))).toEqual(['a', 'b'])
    expect(vendor.requestedTokens).toEqual([undefined, '1', '2'])
  })

  test('are fetched only as far as they are consumed', async () => {
    const vendor = aVendor([{ entries: ['a'], next: '1' }, { entries: ['b'] }])
    for await (const page of paginate(vendor)) if (page.entries.includes('a')) break
    expect(vendor.requestedTokens).toHaveLength(1)
  })

  test.each([
    ['the same token', [{ entries: ['a'], next: '1' }], 2],
    [
      'a circle of tokens',
      [
        { entries: ['a'], next: '1' },
        { entries: ['b'], next: '2' },
        { entries: ['c'], next: '3' },
      ],
      4,
    ],
  ])('that continue with %s for ever are an error', async (_, pages, calls) => {
    const vendor = aVendor(pages)
    await expect(readAll(paginate(vendor))).rejects.toThrow('Acme returned the same list page twice.')
    expect(vendor.requestedTokens).toHaveLength(calls)
  })

  test('that are repeated with new tokens are an error if they have a fingerprint, but empty ones are not', async () => {
    const contents = [[], [], ['a'], [], ['b'], ['a']]
    const pages = contents.map((entries, index) => ({ entries, next: String(index) }))
    const fingerprint = ({ entries }: Page) => entries.join() || undefined
    await expect(readAll(paginate({ ...aVendor(pages), fingerprint }))).rejects.toThrow('twice')
  })

  test('that never end are an error', async () => {
    const fetch = async (token = '0') => ({ entries: [], next: String(Number(token) + 1) })
    const endless = paginate<Page>({ vendor: 'Acme', fetch, nextToken: (page) => page.next })
    await expect(readAll(endless)).rejects.toThrow('more than 200 pages')
  })
})

describe('the entries of a page', () => {
  test.each([undefined, null, []])('are none if the vendor returns %j', (entries) => {
    expect(parseEntries('Acme', entries)).toEqual([])
  })

  test('must be an array', () => {
    expect(() => parseEntries('Acme', { a: 1 } as never)).toThrow('Acme returned an invalid list.')
  })
})

describe('the landmark of a list', () => {
  function walk(pages: number, pageAt: (index: number) => string) {
    const landmarks: (string | undefined)[] = []
    let state: CycleState<string> = { pages: 0 }
    for (let index = 0; index < pages; index++) {
      state = { ...state, ...advanceLandmark(state, pageAt(index)) }
      landmarks.push(state.landmark)
    }
    return landmarks
  }

  test('is the last page whose number is a power of two', () => {
    const landmarks = walk(9, String)
    expect(landmarks).toEqual(['0', '1', '1', '3', '3', '3', '3', '7', '7'])
  })

  test.each([
    [0, 1],
    [0, 7],
    [5, 3],
    [13, 21],
  ])('is met again in a list that after %i pages repeats every %i', (start, length) => {
    const pageAt = (index: number) => String(index < start ? index : start + ((index - start) % length))
    const landmarks = walk(200, pageAt)
    expect(landmarks.some((landmark, index) => landmark === pageAt(index + 1))).toBe(true)
  })
})
