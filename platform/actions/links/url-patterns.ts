import type { LinkSubscription } from '../../../src/contract/index.ts'

/** A pattern's parts: scheme, host with its port, and the rest. */
const PATTERN = /^(\*|https?):\/\/([^/?#]+)(.*)$/i

/**
 * How well a pattern fits an address: the number of its characters that stand for themselves, so that the one that says
 * most is found; undefined when it does not fit. `*` stands for anything within its part: one in the host never reaches
 * into the path. A pattern without a path, or a bare host, means every path.
 */
export function specificity({ pattern }: Pick<LinkSubscription, 'pattern'>, url: URL): number | undefined {
  const [, scheme = 'https', host = pattern, rest = ''] = PATTERN.exec(pattern) ?? []
  const isFitting =
    (scheme === '*' || `${scheme.toLowerCase()}:` === url.protocol) &&
    matchesPattern(host.toLowerCase(), url.host) &&
    (rest === '' || rest === '/' || matchesPattern(rest, `${url.pathname}${url.search}${url.hash}`))
  return isFitting ? pattern.replaceAll('*', '').length : undefined
}

/** Whether the text has the form of the pattern. Each piece is looked for once, so no pattern makes this slow. */
function matchesPattern(pattern: string, text: string): boolean {
  const [first = '', ...others] = pattern.split('*')
  const last = others.pop()
  if (last === undefined) return text === pattern
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false
  let from = first.length
  for (const piece of others) {
    const at = text.indexOf(piece, from)
    if (at < 0) return false
    from = at + piece.length
  }
  return from <= text.length - last.length
}
