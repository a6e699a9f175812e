import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import type { Page, Request, Route } from 'playwright-core'
import { inBrowser } from '../kit/in-browser.ts'
import { goTo } from './kit/pages.ts'
import { type ConsoleSystem, startConsole } from './kit/system.ts'

/** A test may take this long on a busy machine (ms). */
const SLOW_MS = 90_000

/** The titles of the notes that searches find. */
const TITLES = ['Repair of the roof', 'Roofs of Zoë', 'Invoice of the roofer', 'Holiday']
const HOSTILE = [
  '<script>document.title = "broken"</script> hazard',
  '<img src=x onerror="document.title = \'broken\'"> hazard',
  'hazard \u202Egnp.exe',
  `hazard ${'X'.repeat(990)}`,
]
const UNSEEN = '\u200B\u200B'

inBrowser('searching', () => {
  let app: ConsoleSystem
  let page: Page
  let personId: string
  beforeAll(async () => {
    app = await startConsole()
    const { upsertOneTag } = await app.ada.execute<{ upsertOneTag: { _id: string } }>(
      'mutation { upsertOneTag(input: { alias: "Bo Berg", tagType: person, email: "bo@berg.example" }) { _id } }',
    )
    personId = upsertOneTag._id
    for (const title of TITLES) await addNote(title, title.includes('roof') ? [personId] : [])
    for (const title of HOSTILE) await addNote(title, [], 'hazard of the text')
    await addNote(UNSEEN, [], `${'nothing of interest '.repeat(60)} the hidden treasure ${'and more '.repeat(60)}`)
    await app.ada.execute('mutation { upsertOneTask(input: { title: "Call the roofer", dateDue: 1 }) { _id } }')
  }, 120_000)
  afterAll(() => app?.stop())
  beforeEach(async () => {
    page = await app.open(undefined, { path: '/search' })
    return () => page.context().close()
  })

  async function addNote(title: string, tagIds: readonly string[] = [], text?: string): Promise<string> {
    const document =
      text && JSON.stringify({ type: 'doc', content: [{ type: 'p', content: [{ type: 'text', text }] }] })
    const sharingTags = tagIds.map((tagId) => ({ tagId, shared: false, sharingLevel: 0, sharingApproach: 1 }))
    const input = { title, sharingTags, ...(document ? { document } : {}) }
    const { upsertOneNote } = await app.ada.execute<{ upsertOneNote: { _id: string } }>(
      'mutation Add($input: UpsertNoteInput!) { upsertOneNote(input: $input) { _id } }',
      { input },
    )
    return upsertOneNote._id
  }
  const field = () => page.getByRole('searchbox', { name: 'Search' })
  const results = () => page.getByRole('list', { name: 'Results' }).getByRole('listitem')
  const result = (name: string | RegExp) => results().getByRole('link', { name })
  const chips = () => page.getByRole('list', { name: 'Chosen filters' })
  const address = () => new URL(page.url()).searchParams
  const focused = () => page.evaluate<string>('document.activeElement.textContent || document.activeElement.type')
  /** Resolves when there are as many results, and none of an earlier search. */
  const found = (size: number) =>
    results()
      .and(page.locator(`[aria-setsize="${size}"]`))
      .first()
      .waitFor()
  const count = async (text: string) => {
    const wait = page.getByRole('status').filter({ hasText: text }).waitFor()
    await wait.catch(async (error: Error) => {
      throw new Error(`${error.message}\n${page.url()} shows:\n${await page.locator('main').innerText()}`)
    })
  }

  test(
    'finds as one types, without accents, and marks what was found',
    async () => {
      await field().pressSequentially('ROOFS zoe')
      await found(1)
      await count('1 result')
      const marks = await result('Roofs of Zoë').locator('mark').allTextContents()
      expect(marks).toEqual(['Roofs', 'Zoë'])
      expect(address().get('q')).toBe('ROOFS zoe')
    },
    SLOW_MS,
  )

  test(
    'shows the part of a text that was found, also of what has no title',
    async () => {
      await field().fill('treasure')
      await count('1 result')
      await found(1)
      await result(/^nothing of interest/).waitFor()
      await results().locator('mark').getByText('treasure', { exact: true }).waitFor()
    },
    SLOW_MS,
  )

  test(
    'aborts a request that has been overtaken, and shows its forerunner until the new results are there',
    async () => {
      await field().fill('holiday')
      await found(1)
      const held: Route[] = []
      await page.route('**/api/v1/graph', (route) => {
        if (isSearch(route.request(), 'roof') || isSearch(route.request(), 'roofer')) held.push(route)
        else void route.continue()
      })
      const overtaken = page.waitForRequest((request) => isSearch(request, 'roof'))
      const aborted = page.waitForEvent('requestfailed', (request) => isSearch(request, 'roof'))
      await field().fill('roof')
      await overtaken
      const next = page.waitForRequest((request) => isSearch(request, 'roofer'))
      await field().fill('roofer')
      expect((await aborted).failure()?.errorText).toBe('net::ERR_ABORTED')
      await next
      expect(await results().allTextContents()).toEqual([expect.stringContaining('Holiday')])
      for (const route of held.slice(-1)) await route.continue()
      await count('2 results')
      await result('Invoice of the roofer').waitFor()
      expect(await results().count()).toBe(2)
    },
    SLOW_MS,
  )

  test(
    'filters are in the address, survive a reload, and can be removed one by one',
    async () => {
      await field().fill('roof')
      await page.getByRole('button', { name: 'Kind' }).click()
      await page.getByRole('checkbox', { name: 'Notes' }).check()
      await page.getByRole('checkbox', { name: 'Tasks' }).check()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'People and topics' }).click()
      await page.getByRole('textbox', { name: 'Add a person, company or topic' }).fill('bo')
      await page.getByRole('option', { name: /Bo Berg/ }).click()
      await page.keyboard.press('Escape')
      await count('2 results')
      expect(Object.fromEntries(address())).toEqual({ q: 'roof', kind: 'task,note', tag: personId })

      await page.reload()
      await chips().getByText('Bo Berg').waitFor()
      await count('2 results')
      expect(await field().inputValue()).toBe('roof')
      await page.getByRole('button', { name: 'Remove the filter Bo Berg' }).click()
      await count('4 results')
      await page.getByRole('button', { name: 'Remove the filter Notes' }).click()
      await count('1 result')
      expect(Object.fromEntries(address())).toEqual({ q: 'roof', kind: 'task' })
      await page.goBack()
      await count('4 results')
    },
    SLOW_MS,
  )

  test(
    'somebody who was used last is offered while the search for what was typed is under way, if it is meant',
    async () => {
      await page.getByRole('button', { name: 'People and topics' }).click()
      const picker = page.getByRole('textbox', { name: 'Add a person, company or topic' })
      await picker.click()
      await page.getByRole('option', { name: /Bo Berg/ }).waitFor()
      let held: Route[] | undefined = []
      await page.route('**/api/v1/graph', (route) => {
        if (held && /query FindTags/.test(route.request().postData() ?? '')) held.push(route)
        else void route.continue()
      })
      const search = page.waitForRequest((request) => /query FindTags/.test(request.postData() ?? ''))
      await picker.fill('zz')
      await search
      await picker.press('Enter')
      expect(await page.getByRole('option').count()).toBe(0)
      await picker.fill('bo')
      await picker.press('Enter')
      expect(address().get('tag')).toBe(personId)
      const late = held
      held = undefined
      for (const route of late) await route.continue()
      await chips().getByText('Bo Berg').waitFor()
    },
    SLOW_MS,
  )

  test(
    'an option is picked that the pointer was pressed on, although the list has changed before it is released',
    async () => {
      let held: Route | undefined
      await page.route('**/api/v1/graph', (route) => {
        if (/query FindTags/.test(route.request().postData() ?? '')) held = route
        else void route.continue()
      })
      await page.getByRole('button', { name: 'People and topics' }).click()
      const search = page.waitForRequest((request) => /query FindTags/.test(request.postData() ?? ''))
      await page.getByRole('textbox', { name: 'Add a person, company or topic' }).fill('bo')
      await search
      const option = page.getByRole('option', { name: /Bo Berg/ })
      await option.hover()
      await page.mouse.down()
      await held?.fulfill({ json: { data: { searchTags: [] } } })
      await page.getByLabel('Searching').waitFor({ state: 'detached' })
      expect(await option.count()).toBe(1)
      await page.mouse.up()
      expect(address().get('tag')).toBe(personId)
    },
    SLOW_MS,
  )

  test(
    'says which part of a search is in the way, and drops it',
    async () => {
      await goTo(page, '/search?q=holiday&kind=task')
      await page.getByRole('heading', { name: 'Nothing matches' }).waitFor()
      await page.getByRole('button', { name: 'Without “holiday”: 1 result' }).waitFor()
      await page.getByRole('button', { name: 'Without Tasks: 1 result' }).click()
      await result('Holiday').waitFor()
      await chips().waitFor({ state: 'detached' })
    },
    SLOW_MS,
  )

  test(
    'is done by the keyboard alone',
    async () => {
      await goTo(page, '/search?q=roof')
      await found(4)
      await page.keyboard.press('/')
      expect(await focused()).toBe('search')
      const [first = '', second = ''] = await results().locator('a[href^="/blocks/"]').allTextContents()
      const isFocused = (title: string) => page.locator('a:focus').getByText(title, { exact: true }).waitFor()
      await page.keyboard.press('ArrowDown')
      await isFocused(first)
      await page.keyboard.press('ArrowDown')
      await isFocused(second)
      await page.keyboard.press('ArrowUp')
      await isFocused(first)
      await page.keyboard.press('ArrowUp')
      expect(await focused()).toBe('search')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: first }).waitFor()
      await page.goBack()
      await found(4)
      await page.keyboard.press('/')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Escape')
      await page.getByRole('region', { name: 'Suggestions' }).waitFor()
      expect([await focused(), await field().inputValue()]).toEqual(['search', ''])
      await page.getByRole('link', { name: 'roof', exact: true }).click()
      await count('4 results')
    },
    SLOW_MS,
  )

  test(
    'shows what is written elsewhere, without a reload',
    async () => {
      await goTo(page, '/search?q=lighthouse')
      await page.getByRole('heading', { name: 'Nothing matches' }).waitFor()
      await addNote('The lighthouse')
      await result('The lighthouse').waitFor()
      await count('1 result')
    },
    SLOW_MS,
  )

  test(
    'is saved as a folder, which is a filter then',
    async () => {
      await goTo(page, '/search?q=invoice')
      await page.getByRole('button', { name: 'Save as folder' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill('Builders')
      await page.getByRole('checkbox', { name: 'Bo Berg' }).waitFor()
      await page.getByRole('button', { name: 'Save folder' }).click()
      await page.getByRole('heading', { level: 2, name: 'Builders' }).waitFor()
      await page.getByRole('list', { name: 'In Builders' }).getByRole('link', { name: 'Bo Berg' }).waitFor()

      await goTo(page, '/search')
      await page.getByRole('button', { name: 'Folder' }).click()
      await page.getByRole('checkbox', { name: 'Builders' }).check()
      await page.keyboard.press('Escape')
      await chips().getByText('Folder: Builders').waitFor()
      await count('2 results')
    },
    SLOW_MS,
  )

  test(
    'titles are text, whatever they contain',
    async () => {
      await field().fill('hazard')
      await found(4)
      for (const title of HOSTILE.slice(0, 2)) await result(title).waitFor()
      expect(await page.title()).toBe('Search · Provider Hub')
      const widths = await page.evaluate<number[]>('[document.documentElement.scrollWidth, innerWidth]')
      expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0)
      expect((await results().allTextContents()).join('')).not.toContain('\u202E')
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: /^Search, go to/ }).fill('hazard')
      await page.getByRole('option', { name: HOSTILE[0] as string }).waitFor()
      expect(await page.title()).toBe('Search · Provider Hub')
    },
    SLOW_MS,
  )
})

/** Whether a request asks for the blocks with these words. */
function isSearch(request: Request, words: string): boolean {
  const body = request.postData() ?? ''
  return body.includes('FindBlocks') && body.includes(`"searchString":"${words}"`)
}
