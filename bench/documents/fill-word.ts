import Docxtemplater from 'docxtemplater'
import PizZip from 'pizzip'

/** Fills the placeholders of a Word document with the library alone. */
export function fillWord(bytes: Buffer, values: ReadonlyMap<string, string>): Buffer {
  const document = new Docxtemplater(new PizZip(bytes), { delimiters: { start: '{{', end: '}}' } })
  return document.render(Object.fromEntries(values)).toBuffer()
}
