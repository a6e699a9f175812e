import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type MicrosoftSandbox, startMicrosoft } from '../../../../sandbox/microsoft/index.ts'
import { as, BILAL, type Get, itemsOf, ME, pagesOf, type Reply } from '../harness.ts'

const MAILS = `${ME}/messages`
let microsoft: MicrosoftSandbox
let get: Get

beforeEach(async () => {
  microsoft = await startMicrosoft()
  get = as(microsoft, BILAL)
  microsoft.fillMailbox(BILAL, { count: 25, seed: 2 })
})
afterEach(() => microsoft.stop())

const sizes = (pages: readonly Reply[]) => pages.map(({ body }) => body.value.length)
const idsOf = (page: Reply | undefined) => page?.body.value.map(({ id }: { id: string }) => id)
const linkOf = ({ body }: Reply): string => body['@odata.nextLink']
const skipOf = (page: Reply) => Number(new URL(linkOf(page)).searchParams.get('$skip'))

describe('following nextLinks', () => {
  test('returns every item once', async () => {
    const pages = await pagesOf(get, MAILS, { $top: 7 })
    expect(sizes(pages)).toEqual([7, 7, 7, 4])
    expect(new Set(itemsOf(pages).map(({ id }) => id)).size).toBe(25)
  })

  test('keeps all parameters of the first request', async () => {
    const query = { $top: 3, $select: 'subject', $filter: "contains(subject,'RE:')", $count: true }
    const pages = await pagesOf(get, MAILS, query)
    expect(itemsOf(pages).every(({ subject, body }) => subject.startsWith('RE:') && body === undefined)).toBe(true)
    expect(pages.every(({ body }) => body['@odata.count'] === itemsOf(pages).length)).toBe(true)
  })

  test('stays on the origin of the request, whatever its host name', async () => {
    const named = microsoft.origin.replace('127.0.0.1', 'localhost')
    expect(linkOf(await get(`${named}${MAILS}`))).toMatch(new RegExp(`^${named}${MAILS}\\?%24skip=`))
  })

  test('returns the same link for the same page', async () => {
    expect(linkOf(await get(MAILS))).toBe(linkOf(await get(MAILS)))
  })

  test('repeats items when messages arrive meanwhile, because positions are counted', async () => {
    const first = await get(MAILS, { $top: 10 })
    microsoft.deliverMail(BILAL, { subject: 'Just now' })
    const second = await get(linkOf(first))
    expect(idsOf(second)).toContain(idsOf(first).at(-1))
    const bound = { $top: 10, $filter: 'receivedDateTime lt 2026-03-16T09:00:00Z' }
    const frozen = await get(MAILS, bound)
    microsoft.deliverMail(BILAL, { subject: 'And again' })
    expect(idsOf(await get(linkOf(frozen)))).not.toContain(idsOf(frozen).at(-1))
  })
})

describe('$skip', () => {
  test('in a link is not the number of items', async () => {
    const first = await get(MAILS, { $top: 5 })
    const second = await get(linkOf(first))
    expect(skipOf(first)).toBeGreaterThan(25)
    expect(skipOf(second)).not.toBe(skipOf(first) + 5)
  })

  test('of a client is a number of items; that of a link is only valid for its listing', async () => {
    const all = idsOf(await get(MAILS, { $top: 25 }))
    expect(idsOf(await get(MAILS, { $top: 5, $skip: 20 }))).toEqual(all.slice(20))
    const skip = skipOf(await get(MAILS, { $top: 5 }))
    expect(idsOf(await get(MAILS, { $top: 2, $skip: skip }))).toEqual(all.slice(5, 7))
    expect(idsOf(await get(MAILS, { $skip: skip, $orderby: 'subject' }))).toEqual([])
  })
})

describe('pages', () => {
  test('may be empty although there is a nextLink', async () => {
    microsoft.settings.emptyPages = 2
    const pages = await pagesOf(get, MAILS, { $top: 20 })
    expect(sizes(pages)).toEqual([0, 0, 20, 0, 0, 5])
    expect(new Set(pages.map(linkOf)).size).toBe(6)
  })

  test('may be shorter than requested', async () => {
    microsoft.settings.maxPageSize = 8
    expect(sizes(await pagesOf(get, MAILS, { $top: 1000 }))).toEqual([8, 8, 8, 1])
  })
})

describe('nextLinks', () => {
  test('count positions: what is deleted before them pushes later items out of sight', async () => {
    const first = await get(MAILS, { $top: 10 })
    const all = idsOf(await get(MAILS, { $top: 25 }))
    for (const id of idsOf(first).slice(0, 4)) microsoft.removeMail(BILAL, id)
    expect(idsOf(await get(linkOf(first)))).toEqual(all.slice(14, 24))
  })

  test('may be missing although there are more items', async () => {
    microsoft.settings.missingLinkEvery = 2
    expect(sizes(await pagesOf(get, MAILS, { $top: 5 }))).toEqual([5, 5])
  })
})

describe('loops', () => {
  test('begin with the second page, whose nextLink leads to the same page', async () => {
    microsoft.settings.loop = 'same-link'
    const first = await get(MAILS)
    const second = await get(linkOf(first))
    const third = await get(linkOf(second))
    expect(idsOf(second)).not.toEqual(idsOf(first))
    expect(idsOf(third)).toEqual(idsOf(second))
    expect(linkOf(third)).toBe(linkOf(second))
  })

  test('may have a new link for each page', async () => {
    microsoft.settings.loop = 'new-link'
    let page = await get(linkOf(await get(MAILS)))
    const links = new Set<string>()
    const contents = new Set<string>()
    for (let round = 0; round < 5; round++) {
      links.add(linkOf(page))
      contents.add(JSON.stringify(idsOf(page)))
      page = await get(linkOf(page))
    }
    expect([links.size, contents.size]).toEqual([5, 1])
  })

  test('repeat the second page even when it is the last one', async () => {
    microsoft.settings.loop = 'same-link'
    const second = await get(linkOf(await get(MAILS, { $top: 20 })))
    expect(idsOf(second)).toHaveLength(5)
    expect(idsOf(await get(linkOf(second)))).toEqual(idsOf(second))
  })

  test('do not affect listings of one page', async () => {
    microsoft.settings.loop = 'same-link'
    expect(sizes(await pagesOf(get, MAILS, { $top: 25 }))).toEqual([25])
  })
})
