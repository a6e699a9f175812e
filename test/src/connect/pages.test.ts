import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Browser as Chromium, chromium } from 'playwright-core'
import type { Auth, Settings } from '../../../src/kit/application.ts'
import { ProviderError, ValidationError } from '../../../src/kit/errors.ts'
import { credential, everything, fixtureVendor } from '../fixture-vendor.ts'
import { HOSTILE_TEXTS } from '../hostile-texts.ts'
import { type HttpResponse, send } from '../http.ts'
import { type RunningHub, startHub } from '../hub.ts'

/** Ways into a page: what a stranger can make it say, and what a vendor can. */
const WAYS: Record<string, (text: string) => string> = {
  'the application of a connect': (text) => `/auth/connect?connectionId=c1&application=${encodeURIComponent(text)}`,
  'the id of a connection': (text) => `/auth/connect?application=acme-all&connectionId=${encodeURIComponent(text)}`,
  'the state of a callback': (text) => `/auth/callback?code=x&state=${encodeURIComponent(text)}`,
  'the application of a state': (text) => `/auth/callback?code=x&state=c1.${encodeURIComponent(text)}`,
  'the error of a vendor': (text) => `/auth/callback?state=c1.acme-all&error=${encodeURIComponent(text)}`,
  'its description': (text) => `/auth/callback?state=c1.acme-all&error=x&error_description=${encodeURIComponent(text)}`,
  'a thrown text': (text) => `/auth/callback?state=c1.acme-all&thrown=${encodeURIComponent(text)}`,
  'the message of a check': (text) => `/auth/callback?state=c1.acme-all&message=${encodeURIComponent(text)}`,
}

/** An application that repeats whatever it is told, as a careless one would. */
const careless: Auth<Settings> = {
  ...(everything.auth as Auth<Settings>),
  callback: async ({ connectionId, parameters: { error, error_description, thrown, message } }) => {
    if (error) throw new ValidationError(`${error}: ${error_description}`)
    if (thrown) throw new ProviderError(502, 'vendor-error', thrown)
    return { connectionId, credential: credential({ profile: message ?? null }) }
  },
  check: async ({ credential: { profile } }) =>
    profile ? { status: 'scope_required', message: String(profile) } : { status: 'ok' },
}

let hub: RunningHub
beforeAll(async () => {
  hub = await startHub({ vendors: [fixtureVendor({ auth: careless })] })
})
afterAll(() => hub.stop())

describe('a page', () => {
  test.each(Object.entries(WAYS))(`says %s as text, for ${HOSTILE_TEXTS.length} hostile texts`, async (_name, way) => {
    const plain = tags(await send(`${hub.url}${way('nothing special')}`))
    for (const text of HOSTILE_TEXTS) {
      const page = await send(`${hub.url}${way(text)}`)
      expect(page.status).toBeGreaterThanOrEqual(400)
      expect(tags(page)).toEqual(plain)
    }
  })

  const pages: [string, string, number][] = [
    ['of a success', '/auth/callback?state=c9.acme-all&code=once', 200],
    ['of an error', '/auth/callback?state=nothing', 400],
    ['of a missing permission', '/auth/callback?state=c1.acme-all&message=x', 403],
    ['on the way to the vendor', '/auth/connect?application=acme-all&connectionId=c1', 302],
  ]
  test.each(pages)('%s loads nothing from elsewhere and stands in no frame', async (_name, path, status) => {
    const answer = await send(`${hub.url}${path}`, { headers: { Accept: 'text/html' } })
    const policy = directives(answer)
    expect(answer.status).toBe(status)
    expect(policy).toMatchObject({
      'default-src': "'none'",
      'form-action': "'self'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
    })
    expect(policy['script-src']).toMatch(/^('none'|'nonce-[A-Za-z0-9_-]{22}')$/)
    expect(answer.headers).toMatchObject({
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    // It would cut the popup off from the window that opened it.
    expect(answer.headers['cross-origin-opener-policy']).toBeUndefined()
  })

  test('finds its style below the address of the hub', async () => {
    const own = await startHub({ environment: { BASE_URL: 'https://example.com/hub' } })
    const answer = await send(`${own.url}/auth/callback?state=nothing`)
    await own.stop()
    expect(answer.text).toContain('<link rel="stylesheet" href="/hub/connect.css">')
  })

  test('has a new nonce each time, on its one script', async () => {
    const seen = new Set<string>()
    for (let times = 0; times < 5; times += 1) {
      const answer = await send(`${hub.url}/auth/callback?state=nothing`)
      const [, nonce = ''] = /'nonce-([^']+)'/.exec(directives(answer)['script-src'] ?? '') ?? []
      expect(answer.text.match(/<script[^>]*>/g)).toEqual([`<script nonce="${nonce}">`])
      seen.add(nonce)
    }
    expect(seen.size).toBe(5)
  })

  test('tells the platform’s origin alone, and no secret', async () => {
    const answer = await send(`${hub.url}/auth/callback?state=c10.acme-all&code=once-more`)
    const [, message, origin] = /postMessage\((\{.*\}), (".*")\)/.exec(answer.text) ?? []
    expect(JSON.parse(origin ?? '')).toBe('https://platform.example')
    expect(JSON.parse(message ?? '')).toEqual({
      source: 'provider-hub',
      type: 'connected',
      connectionId: 'c10',
      application: 'acme-all',
    })
  })
})

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium'
const inBrowser = existsSync(CHROMIUM) ? describe : describe.skip

