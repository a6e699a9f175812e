import type { gmail_v1 } from 'googleapis/build/src/apis/gmail/index.js'
import { decodeWords } from 'postal-mime'
import { decodeBytes } from './charset.ts'

export type Part = gmail_v1.Schema$MessagePart

/** The values of a header, each unfolded, in the order they stand in. Names come in any case, and more than once. */
export function getHeaders(part: Part, name: string): string[] {
  const wanted = name.toLowerCase()
  const found = (part.headers ?? []).filter((header) => header.name?.toLowerCase() === wanted)
  return found.map((header) => (header.value ?? '').replace(/\r?\n[ \t]+/g, ' ').trim())
}

/** The first value of a header; undefined when it is absent or empty. */
export function getHeader(part: Part, name: string): string | undefined {
  return getHeaders(part, name)[0] || undefined
}

/** The text of a header in which encoded words (RFC 2047) may stand. */
export function getHeaderText(part: Part, name: string): string {
  return decodeWords(getHeader(part, name) ?? '').trim()
}

/** The word a structured header begins with: `attachment` of `attachment; filename="a.pdf"`. */
export function getMainValue(part: Part, name: string): string {
  return getHeader(part, name)?.split(';')[0]?.trim().toLowerCase() ?? ''
}

/**
 * A parameter of a structured header, decoded: plain, quoted, in encoded words, or extended and continued over several
 * pieces (RFC 2231: `filename*0*=utf-8''na%C3%AF; filename*1=ve.txt`).
 */
export function getParameter(part: Part, name: string, wanted: string): string | undefined {
  const found = parseParameters(getHeader(part, name) ?? '')
  const plain = found.get(wanted)
  const pieces = found.has(`${wanted}*`) ? [`${wanted}*`] : findContinuations(found, wanted)
  if (pieces.length === 0) return plain === undefined ? undefined : decodeWords(plain)
  return decodePieces(pieces.map((piece) => [found.get(piece) ?? '', piece.endsWith('*')]))
}

const PARAMETER = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g

function parseParameters(value: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', quoted, bare = ''] of value.matchAll(PARAMETER)) {
    found.set(name.toLowerCase(), quoted === undefined ? bare : quoted.replace(/\\(.)/g, '$1'))
  }
  return found
}

function findContinuations(found: Map<string, string>, wanted: string): string[] {
  const names: string[] = []
  for (let index = 0; ; index += 1) {
    const name = [`${wanted}*${index}*`, `${wanted}*${index}`].find((candidate) => found.has(candidate))
    if (name === undefined) return names
    names.push(name)
  }
}

/** The charset stands before the first piece only, between quotes from a language: `utf-8'en'`. */
function decodePieces(pieces: [text: string, encoded: boolean][]): string {
  const [, charset] = /^([^']*)'[^']*'/.exec(pieces[0]?.[0] ?? '') ?? []
  const bytes = pieces.map(([text, encoded], index) => {
    const value = encoded && index === 0 ? text.replace(/^[^']*'[^']*'/, '') : text
    return encoded ? decodePercent(value) : Buffer.from(value)
  })
  return decodeBytes(Buffer.concat(bytes), charset)
}

function decodePercent(text: string): Buffer {
  const latin1 = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(latin1, 'latin1')
}
