import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const pages = pagesIn(ROOT).map((file) => relative(ROOT, file))

/** All Markdown files below a folder. */
function pagesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') return []
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return pagesIn(path)
    return entry.name.endsWith('.md') ? [path] : []
  })
}

/** The targets of inline links and of reference definitions that lead to a file of the repository. */
function relativeLinks(page: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8')
    .replace(/^```.*?^```/gms, '')
    .replace(/`[^`\n]*`/g, '')
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g), ...text.matchAll(/^\[[^\]]+\]:\s*(\S+)/gm)]
  return targets.flatMap(([, target = '']) => (/^([a-z]+:|#|\/)/i.test(target) ? [] : [target]))
}

test('links to files of the repository are found', () => {
  expect(relativeLinks('README.md').length).toBeGreaterThan(10)
  expect(pages).toEqual(expect.arrayContaining(['vendors/google/README.md', 'docs/architecture.md']))
})

describe('every relative link leads to a file', () => {
  test.each(pages)('%s', (page) => {
    const missing = relativeLinks(page).filter((target) => {
      const [path = ''] = target.split('#')
      return !existsSync(join(ROOT, dirname(page), decodeURIComponent(path)))
    })
    expect(missing).toEqual([])
  })
})
