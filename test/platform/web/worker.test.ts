import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { onlyDatabase } from '../../../platform/storage/each-bucket.ts'
import { DEFAULT_WEB_LIMITS } from '../../../platform/web/options.ts'
import { type FetchEvent, WebWorker } from '../../../platform/web/worker.ts'
import { LINK } from '../actions/api.ts'
import { type Api, newEmail, startApi } from '../graph/api.ts'
import { KEY } from '../graph/provider.ts'
import { type Site, startSite } from './site.ts'

let api: Api
let site: Site
let events: FetchEvent[]
let worker: WebWorker
beforeAll(async () => {
  ;[api, site] = await Promise.all([startApi(), startSite()])
})
afterAll(() => Promise.all([api.stop(), site.stop()]))
beforeEach(() => {
  events = []
  worker = createWorker()
})
afterEach(async () => {
  await worker.stop()
  site.requests.length = 0
  await api.db.deleteFrom('web_fetches').execute()
})

function createWorker(allowed = [site.host]): WebWorker {
  const limits = { ...DEFAULT_WEB_LIMITS, hostDelayMs: 0 }
  return new WebWorker({
    each: onlyDatabase(api.db),
    options: { enabled: true, allowedHosts: new Set(allowed), limits },
    publicUrl: undefined,
    now: Date.now,
    onFetched: (event) => events.push(event),
    onError: (error) => {
      throw error
    },
  })
}

const PAGE = `<title>Launch</title><meta name="description" content="The first flight of the Kestrel.">
  <meta property="og:image" content="/a.png"><meta property="article:published_time" content="2026-01-02"><link rel="icon" href="/i.ico">`

const FIELDS = `_id title text ... on Website { url domain description imageUrl favicon datePublished }`
const link = async (email: string, input: object) => {
  const { data, errors } = await api.execute(email, LINK, { input })
  expect(errors).toBeUndefined()
  return data.linkUrl as { _id: string; title: string; block: { _id: string } }
}
const blockOf = async (email: string, id: string) =>
  (await api.execute(email, `{ block(input: { _id: "${id}" }) { ${FIELDS} businessObjects { title iconUrl } } }`)).data
    .block

const fetches = () => api.db.selectFrom('web_fetches').selectAll().execute()

