import Docxtemplater, { type DXT } from 'docxtemplater'
import { findPlaceholders } from '../placeholders.ts'
import type { Archive } from './archive.ts'
import { toZip } from './package.ts'
import { UnusableDocumentError } from './problem.ts'

/** A document that was filled. */
export interface FilledDocument {
  bytes: Uint8Array
  /** The names of all placeholders of the template. */
  names: string[]
}

/** The names of the placeholders: of the body, then of headers, footers, footnotes and endnotes, each once. */
export function readNames(archive: Archive): string[] {
  const marker = new PlaceholderMarker()
  compile(archive, marker)
  return toNames(marker)
}

/**
 * Replaces each placeholder that has a value; the others stay. Values are texts; line breaks in them become line breaks of
 * Word.
 */
export function fill(archive: Archive, values: ReadonlyMap<string, string>): FilledDocument {
  const marker = new PlaceholderMarker(values)
  const document = compile(archive, marker)
  document.render(Object.fromEntries(marker.valuesByKey))
  return { bytes: document.toUint8Array({ compression: 'DEFLATE' }), names: toNames(marker) }
}

function toNames({ names }: PlaceholderMarker): string[] {
  const files = [...names.keys()].sort((first, second) => rankOf(first) - rankOf(second) || compare(first, second))
  return [...new Set(files.flatMap((file) => [...(names.get(file) ?? [])]))]
}

function compile(archive: Archive, marker: PlaceholderMarker): Docxtemplater {
  try {
    return new Docxtemplater(toZip(archive), {
      modules: [marker],
      delimiters: { start: '{{', end: '}}' },
      // Braces that are no placeholder are text. Without the null, `{{=` would change the delimiters.
      syntax: { allowUnclosedTag: true, allowUnopenedTag: true, changeDelimiterPrefix: null },
      linebreaks: true,
      stripInvalidXMLChars: true,
      errorLogging: false,
    })
  } catch (error) {
    throw new UnusableDocumentError('unreadable', { cause: error })
  }
}

/** Text parts in the order of the inputs. Other parts that the library fills, such as properties, have no rank. */
const RANKS = [
  /^word\/document\d*\.xml$/,
  /^word\/header\d*\.xml$/,
  /^word\/footer\d*\.xml$/,
  /^word\/footnotes\d*\.xml$/,
  /^word\/endnotes\d*\.xml$/,
]

function rankOf(file: string): number {
  return RANKS.findIndex((pattern) => pattern.test(file))
}

function compare(first: string, second: string): number {
  return first.localeCompare(second, 'en', { numeric: true })
}

const ENDNOTES = 'application/vnd.openxmlformats-officedocument.wordprocessingml.endnotes+xml'

/** Parts of a text at which a placeholder cannot go on. */
const BOUNDARIES: readonly (string | undefined)[] = ['w:p', 'w:br', 'a:p', 'a:br']
/** Those that the library does not know, which are in the markup between the tags that it knows. */
const OTHER_BOUNDARY = /<w:(?:cr|tab)\s*\/>/

/** A token of the library: a delimiter, a tag, or text between tags. */
interface Token {
  type: string
  position?: string
  tag?: string
  value?: string
}

/**
 * Decides which braces are placeholders. The others become text again, before the library reads loops, conditions, raw XML
 * or data paths into them. The content of a placeholder is replaced by a key of our own, so that no name has a meaning.
 */
class PlaceholderMarker implements DXT.Module {
  readonly name = 'PlaceholderMarker';
  [member: string]: unknown
  /** Names by the path of their part. */
  readonly names = new Map<string, Set<string>>()
  readonly valuesByKey = new Map<string, string>()
  readonly #values: ReadonlyMap<string, string> | undefined

  /** Without `values`, placeholders are only listed. */
  constructor(values?: ReadonlyMap<string, string>) {
    this.#values = values
  }

  /** The library leaves endnotes out. */
  getFileType({ doc }: { doc: { targets: string[]; invertedContentTypes?: Record<string, string[]> } }): undefined {
    doc.targets.push(...(doc.invertedContentTypes?.[ENDNOTES] ?? []))
  }

  preparse(tokens: Token[], { filePath }: { filePath: string }): Token[] {
    if (rankOf(filePath) < 0) return tokens.map(toText)
    let start = -1
    for (const [index, token] of tokens.entries()) {
      if (token.type !== 'delimiter') continue
      if (token.position === 'start') start = index
      else this.#mark(tokens, start, index, filePath)
    }
    return tokens
  }

  #mark(tokens: Token[], start: number, end: number, filePath: string): void {
    const inner = tokens.slice(start + 1, end)
    const texts = inner.filter(({ type, position }) => type === 'content' && position === 'insidetag')
    const literal = `{{${texts.map(({ value = '' }) => value).join('')}}}`
    const [placeholder] = findPlaceholders(literal)
    const name = placeholder?.literal === literal && !inner.some(isBoundary) ? placeholder.name : undefined
    if (name !== undefined) this.#list(filePath, name)
    const value = name === undefined ? undefined : this.#values?.get(name)
    if (value === undefined) {
      for (const index of [start, end]) tokens[index] = toText(tokens[index] as Token)
      return
    }
    const key = `value${this.valuesByKey.size}`
    this.valuesByKey.set(key, value)
    for (const [index, token] of texts.entries()) token.value = index === 0 ? key : ''
  }

  #list(filePath: string, name: string): void {
    const names = this.names.get(filePath) ?? new Set()
    this.names.set(filePath, names.add(name))
  }
}

function isBoundary({ tag, position, value = '' }: Token): boolean {
  return BOUNDARIES.includes(tag) || (position !== 'insidetag' && OTHER_BOUNDARY.test(value))
}

function toText(token: Token): Token {
  if (token.type !== 'delimiter') return token
  return { ...token, type: 'content', position: 'insidetag', value: token.position === 'start' ? '{{' : '}}' }
}
