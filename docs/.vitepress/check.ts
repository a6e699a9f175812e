import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** What a page loads by itself. A link that a reader follows is none of it. */
const LOADS = /<(?:script|img|iframe|source|video|audio|embed)\b[^>]*?\ssrc="([^"]+)"|<link\b[^>]*?\shref="([^"]+)"/g
const LOADS_OF_STYLES = /(?:url\(|@import\s)\s*["']?((?:https?:)?\/\/[^"')\s]+)/g

/**
 * What is wrong with a built site: links to pages, files or headings that are not there, and whatever a page loads from
 * another origin. Nothing is requested. `base` is the path at which the site is served.
 */
export function findSiteProblems(folder: string, base: string): string[] {
  const files = new Set(globSync('**/*', { cwd: folder }).map((file) => file.replaceAll('\\', '/')))
  const pages = new Map([...files].filter((file) => file.endsWith('.html')).map((file) => [file, read(folder, file)]))
  const anchors = new Map([...pages].map(([file, html]) => [file, anchorsOf(html)]))
  const problems: string[] = []

  for (const [file, html] of pages) {
    for (const [, script, link] of html.matchAll(LOADS)) {
      const address = script ?? link ?? ''
      if (isOtherOrigin(address)) problems.push(`${file} loads ${address}`)
    }
    for (const [, href = ''] of html.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)) {
      if (/^[a-z][a-z+.-]*:/i.test(href)) continue
      const problem = problemOf(decodeHtml(href), file)
      if (problem) problems.push(`${file}: ${problem}`)
    }
  }
  for (const file of files) {
    if (!file.endsWith('.css')) continue
    for (const [, address = ''] of read(folder, file).matchAll(LOADS_OF_STYLES)) {
      problems.push(`${file} loads ${address}`)
    }
  }
  return [...new Set(problems)].sort()

  function problemOf(href: string, from: string): string | undefined {
    const [path = '', fragment] = href.split('#')
    const address = decodeURIComponent(path)
    if (address.startsWith('/') && !address.startsWith(base)) return `${href} is not below ${base}`
    const target =
      address === ''
        ? from
        : address.startsWith('/')
          ? address.slice(base.length)
          : posix.join(posix.dirname(from), address)
    const page = [target, `${target}.html`, posix.join(target, 'index.html')].find((name) => files.has(name))
    if (page === undefined) return `${href} leads nowhere`
    if (!fragment || anchors.get(page)?.has(decodeURIComponent(fragment)) !== false) return undefined
    return `${href} names a heading that is not on its page`
  }
}

function isOtherOrigin(address: string): boolean {
  return /^([a-z][a-z+.-]*:)?\/\//i.test(address)
}

function anchorsOf(html: string): Set<string> {
  return new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => decodeHtml(id)))
}

/** Resolves the character references that HTML needs in an attribute. */
function decodeHtml(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&')
}

function read(folder: string, file: string): string {
  return readFileSync(join(folder, file), 'utf8')
}
