import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from '@jest/globals'
import { findSiteProblems } from '../../docs/.vitepress/check.ts'
import { GROUPS } from '../../docs/.vitepress/navigation.ts'
import { listSources, pageOf, resolveLink } from '../../docs/.vitepress/pages.ts'

describe('the site', () => {
  test('has every page once in its navigation', () => {
    const listed = GROUPS.flatMap(({ pages }) => pages)
    expect([...listed].sort()).toEqual(listSources())
  })

  test('has an address for each page', () => {
    const pages = listSources().map(pageOf)
    expect(new Set(pages).size).toBe(pages.length)
  })

  test.each([
    ['docs/README.md', 'index.md'],
    ['docs/operating.md', 'operating.md'],
    ['docs/decisions/README.md', 'decisions/index.md'],
    ['vendors/google/README.md', 'vendors/google/index.md'],
    ['CONTRIBUTING.md', 'contributing.md'],
  ])('%s is the page %s', (source, page) => expect(pageOf(source)).toBe(page))

  test.each([
    ['docs/architecture.md', 'glossary.md#connection', { kind: 'page', address: '/glossary.md#connection' }],
    ['docs/architecture.md', 'decisions/', { kind: 'page', address: '/decisions/index.md' }],
    ['docs/architecture.md', '../platform/storage', { kind: 'page', address: '/platform/storage/index.md' }],
    ['vendors/google/README.md', '../../CONTRIBUTING.md', { kind: 'page', address: '/contributing.md' }],
    ['docs/using-the-graph.md', '../platform/graph/schema.graphql', { kind: 'served', address: '/schema.graphql' }],
    ['docs/architecture.md', '../src/routes.ts#L1', { kind: 'source', path: 'src/routes.ts', hash: '#L1' }],
    ['docs/architecture.md', '../README.md', { kind: 'source', path: 'README.md', hash: '' }],
    ['docs/architecture.md', '#the-console', { kind: 'other' }],
    ['docs/architecture.md', 'https://example.com/a.md', { kind: 'other' }],
  ])('the link of %s to %s leads to the right place', (source, href, target) => {
    expect(resolveLink(source, href)).toEqual(target)
  })
})

describe('a built site', () => {
  const folder = mkdtempSync(join(tmpdir(), 'site-'))
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  function build(files: Record<string, string>): string[] {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), content)
    }
    return findSiteProblems(folder, '/docs/')
  }

  test('is in order when its links lead to pages, files and headings', () => {
    const index =
      '<h1 id="top">A</h1><a href="#top"></a><a href="/docs/a/b.html#über-1"></a><a href="https://x.example"></a>'
    const page =
      '<h2 id="über-1">B</h2><a href="../index.html#top"></a><a class="x" href="/docs/"></a><img src="/docs/i.png">'
    expect(build({ 'index.html': index, 'a/b.html': page, 'i.png': '' })).toEqual([])
  })

  test('with broken links names each of them', () => {
    const index = '<a href="#no"></a><a href="/docs/no.html"></a><a href="/elsewhere.html"></a><a href="b.html#no"></a>'
    expect(build({ 'index.html': index, 'b.html': '' })).toEqual([
      'index.html: #no names a heading that is not on its page',
      'index.html: /docs/no.html leads nowhere',
      'index.html: /elsewhere.html is not below /docs/',
      'index.html: b.html#no names a heading that is not on its page',
    ])
  })

  test('that loads something from another origin is refused', () => {
    const index = `<script async src="https://cdn.example/a.js"></script><link rel="stylesheet" href="//cdn.example/a.css">
      <img alt="" src="http://cdn.example/a.png">`
    const css =
      '@import "https://cdn.example/b.css"; @font-face { src: url(https://cdn.example/c.woff2) } a { src: url(d.woff2) }'
    expect(build({ 'index.html': index, 'a.css': css })).toEqual([
      'a.css loads https://cdn.example/b.css',
      'a.css loads https://cdn.example/c.woff2',
      'index.html loads //cdn.example/a.css',
      'index.html loads http://cdn.example/a.png',
      'index.html loads https://cdn.example/a.js',
    ])
  })
})
