import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { inBrowser } from '../kit/in-browser.ts'
import { findSamplePages, goTo, type SamplePage } from './kit/pages.ts'
import { type ConsoleSystem, startConsole } from './kit/system.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const APPLICATIONS = ['google-calendar', 'gmail', 'google-meet', 'google-docs', 'salesforce']
const NARROW = 320
const THREAD = randomUUID()

/** What the vendors bring nothing of. */
const CREATE = `mutation {
  note: upsertOneNote(input: { title: "Plan" }) { _id }
  thread: upsertOneThread(input: { _id: "${THREAD}", title: "Talk" }) { _id }
  message: upsertOneMessage(input: { threadId: "${THREAD}", bodyHtml: "<p>Hello</p>" }) { _id }
  agent: upsertOneAgent(input: { title: "Offers", instructions: "Say when it changes." }) { _id }
  workflow: upsertOneWorkflow(input: { title: "Signing", steps: [{ title: "Print" }] }) { _id }
  reference: upsertOneReference(input: { title: "See", referenceBlock: { id: "${THREAD}" } }) { _id }
}`

/** Contrast is measured after animations have ended. Only violations leave the page: hundreds of elements obey a rule. */
const FIND_VIOLATIONS = `(async () => {
  const ending = document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
  await Promise.allSettled(ending.map(({ finished }) => finished))
  const { violations } = await axe.run(document, { resultTypes: ['violations'] })
  return violations.map(({ id, help, nodes }) => id + ': ' + help + ' ' + nodes.map(({ html }) => html).join(' '))
})()`

/** What axe finds on a page, a line for each rule. */
async function findViolations(page: Page): Promise<string[]> {
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(AXE)
  return page.evaluate(FIND_VIOLATIONS)
}

inBrowser('every page', () => {
  let app: ConsoleSystem
  let pages: SamplePage[]
  beforeAll(async () => {
    app = await startConsole({ connect: APPLICATIONS })
    await app.ada.execute(CREATE)
    pages = await findSamplePages(app.ada)
  }, 180_000)
  afterAll(() => app?.stop())

  test.each(['light', 'dark'] as const)(
    'has nothing that axe finds, in %s colours',
    async (colorScheme) => {
      const page = await app.open(undefined, { colorScheme })
      const found: Record<string, string[]> = {}
      for (const { name, path } of pages) {
        await goTo(page, path)
        const violations = await findViolations(page)
        if (violations.length > 0) found[name] = violations
      }
      expect(found).toEqual({})
      expect(pages.length).toBeGreaterThan(25)
      await page.context().close()
    },
    240_000,
  )

  test(`fits on a screen of ${NARROW} pixels, which is also one of 1,280 at 400 %`, async () => {
    const page = await app.open(undefined, { width: NARROW })
    const wide: Record<string, number> = {}
    for (const { name, path } of pages) {
      await goTo(page, path)
      const width = await page.evaluate<number>('document.documentElement.scrollWidth')
      if (width > NARROW) wide[name] = width
    }
    expect(wide).toEqual({})
    await page.context().close()
  }, 120_000)

  test('has one title, which is also that of the window', async () => {
    const page = await app.open()
    for (const { name, path } of pages) {
      await goTo(page, path)
      const titles = await page.locator('h1').allTextContents()
      expect([name, titles.length]).toEqual([name, 1])
      expect(await page.title()).toBe(`${titles[0]} · Provider Hub`)
    }
    await page.context().close()
  }, 120_000)

  test('requests nothing of other machines', () => {
    expect(app.refused).toEqual([])
  })
})
