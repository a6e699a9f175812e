import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitepress'
import { findSiteProblems } from './check.ts'
import { markdownOptions } from './markdown.ts'
import { NAVIGATION, sidebar } from './navigation.ts'
import { EXCLUDED, pageOf, ROOT, SERVED_FILES } from './pages.ts'

const { DOCS_BASE = '/', DOCS_REPOSITORY_URL } = process.env

export default defineConfig({
  title: 'Provider Hub',
  description: 'Connects accounts of vendors to a shared, permissioned graph of people, companies and content.',
  lang: 'en',
  base: DOCS_BASE,
  // The pages are the Markdown of the whole repository, because the READMEs of its parts belong to its documentation.
  srcDir: '..',
  srcExclude: [...EXCLUDED],
  rewrites: pageOf,
  // By default every config.ts below srcDir would be loaded.
  additionalConfig: {},
  outDir: 'dist',
  cacheDir: '../.cache/docs',
  // Addresses of the reader's own machine.
  ignoreDeadLinks: 'localhostLinks',
  markdown: markdownOptions(DOCS_REPOSITORY_URL?.replace(/\/+$/, '')),
  head: [['link', { rel: 'icon', href: `${DOCS_BASE}favicon.svg`, type: 'image/svg+xml' }]],
  themeConfig: {
    nav: NAVIGATION,
    sidebar: sidebar(),
    outline: { level: [2, 3] },
    search: { provider: 'local', options: { detailedView: true } },
    notFound: {
      title: 'There is no such page',
      quote: 'It may have been moved. The search above finds every page by its words.',
      linkText: 'To the first page',
      linkLabel: 'To the first page',
    },
    externalLinkIcon: true,
  },
  vite: {
    publicDir: 'docs/.vitepress/public',
    build: { chunkSizeWarningLimit: 2_000 },
    server: { host: '127.0.0.1' },
  },
  async buildEnd({ outDir }) {
    for (const [source, name] of Object.entries(SERVED_FILES)) {
      if (existsSync(join(ROOT, source))) copyFileSync(join(ROOT, source), join(outDir, name))
    }
    const problems = findSiteProblems(outDir, DOCS_BASE)
    if (problems.length > 0)
      throw new Error(`The site has broken links or loads other origins:\n${problems.join('\n')}`)
  },
})
