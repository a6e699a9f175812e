import { escapeHtml } from '../../../src/kit/escape-html.ts'
import { cutText, dropInlineImages, htmlToText } from '../../../src/kit/html.ts'
import { decodeBytes } from './charset.ts'
import { header, leadingWord, type Part, parameter } from './headers.ts'

/** The text parts that show a mail as HTML, and those that show it as text, in their order. */
interface Body {
  asHtml: Part[]
  asText: Part[]
}

/** Characters of a body that are delivered; the rest is cut off with a marker. */
const LONGEST_BODY = 1_000_000

/** The text parts of a mail whose content Gmail kept back because of its size: it is fetched as an attachment. */
export function missingTexts(payload: Part): Part[] {
  const { asHtml, asText } = findBody(payload)
  return [...new Set([...asHtml, ...asText])].filter((part) => part.body?.attachmentId && !part.body.data)
}

/** `bodyHtml` when the mail has HTML, `bodyText` when there is any text. */
export function toBodies(payload: Part): { bodyHtml?: string; bodyText?: string } {
  const { asHtml, asText } = findBody(payload)
  const contents = new Map([...asHtml, ...asText].map((part) => [part, readText(part)]))
  const render = (parts: Part[], how: (part: Part, content: string) => string) =>
    join(parts.map((part) => how(part, contents.get(part) ?? '')))
  const html = asHtml.some(isHtml) ? render(asHtml, renderHtml) : ''
  const text = render(asText, renderText) || render(asHtml, renderText)
  return {
    ...(html ? { bodyHtml: cutText(html, LONGEST_BODY) } : {}),
    ...(text ? { bodyText: cutText(text, LONGEST_BODY) } : {}),
  }
}

/**
 * Of alternatives the last one with HTML and the last one without are taken, of everything else all texts one after
 * the other (RFC 2046, 5.1). Attachments, attached mails and invitations are no text of the mail.
 */
function findBody(part: Part): Body {
  const type = part.mimeType?.toLowerCase() ?? ''
  if (!type.startsWith('multipart/')) return isText(part, type) ? { asHtml: [part], asText: [part] } : NOTHING
  const bodies = (part.parts ?? []).map(findBody).filter(({ asText }) => asText.length > 0)
  return type === 'multipart/alternative' ? choose(bodies) : concatenate(bodies)
}

const NOTHING: Body = { asHtml: [], asText: [] }

function choose(alternatives: Body[]): Body {
  const rich = alternatives.findLast(({ asHtml }) => asHtml.some(isHtml))
  const plain = alternatives.findLast(({ asHtml }) => !asHtml.some(isHtml))
  return { asHtml: (rich ?? plain ?? NOTHING).asHtml, asText: (plain ?? rich ?? NOTHING).asText }
}

function concatenate(bodies: Body[]): Body {
  return { asHtml: bodies.flatMap(({ asHtml }) => asHtml), asText: bodies.flatMap(({ asText }) => asText) }
}

/** A part without a type is plain text (RFC 2045, 5.2). */
function isText(part: Part, type: string): boolean {
  return ['text/plain', 'text/html', ''].includes(type) && !isAttachment(part)
}

/** Whether a part is a file: it has a name, says so, or holds something that is neither text nor further parts. */
export function isAttachment(part: Part): boolean {
  const type = part.mimeType?.toLowerCase() ?? ''
  if (type.startsWith('multipart/')) return false
  if (part.filename || leadingWord(part, 'Content-Disposition') === 'attachment') return true
  return type !== '' && !type.startsWith('text/')
}

function isHtml(part: Part): boolean {
  return part.mimeType?.toLowerCase() === 'text/html'
}

/** Gmail has undone the transfer encoding, whatever the part's headers say: what is left is base64url. */
function readText(part: Part): string {
  const bytes = Buffer.from(part.body?.data ?? '', 'base64url')
  const text = decodeBytes(bytes, parameter(part, 'Content-Type', 'charset'))
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
  const disposition = leadingWord(part, 'Content-Disposition')
  return disposition === 'inline' || (disposition !== 'attachment' && header(part, 'Content-ID') !== undefined)
}
