import { badInput } from '../errors.ts'

/** The maximum length of a rich-text editor's document (characters). */
const MAX_DOCUMENT_LENGTH = 1_000_000
const MAX_DOCUMENT_DEPTH = 200

/** Inline nodes, by the editors' names. Every other node with children starts a new line. */
const INLINE = /^(a|link|autolink|mark|span|inline.*|mention|text)$/i
const LINE_BREAK = /^(hardBreak|hard_break|linebreak|line_break|br)$/i
/** Members with formatting, which is not text. */
const FORMATTING = new Set(['marks', 'attributes', 'attrs', 'format', 'style', 'entityMap', 'entityRanges'])

/**
 * Extracts the text of a rich-text editor's document, one line per block. Supports ProseMirror and TipTap, Lexical, Slate,
 * Draft.js and Quill, which all keep strings under `text` or `insert`; nothing else is assumed about their formats. Throws
 * BAD_USER_INPUT at `argument` for anything else than such a document, or one that is too large.
 */
export function documentToText(argument: string, document: string): string {
  if (document.length > MAX_DOCUMENT_LENGTH)
    throw badInput(argument, `must have at most ${MAX_DOCUMENT_LENGTH} characters.`)
  const lines = new Lines(argument)
  lines.read(parseJson(argument, document))
  return lines.text()
}

function parseJson(argument: string, document: string): unknown {
  try {
    const value: unknown = JSON.parse(document)
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // The error is thrown below, because the parser's message quotes the document.
  }
  throw badInput(argument, "must be a rich-text editor's JSON.")
}

type Node = Readonly<Record<string, unknown>>

class Lines {
  readonly #argument: string
  readonly #pieces: string[] = []

  constructor(argument: string) {
    this.#argument = argument
  }

  text(): string {
    const lines = this.#pieces.join('').replaceAll('\0', '').split('\n')
    return lines
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .join('\n')
      .toWellFormed()
  }

  read(value: unknown, depth = 0): void {
    if (typeof value !== 'object' || value === null) return
    if (depth > MAX_DOCUMENT_DEPTH) throw badInput(this.#argument, 'is nested too deeply.')
    if (Array.isArray(value)) for (const item of value) this.read(item, depth + 1)
    else this.#readNode(value as Node, depth)
  }

  #readNode(node: Node, depth: number): void {
    if (LINE_BREAK.test(typeOf(node))) this.#endLine()
    const isBlock = startsLine(node)
    if (isBlock) this.#endLine()
    const strings = [node.text, node.insert].filter((text) => typeof text === 'string')
    this.#pieces.push(...strings, ...(strings.length === 0 ? labelOf(node) : []))
    for (const [name, value] of Object.entries(node)) if (!FORMATTING.has(name)) this.#readMember(name, value, depth)
    if (isBlock) this.#endLine()
  }

  /** Each entry of a list named `blocks` is a line of its own (Draft.js). */
  #readMember(name: string, value: unknown, depth: number): void {
    const isList = name === 'blocks' && Array.isArray(value)
    for (const item of isList ? value : [value]) {
      if (isList) this.#endLine()
      this.read(item, depth + 1)
    }
    if (isList) this.#endLine()
  }

  #endLine(): void {
    this.#pieces.push('\n')
  }
}

/** Whether a node is a block. Only nodes with children are: Quill's operations are objects, but parts of lines. */
function startsLine(node: Node): boolean {
  return (Array.isArray(node.content) || Array.isArray(node.children)) && !INLINE.test(typeOf(node))
}

/** The name of a mentioned person. */
function labelOf(node: Node): string[] {
  const label = /^mention/i.test(typeOf(node)) ? (node.attrs as Node | null | undefined)?.label : undefined
  return typeof label === 'string' ? [label] : []
}

function typeOf({ type }: Node): string {
  return typeof type === 'string' ? type : ''
}
