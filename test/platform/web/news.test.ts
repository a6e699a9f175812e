import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { onlyDatabase } from '../../../platform/storage/each-bucket.ts'
import { DEFAULT_WEB_LIMITS } from '../../../platform/web/options.ts'
import { WebWorker } from '../../../platform/web/worker.ts'
import { type Api, newEmail, startApi } from '../graph/api.ts'
import { type Site, startSite } from './site.ts'

const DAY_MS = 86_400_000

let api: Api
let site: Site
let worker: WebWorker
beforeAll(async () => {
  ;[api, site] = await Promise.all([startApi(), startSite()])
  worker = new WebWorker({
    each: onlyDatabase(api.db),
    options: { enabled: true, allowedHosts: new Set([site.host]), limits: { ...DEFAULT_WEB_LIMITS, hostDelayMs: 0 } },
    publicUrl: undefined,
    now: Date.now,
    onFetched: () => undefined,
    onError: (error) => {
      throw error
    },
  })
})
afterAll(async () => {
  await worker.stop()
  await Promise.all([api.stop(), site.stop()])
})
beforeEach(() => {
  site.serve('/', '<title>Kestrel</title><link rel="alternate" type="application/rss+xml" href="/feed">')
  site.serve('/feed', rss('Launch', Date.now() - DAY_MS), { 'Content-Type': 'application/rss+xml', ETag: '"1"' })
})
afterEach(async () => {
  site.requests.length = 0
  await api.db.deleteFrom('web_fetches').execute()
})

const rss = (
  title: string,
  date: number,
) => `<rss version="2.0"><channel><title>News</title><item><title>${title}</title>
  <link>/launch</link><pubDate>${new Date(date).toUTCString()}</pubDate><description>It flies.</description></item>
  <item><title>Old</title><link>/old</link><pubDate>Mon, 06 Jan 2020 10:00:00 GMT</pubDate></item></channel></rss>`

async function createCompany(email: string, more: object = {}): Promise<string> {
  const input = { tagType: 'topic', tagSubType: 'organization', alias: 'Kestrel', url: `${site.origin}/`, ...more }
  const query = 'mutation T($input: UpsertTagInput!) { upsertOneTag(input: $input) { _id } }'
  const { data } = await api.execute(email, query, { input })
  return (data.upsertOneTag as { _id: string })._id
}

async function newsOf(email: string, id: string): Promise<unknown> {
  const query =
    'query N($ids: [String!]!) { tagNews(input: { _ids: $ids }) { news { _id snippets { title snippet url } } } }'
  const { data } = await api.execute(email, query, { ids: [id] })
  return (data.tagNews as { news: { snippets: unknown }[] }).news[0]?.snippets
}

const setDue = (date: number) => api.db.updateTable('web_fetches').set({ date_due: date }).execute()
const LAUNCH = { title: 'Launch', snippet: 'It flies.', url: expect.stringContaining('/launch') }

