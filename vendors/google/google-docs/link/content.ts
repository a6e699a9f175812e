import type { Call, Log } from '../../../../src/kit/application.ts'
import { cleanDocumentHtml } from '../../../../src/kit/documents/html.ts'
import { limitText, toDocumentText } from '../../../../src/kit/documents/text.ts'
import { UnusableDocumentError } from '../../../../src/kit/documents/word/problem.ts'
import { readContents, type ThreadContext } from '../../../../src/kit/documents/word/thread.ts'
import { MAX_WORD_BYTES, WORD_TYPE } from '../../../../src/kit/documents/word/type.ts'
import { dropInlineImages } from '../../../../src/kit/html.ts'
import { OVERSIZED_RESPONSE } from '../../../../src/kit/http.ts'
import { VendorError } from '../../../../src/kit/vendor-errors.ts'
import type { GoogleSettings } from '../../settings.ts'
import type { FileAddress } from '../drive/address.ts'
import {
  type Drive,
  type DriveFile,
  downloadFile,
  exportFile,
  GOOGLE_DOCUMENT,
  GOOGLE_PRESENTATION,
  GOOGLE_SPREADSHEET,
} from '../drive/files.ts'

export interface Content {
  text?: string | undefined
  documentHtml?: string | undefined
}

/** To what each kind is exported. The CSV of a spreadsheet is that of its first sheet. */
const TEXT_TYPES: Readonly<Record<string, string>> = {
  [GOOGLE_DOCUMENT]: 'text/plain',
  [GOOGLE_PRESENTATION]: 'text/plain',
  [GOOGLE_SPREADSHEET]: 'text/csv',
}

/** The content of a file; none of kinds without text, and none if Google refuses to export it, for example for its size. */
export async function fetchContent(
  drive: Drive,
  { mimeType }: DriveFile,
  address: FileAddress,
  { budget, log }: Pick<Call<GoogleSettings>, 'budget' | 'log'>,
): Promise<Content> {
  if (mimeType === WORD_TYPE) return fetchWord(drive, address, { signal: budget.signal, log })
  const textType = TEXT_TYPES[mimeType ?? '']
  if (!textType) return {}
  const isDocument = mimeType === GOOGLE_DOCUMENT
  const [text, markdown] = await Promise.all([
    fetchText(drive, address, textType, log),
    isDocument ? fetchText(drive, address, 'text/markdown', log) : undefined,
  ])
  return { text: text && toDocumentText(text, log), documentHtml: markdown && (await renderMarkdown(markdown, log)) }
}

/** The content of a Word document. One that cannot be read, or is too large, is a link without text. */
async function fetchWord(drive: Drive, address: FileAddress, context: ThreadContext): Promise<Content> {
  try {
    const { text, html } = await readContents(await downloadFile(drive, address, MAX_WORD_BYTES), context)
    return { text, documentHtml: html }
  } catch (error) {
    if (!(error instanceof UnusableDocumentError) && !isUnavailable(error)) throw error
    context.log.warn({ err: error }, 'the text of a Word document is missing: it is too large, or cannot be read')
    return {}
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof VendorError && (error.concernsItem || error.reasons.includes(OVERSIZED_RESPONSE))
}

async function fetchText(drive: Drive, address: FileAddress, mimeType: string, log: Log): Promise<string | undefined> {
  try {
    return (await exportFile(drive, address, mimeType)).toString()
  } catch (error) {
    if (!(error instanceof VendorError) || !error.concernsItem) throw error
    log.warn({ mimeType, reasons: error.reasons }, 'the text of a document is missing: Google did not export it')
    return undefined
  }
}

/**
 * Markdown has headings, emphasis, lists, tables and links. Google's HTML has these only as classes of a style sheet. The
 * library takes linear time, whatever the text is.
 */
async function renderMarkdown(markdown: string, log: Log): Promise<string | undefined> {
  const { default: MarkdownIt } = await import('markdown-it')
  const text = limitText(dropInlineImages(markdown.replace(/^\ufeff/, '')), log)
  const reader = new MarkdownIt({ html: true })
  // What it refuses stays as text, the addresses of images for example. Addresses are cleaned with the HTML.
  reader.validateLink = () => true
  return cleanDocumentHtml(reader.render(text), log)
}
