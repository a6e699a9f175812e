import { describe, expect, test } from '@jest/globals'
import nock from 'nock'
import { omitUndefined } from '../../../../src/runtime/omit.ts'
import { impatient } from '../../../kit/call.ts'
import { cutNetwork } from '../../../kit/network.ts'
import { aMessage, aRecipient, cursorOf, mailCall, problemOf, syncEmails } from '../builders.ts'
import { FOLDERS, GRAPH, serveEnd, serveFolders, serveMail } from '../recordings.ts'

cutNetwork()

describe('a page that times out', () => {
  test('is requested again with half the messages until it succeeds', async () => {
    serveFolders()
    const tops: string[] = []
    const slow = ({ $top }: Record<string, unknown>) => tops.push(String($top)) > 0 && Number($top) > 25
    nock(GRAPH).get('/v1.0/me/messages').query(slow).times(3).reply(504, '<html>Gateway Timeout</html>')
    serveMail({ value: [aMessage()] })
    serveEnd()
    const { items, metadata } = await syncEmails()
    expect(items).toHaveLength(1)
    expect(metadata).toBeUndefined()
    expect([...new Set(tops)].slice(0, 3)).toEqual(['100', '50', '25'])
  })

  test('is requested with its own link, of which only the page size is changed', async () => {
    serveFolders()
    serveMail({ value: [aMessage()], '@odata.nextLink': `${GRAPH}/v1.0/me/messages?%24top=100&%24skiptoken=X%2bY%3d` })
    // The link is followed because the second query has nothing new.
    serveMail({ value: [aMessage()], '@odata.nextLink': `${GRAPH}/v1.0/me/messages?%24top=101&%24skiptoken=X%2bY%3d` })
    const { cursor } = cursorOf(await syncEmails())
    nock(GRAPH).get('/v1.0/me/messages').query({ $top: 101, $skiptoken: 'X+Y=' }).reply(504, '')
    nock(GRAPH)
      .get('/v1.0/me/messages')
      .query({ $top: 51, $skiptoken: 'X+Y=' })
      .reply(200, { value: [aMessage({ id: 'm2=' })] })
    serveEnd()
    const { items } = await syncEmails({ cursor })
    expect(items.map(({ externalId }) => externalId)).toEqual(['m2='])
  })

  test('is the error if even a single message times out', async () => {
    serveFolders()
    nock(GRAPH).get('/v1.0/me/messages').query(true).times(20).reply(504, '')
    const call = mailCall()
    expect(await problemOf(syncEmails({}, call))).toMatchObject({ status: 504, problem: 'vendor-error' })
    expect(call.meter.calls).toBe(FOLDERS.length + 7)
  })
})

describe('a list that Graph repeats endlessly', () => {
  test('because it ignores the filter ends', async () => {
    serveFolders()
    const value = [aMessage({ id: 'm1' }), aMessage({ id: 'm2', receivedDateTime: '2026-01-06T09:00:00Z' })]
    nock(GRAPH).get('/v1.0/me/messages').query(true).times(50).reply(200, { value })
    const pages = await readAll({})
    expect(pages.flatMap(({ items }) => items.map(({ externalId }) => externalId))).toEqual(['m1', 'm2'])
  })

  test.each([
    ['under the same link', () => 'a'],
    ['under ever new links', (page: number) => String(page)],
  ])('%s ends with a warning, and the other seconds are read', async (_, linkOf) => {
    serveFolders()
    let page = 0
    const newer = [aMessage({ id: 'm1' }), aMessage({ id: 'm2' })]
    const older = aMessage({ id: 'm3', receivedDateTime: '2026-01-06T09:00:00Z' })
    const hasNewer = ({ $filter }: Record<string, unknown>) => !/lt 2026-01-06T(10:00:00|0)/.test(String($filter))
    const repeat = () => {
      page += 1
      return { value: newer, '@odata.nextLink': linkTo(`$filter=&$skip=${linkOf(page)}`) }
    }
    nock(GRAPH).get('/v1.0/me/messages').query(hasNewer).times(500).reply(200, repeat)
    serveMail({ value: [older] })
    serveEnd()
    const pages = await readAll({})
    expect(pages.flatMap(({ items }) => items.map(({ externalId }) => externalId))).toEqual(['m1', 'm2', 'm3'])
    expect(page).toBeLessThan(120)
    expect(pages.flatMap(({ metadata }) => metadata?.warnings ?? [])).toEqual([
      expect.stringMatching(/repeated pages of its list.* second 2026-01-06T10:00:00Z may be missing/),
    ])
  })

  test('with empty pages ends with a warning', async () => {
    serveFolders()
    nock(GRAPH)
      .get('/v1.0/me/messages')
      .query(true)
      .times(10)
      .reply(200, { value: [], '@odata.nextLink': linkTo('$skip=5') })
    const pages = await readAll({})
    expect(pages.at(-1)?.metadata?.warnings).toEqual([expect.stringContaining('older messages may be missing')])
  })
})

