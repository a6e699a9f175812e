import mammoth from 'mammoth'
import { omitUndefined } from '../../../runtime/omit.ts'
import type { Log } from '../../application.ts'
import { htmlToText } from '../../html.ts'
import { cleanDocumentHtml } from '../html.ts'
import { toDocumentText } from '../text.ts'
import type { Archive } from './archive.ts'
import { toZip } from './package.ts'

/** The text of a document, and its structure as clean HTML. A document without text has neither. */
export interface Contents {
  text?: string
  html?: string
}

/** Reads the body and its notes. Images, headers and footers are left out, and nothing outside the document is read. */
export async function readContents(archive: Archive, log: Log): Promise<Contents> {
  const texts = [...archive].filter(([path]) => /\.(xml|rels)$/.test(path))
  const buffer = Buffer.from(toZip(texts).generate({ type: 'uint8array', compression: 'STORE' }))
  const { value } = await mammoth.convertToHtml(
    { buffer },
    { convertImage: mammoth.images.imgElement(async () => ({ src: '' })), externalFileAccess: false },
  )
  const html = await cleanDocumentHtml(value, log)
  return omitUndefined({ html, text: html === undefined ? undefined : toDocumentText(htmlToText(html), log) })
}
