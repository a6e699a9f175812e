import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'
import GithubSlugger from 'github-slugger'
import markdownIt from 'markdown-it'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const markdown = markdownIt({ html: true })
const pages = globSync('**/*.md', { cwd: ROOT, exclude: ['**/node_modules/**', '**/dist/**', 'data/**'] }).sort()

interface Page {
  /** Targets of links and images. */
  targets: string[]
  /** The anchors of its headings, as they are where the repository is hosted and on the site. */
  anchors: Set<string>
}

const cache = new Map<string, Page>()

function readPage(file: string): Page {
  const stored = cache.get(file)
  if (stored) return stored
  const tokens = markdown.parse(readFileSync(join(ROOT, file), 'utf8'), {})
  const inline = tokens.flatMap((token) => token.children ?? [])
  const targets = inline.flatMap((token) => token.attrGet('href') ?? token.attrGet('src') ?? [])
  const slugger = new GithubSlugger()
  const headings = tokens.flatMap((token, index) => (token.type === 'heading_open' ? [tokens[index + 1]] : []))
  const titles = headings.map((heading) => (heading?.children ?? []).map(({ content }) => content).join(''))
  const page = { targets: targets.map(String), anchors: new Set(titles.map((title) => slugger.slug(title))) }
  cache.set(file, page)
  return page
}

/** What is wrong with a relative link of a page; undefined if it leads to a file and, in Markdown, to a heading. */
function problemOf(file: string, target: string): string | undefined {
  if (/^([a-z][a-z+.-]*:|\/)/i.test(target)) return undefined
  const [path = '', anchor] = target.split('#').map(decodeURIComponent)
  const linked = path === '' ? file : posix.join(posix.dirname(file), path)
  if (linked.startsWith('..') || !existsSync(join(ROOT, linked))) return `${target}: there is no such file`
  const page = statSync(join(ROOT, linked)).isDirectory() ? posix.join(linked, 'README.md') : linked
  if (anchor === undefined || !page.endsWith('.md')) return undefined
  return readPage(page).anchors.has(anchor) ? undefined : `${target}: there is no such heading`
}

test('links to files of the repository are found', () => {
  expect(readPage('README.md').targets.length).toBeGreaterThan(10)
  expect(pages).toEqual(expect.arrayContaining(['vendors/google/README.md', 'docs/architecture.md']))
})

describe('every relative link leads to a file, and to a heading of it', () => {
  test.each(pages)('%s', (file) => {
    expect(readPage(file).targets.flatMap((target) => problemOf(file, target) ?? [])).toEqual([])
  })
})

test.each([
  ['missing.md', 'missing.md: there is no such file'],
  ['glossary.md#nowhere', 'glossary.md#nowhere: there is no such heading'],
  ['#nowhere', '#nowhere: there is no such heading'],
  ['../../other/README.md', '../../other/README.md: there is no such file'],
  ['operating.md#behind-a-proxy-trust_proxy', undefined],
  ['https://example.com/missing', undefined],
])('of a page in docs/, %s gives %s', (target, problem) => {
  expect(problemOf('docs/architecture.md', target)).toBe(problem)
})
