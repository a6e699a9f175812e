import { truncateText, dropInlineImages, htmlToText } from '../../../src/kit/html.ts'
import { escapeHtml } from '../../../src/runtime/escape-html.ts'
import { decodeBytes } from './charset.ts'
import { getHeader, getMainValue, getParameter, type Part } from './headers.ts'

/** The text parts that show a mail as HTML, and those that show it as text, in their order. */
interface Body {
  htmlParts: Part[]
  textParts: Part[]
}

/** Characters of a body that are delivered; the rest is cut off with a marker. */
const MAX_BODY_LENGTH = 1_000_000

/** The text parts of a mail whose content Gmail kept back because of its size: it is fetched as an attachment. */
export function findDetachedTexts(payload: Part): Part[] {
  const { htmlParts, textParts } = selectBody(payload)
  return [...new Set([...htmlParts, ...textParts])].filter((part) => part.body?.attachmentId && !part.body.data)
}

/** `bodyHtml` when the mail has HTML, `bodyText` when there is any text. */
export function toBodies(payload: Part): { bodyHtml?: string; bodyText?: string } {
  const { htmlParts, textParts } = selectBody(payload)
  const contents = new Map([...htmlParts, ...textParts].map((part) => [part, decodeText(part)]))
  const render = (parts: Part[], how: (part: Part, content: string) => string) =>
    join(parts.map((part) => how(part, contents.get(part) ?? '')))
  const html = htmlParts.some(isHtml) ? render(htmlParts, renderHtml) : ''
  const text = render(textParts, renderText) || render(htmlParts, renderText)
  return {
    ...(html ? { bodyHtml: truncateText(html, MAX_BODY_LENGTH) } : {}),
    ...(text ? { bodyText: truncateText(text, MAX_BODY_LENGTH) } : {}),
  }
}

/**
 * Of alternatives the last one with HTML and the last one without are taken, of everything else all texts one after
 * the other (RFC 2046, 5.1). Attachments, attached mails and invitations are no text of the mail.
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

/** A part without a type is plain text (RFC 2045, 5.2). */
function isText(part: Part, type: string): boolean {
  return ['text/plain', 'text/html', ''].includes(type) && !isAttachment(part)
}

/** Whether a part is a file: it has a name, says so, or holds something that is neither text nor further parts. */
export function isAttachment(part: Part): boolean {
  const type = part.mimeType?.toLowerCase() ?? ''
  if (type.startsWith('multipart/')) return false
  if (part.filename || getMainValue(part, 'Content-Disposition') === 'attachment') return true
  return type !== '' && !type.startsWith('text/')
}

function isHtml(part: Part): boolean {
  return part.mimeType?.toLowerCase() === 'text/html'
}

/** Gmail has undone the transfer encoding, whatever the part's headers say: what is left is base64url. */
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

/** Whether the part is meant to be seen inside the mail: it says so, or HTML can refer to it. */
export function isInline(part: Part): boolean {
  const disposition = getMainValue(part, 'Content-Disposition')
  return disposition === 'inline' || (disposition !== 'attachment' && getHeader(part, 'Content-ID') !== undefined)
}
