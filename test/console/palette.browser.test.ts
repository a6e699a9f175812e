import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { inBrowser } from '../kit/in-browser.ts'
import { goTo } from './kit/pages.ts'
import { type ConsoleSystem, startConsole } from './kit/system.ts'

/** A test may take this long on a busy machine (ms). */
const SLOW_MS = 90_000
/** More entries than the palette ever has. */
const MAX_STEPS = 60

inBrowser('the command palette and folders', () => {
  let app: ConsoleSystem
  let page: Page
  beforeAll(async () => {
    app = await startConsole({ connect: ['google-calendar'] })
    await app.ada.execute(
      'mutation { upsertOneTag(input: { alias: "Bo Berg", tagType: person, email: "bo@berg.example" }) { _id } }',
    )
    await app.ada.execute('mutation { upsertOneNote(input: { title: "Bonfire at the harbour" }) { _id } }')
    page = await app.open(undefined, { path: '/settings' })
  }, 120_000)
  afterAll(() => app?.stop())

  const field = () => page.getByRole('combobox', { name: /^Search, go to a page/ })
  const list = () => page.getByRole('listbox', { name: 'Pages, actions and results' })
  const option = (name: string | RegExp) => list().getByRole('option', { name, exact: true })
  const selected = () => list().getByRole('option', { selected: true })

  async function choose(text: string, name: string | RegExp): Promise<void> {
    await page.keyboard.press('Control+k')
    await field().waitFor()
    await page.keyboard.type(text)
    await option(name).waitFor()
    // What is first, and therefore selected, changes when the results arrive.
    await page
      .getByRole('status')
      .filter({ hasText: /^\d+ entr/ })
      .waitFor()
    const isSelected = async () => (await selected().and(option(name)).count()) > 0
    for (let step = 0; step < MAX_STEPS && !(await isSelected()); step++) await page.keyboard.press('ArrowDown')
    await selected().and(option(name)).waitFor()
    await page.keyboard.press('Enter')
    await field().waitFor({ state: 'detached' })
  }

  test(
    'opens every page of the navigation by the keyboard',
    async () => {
      const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
      const labels = await links.allTextContents()
      expect(labels.length).toBeGreaterThan(8)
      for (const label of labels) {
        const path = await links.filter({ hasText: label }).getAttribute('href')
        await choose(label.toLowerCase(), label)
        await page.waitForURL((url) => url.pathname === path)
        await page.locator(`main[data-path="${path}"] h1`).first().waitFor()
      }
    },
    SLOW_MS,
  )

  test(
    'finds people and everything else, and opens them',
    async () => {
      await choose('bo be', /^Bo Berg/)
      await page.getByRole('heading', { level: 1, name: 'Bo Berg' }).waitFor()
      await choose('bonfire', /^Bonfire at the harbour/)
      await page.waitForURL(/\/blocks\//)
      await choose('harbour', 'Search everything for “harbour”')
      await page.waitForURL(/\/search\?q=harbour$/)
    },
    SLOW_MS,
  )

  test(
    'is told to screen readers: what is selected, and how many there are',
    async () => {
      await page.keyboard.press('Control+k')
      await field().fill('fold')
      await page.keyboard.press('ArrowDown')
      const id = await field().getAttribute('aria-activedescendant')
      expect(await page.locator(`[id="${id}"]`).getAttribute('aria-selected')).toBe('true')
      expect(await selected().count()).toBe(1)
      await page.getByRole('group', { name: 'Go to' }).getByRole('option', { name: 'Folders' }).waitFor()
      await page
        .getByRole('status')
        .filter({ hasText: /^\d+ entries$/ })
        .waitFor()
      await page.keyboard.press('Escape')
    },
    SLOW_MS,
  )

  test(
    'gives the focus back when it is closed',
    async () => {
      const opener = page.getByRole('button', { name: /^Search or go to/ })
      await opener.focus()
      await page.keyboard.press('Enter')
      await field().waitFor()
      await page.keyboard.press('Escape')
      await field().waitFor({ state: 'detached' })
      expect(await page.evaluate<string>('document.activeElement.textContent')).toMatch(/^Search or go to/)
    },
    SLOW_MS,
  )

  test(
    'does what the current page offers, and only there',
    async () => {
      await goTo(page, '/search?q=harbour&kind=note')
      await choose('remove all', 'Remove all filters')
      await page.waitForURL(/\/search\?q=harbour$/)
      const elsewhere = 'Save the search as folder'
      await page.keyboard.press('Control+k')
      await field().fill(elsewhere)
      await option(elsewhere).waitFor()
      await page.keyboard.press('Escape')
      await goTo(page, '/settings')
      await page.keyboard.press('Control+k')
      await field().fill(elsewhere)
      await option(`Search everything for “${elsewhere}”`).waitFor()
      expect(await option(elsewhere).count()).toBe(0)
      await page.keyboard.press('Escape')
    },
    SLOW_MS,
  )

  test(
    'switches the colours',
    async () => {
      const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme')
      const before = await scheme()
      await choose('colours', /^Use (dark|light) colours$/)
      expect(await scheme()).not.toBe(before)
      await choose('colours', /^Use (dark|light) colours$/)
      expect(await scheme()).toBe(before)
    },
    SLOW_MS,
  )

  test(
    'opens the dialog of a new task from anywhere',
    async () => {
      await choose('new task', 'New task')
      await page.getByRole('dialog', { name: 'New task' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog', { name: 'New task' }).waitFor({ state: 'detached' })
    },
    SLOW_MS,
  )

  test(
    'folders are created, nested, filled, changed and archived',
    async () => {
      await choose('new folder', 'New folder')
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Europe')
      await dialog.getByRole('radio', { name: 'Teal' }).check()
      await dialog.getByRole('button', { name: 'Create folder' }).click()
      await page.getByRole('heading', { level: 2, name: 'Europe' }).waitFor()

      await page.getByRole('button', { name: 'New folder in it' }).click()
      await dialog.getByRole('textbox', { name: 'Name' }).fill('<b>North</b>')
      await dialog.getByRole('button', { name: 'Create folder' }).click()
      await page.getByRole('heading', { level: 2, name: '<b>North</b>' }).waitFor()
      await page
        .getByRole('combobox', { name: 'Add to this folder' })
        .or(page.getByRole('textbox', { name: 'Add to this folder' }))
        .fill('bo')
      await page.getByRole('option', { name: /Bo Berg/ }).click()
      const inNorth = page.getByRole('list', { name: 'In <b>North</b>' })
      await inNorth.getByRole('link', { name: 'Bo Berg' }).waitFor()
      await page.reload()
      await inNorth.getByRole('link', { name: 'Bo Berg' }).waitFor()

      await page.getByRole('button', { name: 'Change' }).click()
      await dialog.getByRole('textbox', { name: 'Name' }).fill('North')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('heading', { level: 2, name: 'North', exact: true }).waitFor()
      const folders = await app.ada.execute<{ folders: { name: string; color: string; parentId: string | null }[] }>(
        '{ folders { name color parentId } }',
      )
      expect(folders.folders.map(({ name, parentId }) => [name, parentId !== null])).toEqual(
        expect.arrayContaining([
          ['Europe', false],
          ['North', true],
        ]),
      )
      expect(folders.folders.find(({ name }) => name === 'Europe')?.color).toBe('teal')

      await page.getByRole('button', { name: 'Remove Bo Berg from the folder' }).click()
      await page.getByRole('heading', { name: 'This folder is empty' }).waitFor()
      await page.getByRole('button', { name: 'Archive' }).click()
      await dialog.getByRole('button', { name: 'Archive' }).click()
      await page
        .getByRole('navigation', { name: 'Folders' })
        .getByRole('link', { name: 'North' })
        .waitFor({ state: 'detached' })
    },
    SLOW_MS,
  )
})
