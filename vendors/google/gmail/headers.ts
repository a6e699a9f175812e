import type { gmail_v1 } from 'googleapis/build/src/apis/gmail/index.js'
import { decodeEncodedWords } from '../../../src/kit/encoded-words.ts'
import { decodeBytes } from './charset.ts'

export type Part = gmail_v1.Schema$MessagePart

/** The values of a header in order, unfolded. Header names are case-insensitive and may be repeated. */
export function getHeaders(part: Part, name: string): string[] {
  const lowerCaseName = name.toLowerCase()
  const matching = (part.headers ?? []).filter((header) => header.name?.toLowerCase() === lowerCaseName)
  return matching.map((header) => (header.value ?? '').replace(/\r?\n[ \t]+/g, ' ').trim())
}

/** The first value of a header; undefined if it is absent or empty. */
export function getHeader(part: Part, name: string): string | undefined {
  return getHeaders(part, name)[0] || undefined
}

/** The text of a header, with encoded words (RFC 2047) decoded. */
export function getHeaderText(part: Part, name: string): string {
  return decodeEncodedWords(getHeader(part, name) ?? '').trim()
}

/** The value of a structured header without its parameters: `attachment` of `attachment; filename="a.pdf"`. */
export function getMainValue(part: Part, name: string): string {
  return getHeader(part, name)?.split(';')[0]?.trim().toLowerCase() ?? ''
}

/**
 * A decoded parameter of a structured header: plain, quoted, in encoded words, or with the extensions and continuations
 * of RFC 2231 (`filename*0*=utf-8''na%C3%AF; filename*1=ve.txt`).
 */
export function getParameter(part: Part, headerName: string, name: string): string | undefined {
  const parameters = parseParameters(getHeader(part, headerName) ?? '')
  const plain = parameters.get(name)
  const pieces = parameters.has(`${name}*`) ? [`${name}*`] : findContinuations(parameters, name)
  if (pieces.length === 0) return plain === undefined ? undefined : decodeEncodedWords(plain)
  return decodePieces(pieces.map((piece) => [parameters.get(piece) ?? '', piece.endsWith('*')]))
}

const PARAMETER = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g

function parseParameters(value: string): Map<string, string> {
  const parameters = new Map<string, string>()
  for (const [, name = '', quoted, bare = ''] of value.matchAll(PARAMETER)) {
    parameters.set(name.toLowerCase(), quoted === undefined ? bare : quoted.replace(/\\(.)/g, '$1'))
  }
  return parameters
}

function findContinuations(parameters: Map<string, string>, name: string): string[] {
  const pieces: string[] = []
  for (let index = 0; ; index += 1) {
    const piece = [`${name}*${index}*`, `${name}*${index}`].find((candidate) => parameters.has(candidate))
    if (piece === undefined) return pieces
    pieces.push(piece)
  }
}

/** Only the first piece declares the charset, followed by a language in quotes: `utf-8'en'`. */
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