describe('the news of a company', () => {
  test('are those of the feed of its own site, soon after they were requested for the first time', async () => {
    const email = newEmail()
    const id = await createCompany(email)
    expect(await newsOf(email, id)).toEqual([])
    expect(await worker.runOnce()).toBe(1)
    expect(await newsOf(email, id)).toEqual([LAUNCH])
    expect(site.paths()).toEqual(['/robots.txt', '/', '/feed'])
    expect(await worker.runOnce()).toBe(0)
  })

  test('are read again a day later, which costs nothing when the feed has not changed', async () => {
    const email = newEmail()
    const id = await createCompany(email)
    await newsOf(email, id)
    await worker.runOnce()
    const [row] = await api.db.selectFrom('web_fetches').selectAll().execute()
    expect(row?.date_due).toBeGreaterThan(Date.now() + DAY_MS - 60_000)
    await setDue(1)
    site.serve('/feed', (request, response) => {
      response.writeHead(request.headers['if-none-match'] === '"1"' ? 304 : 500).end()
    })
    await worker.runOnce()
    expect(await newsOf(email, id)).toEqual([LAUNCH])
    await setDue(1)
    site.serve('/feed', rss('Second launch', Date.now()), { 'Content-Type': 'text/xml' })
    await worker.runOnce()
    expect(await newsOf(email, id)).toEqual([{ ...LAUNCH, title: 'Second launch' }])
  })

  test('are looked for at its site again when the feed is gone', async () => {
    const email = newEmail()
    const id = await createCompany(email)
    await newsOf(email, id)
    await worker.runOnce()
    await setDue(1)
    site.serve('/feed', (_, response) => void response.writeHead(410).end())
    site.serve('/', '<link rel="alternate" type="application/atom+xml" href="/new-feed">')
    site.serve('/new-feed', rss('New', Date.now()), { 'Content-Type': 'application/xml' })
    await worker.runOnce()
    expect(await newsOf(email, id)).toMatchObject([{ title: 'New' }])
  })

  test('are given up for a day when the site is down, and read then', async () => {
    const email = newEmail()
    const id = await createCompany(email)
    await newsOf(email, id)
    site.serve('/', (_, response) => void response.writeHead(503).end())
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await setDue(1)
      await worker.runOnce()
    }
    const [row] = await api.db.selectFrom('web_fetches').selectAll().execute()
    expect(row?.attempt_count).toBe(0)
    expect(Math.abs((row?.date_due ?? 0) - Date.now() - DAY_MS)).toBeLessThan(60_000)
  })

  test('that kill their workers are given up for a month', async () => {
    const email = newEmail()
    await newsOf(email, await createCompany(email))
    await api.db.updateTable('web_fetches').set({ attempt_count: 5, date_due: 1, lease_until: 1 }).execute()
    expect(await worker.runOnce()).toBe(0)
    const [row] = await api.db.selectFrom('web_fetches').selectAll().execute()
    expect(row?.date_due).toBeGreaterThan(Date.now() + 29 * DAY_MS)
  })

  test('are those of the address that the company has, also if it was corrected while another one was read', async () => {
    const email = newEmail()
    const id = await createCompany(email, { url: `${site.origin}/wrong` })
    await newsOf(email, id)
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const { promise: corrected, resolve: correct } = Promise.withResolvers<void>()
    site.serve('/wrong', async (_, response) => {
      begin()
      await corrected
      response
        .setHeader('Content-Type', 'text/html')
        .end('<link rel="alternate" type="application/rss+xml" href="/other">')
    })
    site.serve('/other', rss('Somebody else', Date.now()), { 'Content-Type': 'application/rss+xml' })
    const run = worker.runOnce()
    await begun
    const mutation = 'mutation T($input: UpsertTagInput!) { upsertOneTag(input: $input) { _id } }'
    await api.execute(email, mutation, { input: { _id: id, url: `${site.origin}/` } })
    await newsOf(email, id)
    correct()
    await run
    expect(await newsOf(email, id)).toEqual([])
    expect(await worker.runOnce()).toBe(1)
    expect(await newsOf(email, id)).toEqual([LAUNCH])
  })

  test('are read without being requested for favorites, and not for anything else', async () => {
    const email = newEmail()
    const favorite = await createCompany(email, { favorite: true })
    await createCompany(email, { alias: 'Other', url: 'https://www.halden.com/' })
    await createCompany(email, { tagSubType: null, alias: 'Aircraft', url: null, favorite: true })
    const fresh = new WebWorker({
      each: onlyDatabase(api.db),
      options: { enabled: true, allowedHosts: new Set([site.host]), limits: { ...DEFAULT_WEB_LIMITS, hostDelayMs: 0 } },
      publicUrl: undefined,
      now: Date.now,
      onFetched: () => undefined,
      onError: () => undefined,
    })
    await fresh.runOnce()
    await fresh.stop()
    const rows = await api.db.selectFrom('web_fetches').select('subject_id').execute()
    expect(rows).toEqual([{ subject_id: favorite }])
    expect(await newsOf(email, favorite)).toEqual([LAUNCH])
  })

  test('are no longer read a month after they were last requested', async () => {
    const email = newEmail()
    const id = await createCompany(email)
    await newsOf(email, id)
    await api.db
      .updateTable('web_fetches')
      .set({ date_requested: Date.now() - 31 * DAY_MS })
      .execute()
    await worker.runOnce()
    expect([site.requests, await api.db.selectFrom('web_fetches').select('date_due').execute()]).toEqual([
      [],
      [{ date_due: null }],
    ])
    await newsOf(email, id)
    expect(await worker.runOnce()).toBe(1)
  })

  test('of a site without a feed are none', async () => {
    site.serve('/', '<title>Kestrel</title>')
    const email = newEmail()
    const id = await createCompany(email)
    await newsOf(email, id)
    await worker.runOnce()
    const [row] = await api.db.selectFrom('web_fetches').selectAll().execute()
    expect([await newsOf(email, id), row?.error, (row?.date_due ?? 0) > Date.now() + 29 * DAY_MS]).toEqual([
      [],
      null,
      true,
    ])
  })
})
