import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Browser as Chromium } from 'playwright-core'
import type { Auth, Settings } from '../../../src/kit/application.ts'
import { ProviderError, ValidationError } from '../../../src/kit/errors.ts'
import { launchChromium } from '../../kit/chromium.ts'
import { inBrowser } from '../../kit/in-browser.ts'
import { credential, everything, fixtureVendor } from '../fixture-vendor.ts'
import { HOSTILE_TEXTS } from '../hostile-texts.ts'
import { type HttpResponse, send } from '../http.ts'
import { type RunningHub, startHub } from '../hub.ts'

/** The inputs that may appear on a page, from anybody or from a vendor. */
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

/** A careless application that repeats all its input in messages. */
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
  test.each(Object.entries(WAYS))(`escapes %s, for ${HOSTILE_TEXTS.length} hostile texts`, async (_name, way) => {
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
  test.each(pages)('%s loads nothing from other origins and cannot be framed', async (_name, path, status) => {
    const response = await send(`${hub.url}${path}`, { headers: { Accept: 'text/html' } })
    const policy = directives(response)
    expect(response.status).toBe(status)
    expect(policy).toMatchObject({
      'default-src': "'none'",
      'form-action': "'self'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
    })
    expect(policy['script-src']).toMatch(/^('none'|'nonce-[A-Za-z0-9_-]{22}')$/)
    expect(response.headers).toMatchObject({
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    // It would separate the popup from its opener.
    expect(response.headers['cross-origin-opener-policy']).toBeUndefined()
  })

  test("loads its style from below the hub's base URL", async () => {
    const own = await startHub({ environment: { BASE_URL: 'https://example.com/hub' } })
    const response = await send(`${own.url}/auth/callback?state=nothing`)
    await own.stop()
    expect(response.text).toContain('<link rel="stylesheet" href="/hub/connect.css">')
  })

  test('has a new nonce on each response, for its only script', async () => {
    const seen = new Set<string>()
    for (let times = 0; times < 5; times += 1) {
      const response = await send(`${hub.url}/auth/callback?state=nothing`)
      const [, nonce = ''] = /'nonce-([^']+)'/.exec(directives(response)['script-src'] ?? '') ?? []
      expect(response.text.match(/<script[^>]*>/g)).toEqual([`<script nonce="${nonce}">`])
      seen.add(nonce)
    }
    expect(seen.size).toBe(5)
  })

  test('posts its message to the platform’s origin only, without a secret', async () => {
    const response = await send(`${hub.url}/auth/callback?state=c10.acme-all&code=once-more`)
    const [, message, origin] = /postMessage\((\{.*\}), (".*")\)/.exec(response.text) ?? []
    expect(JSON.parse(origin ?? '')).toBe('https://platform.example')
    expect(JSON.parse(message ?? '')).toEqual({
      source: 'provider-hub',
      type: 'connected',
      connectionId: 'c10',
      application: 'acme-all',
    })
  })
})

inBrowser('in a browser', () => {
  let browser: Chromium
  beforeAll(async () => {
    browser = await launchChromium()
  }, 60_000)
  afterAll(() => browser?.close())

  /** A page that reports dialogs, requests to other origins and navigation. */
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
      // After one turn of the page’s event loop, all handlers have run.
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 0)))
      if (page.url() !== address) seen.push(`it went to ${page.url()}`)
      return seen.splice(0)
    }
    return { page, visit }
  }

  test('no hostile text runs, loads anything or navigates', async () => {
    const ways = Object.values(WAYS)
    const { page, visit } = await watchedPage()
    for (const [index, text] of HOSTILE_TEXTS.entries()) {
      expect([text, await visit(`${hub.url}${ways[index % ways.length]?.(text)}`)]).toEqual([text, []])
    }
    await page.close()
  }, 120_000)

  test('such a text does run on a page that does not escape it, so the test above can fail', async () => {
    const { server, origin } = await serve((path) => decodeURIComponent(path.slice(1)))
    const { page, visit } = await watchedPage()
    const seen = await visit(`${origin}/${encodeURIComponent('<img src=x onerror=alert(1)>')}`)
    await page.close()
    server.close()
    expect(seen).toEqual(['a script ran: 1'])
  }, 30_000)

  test('the popup posts a message to the platform that opened it, and closes', async () => {
    const { messages, closed } = await connectFrom('platform')
    expect([messages, closed]).toEqual([[{ source: 'provider-hub', type: 'connected', application: 'acme-all' }], true])
  }, 30_000)

  test('the popup posts no message to a window of another origin', async () => {
    const { messages, closed } = await connectFrom('other')
    expect([messages, closed]).toEqual([[], true])
  }, 30_000)

  /** Opens the popup from a window of the platform or of another origin. Returns the messages to that window. */
  async function connectFrom(opener: 'platform' | 'other') {
    const [platform, other] = [await serve(openerPage), await serve(openerPage)]
    const auth: Auth<Settings> = {
      ...(everything.auth as Auth<Settings>),
      connect: async ({ state }) => ({
        type: 'redirect',
        url: `${own.url}/auth/callback?state=${state}&code=${opener}`,
      }),
    }
    const own: RunningHub = await startHub({
      vendors: [fixtureVendor({ auth })],
      environment: { PLATFORM_ENVIRONMENT_URL: platform.origin },
    })
    const page = await browser.newPage()
    await page.goto(opener === 'platform' ? platform.origin : other.origin)
    const popup = page.waitForEvent('popup')
    await page.evaluate((url) => void window.open(url), `${own.url}/auth/connect?state=${opener}.acme-all`)
    await (await popup).waitForEvent('close')
    const messages = (await page.evaluate(() => window.messages)) as { connectionId?: string }[]
    await page.close()
    for (const { server } of [platform, other]) server.close()
    await own.stop()
    return { messages: messages.map(({ connectionId: _id, ...rest }) => rest), closed: true }
  }
})

declare const window: { open(url: string): void; messages: unknown }

/** A page that records the messages that it receives. */
function openerPage(): string {
  return `<script>window.messages = []; addEventListener('message', ({ data }) => window.messages.push(data))</script>`
}

async function serve(render: (path: string) => string): Promise<{ server: Server; origin: string }> {
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end(render(request.url ?? '/'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** The tags of a page with their attributes, in order. A text that was not escaped would show here. */
function tags({ text }: HttpResponse): string[] {
  const [, , script = ''] = /(<script[^>]*>)([\s\S]*?)<\/script>/.exec(text) ?? []
  const markup = text.replace(script, '').replace(/nonce="[^"]*"/, '')
  return markup.match(/<[^>]*>/g) ?? []
}

function directives({ headers }: HttpResponse): Record<string, string> {
  const directives = String(headers['content-security-policy']).split(';')
  return Object.fromEntries(directives.map((directive) => directive.trim().split(/ (.*)/s).slice(0, 2)))
}
