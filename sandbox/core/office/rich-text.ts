/** A stretch of text with one formatting. `\t` is a tab, `\v` a line break inside the paragraph. */
export interface TextRun {
  text: string
  bold?: boolean
}

export interface FootnoteMark {
  /** The id of a footnote of the same section. */
  footnote: string
}

export type Inline = TextRun | FootnoteMark

export interface Paragraph {
  /** The level of a heading, from 1. */
  heading?: number
  inlines: Inline[]
}

export interface Table {
  /** Blocks by row and cell. */
  rows: Block[][][]
}

export type Block = Paragraph | Table

/** Text with its own headers, footers and footnotes: a Word file, or one tab of a Google document. Maps have ids as keys. */
export interface RichText {
  title?: string
  body: Block[]
  headers: Map<string, Block[]>
  footers: Map<string, Block[]>
  footnotes: Map<string, Block[]>
}

export function createRichText(body: Block[], other: Partial<RichText> = {}): RichText {
  return { headers: new Map(), footers: new Map(), footnotes: new Map(), ...other, body }
}

export function isTable(block: Block): block is Table {
  return 'rows' in block
}

/** Creates a paragraph of one run per text. */
export function paragraph(...inlines: (string | Inline)[]): Paragraph {
  return { inlines: inlines.map((inline) => (typeof inline === 'string' ? { text: inline } : inline)) }
}

export function heading(level: number, text: string): Paragraph {
  return { heading: level, inlines: [{ text }] }
}

/** Creates a table whose cells have one paragraph each. */
export function table(rows: readonly (readonly string[])[]): Table {
  return { rows: rows.map((cells) => cells.map((text) => [paragraph(text)])) }
}

/** All paragraphs in reading order, those of table cells included. */
export function paragraphsOf(blocks: readonly Block[]): Paragraph[] {
  return blocks.flatMap((block) => (isTable(block) ? block.rows.flat().flatMap(paragraphsOf) : [block]))
}

/** The text of a paragraph without the marks of its footnotes. */
export function textOf({ inlines }: Paragraph): string {
  return inlines.map((inline) => ('text' in inline ? inline.text : '')).join('')
}

/** The blocks of the body and of all headers, footers and footnotes. */
export function partsOf({ body, headers, footers, footnotes }: RichText): Block[][] {
  return [body, ...headers.values(), ...footers.values(), ...footnotes.values()]
}
