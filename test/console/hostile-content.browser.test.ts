import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { cleanHtml } from '../../platform/html/clean-html.ts'
import { inBrowser } from '../kit/in-browser.ts'
import { HOSTILE_MAIL } from '../platform/html/hostile-mail.ts'
import { HOSTILE_TEXTS } from '../src/hostile-texts.ts'
import { EMAIL, EVENT, forgeBlocks, goTo, TRANSCRIPTION } from './blocks/forged-blocks.ts'
import { ADA, type ConsoleSystem, startConsole } from './kit/system.ts'

const HOSTILE = [...HOSTILE_MAIL, ...HOSTILE_TEXTS]
const BATCH = 20
/** Every text is shown on a page of its own, which takes a second on a busy machine. */
const SLOW_MS = 600_000

inBrowser('hostile content in the console', () => {
  let app: ConsoleSystem
  beforeAll(async () => {
    app = await startConsole()
  }, 120_000)
  afterAll(() => app?.stop())

  test(
    'the frame of an e-mail runs, loads and opens nothing, even if nothing was removed before',
    async () => {
      const viewer = await openViewer(app, (index) => ({ ...EMAIL, cleanBodyHtml: HOSTILE[index] }))
      for (const [index, html] of HOSTILE.entries()) expect([html, await viewer.show(index)]).toEqual([html, []])
      await viewer.close()
    },
    SLOW_MS,
  )

  test('neither does e-mail that the platform has cleaned', async () => {
    const cleaned = HOSTILE.map((html) => `<p>Mail</p>${cleanHtml(html)}`)
    const viewer = await openViewer(app, (index) => ({
      ...EMAIL,
      cleanBodyHtml: cleaned.slice(index, index + BATCH).join(''),
    }))
    for (let index = 0; index < cleaned.length; index += BATCH) expect(await viewer.show(index)).toEqual([])
    await viewer.close()
  }, 120_000)

  test(
    'titles, names, addresses, labels and texts are text',
    async () => {
      const viewer = await openViewer(app, (index) => ({ ...blockOfTexts(HOSTILE[index] ?? '', index) }))
      for (const [index, text] of HOSTILE.entries()) expect([text, await viewer.show(index)]).toEqual([text, []])
      await viewer.close()
    },
    SLOW_MS,
  )

  test('what these tests observe is observed', async () => {
    const viewer = await openViewer(app, () => ({ ...EMAIL, cleanBodyHtml: '<p>x</p>' }))
    expect(await viewer.show(0)).toEqual([])
    const act = async (script: string) => {
      await viewer.page.evaluate(script)
      return viewer.nextEvent()
    }
    expect(await act('hit()')).toBe('a script ran')
    expect(await act('new Image().src = "/on-your-own-server"')).toBe(`it requested ${app.url}/on-your-own-server`)
    expect(await act('void window.open("about:blank")')).toBe('it opened a window')
    await viewer.close()
  }, 60_000)
})

/** A block of which every text from outside is the given one. */
function blockOfTexts(text: string, index: number): object {
  const person = { email: text, friendlyName: text, tag: null }
  const link = {
    _id: 'x',
    provider: text,
    application: text,
    metadataType: text,
    title: text,
    url: text,
    iconUrl: text,
  }
  const common = { title: text, summary: text, uri: text, provider: text, application: text, businessObjects: [link] }
  const creator = { name: text, self: false }
  if (index % 3 === 0) {
    const attachment = { _id: 'x', name: text, mimeType: text, size: 1, inline: false, uri: text }
    const people = { from: person, to: [person], cc: [person], bcc: [person], replyTo: [person] }
    return { ...EMAIL, ...common, creator, ...people, labels: [text], bodyText: text, attachments: [attachment] }
  }
  if (index % 3 === 1) {
    const attendee = { ...person, optional: true, responseStatus: text }
    const event = { location: text, conferenceUrl: text, description: text, recurrence: [text, `RRULE:${text}`] }
    return { ...EVENT, ...common, creator, ...event, timeZone: text, organizedBy: person, eventAttendees: [attendee] }
  }
  const part = { title: text, text, startOffset: 1, endOffset: 2 }
  return {
    ...TRANSCRIPTION,
    ...common,
    creator,
    attendees: [person],
    transcript: { title: text, text: `[00:00:01] ${text}: ${text}` },
    outline: [{ ...part, children: [{ ...part, children: [part] }] }],
    highlights: [{ ...part, uri: text, speaker: person }],
    actionItems: [
      { title: text, text, status: text, dateDue: 1, startOffset: 1, externalId: text, assignedTo: person },
    ],
  }
}