describe('a pasted page', () => {
  test('gets the title, description, date and picture of the page, and is found by them', async () => {
    site.serve('/launch', PAGE)
    const email = newEmail()
    const url = `${site.origin}/launch`
    const { block, title } = await link(email, { url })
    expect(title).toBe(`${site.host}/launch`)
    expect(await worker.runOnce()).toBe(1)
    expect(await blockOf(email, block._id)).toMatchObject({
      title: 'Launch',
      text: 'The first flight of the Kestrel.',
      url,
      domain: '127.0.0.1',
      description: 'The first flight of the Kestrel.',
      imageUrl: `${site.origin}/a.png`,
      favicon: `${site.origin}/i.ico`,
      datePublished: Date.UTC(2026, 0, 2),
      businessObjects: [{ title: 'Launch', iconUrl: `${site.origin}/i.ico` }],
    })
    const search = await api.execute(email, '{ searchGraph(input: { searchString: "flight kestrel" }) { _id } }')
    expect(search.data.searchGraph).toEqual([{ _id: block._id }])
    expect(site.paths()).toEqual(['/robots.txt', '/launch'])
    expect((await link(email, { url })).title).toBe('Launch')
    expect(await worker.runOnce()).toBe(0)
  })

  test('that was attached to a note gives the attached object its title', async () => {
    site.serve('/launch', PAGE)
    const email = newEmail()
    const note = await api.execute(email, 'mutation { upsertOneNote(input: { title: "N" }) { _id } }')
    const { _id } = note.data.upsertOneNote as { _id: string }
    await link(email, { url: `${site.origin}/launch`, referenceBlock: { id: _id, blockType: 'note' } })
    await worker.runOnce()
    expect(await blockOf(email, _id)).toMatchObject({ title: 'N', businessObjects: [{ title: 'Launch' }] })
  })

  test('that was attached as a business object gives it its title', async () => {
    site.serve('/', PAGE)
    const email = newEmail()
    const note = await api.execute(email, 'mutation { upsertOneNote(input: { title: "N" }) { _id } }')
    const { _id: id } = note.data.upsertOneNote as { _id: string }
    const query = 'mutation A($input: AddBusinessObjectInput!) { addBusinessObject(input: $input) { block { _id } } }'
    const input = { referenceBlock: { id, blockType: 'note' }, businessObject: { url: site.origin } }
    expect((await api.execute(email, query, { input })).errors).toBeUndefined()
    await worker.runOnce()
    expect(await blockOf(email, id)).toMatchObject({ businessObjects: [{ title: 'Launch' }] })
  })

  test('is fetched by a running platform, without being asked for again', async () => {
    site.serve('/launch', PAGE)
    const running = await startApi({ WEB_FETCH: 'true', WEB_ALLOWED_HOSTS: site.host, WEB_POLL_INTERVAL_MS: '20' })
    try {
      const email = newEmail()
      const { data } = await running.execute(email, LINK, { input: { url: `${site.origin}/launch` } })
      const { _id } = (data.linkUrl as { block: { _id: string } }).block
      const title = async () => {
        const block = await running.execute(email, `{ block(input: { _id: "${_id}" }) { title } }`)
        return (block.data.block as { title: string }).title
      }
      while ((await title()) !== 'Launch');
      const metrics = await fetch(`${running.url}/metrics`, { headers: { Authorization: `Bearer ${KEY}` } })
      expect(await metrics.text()).toContain('platform_web_fetches_total{kind="page",outcome="fetched"} 1')
    } finally {
      await running.stop()
    }
  })

  test('keeps a title that a person gave it', async () => {
    site.serve('/launch', PAGE)
    const email = newEmail()
    const { block } = await link(email, { url: `${site.origin}/launch` })
    await api.db.updateTable('blocks').set({ title: 'Mine' }).where('block_id', '=', block._id).execute()
    await worker.runOnce()
    expect(await blockOf(email, block._id)).toMatchObject({ title: 'Mine', imageUrl: `${site.origin}/a.png` })
  })

  test('is not fetched for people who may not see the block, nor after its block was archived', async () => {
    const [owner, outsider] = [newEmail(), newEmail()]
    const note = await api.execute(owner, 'mutation { upsertOneNote(input: { title: "N" }) { _id } }')
    const { _id: id } = note.data.upsertOneNote as { _id: string }
    const input = { url: `${site.origin}/launch`, referenceBlock: { id, blockType: 'note' } }
    const refused = await api.execute(outsider, LINK, { input })
    expect(refused.errors?.[0]?.extensions.code).toBe('NOT_FOUND')
    expect(await fetches()).toEqual([])
    const { block } = await link(owner, { url: `${site.origin}/launch` })
    await api.execute(owner, `mutation { archiveOneBlock(input: { _id: "${block._id}" }) { archived } }`)
    await worker.runOnce()
    expect([site.requests, await fetches()]).toEqual([[], [expect.objectContaining({ date_due: null })]])
  })

  test('that is private is refused, once, without a request', async () => {
    await worker.stop()
    worker = createWorker([])
    await link(newEmail(), { url: `${site.origin}/launch` })
    await worker.runOnce()
    expect(events).toEqual([
      { kind: 'page', host: site.host, outcome: 'given up', reason: expect.stringContaining('not') },
    ])
    expect([site.requests, (await fetches())[0]?.date_due]).toEqual([[], null])
  })

  test('that fails is tried again later and given up after five attempts', async () => {
    site.serve('/down', (_, response) => void response.writeHead(503, { 'Retry-After': '7200' }).end())
    await link(newEmail(), { url: `${site.origin}/down` })
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const before = Date.now()
      expect(await worker.runOnce()).toBe(1)
      const [row] = await fetches()
      if (attempt < 5) expect(row?.date_due).toBeGreaterThanOrEqual(before + 7_200_000)
      else expect(row?.date_due).toBeNull()
      if (attempt < 5) await api.db.updateTable('web_fetches').set({ date_due: 1 }).execute()
    }
    expect(events.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'failed', 'failed', 'given up'])
  })

  test('is fetched by one of several workers, and by another one when that one was killed', async () => {
    site.serve('/launch', PAGE)
    await link(newEmail(), { url: `${site.origin}/launch` })
    const other = createWorker()
    const counts = await Promise.all([worker.runOnce(), other.runOnce(), other.runOnce()])
    expect([counts.toSorted(), events.length]).toEqual([[0, 0, 1], 1])
    await api.db
      .updateTable('web_fetches')
      .set({ date_due: Date.now() - 1, lease_until: Date.now() - 1 })
      .execute()
    expect(await other.runOnce()).toBe(1)
    await other.stop()
  })

  test('that kills its workers is given up', async () => {
    await link(newEmail(), { url: `${site.origin}/lethal` })
    await api.db.updateTable('web_fetches').set({ attempt_count: 5, date_due: 1, lease_until: 1 }).execute()
    expect(await worker.runOnce()).toBe(0)
    expect(await fetches()).toMatchObject([
      { date_due: null, lease_until: null, error: expect.stringContaining('workers') },
    ])
    expect(site.requests).toEqual([])
  })

  test('that is being fetched when the worker stops is left to another one', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    site.serve('/slow', () => resolve())
    await link(newEmail(), { url: `${site.origin}/slow` })
    const run = worker.runOnce()
    await promise
    await worker.stop()
    await run
    expect(await fetches()).toMatchObject([{ attempt_count: 0, lease_until: null }])
    worker = createWorker()
  })
})
