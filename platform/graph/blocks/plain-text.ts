import { badInput } from '../errors.ts'

/** Of a rich-text editor's document, in characters. */
const MAX_DOCUMENT_LENGTH = 1_000_000
const MAX_DOCUMENT_DEPTH = 200

/** Nodes that stand within a line, as editors call them. Every other node that holds nodes begins a line of its own. */
const INLINE = /^(a|link|autolink|mark|span|inline.*|mention|text)$/i
const LINE_BREAK = /^(hardBreak|hard_break|linebreak|line_break|br)$/i
/** How a text looks, not what it says. */
const LOOKS = new Set(['marks', 'attributes', 'attrs', 'format', 'style', 'entityMap', 'entityRanges'])

/**
 * What a rich-text editor's document says, a line for each of its blocks. ProseMirror and TipTap, Lexical, Slate,
 * Draft.js and Quill keep strings under `text` or `insert`, and that is all that is known of them here. Throws
 * BAD_USER_INPUT at `argument` for what is no such document.
 */
export function documentToText(argument: string, document: string): string {
  if (document.length > MAX_DOCUMENT_LENGTH)
    throw badInput(argument, `must have at most ${MAX_DOCUMENT_LENGTH} characters.`)
  const lines = new Lines(argument)
  lines.read(parse(argument, document))
  return lines.text()
}

function parse(argument: string, document: string): unknown {
  try {
    const value: unknown = JSON.parse(document)
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // Said below: the parser's own words quote the document.
  }
  throw badInput(argument, "must be a rich-text editor's JSON.")
}

type Node = Readonly<Record<string, unknown>>

class Lines {
  readonly #argument: string
  readonly #parts: string[] = []

  constructor(argument: string) {
    this.#argument = argument
  }

  text(): string {
    const lines = this.#parts.join('').replaceAll('\0', '').split('\n')
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
    const isBlock = beginsLine(node)
    if (isBlock) this.#endLine()
    const said = [node.text, node.insert].filter((text) => typeof text === 'string')
    this.#parts.push(...said, ...(said.length === 0 ? labelOf(node) : []))
    for (const [name, value] of Object.entries(node)) if (!LOOKS.has(name)) this.#readPart(name, value, depth)
    if (isBlock) this.#endLine()
  }

  /** Editors that keep a list of `blocks` write a line in each of them. */
  #readPart(name: string, value: unknown, depth: number): void {
    const isList = name === 'blocks' && Array.isArray(value)
    for (const part of isList ? value : [value]) {
      if (isList) this.#endLine()
      this.read(part, depth + 1)
    }
    if (isList) this.#endLine()
  }

  #endLine(): void {
    this.#parts.push('\n')
  }
}

/** Quill's operations are parts of lines although they are objects: only what holds nodes is a block. */
function beginsLine(node: Node): boolean {
  return (Array.isArray(node.content) || Array.isArray(node.children)) && !INLINE.test(typeOf(node))
}

/** Whoever is mentioned is written by name. */
function labelOf(node: Node): string[] {
  const label = /^mention/i.test(typeOf(node)) ? (node.attrs as Node | null | undefined)?.label : undefined
  return typeof label === 'string' ? [label] : []
}

function typeOf({ type }: Node): string {
  return typeof type === 'string' ? type : ''
}
