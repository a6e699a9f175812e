import { type Block, type Inline, isTable, type Paragraph, type RichText } from '../../core/office/rich-text.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import type { DocumentTab } from './document.ts'

/** Positions count UTF-16 code units. */
interface Position {
  index: number
  footnotes: number
}

/** Renders a `DocumentTab` resource, or the members of a document that belong to its first tab. */
export function toTabContent({ body, headers, footers, footnotes }: RichText): Record<string, unknown> {
  const part = (name: string, blocks: ReadonlyMap<string, Block[]>) => {
    if (blocks.size === 0) return undefined
    const parts = [...blocks].map(([id, content]) => [id, { [`${name}Id`]: id, content: toContent(content, 0) }])
    return Object.fromEntries(parts)
  }
  const sectionBreak = { endIndex: 1, sectionBreak: { sectionStyle: { sectionType: 'CONTINUOUS' } } }
  return omitUndefined({
    body: { content: [sectionBreak, ...toContent(body, 1)] },
    headers: part('header', headers),
    footers: part('footer', footers),
    footnotes: part('footnote', footnotes),
    documentStyle: { pageSize: { width: { magnitude: 595, unit: 'PT' }, height: { magnitude: 842, unit: 'PT' } } },
  })
}

/** https://developers.google.com/workspace/docs/api/reference/rest/v1/documents#Tab */
export function toTabJson(tab: DocumentTab, index: number, parent?: { id: string; level: number }): object {
  const level = parent === undefined ? 0 : parent.level + 1
  const tabProperties = omitUndefined({
    tabId: tab.id,
    title: tab.title,
    index,
    parentTabId: parent?.id,
    nestingLevel: level === 0 ? undefined : level,
  })
  const children = tab.children.map((child, position) => toTabJson(child, position, { id: tab.id, level }))
  return omitUndefined({
    tabProperties,
    documentTab: toTabContent(tab.text),
    childTabs: children.length > 0 ? children : undefined,
  })
}

function toContent(blocks: readonly Block[], start: number): object[] {
  const position = { index: start, footnotes: 0 }
  const content = blocks.map((block) => toElement(block, position))
  const last = blocks.at(-1)
  // A part always ends with a paragraph.
  return last && !isTable(last) ? content : [...content, toElement({ inlines: [] }, position)]
}

/** The first index of a segment is 0 and is left out. */
function spanOf(startIndex: number, endIndex: number): object {
  return startIndex === 0 ? { endIndex } : { startIndex, endIndex }
}

function toElement(block: Block, position: Position): object {
  const startIndex = position.index
  if (!isTable(block)) {
    const paragraph = toParagraph(block, position)
    return { ...spanOf(startIndex, position.index), paragraph }
  }
  position.index += 1
  const tableRows = block.rows.map((cells) => {
    const rowStart = position.index++
    const tableCells = cells.map((cell) => {
      const cellStart = position.index++
      const inner = cell.map((item) => toElement(item, position))
      return { startIndex: cellStart, endIndex: position.index, content: inner }
    })
    return { startIndex: rowStart, endIndex: position.index, tableCells }
  })
  position.index += 1
  const table = { rows: block.rows.length, columns: block.rows[0]?.length ?? 0, tableRows }
  return { ...spanOf(startIndex, position.index), table }
}

function toParagraph({ heading, inlines }: Paragraph, position: Position): object {
  // The line feed that ends a paragraph belongs to its last run of text.
  const last = inlines.at(-1)
  const ended: Inline[] =
    last && 'text' in last
      ? [...inlines.slice(0, -1), { ...last, text: `${last.text}\n` }]
      : [...inlines, { text: '\n' }]
  const elements = ended.map((inline) => {
    const startIndex = position.index
    if ('text' in inline) {
      position.index += inline.text.length
      const textStyle = inline.bold ? { bold: true } : {}
      return { ...spanOf(startIndex, position.index), textRun: { content: inline.text, textStyle } }
    }
    position.index += 1
    position.footnotes += 1
    const footnoteReference = { footnoteId: inline.footnote, footnoteNumber: String(position.footnotes), textStyle: {} }
    return { ...spanOf(startIndex, position.index), footnoteReference }
  })
  const namedStyleType = heading === undefined ? 'NORMAL_TEXT' : `HEADING_${heading}`
  return { elements, paragraphStyle: { namedStyleType, direction: 'LEFT_TO_RIGHT' } }
}
