import { DOMParser, type Element, type Node } from '@xmldom/xmldom'
import { strFromU8, unzipSync } from 'fflate'
import { type Block, createRichText, type Inline, type Paragraph, type RichText, type Table } from './rich-text.ts'

type Files = ReturnType<typeof unzipSync>

/**
 * Reads a Word file: body, tables, headers, footers and footnotes of all its sections. Throws an Error if the bytes are not
 * a Word file.
 */
export function readWord(bytes: Uint8Array): RichText {
  const files = unzipSync(bytes)
  const document = parsePart(files, 'word/document.xml')
  if (!document) throw new Error('The file has no word/document.xml')
  const targets = readTargets(files)
  const body = childOf(document, 'w:body')
  const text = createRichText(body ? readBlocks(body) : [])
  for (const kind of ['header', 'footer'] as const) {
    const ids = [...document.getElementsByTagName(`w:${kind}Reference`)].map((element) => element.getAttribute('r:id'))
    for (const id of new Set(ids)) {
      const part = parsePart(files, `word/${targets.get(id ?? '')}`)
      if (part && id) text[`${kind}s`].set(`kix.${kind}.${id}`, readBlocks(part))
    }
  }
  for (const footnote of parsePart(files, 'word/footnotes.xml')?.getElementsByTagName('w:footnote') ?? []) {
    const id = footnote.getAttribute('w:id') ?? ''
    // The separators have a type.
    if (!footnote.hasAttribute('w:type')) text.footnotes.set(toFootnoteId(id), readBlocks(footnote))
  }
  return text
}

function toFootnoteId(id: string): string {
  return `kix.fn${id}`
}

function readTargets(files: Files): Map<string, string> {
  const relations = parsePart(files, 'word/_rels/document.xml.rels')?.getElementsByTagName('Relationship') ?? []
  return new Map(
    [...relations].map((element) => [element.getAttribute('Id') ?? '', element.getAttribute('Target') ?? '']),
  )
}

function parsePart(files: Files, name: string): Element | undefined {
  const bytes = files[name]
  if (!bytes) return undefined
  return new DOMParser().parseFromString(strFromU8(bytes), 'text/xml').documentElement ?? undefined
}

function childElements(node: Node): Element[] {
  return [...node.childNodes].filter((child): child is Element => child.nodeType === 1)
}

function childOf(node: Node, name: string): Element | undefined {
  return childElements(node).find(({ nodeName }) => nodeName === name)
}

/** Containers such as content controls and insertions are read as if they were not there; deletions are dropped. */
function readBlocks(container: Element): Block[] {
  return childElements(container).flatMap((element): Block[] => {
    if (element.nodeName === 'w:p') return [readParagraph(element)]
    if (element.nodeName === 'w:tbl') return [readTable(element)]
    return ['w:sdt', 'w:sdtContent', 'w:ins'].includes(element.nodeName) ? readBlocks(element) : []
  })
}

function readTable(element: Element): Table {
  const rows = childElements(element).filter(({ nodeName }) => nodeName === 'w:tr')
  const cellsOf = (row: Element) => childElements(row).filter(({ nodeName }) => nodeName === 'w:tc')
  return { rows: rows.map((row) => cellsOf(row).map(readBlocks)) }
}

function readParagraph(element: Element): Paragraph {
  const properties = childOf(element, 'w:pPr')
  const style = (properties && childOf(properties, 'w:pStyle')?.getAttribute('w:val')) ?? ''
  const level = /^Heading([1-6])$/.exec(style)?.[1]
  const inlines = readInlines(element)
  return level === undefined ? { inlines } : { heading: Number(level), inlines }
}

const INLINE_CONTAINERS = ['w:hyperlink', 'w:ins', 'w:sdt', 'w:sdtContent', 'w:smartTag']

function readInlines(container: Element): Inline[] {
  return childElements(container).flatMap((element) => {
    if (element.nodeName === 'w:r') return readRun(element)
    return INLINE_CONTAINERS.includes(element.nodeName) ? readInlines(element) : []
  })
}

function readRun(run: Element): Inline[] {
  const properties = childOf(run, 'w:rPr')
  const isBold = properties !== undefined && childOf(properties, 'w:b') !== undefined
  const inlines = childElements(run).flatMap((element): Inline[] => {
    if (element.nodeName === 'w:t') return [{ text: element.textContent ?? '' }]
    if (element.nodeName === 'w:tab') return [{ text: '\t' }]
    if (element.nodeName === 'w:br') return [{ text: '\v' }]
    if (element.nodeName !== 'w:footnoteReference') return []
    return [{ footnote: toFootnoteId(element.getAttribute('w:id') ?? '') }]
  })
  return isBold ? inlines.map((inline) => ('text' in inline ? { ...inline, bold: true } : inline)) : inlines
}