/** Opens a page of the console that shows forged blocks, and records everything that must not happen there. */
async function openViewer(app: ConsoleSystem, blockOf: (index: number) => object) {
  // What the content security policies would stop has to be stopped without them.
  const context = await app.browser.newContext({ bypassCSP: true })
  await context.addInitScript(() => {
    // biome-ignore lint/suspicious/noConsole: received from every frame
    window.hit = () => console.debug('a script ran')
    window.alert = window.hit
  })
  const page = await context.newPage()
  await page.goto(`${app.url}/sign-in?login_hint=${ADA}`)
  await page.getByRole('navigation', { name: 'Pages' }).waitFor()
  const events: string[] = []
  context.on('console', (message) => {
    if (message.text() === 'a script ran') events.push(message.text())
  })
  page.on('dialog', (dialog) => {
    events.push('it opened a dialog')
    void dialog.dismiss()
  })
  context.on('page', (popup) => {
    events.push('it opened a window')
    void popup.close()
  })
  page.on('framenavigated', (frame) => {
    const isOwn = frame.url() === 'about:srcdoc' || frame.url() === 'about:blank' || frame.url().startsWith(app.url)
    if (!isOwn) events.push(`it navigated to ${frame.url()}`)
  })
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    const isOwn = origin === app.url && /^\/(?:api\/v1\/graph$|assets\/|icon\.svg$)/.test(pathname)
    if (!isOwn && !/^(?:data|about):/.test(request.url())) events.push(`it requested ${request.url()}`)
  })
  await forgeBlocks(page, (id) => (id.startsWith('forged-') ? blockOf(Number(id.slice(7))) : undefined))
  const collect = async (act: () => Promise<unknown>): Promise<string[]> => {
    await act()
    // Requests are reported in their order: when this one has been answered, those before it were reported.
    await page.evaluate('fetch("/icon.svg", { cache: "no-store" }).then((response) => response.text())')
    return events.splice(0)
  }
  const nextEvent = async (): Promise<string | undefined> => {
    while (events.length === 0) await wait(50)
    return events.shift()
  }
  /** Windows are reported late: those that the last block opened are waited for here. */
  const close = async (): Promise<void> => {
    await wait(1000)
    expect(events).toEqual([])
    await context.close()
  }
  /** Shows a block, touches everything in it, and returns what happened. */
  const show = (index: number) =>
    collect(async () => {
      await goTo(page, `/blocks/forged-${index}`)
      await waitForBlock(page, index)
      await page.evaluate(poke)
      expect(new URL(page.url()).pathname).toBe(`/blocks/forged-${index}`)
    })
  return { page, show, nextEvent, close }
}

/** Waits until the page and its frames are those of the block. */
async function waitForBlock(page: Page, index: number): Promise<void> {
  await page
    .waitForFunction(
      (selector) =>
        document.querySelectorAll(selector)[0] !== undefined &&
        [...document.querySelectorAll('iframe[srcdoc]')].every(
          ({ contentDocument }) => contentDocument?.readyState === 'complete',
        ),
      `main [data-block="forged-${index}"]`,
    )
    .catch(async (error: Error) => {
      throw new Error(`Block ${index} was not shown: ${error.message}\n${await page.locator('main').innerText()}`)
    })
}

/** Runs in the page: triggers events on all elements of all frames, clicks those that are no plain links, and lets timers run. */
async function poke(): Promise<void> {
  const documents = [...document.querySelectorAll('iframe[srcdoc]')].flatMap(
    ({ contentDocument }) => contentDocument ?? [],
  )
  for (const content of documents) {
    for (const element of content.querySelectorAll('*')) {
      element.dispatchEvent(new window.Event('mouseover', { bubbles: true }))
      element.focus?.()
      if (!/^(https?|mailto|tel):/.test(element.protocol ?? '')) element.click?.()
    }
  }
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0))
}

interface Shown {
  protocol?: string
  contentDocument?: { readyState: string; querySelectorAll(selector: string): Iterable<Shown> } | null
  dispatchEvent(event: unknown): void
  focus?(): void
  click?(): void
}

/** The browser globals used by functions that run in the page. */
declare const document: { querySelectorAll(selector: string): Shown[] }
declare const window: { hit(): void; alert(): void; Event: new (name: string, init: object) => unknown }
