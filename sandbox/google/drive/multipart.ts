export interface BodyPart {
  /** Names in lower case. */
  headers: Record<string, string>
  body: Buffer
}

/** Parses a multipart body (RFC 2046). Returns undefined if it is malformed or its last boundary is missing. */
export function parseMultipart(body: Buffer, contentType: string): BodyPart[] | undefined {
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType)
  const name = boundary?.[1] ?? boundary?.[2]
  if (name === undefined) return undefined
  const delimiter = Buffer.from(`\r\n--${name}`)
  // The first delimiter may be at the very beginning.
  const text = Buffer.concat([Buffer.from('\r\n'), body])
  const parts: BodyPart[] = []
  let position = text.indexOf(delimiter)
  while (position >= 0) {
    const start = position + delimiter.length
    if (text.subarray(start, start + 2).toString() === '--') return parts
    const next = text.indexOf(delimiter, start)
    const part = next < 0 ? undefined : parsePart(text.subarray(start, next))
    if (!part) return undefined
    parts.push(part)
    position = next
  }
  return undefined
}

function parsePart(bytes: Buffer): BodyPart | undefined {
  const headStart = bytes.indexOf('\r\n') + 2
  // A part without headers begins with the empty line.
  const headEnd = bytes.subarray(headStart).indexOf('\r\n') === 0 ? headStart : bytes.indexOf('\r\n\r\n', headStart)
  if (headEnd < 0) return undefined
  const lines = bytes
    .subarray(headStart, headEnd)
    .toString('latin1')
    .split('\r\n')
    .filter((line) => line !== '')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { headers: Object.fromEntries(headers), body: bytes.subarray(headEnd + (headEnd === headStart ? 2 : 4)) }
}
