import sanitizeHtml from 'sanitize-html'
import { htmlToText } from '../../../src/kit/html.ts'
import { escapeHtml } from '../../../src/runtime/escape-html.ts'

/** What is written of a note: its own content, and below it the way back to where it came from. */
export interface NoteContent {
  documentHtml: string
  uri?: string | undefined
}

/**
 * A note's content as ContentNote takes it. Salesforce refuses a note for a tag it does not know, for a bare `&` and for
 * every entity but five, and it strips line breaks without a word.
 * https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_contentnote.htm
 */
export function toNoteHtml({ documentHtml, uri }: NoteContent): string {
  const content = sanitizeHtml(toBlocks(documentHtml), {
    allowedTags: ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 's', 'ul', 'ol', 'li', 'a'],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    transformTags: { a: (tagName, { href }) => ({ tagName, attribs: href ? { href: escapeHref(href) } : {} }) },
    textFilter: (text) => escapeQuotes(text.replace(/[\r\n]+/g, ' ')),
  })
  // The library's parser ends a broken tag in the middle of a surrogate pair.
  const whole = content.toWellFormed()
  return uri ? `${whole}<p>${escapeHtml(uri)}</p>` : whole
}

/** The same as text, for the notes of old. */
export function toNoteText({ documentHtml, uri }: NoteContent): string {
  const text = removeControls(htmlToText(documentHtml))
  return uri ? `${text}\n\n${uri}` : text
}

/** Headings, cells and rows are no tags of a note; their content keeps its lines and its spaces all the same. */
function toBlocks(html: string): string {
  return removeControls(html)
    .replace(/<pre\b[^>]*>[\s\S]*?<\/pre\s*>/gi, (block) => block.replace(/\r\n|\r|\n/g, '<br>'))
    .replace(/<h[1-6]\b[^>]*>/gi, '<p><b>')
    .replace(/<\/h[1-6]\s*>/gi, '</b></p>')
    .replace(/<(\/?)(?:div|tr|blockquote|pre|section|article)\b[^>]*>/gi, '<$1p>')
    .replace(/<\/t[dh]\s*>/gi, ' ')
}

/** Characters that no text holds on purpose; half a surrogate pair is replaced, as UTF-8 cannot hold it. */
function removeControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
}

/** The library leaves quotes as they are where they mean nothing in HTML. */
function escapeQuotes(text: string): string {
  return text.replaceAll('"', '&quot;').replaceAll("'", '&#39;')
}

function escapeHref(href: string): string {
  return href.replaceAll("'", '%27')
}
