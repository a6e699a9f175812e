import PizZip from 'pizzip'

const NAMESPACES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

/** The XML of a Word document's parts. */
export interface WordFile {
  body?: string
  header?: string
  footer?: string
  footnote?: string
  endnote?: string
  /** Content type of the main part, after the common beginning. */
  mainType?: string
  /** Other parts by their path. */
  others?: Readonly<Record<string, string>>
}

/** A paragraph. Word splits a text into several runs wherever somebody edited it. */
export function paragraph(...runs: string[]): string {
  return `<w:p>${runs.map((text) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`).join('')}</w:p>`
}

/** A table of one cell. */
export function table(content: string): string {
  return `<w:tbl><w:tr><w:tc>${content}</w:tc></w:tr></w:tbl>`
}

/** The bytes of a Word document (.docx). */
export function aWordFile({ mainType = 'document.main+xml', others = {}, ...parts }: WordFile = {}): Uint8Array {
  const zip = new PizZip()
  const related = RELATED.filter(({ member }) => parts[member] !== undefined)
  const overrides = related.map(({ path, type }) => override(`/word/${path}.xml`, `${type}+xml`))
  zip.file(
    '[Content_Types].xml',
    `${DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('/word/document.xml', mainType)}${overrides.join('')}</Types>`,
  )
  zip.file('_rels/.rels', relationships([['officeDocument', 'word/document.xml']]))
  zip.file(
    'word/_rels/document.xml.rels',
    relationships(related.map(({ type, path }) => [type, `${path}.xml`] as const)),
  )
  const references = related.map(
    ({ reference }, index) => reference && `<w:${reference} w:type="default" r:id="rId${index + 1}"/>`,
  )
  const section = `<w:sectPr>${references.join('')}</w:sectPr>`
  zip.file('word/document.xml', element('document', `<w:body>${parts.body ?? ''}${section}</w:body>`))
  for (const { member, path, root, entry } of related) {
    const content = parts[member] ?? ''
    zip.file(`word/${path}.xml`, element(root, entry ? `<w:${entry} w:id="2">${content}</w:${entry}>` : content))
  }
  for (const [path, content] of Object.entries(others)) {
    zip.file(path, content, path.endsWith('.png') ? { compression: 'STORE' } : {})
  }
  return zip.generate({ type: 'uint8array', compression: 'DEFLATE' })
}

const RELATED = [
  { member: 'header', path: 'header1', type: 'header', root: 'hdr', entry: '', reference: 'headerReference' },
  { member: 'footer', path: 'footer1', type: 'footer', root: 'ftr', entry: '', reference: 'footerReference' },
  { member: 'footnote', path: 'footnotes', type: 'footnotes', root: 'footnotes', entry: 'footnote', reference: '' },
  { member: 'endnote', path: 'endnotes', type: 'endnotes', root: 'endnotes', entry: 'endnote', reference: '' },
] as const

function element(name: string, content: string): string {
  return `${DECLARATION}<w:${name} ${NAMESPACES}>${content}</w:${name}>`
}

function override(part: string, type: string): string {
  return `<Override PartName="${part}" ContentType="${CONTENT_TYPE}.${type}"/>`
}

function relationships(targets: readonly (readonly [type: string, path: string])[]): string {
  const entries = targets.map(
    ([type, path], index) => `<Relationship Id="rId${index + 1}" Type="${RELATIONSHIPS}/${type}" Target="${path}"/>`,
  )
  return `${DECLARATION}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries.join('')}</Relationships>`
}

/** The XML of a part of a Word document. */
export function readPart(bytes: Uint8Array, path: string): string {
  return new PizZip(bytes).file(path)?.asText() ?? ''
}

/** The text of a part, a line per paragraph. `↵` is a line break within one. */
export function textOf(bytes: Uint8Array, path = 'word/document.xml'): string {
  const text = readPart(bytes, path)
    .replace(/<w:br\/>/g, '↵')
    .replace(/<\/w:p>/g, '\n')
    .replace(/^<\?xml[^>]*>\s*/, '')
    .replace(/<[^>]*>/g, '')
  const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
  return text.replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole).trim()
}
