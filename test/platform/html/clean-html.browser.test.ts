import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Browser } from 'playwright-core'
import { cleanHtml } from '../../../platform/html/clean-html.ts'
import { launchChromium } from '../../kit/chromium.ts'
import { inBrowser } from '../../kit/in-browser.ts'
import { HOSTILE_TEXTS } from '../../src/hostile-texts.ts'
import { GOOD_MAIL } from './good-mail.ts'
import { HOSTILE_MAIL } from './hostile-mail.ts'

const HOSTILE = [...HOSTILE_MAIL, ...HOSTILE_TEXTS]
const ORIGIN = 'http://mail.example'

inBrowser('sanitized HTML in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  }, 60_000)
  afterAll(() => browser?.close())

  test('hostile mail runs scripts and loads resources before it is sanitized, so this test can fail', async () => {
    const viewer = await openViewer(browser)
    let effective = 0
    for (const html of HOSTILE) if ((await viewer.show(html)).length > 0) effective += 1
    await viewer.close()
    expect(effective / HOSTILE.length).toBeGreaterThan(0.6)
  }, 240_000)

  test('sanitized hostile mail runs no script, loads nothing, does not navigate away and does not take over the page', async () => {
    const viewer = await openViewer(browser)
    expect(await viewer.show(HOSTILE.map((html) => `<div>${cleanHtml(html)}</div>`).join(''))).toEqual([])
    for (const html of HOSTILE) {
      expect([html, await viewer.insert(cleanHtml(html))]).toEqual([html, []])
      expect([html, await viewer.page.evaluate(findForeignNodes)]).toEqual([html, []])
    }
    await viewer.close()
  }, 240_000)

  test('all sanitized mail is well-formed', async () => {
    const viewer = await openViewer(browser)
    await viewer.show('')
    const all = [...HOSTILE, ...Object.values(GOOD_MAIL).map(([mail]) => mail)].map(cleanHtml)
    expect(await viewer.page.evaluate(findMalformed, all)).toEqual([])
    expect(await viewer.page.evaluate(findMalformed, ['<p>x', '<br>'])).toEqual(['<p>x', '<br>'])
    await viewer.close()
  }, 60_000)

  const letters = Object.entries(GOOD_MAIL).slice(0, 5)
  test.each(letters)('%s shows the same text, links and table cells', async (_name, [mail]) => {
    const viewer = await openViewer(browser)
    await viewer.show(mail)
    const original = await viewer.page.evaluate(readContent)
    await viewer.show(cleanHtml(mail))
    expect(await viewer.page.evaluate(readContent)).toEqual(original)
    expect(original.text.length).toBeGreaterThan(5)
    await viewer.close()
  })
})

/** Opens a page that shows mail and records everything that must not happen in it. No request leaves the browser. */
async function openViewer(browser: Browser) {
  const context = await browser.newContext()
  await context.addInitScript(() => {
    // biome-ignore lint/suspicious/noConsole: received from every frame
    window.hit = () => console.debug('a script ran')
    window.alert = window.hit
  })
  const page = await context.newPage()
  const events: string[] = []
  let shown = ''
  context.on('console', (message) => {
    if (message.text() === 'a script ran') events.push(message.text())
  })
  await context.route('**/*', (route) => {
    const url = route.request().url()
    if (url === `${ORIGIN}/`) return route.fulfill({ contentType: 'text/html; charset=utf-8', body: shown })
    events.push(`it requested ${url}`)
    return route.abort()
  })
  const runAndCollect = async (act: () => Promise<unknown>) => {
    // Navigation destroys the page's context.
    await act().catch((error: Error) => events.push(`it navigated: ${error.message}`))
    if (page.url() !== `${ORIGIN}/`) events.push(`it navigated to ${page.url()}`)
    return events.splice(0)
  }
  /** Shows the HTML as a document and returns what happened. */
  const show = (html: string) => {
    shown = `<!DOCTYPE html><meta charset="utf-8"><body>${html}`
    return runAndCollect(async () => {
      await page.goto(`${ORIGIN}/`, { waitUntil: 'load' })
      await page.evaluate(poke)
    })
  }
  /** Inserts the HTML by a script, twice, so that changes by the first parsing are parsed again. Returns what happened. */
  const insert = (html: string) =>
    runAndCollect(async () => {
      await page.evaluate((text) => {
        document.body.innerHTML = text
        document.body.innerHTML = `${document.body.innerHTML}`
      }, html)
      await page.evaluate(poke)
    })
  return { page, show, insert, close: () => context.close() }
}

/** Runs in the page: triggers events on all elements, clicks those that are no plain links, and lets timers run. */
async function poke(): Promise<void> {
  for (const element of document.querySelectorAll('*')) {
    element.dispatchEvent(new window.Event('mouseover', { bubbles: true }))
    element.focus?.()
    if (!/^(https?|mailto|tel):/.test(element.protocol ?? '')) element.click?.()
  }
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0))
}

/** Runs in the page: finds elements and attributes that sanitized mail must not have. */
function findForeignNodes(): string[] {
  const elements = [...document.body.querySelectorAll('*')]
  const xhtml = 'http://www.w3.org/1999/xhtml'
  const attributes = elements.flatMap((element) => [...element.attributes].map(({ name }) => name))
  return [
    ...elements.filter(({ namespaceURI, shadowRoot }) => namespaceURI !== xhtml || shadowRoot).map(String),
    ...attributes.filter((name) => /^on|^(id|name|slot|is|form.*|srcset|ping|background|action)$/.test(name)),
    ...elements.filter((element) => element.matches('script,style,template,iframe,form,input,svg,math')).map(String),
  ]
}

/** Runs in the page: finds texts that an XML parser rejects. */
function findMalformed(all: string[]): string[] {
  const parse = (html: string) =>
    new window.DOMParser().parseFromString(
      `<body xmlns="http://www.w3.org/1999/xhtml">${html}</body>`,
      'application/xhtml+xml',
    )
  return all.filter((html) => parse(html).querySelector('parsererror'))
}

/** Runs in the page: reads the text, links and cells that a reader sees. */
function readContent() {
  const links = [...document.querySelectorAll('a')].map(({ href }) => href)
  const cells = [...document.querySelectorAll('table,tr,td,th,li,blockquote,h1,h2,pre')].map(({ tagName }) => tagName)
  return { text: document.body.innerText.replace(/\s+/g, ' ').trim(), links, cells }
}

interface Shown {
  href: string
  tagName: string
  namespaceURI: string
  shadowRoot: unknown
  attributes: Iterable<{ name: string }>
  protocol?: string
  dispatchEvent(event: unknown): void
  matches(selector: string): boolean
  focus?(): void
  click?(): void
}

/** The browser globals used by functions that run in the page. */
declare const document: {
  body: { innerHTML: string; innerText: string; querySelectorAll(selector: string): Iterable<Shown> }
  querySelectorAll(selector: string): Iterable<Shown>
}
declare const window: {
  hit(): void
  alert(): void
  Event: new (name: string, init: object) => unknown
  DOMParser: new () => { parseFromString(text: string, type: string): { querySelector(selector: string): unknown } }
}
