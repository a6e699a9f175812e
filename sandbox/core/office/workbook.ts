import { escapeXml, zipXml } from './word-writer.ts'

export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export type WorkbookCell = string | number | boolean | null

export interface WorkbookSheet {
  title: string
  rows: readonly (readonly WorkbookCell[])[]
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OVERRIDE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.'

/** Writes an Excel file (ECMA-376, SpreadsheetML) with values only. */
export function writeWorkbook(sheets: readonly WorkbookSheet[]): Buffer {
  const names = sheets.map((_, index) => `sheet${index + 1}.xml`)
  const overrides = names.map(
    (name) => `<Override PartName="/xl/worksheets/${name}" ContentType="${OVERRIDE}worksheet+xml"/>`,
  )
  const listed = sheets.map(
    ({ title }, index) => `<sheet name="${escapeXml(title)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  const related = names.map(
    (name, index) =>
      `<Relationship Id="rId${index + 1}" Type="${RELATIONSHIPS}/worksheet" Target="worksheets/${name}"/>`,
  )
  const main = `<Relationship Id="rId1" Type="${RELATIONSHIPS}/officeDocument" Target="xl/workbook.xml"/>`
  const defaults =
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${OVERRIDE}sheet.main+xml"/>`
  return zipXml({
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types">${defaults}${overrides.join('')}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships">${main}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${related.join('')}</Relationships>`,
    ...Object.fromEntries(sheets.map(({ rows }, index) => [`xl/worksheets/${names[index]}`, writeSheet(rows)])),
  })
}

function writeSheet(rows: WorkbookSheet['rows']): string {
  const written = rows.map((cells) => `<row>${cells.map(writeCell).join('')}</row>`)
  return `<worksheet xmlns="${MAIN}"><sheetData>${written.join('')}</sheetData></worksheet>`
}

function writeCell(cell: WorkbookCell): string {
  if (cell === null) return '<c/>'
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c t="b"><v>${Number(cell)}</v></c>`
  return `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`
}
