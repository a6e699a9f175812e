import { strToU8, zipSync } from 'fflate'
import { type Block, type Inline, isTable, type Paragraph, type RichText } from './rich-text.ts'

export const WORD_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const MAIN = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OVERRIDE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.'
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const NAMESPACES = `xmlns:w="${MAIN}" xmlns:r="${RELATIONSHIPS}"`

/** A part of the package besides the main document. */
interface Part {
  id: string
  type: 'header' | 'footer' | 'footnotes' | 'styles'
  name: string
  xml: string
}

/**
 * Writes a Word file (ECMA-376, WordprocessingML). Each text becomes a Word section with its own headers and footers. The
 * bytes depend on the content only.
 */
export function writeWord(texts: readonly RichText[]): Buffer {
  const parts: Part[] = [createPart('styles', 0, STYLES)]
  const footnotes: string[] = []
  const numberOf = new Map<string, number>()
  const sections = texts.map((text, index) => {
    for (const [id, blocks] of text.footnotes) {
      const number = footnotes.length + 1
      numberOf.set(`${index} ${id}`, number)
      footnotes.push(`<w:footnote w:id="${number}">${writeBlocks(blocks, () => 0)}</w:footnote>`)
    }
    const references = (['header', 'footer'] as const).flatMap((type) =>
      [...text[`${type}s`].values()].map((blocks) => {
        const tag = type === 'header' ? 'hdr' : 'ftr'
        const xml = `<w:${tag} ${NAMESPACES}>${writeBlocks(blocks, () => 0)}</w:${tag}>`
        const part = createPart(type, parts.length, xml)
        parts.push(part)
        return `<w:${type}Reference w:type="default" r:id="${part.id}"/>`
      }),
    )
    const properties = `<w:sectPr>${references.join('')}<w:type w:val="nextPage"/><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>`
    const isLast = index === texts.length - 1
    const body = writeBlocks(text.body, (id) => numberOf.get(`${index} ${id}`) ?? 0)
    return body + (isLast ? properties : `<w:p><w:pPr>${properties}</w:pPr></w:p>`)
  })
  if (footnotes.length > 0) parts.push(createPart('footnotes', parts.length, wrapFootnotes(footnotes)))
  const document = `<w:document ${NAMESPACES}><w:body>${sections.join('')}</w:body></w:document>`
  return zipPackage(document, parts)
}

function createPart(type: Part['type'], index: number, xml: string): Part {
  const name = type === 'header' || type === 'footer' ? `${type}${index}.xml` : `${type}.xml`
  return { id: `rId${index + 1}`, type, name, xml }
}

/** Word expects the two separators before the footnotes proper. */
function wrapFootnotes(footnotes: readonly string[]): string {
  const separator = (type: string, id: number, tag: string) =>
    `<w:footnote w:type="${type}" w:id="${id}"><w:p><w:r><w:${tag}/></w:r></w:p></w:footnote>`
  const separators =
    separator('separator', -1, 'separator') + separator('continuationSeparator', 0, 'continuationSeparator')
  return `<w:footnotes ${NAMESPACES}>${separators}${footnotes.join('')}</w:footnotes>`
}

function writeBlocks(blocks: readonly Block[], numberOf: (footnote: string) => number): string {
  const xml = blocks.map((block) => {
    if (!isTable(block)) return writeParagraph(block, numberOf)
    const columns = Math.max(...block.rows.map((cells) => cells.length))
    const rows = block.rows.map((cells) => {
      const written = cells.map(
        (cell) => `<w:tc><w:tcPr><w:tcW w:w="0" w:type="auto"/></w:tcPr>${writeBlocks(cell, numberOf)}</w:tc>`,
      )
      return `<w:tr>${written.join('')}</w:tr>`
    })
    const properties = '<w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr>'
    return `<w:tbl>${properties}<w:tblGrid>${'<w:gridCol/>'.repeat(columns)}</w:tblGrid>${rows.join('')}</w:tbl>`
  })
  // A part and a cell must end with a paragraph.
  const last = blocks.at(-1)
  return xml.join('') + (last === undefined || isTable(last) ? '<w:p/>' : '')
}

function writeParagraph({ heading, inlines }: Paragraph, numberOf: (footnote: string) => number): string {
  const properties = heading === undefined ? '' : `<w:pPr><w:pStyle w:val="Heading${heading}"/></w:pPr>`
  return `<w:p>${properties}${inlines.map((inline) => writeInline(inline, numberOf)).join('')}</w:p>`
}

function writeInline(inline: Inline, numberOf: (footnote: string) => number): string {
  if (!('text' in inline)) {
    const style = '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr>'
    return `<w:r>${style}<w:footnoteReference w:id="${numberOf(inline.footnote)}"/></w:r>`
  }
  const properties = inline.bold ? '<w:rPr><w:b/></w:rPr>' : ''
  const pieces = inline.text.split(/([\t\v])/).map((piece) => {
    if (piece === '\t') return '<w:tab/>'
    if (piece === '\v') return '<w:br/>'
    return piece === '' ? '' : `<w:t xml:space="preserve">${escapeXml(piece)}</w:t>`
  })
  return `<w:r>${properties}${pieces.join('')}</w:r>`
}

const STYLES = `<w:styles ${NAMESPACES}><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>${[
  1, 2, 3,
]
  .map(
    (level) =>
      `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/><w:basedOn w:val="Normal"/><w:pPr><w:outlineLvl w:val="${level - 1}"/></w:pPr><w:rPr><w:b/></w:rPr></w:style>`,
  )
  .join('')}</w:styles>`

function zipPackage(document: string, parts: readonly Part[]): Buffer {
  const override = (name: string, type: string) =>
    `<Override PartName="/word/${name}" ContentType="${OVERRIDE}${type}+xml"/>`
  const types = [override('document.xml', 'document.main'), ...parts.map(({ name, type }) => override(name, type))]
  const related = parts.map(
    ({ id, type, name }) => `<Relationship Id="${id}" Type="${RELATIONSHIPS}/${type}" Target="${name}"/>`,
  )
  const main = `<Relationship Id="rId1" Type="${RELATIONSHIPS}/officeDocument" Target="word/document.xml"/>`
  const defaults =
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>'
  return zipXml({
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types">${defaults}${types.join('')}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships">${main}</Relationships>`,
    'word/document.xml': document,
    'word/_rels/document.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${related.join('')}</Relationships>`,
    ...Object.fromEntries(parts.map(({ name, xml }) => [`word/${name}`, xml])),
  })
}

/** Zips XML files with a fixed date, so that equal files have equal bytes. */
export function zipXml(files: Readonly<Record<string, string>>): Buffer {
  const entries = Object.entries(files).map(([name, xml]) => [name, strToU8(DECLARATION + xml)] as const)
  return Buffer.from(zipSync(Object.fromEntries(entries), { mtime: '2026-01-01T12:00:00Z' }))
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
