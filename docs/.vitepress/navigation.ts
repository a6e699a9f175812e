import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DefaultTheme } from 'vitepress'
import { listSources, pageOf, ROOT } from './pages.ts'

/** A group of the sidebar: the Markdown files of its pages, relative to the repository, in the order of reading. */
export interface Group {
  text: string
  pages: readonly string[]
  /** Shown folded until one of its pages is open. */
  folded?: boolean
}

const SOURCES = listSources()
const below = (...folders: string[]) => SOURCES.filter((source) => folders.some((folder) => source.startsWith(folder)))

/** The groups of the sidebar, in the order in which readers need them. Every page of the site belongs to one. */
export const GROUPS: readonly Group[] = [
  {
    text: 'First steps',
    pages: [
      'docs/README.md',
      'docs/first-steps/add-an-application.md',
      'docs/first-steps/host-your-own-provider.md',
      'docs/first-steps/use-another-language.md',
      'docs/first-steps/write-an-application.md',
      'docs/first-steps/keep-it-running.md',
    ],
  },
  {
    text: 'Understand it',
    pages: ['docs/architecture.md', 'docs/glossary.md', 'docs/gaps.md', 'docs/gaps-of-the-graph.md', 'docs/scaling.md'],
  },
  {
    text: 'Connect a vendor',
    pages: [
      'docs/adding-an-application.md',
      'docs/conformance.md',
      'vendors/google/README.md',
      'vendors/microsoft/README.md',
      'vendors/salesforce/README.md',
    ],
  },
  {
    text: 'Use the graph',
    pages: ['docs/using-the-graph.md', 'platform/client/README.md', 'docs/console.md'],
  },
  {
    text: 'Run it',
    pages: [
      'docs/deploying.md',
      'docs/operating.md',
      'docs/runbook.md',
      'docs/backup.md',
      'docs/cluster.md',
      'docs/upgrading.md',
    ],
  },
  {
    text: 'Reference',
    pages: ['docs/errors.md', 'docs/configuration.md'],
  },
  { text: 'Reference: the graph', pages: below('docs/graph/'), folded: true },
  { text: 'Reference: the provider interface', pages: below('docs/provider-interface/'), folded: true },
  {
    text: 'Packages and examples',
    pages: below('packages/', 'examples/'),
  },
  {
    text: 'Inside',
    folded: true,
    pages: [
      'CONTRIBUTING.md',
      'CHANGELOG.md',
      'platform/storage/README.md',
      'sandbox/README.md',
      'sandbox/google/drive/README.md',
      'sandbox/microsoft/README.md',
      'sandbox/microsoft/drive/README.md',
      'sandbox/salesforce/README.md',
    ],
  },
  {
    text: 'Decisions',
    folded: true,
    pages: below('docs/decisions/'),
  },
]

export function sidebar(): DefaultTheme.SidebarItem[] {
  return GROUPS.map(({ text, pages, folded }) => ({
    text,
    collapsed: folded ?? false,
    items: pages.map((source) => ({ text: titleOf(source), link: `/${pageOf(source)}` })),
  }))
}

/** The links at the top of each page. */
export const NAVIGATION: DefaultTheme.NavItem[] = [
  { text: 'First steps', link: '/', activeMatch: '^/(first-steps/.*)?$' },
  { text: 'Add an application', link: '/adding-an-application' },
  { text: 'Use the graph', link: '/using-the-graph' },
  {
    text: 'Reference',
    items: [
      { text: 'The graph', link: '/graph/' },
      { text: 'The provider interface', link: '/provider-interface/' },
      { text: 'Errors', link: '/errors' },
      { text: 'Configuration', link: '/configuration' },
    ],
  },
  { text: 'Operate', link: '/operating' },
  { text: 'Decisions', link: '/decisions/' },
]

/** The first heading of a page, without its marks. */
export function titleOf(source: string): string {
  const [, title = source] = /^# (.+)$/m.exec(readFileSync(join(ROOT, source), 'utf8')) ?? []
  return title.replaceAll('`', '')
}