describe('mail that is filtered by address', () => {
  test('skips pages without a match within the time budget', async () => {
    serveFolders()
    for (let index = 0; index < 12; index += 1) {
      const message = aMessage({ id: `m${index}=`, receivedDateTime: `2026-01-06T10:00:${40 - index}Z` })
      serveMail({
        value: [message],
        ...omitUndefined({ '@odata.nextLink': index < 11 ? linkTo(`$skip=${index}`) : undefined }),
      })
    }
    serveEnd()
    const call = mailCall()
    const { items, pagination } = await syncEmails({ includeEmails: ['eve@example.org'] }, call)
    expect(items).toEqual([])
    expect(pagination.hasMore).toBe(false)
    expect(call.meter.calls).toBe(FOLDERS.length + 12 + 1)
  })

  test('continues where the time budget ran out', async () => {
    serveFolders()
    serveMail({ value: [aMessage({ id: 'm1=' })], '@odata.nextLink': linkTo('$skip=1') })
    const call = mailCall()
    const times = Array(FOLDERS.length + 1).fill(60_000)
    const budget = Object.assign(Object.create(call.budget), {
      signal: call.budget.signal,
      remainingMs: () => times.shift() ?? 0,
    })
    const filter = { includeEmails: ['eve@example.org'] }
    const first = await syncEmails(filter, { ...call, budget })
    expect(first.items).toEqual([])
    expect(first.metadata?.warnings).toEqual([expect.stringContaining('within the time')])
    serveMail({ value: [aMessage({ id: 'm2=', ccRecipients: [aRecipient('Eve@example.org')] })] })
    nock(GRAPH)
      .get('/v1.0/me/messages/m2%3D')
      .query(true)
      .reply(200, aMessage({ id: 'm2=', ccRecipients: [aRecipient('Eve@example.org')] }))
    serveEnd()
    const second = await syncEmails({ ...filter, ...cursorOf(first) })
    expect(second.items.map(({ externalId }) => externalId)).toEqual(['m2='])
  })

  test('delivers at most a page of matches and carries the others over', async () => {
    serveFolders()
    const all = Array.from({ length: 5 }, (_, index) => aMessage({ id: `m${index}=` }))
    serveMail({ value: all })
    serveEnd()
    for (const message of all) {
      nock(GRAPH)
        .get(`/v1.0/me/messages/${encodeURIComponent(message.id)}`)
        .query(true)
        .reply(200, message)
    }
    const pages = await readAll({ limit: 2, includeEmails: ['bob@example.org'] })
    expect(pages.map(({ items }) => items.map(({ externalId }) => externalId))).toEqual([
      ['m0=', 'm1='],
      ['m2=', 'm3='],
      ['m4='],
    ])
  })

  test('fetches an unreadable message before it is matched', async () => {
    serveFolders()
    const bad = { id: 'bad=', toRecipients: {} }
    serveMail({ value: [bad] })
    serveEnd()
    nock(GRAPH).get('/v1.0/me/messages/bad%3D').query(true).reply(200, bad)
    const { metadata } = await syncEmails({ includeEmails: ['bob@example.org'] })
    expect(metadata?.warnings).toEqual(['The message bad= is unreadable and was left out.'])
  })
})

