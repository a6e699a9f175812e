import sanitizeHtml from 'sanitize-html'
import { htmlToText } from '../../../src/kit/html.ts'
import { escapeHtml } from '../../../src/runtime/escape-html.ts'

/** The content of a note, and the platform's URI of the note, which becomes its last line. */
export interface NoteContent {
  documentHtml: string
  uri?: string | undefined
}

/**
 * Converts a note's content to the HTML that ContentNote accepts. Salesforce rejects unknown tags, a bare `&` and all
 * but five entities, and silently strips line breaks.
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
  // The library's parser may end a broken tag in the middle of a surrogate pair.
  const html = content.toWellFormed()
  return uri ? `${html}<p>${escapeHtml(uri)}</p>` : html
}

/** Converts a note's content to text, for classic notes and tasks. */
export function toNoteText({ documentHtml, uri }: NoteContent): string {
  const text = removeControls(htmlToText(documentHtml))
  return uri ? `${text}\n\n${uri}` : text
}

/** Replaces block elements that ContentNote does not allow, preserving line breaks and spaces. */
function toBlocks(html: string): string {
  return removeControls(html)
    .replace(/<pre\b[^>]*>[\s\S]*?<\/pre\s*>/gi, (block) => block.replace(/\r\n|\r|\n/g, '<br>'))
    .replace(/<h[1-6]\b[^>]*>/gi, '<p><b>')
    .replace(/<\/h[1-6]\s*>/gi, '</b></p>')
    .replace(/<(\/?)(?:div|tr|blockquote|pre|section|article)\b[^>]*>/gi, '<$1p>')
    .replace(/<\/t[dh]\s*>/gi, ' ')
}

/** Removes control characters, and replaces lone surrogates, which UTF-8 cannot encode. */
function removeControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
}

/** Escapes the quotes in text, which the library does not. */
function escapeQuotes(text: string): string {
  return text.replaceAll('"', '&quot;').replaceAll("'", '&#39;')
}

function escapeHref(href: string): string {
  return href.replaceAll("'", '%27')
}
