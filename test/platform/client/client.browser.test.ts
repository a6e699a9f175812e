import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Browser, Page } from 'playwright-core'
import type * as Client from '../../../platform/client/index.ts'
import { launchChromium } from '../../kit/chromium.ts'
import { inBrowser } from '../../kit/in-browser.ts'
import { type Api, newEmail, startApi } from '../graph/api.ts'
import { startSite } from './browser-site.ts'

inBrowser('the client in a browser', () => {
  let api: Api
  let site: Awaited<ReturnType<typeof startSite>>
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    site = await startSite()
    api = await startApi({ CORS_ORIGINS: site.origin })
    browser = await launchChromium()
    page = await browser.newPage()
    await page.goto(site.origin)
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
    await Promise.all([api.stop(), site.stop()])
  })

  test('refreshes a token, writes, reads in a batch and gets the code of an error', async () => {
    const token = await api.issuer.token(newEmail())
    expect(await page.evaluate(writeAndRead, { url: api.url, token })).toEqual({
      titles: ['From a browser', 'From a browser'],
      code: 'NOT_FOUND',
      warnings: ['SIZE_CLAMPED'],
    })
  })

  test('receives events', async () => {
    const token = await api.issuer.token(newEmail())
    expect(await page.evaluate(receive, { url: api.url, token })).toEqual(['CREATED', 'Live'])
  })

  test('throws SignInRequired without a valid token', async () => {
    expect(await page.evaluate(signIn, { url: api.url, token: 'none' })).toBe('SignInRequired')
  })
})

interface Target {
  url: string
  token: string
}

/** Runs in the page. */
async function writeAndRead({ url, token }: Target) {
  const path = '/client/index.ts'
  const client: typeof Client = await import(path)
  const warnings: string[] = []
  const graph = new client.GraphClient({
    url,
    token: 'too old',
    refresh: () => token,
    timeZone: 'Europe/Berlin',
    onWarning: ({ code }) => warnings.push(code),
  })
  const { upsertOneNote } = await graph.request(client.UpsertOneNoteDocument, { input: { title: 'From a browser' } })
  const input = { _ids: [upsertOneNote?._id ?? ''] }
  const [first, tags] = await Promise.all([
    graph.request(client.BlocksDocument, { input }),
    graph.request(client.SearchTagsDocument, { input: { size: 1_000 } }),
  ])
  const missing = graph.request(client.BlockDocument, { input: { _id: 'nothing' } })
  const code = await missing.catch((error: InstanceType<typeof Client.GraphRequestError>) => error.code)
  const second = await graph.request(client.BlocksDocument, { input })
  const titles = [first, second].flatMap(({ blocks }) => blocks?.map(({ title }) => title))
  return { titles, code, warnings: tags.searchTags ? warnings : [] }
}

/** Runs in the page. */
async function receive({ url, token }: Target) {
  const path = '/client/index.ts'
  const client: typeof Client = await import(path)
  const graph = new client.GraphClient({ url, token })
  const live = new client.GraphLive(graph)
  for await (const change of client.blockChanges(live)) {
    if (change.type === 'ready') await graph.request(client.UpsertOneNoteDocument, { input: { title: 'Live' } })
    if (change.type === 'event') {
      live.close()
      return [change.event.eventType, change.event.block?.title]
    }
  }
  return []
}

/** Runs in the page. */
async function signIn({ url, token }: Target) {
  const path = '/client/index.ts'
  const client: typeof Client = await import(path)
  const graph = new client.GraphClient({ url, token, refresh: () => 'none either' })
  return graph.request(client.TenantDocument).then(
    () => 'signed in',
    (error: Error) => error.name,
  )
}
