import type { LinkSubscription } from '../../../src/contract/index.ts'

// Not URLPattern: a pattern may be a bare host, matches are ranked by specificity, and matching must be linear in time.

/** The scheme, the host with its port, and the rest of a pattern. */
const PATTERN = /^(\*|https?):\/\/([^/?#]+)(.*)$/i

/**
 * Returns how specific a matching pattern is, as the number of its literal characters; undefined if it does not match. `*`
 * matches any text within its part: one in the host never extends into the path. A pattern without a path, or a bare host,
 * matches every path.
 */
export function specificity({ pattern }: Pick<LinkSubscription, 'pattern'>, url: URL): number | undefined {
  const [, scheme = 'https', host = pattern, rest = ''] = PATTERN.exec(pattern) ?? []
  const matches =
    (scheme === '*' || `${scheme.toLowerCase()}:` === url.protocol) &&
    matchesPattern(host.toLowerCase(), url.host) &&
    (rest === '' || rest === '/' || matchesPattern(rest, `${url.pathname}${url.search}${url.hash}`))
  return matches ? pattern.replaceAll('*', '').length : undefined
}

/** Whether a text matches a pattern with `*`. Searches each literal piece once, so the time is linear. */
function matchesPattern(pattern: string, text: string): boolean {
  const [first = '', ...pieces] = pattern.split('*')
  const last = pieces.pop()
  if (last === undefined) return text === pattern
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false
  let from = first.length
  for (const piece of pieces) {
    const index = text.indexOf(piece, from)
    if (index < 0) return false
    from = index + piece.length
  }
  return from <= text.length - last.length
}
