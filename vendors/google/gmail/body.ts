import { dropInlineImages, htmlToText, truncateText } from '../../../src/kit/html.ts'
import { escapeHtml } from '../../../src/runtime/escape-html.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { decodeBytes } from './charset.ts'
import { getHeader, getMainValue, getParameter, type Part } from './headers.ts'

/** The text parts from which the HTML form and the text form of a message are built, in order. */
interface Body {
  htmlParts: Part[]
  textParts: Part[]
}

/** Maximum length of a delivered body in characters; a longer one is cut off with a marker. */
const MAX_BODY_LENGTH = 1_000_000

/** The text parts that Gmail returned without content because of their size. They are fetched as attachments. */
export function findDetachedTexts(payload: Part): Part[] {
  const { htmlParts, textParts } = selectBody(payload)
  return [...new Set([...htmlParts, ...textParts])].filter((part) => part.body?.attachmentId && !part.body.data)
}

/** Returns `bodyHtml` if the message has HTML, and `bodyText` if it has any text. */
export function toBodies(payload: Part): { bodyHtml?: string; bodyText?: string } {
  const { htmlParts, textParts } = selectBody(payload)
  const contents = new Map([...htmlParts, ...textParts].map((part) => [part, decodeText(part)]))
  const render = (parts: Part[], renderPart: (part: Part, content: string) => string) =>
    join(parts.map((part) => renderPart(part, contents.get(part) ?? '')))
  const html = htmlParts.some(isHtml) ? render(htmlParts, renderHtml) : ''
  const text = render(textParts, renderText) || render(htmlParts, renderText)
  return omitUndefined({
    bodyHtml: html ? truncateText(html, MAX_BODY_LENGTH) : undefined,
    bodyText: text ? truncateText(text, MAX_BODY_LENGTH) : undefined,
  })
}

/**
 * Selects the text parts: of alternatives the last one with HTML and the last one without, of other multiparts all of
 * them in order (RFC 2046, 5.1). Attachments, attached messages and invitations are not part of the text.
 */
function selectBody(part: Part): Body {
  const type = part.mimeType?.toLowerCase() ?? ''
  if (!type.startsWith('multipart/')) return isText(part, type) ? { htmlParts: [part], textParts: [part] } : EMPTY_BODY
  const bodies = (part.parts ?? []).map(selectBody).filter(({ textParts }) => textParts.length > 0)
  return type === 'multipart/alternative' ? choose(bodies) : concatenate(bodies)
}

const EMPTY_BODY: Body = { htmlParts: [], textParts: [] }

function choose(alternatives: Body[]): Body {
  const rich = alternatives.findLast(({ htmlParts }) => htmlParts.some(isHtml))
  const plain = alternatives.findLast(({ htmlParts }) => !htmlParts.some(isHtml))
  return { htmlParts: (rich ?? plain ?? EMPTY_BODY).htmlParts, textParts: (plain ?? rich ?? EMPTY_BODY).textParts }
}

function concatenate(bodies: Body[]): Body {
  return {
    htmlParts: bodies.flatMap(({ htmlParts }) => htmlParts),
    textParts: bodies.flatMap(({ textParts }) => textParts),
  }
}

/** Whether a part is text. A part without a type is plain text (RFC 2045, 5.2). */
function isText(part: Part, type: string): boolean {
  return ['text/plain', 'text/html', ''].includes(type) && !isAttachment(part)
}

/** Whether a part is a file: it has a name, is declared an attachment, or is neither text nor multipart. */
export function isAttachment(part: Part): boolean {
  const type = part.mimeType?.toLowerCase() ?? ''
  if (type.startsWith('multipart/')) return false
  if (part.filename || getMainValue(part, 'Content-Disposition') === 'attachment') return true
  return type !== '' && !type.startsWith('text/')
}

function isHtml(part: Part): boolean {
  return part.mimeType?.toLowerCase() === 'text/html'
}

/** Decodes a part's content. Gmail has removed the transfer encoding that the headers declare; it sends base64url. */
function decodeText(part: Part): string {
  const bytes = Buffer.from(part.body?.data ?? '', 'base64url')
  const text = decodeBytes(bytes, getParameter(part, 'Content-Type', 'charset'))
  return isHtml(part) ? dropInlineImages(text) : text.replace(/\r\n?/g, '\n')
}

function renderHtml(part: Part, content: string): string {
  return isHtml(part) ? content : `<pre>${escapeHtml(content)}</pre>`
}

function renderText(part: Part, content: string): string {
  return isHtml(part) ? htmlToText(content) : content
}

function join(texts: string[]): string {
  return texts.filter((text) => text.trim() !== '').join('\n')
}

/** Whether the part is displayed inside the message: it is declared inline, or the HTML can refer to its Content-ID. */
export function isInline(part: Part): boolean {
  const disposition = getMainValue(part, 'Content-Disposition')
  return disposition === 'inline' || (disposition !== 'attachment' && getHeader(part, 'Content-ID') !== undefined)
}