describe('a page', () => {
  test('ends before it exceeds the size limit, and the rest is fetched one by one', async () => {
    serveFolders()
    const body = { contentType: 'text', content: 'x'.repeat(990_000) } as const
    const all = Array.from({ length: 45 }, (_, index) => aMessage({ id: `m${index}=`, body }))
    serveMail({ value: all })
    serveEnd()
    for (const { id } of all.slice(40)) {
      nock(GRAPH)
        .get(`/v1.0/me/messages/${encodeURIComponent(id)}`)
        .query(true)
        .reply(200, aMessage({ id, body }))
    }
    const pages = await readAll({})
    expect(pages[0]?.metadata?.warnings).toEqual([expect.stringContaining('has reached its maximum size')])
    expect(Buffer.byteLength(JSON.stringify(pages[0]))).toBeLessThan(50_000_000)
    const ids = pages.flatMap(({ items }) => items.map(({ externalId }) => externalId))
    expect(ids).toEqual(all.map(({ id }) => id))
  })

  test('with a smaller limit than the list carries the rest over', async () => {
    serveFolders()
    serveMail({ value: ['a', 'b', 'c'].map((id) => aMessage({ id })), '@odata.nextLink': linkTo('$top=3&$skip=3') })
    const first = await syncEmails({ limit: 3 })
    serveMail({ value: ['d', 'e', 'f'].map((id) => aMessage({ id })) })
    serveEnd()
    for (const id of ['e', 'f']) nock(GRAPH).get(`/v1.0/me/messages/${id}`).query(true).reply(200, aMessage({ id }))
    const rest = await readAll({ limit: 1, ...cursorOf(first) })
    expect(rest.map(({ items }) => items.map(({ externalId }) => externalId))).toEqual([['d'], ['e'], ['f']])
  })

  test('that begins with the end of the previous page does not repeat those messages', async () => {
    serveFolders()
    serveMail({ value: ['a', 'b', 'c'].map((id) => aMessage({ id })), '@odata.nextLink': linkTo('$skip=3') })
    serveMail({ value: ['b', 'c', 'd', 'd'].map((id) => aMessage({ id })) })
    serveEnd()
    const pages = await readAll({})
    expect(pages.flatMap(({ items }) => items.map(({ externalId }) => externalId))).toEqual(['a', 'b', 'c', 'd'])
  })

  test('of a missing mailbox is an error that is not retried', async () => {
    const dead = { error: { code: 'MailboxNotEnabledForRESTAPI', message: 'The mailbox is either inactive …' } }
    nock(GRAPH)
      .get(/mailFolders/)
      .query(true)
      .reply(404, dead)
    const call = mailCall()
    const problem = await problemOf(syncEmails({}, call))
    expect(problem).toMatchObject({
      status: 403,
      problem: 'mailbox-unavailable',
      message: expect.stringContaining('on-premises'),
    })
    expect(call.meter).toMatchObject({ calls: 1, waits: 0 })
  })

  test('that is throttled before anything was read has the time to wait', async () => {
    serveFolders()
    const refusal = {
      error: { code: 'ApplicationThrottled', message: 'Application is over its MailboxConcurrency limit.' },
    }
    nock(GRAPH).get('/v1.0/me/messages').query(true).reply(429, refusal, { 'Retry-After': '120' })
    const problem = await problemOf(syncEmails({}, mailCall({ budget: impatient() })))
    expect(problem).toMatchObject({ status: 429, options: { retryAfterMs: 120_000 } })
  })
})

function linkTo(query: string): string {
  return `${GRAPH}/v1.0/me/messages?${query}`
}

/** Reads all pages of a sync, starting with the filter's cursor. */
async function readAll(filter: Parameters<typeof syncEmails>[0]) {
  const pages = [await syncEmails(filter)]
  for (let page = pages[0]; page?.pagination.cursor; page = pages.at(-1)) {
    pages.push(await syncEmails({ ...filter, cursor: page.pagination.cursor }))
  }
  return pages
}
