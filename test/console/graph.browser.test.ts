import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Locator, Page } from 'playwright-core'
import { inBrowser } from '../kit/in-browser.ts'
import { type ConsoleSystem, startConsole } from './kit/system.ts'

/** The camera flies to what is found; until it is there, the pointer is at something else. */
const MAX_ATTEMPTS = 10
const ATTEMPT_MS = 1_000

inBrowser('the graph', () => {
  let system: ConsoleSystem
  let page: Page
  beforeAll(async () => {
    system = await startConsole({ connect: ['gmail', 'google-calendar'] })
    page = await system.open(undefined, { path: '/graph' })
  }, 180_000)
  afterAll(() => system?.stop())

  const picture = () => page.getByRole('img', { name: /^A picture of/ })
  const panel = () => page.getByRole('region', { name: 'Selected' })
  const parameter = (name: string) => new URL(page.url()).searchParams.get(name)
  const settled = () => page.locator('[data-settled]').waitFor()

  /** Opens the graph anew, without reloading the page, which would end the session. */
  async function openGraph(query = ''): Promise<void> {
    await page.getByRole('link', { name: 'Today' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Graph' }).waitFor({ state: 'detached' })
    await page.evaluate((path) => {
      window.history.pushState(null, '', path)
      window.dispatchEvent(new PopStateEvent('popstate'))
    }, `/graph${query}`)
    await page.getByRole('heading', { level: 1, name: 'Graph' }).waitFor()
  }

  /** Finds a node by its name, which brings it into the middle of the picture. Returns its name. */
  async function find(text: string): Promise<string> {
    await page.getByPlaceholder('Find in the picture').fill(text)
    const option = page.getByRole('option').first()
    const name = (await option.textContent()) ?? ''
    await page.keyboard.press('Enter')
    await panel().waitFor()
    return name.trim()
  }

  /** Points at the middle of the picture until something is there: the camera may still be flying. */
  async function pointAtMiddle(): Promise<{ x: number; y: number }> {
    const { x, y, width, height } = (await picture().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const middle = { x: x + width / 2, y: y + height / 2 }
    const tip = page.getByText(/^Linked to \d+ here$/)
    for (let attempt = 0; attempt < MAX_ATTEMPTS && !(await tip.isVisible()); attempt += 1) {
      await page.mouse.move(middle.x + 200, middle.y + 5)
      await page.mouse.move(middle.x, middle.y)
      await tip.waitFor({ timeout: ATTEMPT_MS }).catch(() => undefined)
    }
    await tip.waitFor()
    return middle
  }

  async function download(item: string): Promise<Buffer> {
    await page.getByRole('button', { name: 'Export' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: item }).click(),
    ])
    return readFile(await file.path())
  }

  const focusedText = () => page.evaluate(() => document.activeElement?.textContent ?? '')
  const rows = (list: Locator) => list.getByRole('button')

  test('says what it shows, and answers without being asked', async () => {
    await settled()
    expect(await picture().getAttribute('aria-label')).toMatch(/^A picture of \d+ nodes and \d+ links/)
    const insights = page.getByRole('region', { name: 'What the picture shows' })
    await insights.getByRole('heading', { name: 'Who connects groups' }).waitFor()
    await insights.getByRole('heading', { name: 'Strongest links' }).waitFor()
  })

  test('hovering says what a node is, clicking selects it, and Shift narrows the picture to it', async () => {
    await settled()
    const name = await find('Esther O')
    await panel().getByRole('button', { name: 'Close' }).click()
    const middle = await pointAtMiddle()
    await page.mouse.click(middle.x, middle.y)
    await panel().getByRole('heading', { name }).waitFor()
    await page.keyboard.down('Shift')
    await page.mouse.click(middle.x, middle.y)
    await page.keyboard.up('Shift')
    const chip = page.getByRole('button', { name: `Remove ${name}` })
    await chip.waitFor()
    expect(parameter('tag')).toMatch(/^[0-9a-f-]{36}$/)
    await chip.click()
    await chip.waitFor({ state: 'detached' })
    expect(parameter('tag')).toBeNull()
  })

  test('a link says what both have in common, through what and since when', async () => {
    await openGraph()
    await settled()
    const insights = page.getByRole('region', { name: 'What the picture shows' })
    await insights.getByRole('button', { name: / and / }).first().click()
    await panel()
      .getByText(/^First .+, last /)
      .waitFor()
    await panel().getByRole('list', { name: 'In common' }).getByRole('link').first().waitFor()
    expect(parameter('select')?.split(',')).toHaveLength(2)
  })

  test('the neighbours of a node are reached by the arrow keys', async () => {
    await openGraph()
    await settled()
    await find('Esther O')
    const neighbors = rows(panel().getByRole('list', { name: 'Neighbours' }))
    await neighbors.first().focus()
    await page.keyboard.press('ArrowDown')
    expect(await focusedText()).toBe(await neighbors.nth(1).textContent())
    await page.keyboard.press('Enter')
    await panel().getByRole('heading', { name: 'In common' }).waitFor()
  })

  test('the list has the same content, can be sorted, and is moved through by keys', async () => {
    await openGraph('?view=list')
    const list = page.getByRole('list', { name: 'People and topics' })
    await rows(list).first().focus()
    const first = await focusedText()
    await page.keyboard.press('ArrowDown')
    await page.waitForFunction((before) => document.activeElement?.textContent !== before, first)
    await page.keyboard.press('Enter')
    await panel().waitFor()
    await page.getByRole('tab', { name: /^Links/ }).click()
    await page
      .getByRole('combobox', { name: 'Sort by' })
      .or(page.getByRole('textbox', { name: 'Sort by' }))
      .click()
    await page.getByRole('option', { name: 'Latest' }).click()
    await rows(page.getByRole('list', { name: 'Links' }))
      .first()
      .waitFor()
  })

  test('the legend hides and shows a kind', async () => {
    await openGraph()
    await settled()
    const people = page
      .getByRole('group', { name: 'Kinds in the picture' })
      .getByRole('button', { name: /person|people/ })
    await people.click()
    await page.waitForFunction(() => new URL(window.location.href).searchParams.get('hide') === 'person')
    await page.locator('[aria-pressed="false"]', { hasText: /people/ }).waitFor()
    await people.click()
    await page.waitForFunction(() => new URL(window.location.href).searchParams.get('hide') === null)
  })

  test('the slider shows a part of the time, and its chip shows all of it again', async () => {
    await openGraph()
    const slider = page.getByRole('slider', { name: 'First week' })
    await slider.focus()
    await page.keyboard.press('ArrowRight')
    await page.waitForFunction(() => new URL(window.location.href).searchParams.has('from'))
    await page
      .getByRole('group', { name: 'The picture is narrowed to' })
      .getByRole('button', { name: /^Remove / })
      .click()
    await page.waitForFunction(() => !new URL(window.location.href).searchParams.has('from'))
  })

  test('playing walks through the time', async () => {
    await openGraph()
    await page.getByRole('button', { name: 'Play through time' }).click()
    const first = await page.waitForFunction(() => new URL(window.location.href).searchParams.get('from'))
    const begin = await first.jsonValue()
    await page.waitForFunction((from) => {
      const now = new URL(window.location.href).searchParams.get('from')
      return now !== null && from !== null && now > from
    }, begin)
    await page.getByRole('button', { name: 'Pause' }).click()
  })

  test('is exported as JSON and as an image of twice the size', async () => {
    await openGraph()
    await settled()
    const json = JSON.parse((await download('JSON, with all numbers')).toString('utf8'))
    expect(json.scope.description).toBe('Everything')
    expect(json.nodes.length).toBeGreaterThan(5)
    expect(json.links[0]).toMatchObject({ weight: expect.any(Number), first: expect.any(String) })
    const png = await download('PNG, as it is seen')
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    const width = (await picture().boundingBox())?.width ?? 0
    expect(png.readUInt32BE(16)).toBe(Math.floor(width) * 2)
  })

  test('nothing is requested from other machines', () => {
    expect(system.refused).toEqual([])
  })
})