inBrowser(`in a browser (${CHROMIUM}; skipped where there is none)`, () => {
  let browser: Chromium
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] })
  }, 60_000)
  afterAll(() => browser?.close())

  /** A page, and everything that happens in it that should not. */
  async function watchedPage() {
    const seen: string[] = []
    const page = await browser.newPage()
    let address = ''
    page.on('dialog', (dialog) => {
      seen.push(`a script ran: ${dialog.message()}`)
      void dialog.dismiss()
    })
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== new URL(address).origin) seen.push(`it asked for ${request.url()}`)
    })
    const visit = async (next: string) => {
      address = new URL(next).href
      await page.goto(address, { waitUntil: 'load' })
      // One turn of the page’s own loop after loading: handlers that were going to run have run.
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 0)))
      if (page.url() !== address) seen.push(`it went to ${page.url()}`)
      return seen.splice(0)
    }
    return { page, visit }
  }

  test('no hostile text runs, loads or leads anywhere', async () => {
    const ways = Object.values(WAYS)
    const { page, visit } = await watchedPage()
    for (const [index, text] of HOSTILE_TEXTS.entries()) {
      expect([text, await visit(`${hub.url}${ways[index % ways.length]?.(text)}`)]).toEqual([text, []])
    }
    await page.close()
  }, 120_000)

  test('the same texts do run on a page that does not escape them: this test can fail', async () => {
    const { server, origin } = await serve((path) => decodeURIComponent(path.slice(1)))
    const { page, visit } = await watchedPage()
    const seen = await visit(`${origin}/${encodeURIComponent('<img src=x onerror=alert(1)>')}`)
    await page.close()
    server.close()
    expect(seen).toEqual(['a script ran: 1'])
  }, 30_000)

  test('the popup tells the platform that opened it, and closes', async () => {
    const { told, closed } = await connectFrom('platform')
    expect([told, closed]).toEqual([[{ source: 'provider-hub', type: 'connected', application: 'acme-all' }], true])
  }, 30_000)

  test('the popup tells nothing to a window of another origin', async () => {
    const { told, closed } = await connectFrom('stranger')
    expect([told, closed]).toEqual([[], true])
  }, 30_000)

  /** Opens the popup from a window of the platform or of a stranger, and gives what that window was told. */
  async function connectFrom(who: 'platform' | 'stranger') {
    const [platform, stranger] = [await serve(opener), await serve(opener)]
    const auth: Auth<Settings> = {
      ...(everything.auth as Auth<Settings>),
      connect: async ({ state }) => ({ type: 'redirect', url: `${own.url}/auth/callback?state=${state}&code=${who}` }),
    }
    const own: RunningHub = await startHub({
      vendors: [fixtureVendor({ auth })],
      environment: { PLATFORM_ENVIRONMENT_URL: platform.origin },
    })
    const page = await browser.newPage()
    await page.goto(who === 'platform' ? platform.origin : stranger.origin)
    const popup = page.waitForEvent('popup')
    await page.evaluate((url) => void window.open(url), `${own.url}/auth/connect?state=${who}.acme-all`)
    await (await popup).waitForEvent('close')
    const told = (await page.evaluate(() => window.told)) as { connectionId?: string }[]
    await page.close()
    for (const { server } of [platform, stranger]) server.close()
    await own.stop()
    return { told: told.map(({ connectionId: _id, ...rest }) => rest), closed: true }
  }
})

declare const window: { open(url: string): void; told: unknown }

/** A page that keeps the messages it is sent. */
function opener(): string {
  return `<script>window.told = []; addEventListener('message', ({ data }) => window.told.push(data))</script>`
}

async function serve(answer: (path: string) => string): Promise<{ server: Server; origin: string }> {
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end(answer(request.url ?? '/'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** The elements of a page with their attributes, in order: a text that became markup would show here. */
function tags({ text }: HttpResponse): string[] {
  const [, , script = ''] = /(<script[^>]*>)([\s\S]*?)<\/script>/.exec(text) ?? []
  const markup = text.replace(script, '').replace(/nonce="[^"]*"/, '')
  return markup.match(/<[^>]*>/g) ?? []
}

function directives({ headers }: HttpResponse): Record<string, string> {
  const parts = String(headers['content-security-policy']).split(';')
  return Object.fromEntries(parts.map((part) => part.trim().split(/ (.*)/s).slice(0, 2)))
}
