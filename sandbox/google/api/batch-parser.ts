/** A request inside a batch. */
export interface BatchPart {
  contentId: string
  method: string
  /** Path and query. */
  target: string
  /** Names in lower case. */
  headers: Record<string, string>
  body: string
}

/** Parses the requests of a multipart/mixed body. Returns undefined if the body is malformed. */
export function parseBatch(contentType: string, body: string): BatchPart[] | undefined {
  const boundary = /^multipart\/mixed;.*\bboundary="?([^";]+)"?/i.exec(contentType)?.[1]
  if (boundary === undefined) return undefined
  const [, ...pieces] = `\r\n${body.replace(/\r?\n/g, '\r\n')}`.split(`\r\n--${boundary}`)
  const end = pieces.findIndex((piece) => piece.startsWith('--'))
  if (end < 1) return undefined
  const parts = pieces.slice(0, end).map(parsePart)
  return parts.every((part) => part !== undefined) ? parts : undefined
}

function parsePart(piece: string): BatchPart | undefined {
  const outer = parseBlock(piece.replace(/^\r\n/, ''))
  if (!/^application\/http/i.test(outer.headers['content-type'] ?? '')) return undefined
  const [line = '', ...rest] = outer.rest.split('\r\n')
  const match = /^([A-Z]+) (\S+)( HTTP\/1\.\d)?$/.exec(line)
  if (!match) return undefined
  const { headers, rest: body } = parseBlock(rest.join('\r\n'))
  return { contentId: outer.headers['content-id'] ?? '', method: match[1] ?? '', target: match[2] ?? '', headers, body }
}

/** Splits a text into its header lines and what follows the first empty line. */
function parseBlock(text: string): { headers: Record<string, string>; rest: string } {
  const lines = text.split('\r\n')
  const end = lines.indexOf('')
  const head = end < 0 ? lines : lines.slice(0, end)
  const pairs = head
    .filter((line) => line.includes(':'))
    .map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]
    })
  return { headers: Object.fromEntries(pairs), rest: end < 0 ? '' : lines.slice(end + 1).join('\r\n') }
}
