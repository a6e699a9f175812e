import { existsSync, globSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the repository. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Markdown that is no page of the site: the front page of the repository, what is installed or built, and what is filled in. */
export const EXCLUDED = ['README.md', '**/node_modules/**', '**/dist/**', 'data/**', 'test/**', 'scaffold/**']

/** Files of the repository that the site serves as they are, and where. */
export const SERVED_FILES: Readonly<Record<string, string>> = {
  'platform/graph/schema.graphql': 'schema.graphql',
  'docs/provider-interface.openapi.json': 'openapi.json',
}

/** The Markdown files that the site consists of, relative to the repository. Hidden folders are not searched. */
export function listSources(root = ROOT): string[] {
  return globSync('**/*.md', { cwd: root, exclude: EXCLUDED })
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
}

/** The page of a Markdown file: `docs/decisions/README.md` is `decisions/index.md`, `CONTRIBUTING.md` is `contributing.md`. */
export function pageOf(source: string): string {
  const page = source.replace(/^docs\//, '').replace(/(^|\/)README\.md$/, '$1index.md')
  return page.includes('/') ? page : page.toLowerCase()
}

/** What a link in a Markdown file leads to in the site. */
export type Target =
  /** `page` and `served` have an address below the root of the site. */
  | { kind: 'page' | 'served'; address: string }
  /** A file or folder that is only in the repository. */
  | { kind: 'source'; path: string; hash: string }
  /** Another origin, or a heading of the same page. */
  | { kind: 'other' }

/** Resolves the link of a Markdown file, both relative to the repository, to a page where there is one. */
export function resolveLink(source: string, href: string, root = ROOT): Target {
  if (/^([a-z][a-z+.-]*:|#|\/)/i.test(href)) return { kind: 'other' }
  const [path = '', fragment] = href.split('#')
  const hash = fragment === undefined ? '' : `#${fragment}`
  const target = posix.join(posix.dirname(source), decodeURIComponent(path)).replace(/\/$/, '')
  const served = SERVED_FILES[target]
  if (served !== undefined) return { kind: 'served', address: `/${served}` }
  const readme = posix.join(target, 'README.md')
  for (const file of [target, readme]) {
    if (isPage(file, root)) return { kind: 'page', address: `/${pageOf(file)}${hash}` }
  }
  return { kind: 'source', path: target, hash }
}

function isPage(file: string, root: string): boolean {
  if (!file.endsWith('.md') || file.startsWith('..') || !existsSync(join(root, file))) return false
  return !EXCLUDED.some((pattern) => posix.matchesGlob(file, pattern))
}

/** The path of a file relative to the repository, with `/` on every system. */
export function sourceOf(file: string): string {
  return relative(ROOT, join(dirname(file), posix.basename(file))).replaceAll('\\', '/')
}
