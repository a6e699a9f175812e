import type { Page } from 'playwright-core'
import { BLOCK_KINDS } from '../../../console/src/text/kinds.ts'
import type { Person } from '../../../demo/person.ts'

/** A page of the console, with an object of the sample person where it shows one. */
export interface SamplePage {
  name: string
  path: string
}

const LISTS = ['/', '/welcome', '/connections', '/people', '/companies', '/search', '/folders', '/graph', '/tables']
const OTHERS = [
  '/search?q=plan',
  '/recommendations',
  '/settings',
  '/nowhere',
  '/blocks/00000000-0000-4000-8000-000000000000',
]

interface Objects {
  tags: { _id: string }[]
  companies: { _id: string }[]
  connections: { _id: string }[]
  tables: { _id: string }[]
  [blocks: `blocks_${string}`]: { _id: string }[]
}

/** Every page that the person can open, with a block of each kind that their graph has. */
export async function findSamplePages(person: Person): Promise<SamplePage[]> {
  const kinds = Object.keys(BLOCK_KINDS)
  const objects = await person.execute<Objects>(`{
    tags: searchGraphTags(input: { tagTypes: [person], size: 1 }) { _id }
    companies: searchGraphTags(input: { tagSubTypes: ["organization"], size: 1 }) { _id }
    connections(input: { size: 1 }) { _id }
    tables(input: { size: 1 }) { _id }
    ${kinds.map((kind) => `blocks_${kind}: searchGraph(input: { blockTypes: [${kind}], size: 1 }) { _id }`).join('\n')}
  }`)
  const toPages = (name: string, folder: string, found: readonly { _id: string }[]) =>
    found.map(({ _id }): SamplePage => ({ name, path: `/${folder}/${_id}` }))
  return [
    ...[...LISTS, ...OTHERS].map((path) => ({ name: path, path })),
    ...toPages('a person', 'tags', objects.tags),
    ...toPages('a company', 'tags', objects.companies),
    ...toPages('a connection', 'connections', objects.connections),
    ...toPages('a table', 'tables', objects.tables),
    ...kinds.flatMap((kind) => toPages(`a block: ${kind}`, 'blocks', objects[`blocks_${kind}`] ?? [])),
  ]
}

/** Goes to a page without loading the console again, as a link does. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
  )
  await waitUntilLoaded(page, path)
}

/** Resolves when the page at a path shows its title, and nothing in it is loading. */
export async function waitUntilLoaded(page: Page, path: string): Promise<void> {
  const [pathname] = path.split('?')
  await waitUntilVisible(page, `main[data-path="${pathname}"]:not(:has([aria-busy="true"])) h1`)
}

/** Resolves when the first element of a selector is visible. Asks in every frame: locators ask every half a second. */
export async function waitUntilVisible(page: Page, selector: string): Promise<void> {
  await page.waitForFunction((css) => document.querySelector(css)?.checkVisibility() === true, selector)
}

/** The browser globals used by functions that run in the page. */
declare const document: { querySelector(selector: string): { checkVisibility(): boolean } | null }
