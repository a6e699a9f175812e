const LINES_PER_PAGE = 50
const COLUMNS = 95

/**
 * Writes a PDF of plain text, one uncompressed content stream per page. Characters outside of Latin-1, which the built-in
 * fonts do not have, become question marks.
 */
export function writePdf(title: string, text: string): Buffer {
  const lines = text.split(/\r\n|[\n\v]/).flatMap(wrap)
  const pages: string[][] = []
  for (let start = 0; start < Math.max(1, lines.length); start += LINES_PER_PAGE) {
    pages.push(lines.slice(start, start + LINES_PER_PAGE))
  }
  const firstPage = 5
  const kids = pages.map((_, index) => `${firstPage + index * 2} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Title <${toUtf16Hex(title)}> >>`,
    ...pages.flatMap((page, index) => {
      const stream = `BT /F1 10 Tf 14 TL 50 790 Td\n${page.map((line) => `(${escapeText(line)}) Tj T*`).join('\n')}\nET`
      const contents = `${firstPage + index * 2 + 1} 0 R`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${contents} >>`,
        `<< /Length ${Buffer.byteLength(stream, 'latin1')} >>\nstream\n${stream}\nendstream`,
      ]
    }),
  ]
  return assemble(objects)
}

function assemble(objects: readonly string[]): Buffer {
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file + table + trailer, 'latin1')
}

function wrap(line: string): string[] {
  return line.match(new RegExp(`.{1,${COLUMNS}}`, 'gu')) ?? ['']
}

function escapeText(line: string): string {
  return line.replace(/[^\x20-\xff]/gu, '?').replace(/[\\()]/g, '\\$&')
}

function toUtf16Hex(text: string): string {
  return Buffer.from(`\uFEFF${text}`, 'utf16le').swap16().toString('hex').toUpperCase()
}
