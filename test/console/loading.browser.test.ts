import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { inBrowser } from '../kit/in-browser.ts'
import { type ConsoleSystem, startConsole } from './kit/system.ts'

/** A test may take this long on a busy machine (ms). */
const TIMEOUT_MS = 90_000
/** By then the page has asked for what it loads after the first page (ms). */
const IDLE_MS = 3_000
/** A page that shows none of the later parts, and what loads it. */
const PATH = '/settings'

inBrowser('code that is loaded after the first page', () => {
  let app: ConsoleSystem
  beforeAll(async () => {
    app = await startConsole()
  }, 120_000)
  afterAll(() => app?.stop())
  afterEach(async () => {
    for (const context of app.browser.contexts()) await context.close()
  })

  const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Settings' })
  const palette = (page: Page) => page.getByRole('combobox', { name: /^Search, go to a page/ })

  test(
    'is loaded once the network is back, and the page stays until then',
    async () => {
      const page = await app.open(undefined, { path: PATH })
      await heading(page).waitFor()
      await page.context().setOffline(true)
      await page.waitForTimeout(IDLE_MS)
      expect(await heading(page).count()).toBe(1)
      await page.keyboard.press('Control+k')
      await page.getByRole('link', { name: 'Companies' }).click()
      await page.locator('main[data-path="/companies"]').getByText('Loading').first().waitFor({ state: 'attached' })
      await page.context().setOffline(false)
      await page.getByRole('heading', { level: 1, name: 'Companies' }).waitFor()
      await palette(page).waitFor()
    },
    TIMEOUT_MS,
  )

  test(
    'leaves the page as it is, with a message, when the platform does not have it any more',
    async () => {
      const page = await app.open(undefined, { path: PATH })
      await heading(page).waitFor()
      await page.context().route(/assets\/palette-dialog.*\.js/, (route) => route.fulfill({ status: 404 }))
      await page.keyboard.press('Control+k')
      const message = page.getByRole('alert').filter({ hasText: 'A part of this page could not be shown' })
      await message.waitFor()
      expect(await heading(page).count()).toBe(1)
      await page.context().unrouteAll()
      await message.getByRole('button', { name: 'Load the page again' }).click()
      await message.waitFor({ state: 'detached' })
      await heading(page).waitFor()
      await page.keyboard.press('Control+k')
      await palette(page).waitFor()
    },
    TIMEOUT_MS,
  )

  test(
    'is a page that says so itself when the platform does not have it any more',
    async () => {
      const page = await app.open(undefined, { path: PATH })
      await heading(page).waitFor()
      const isCode = /assets\/.*\.js/
      await page.context().route(isCode, (route) => route.fulfill({ status: 404 }))
      await page.getByRole('link', { name: 'Companies' }).click()
      // With its capital: a part of the page may say the same of itself.
      const message = page.getByRole('alert').filter({ hasText: /This page could not be shown/ })
      await message.waitFor()
      await page.context().unrouteAll()
      await message.getByRole('button', { name: 'Load it again' }).click()
      await page.getByRole('heading', { level: 1, name: 'Companies' }).waitFor()
    },
    TIMEOUT_MS,
  )
})
