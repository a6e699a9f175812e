import type { IOptions } from 'sanitize-html'
import type { Log } from '../application.ts'
import { limitText } from './text.ts'

/** The structure of a text. Everything else is removed, its text stays; scripts and styles are removed whole. */
const OPTIONS: IOptions = {
  allowedTags: `h1 h2 h3 h4 h5 h6 p br hr blockquote pre code ul ol li a b strong i em u s del sub sup
    table caption thead tbody tfoot tr th td`.split(/\s+/),
  allowedAttributes: { a: ['href'], ol: ['start'], th: ['colspan', 'rowspan'], td: ['colspan', 'rowspan'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nestingLimit: 200,
}

/**
 * Cleans the HTML of a linked document, for `documentHtml` of a BusinessObject: headings, paragraphs, lists, tables,
 * emphasis and web links stay; scripts, styles, classes, ids, images, frames and forms are removed. At most 1,000,000
 * characters go in. Undefined if no text is left. The library is loaded on first use.
 */
export async function cleanDocumentHtml(html: string, log: Log): Promise<string | undefined> {
  const { default: sanitizeHtml } = await import('sanitize-html')
  // The library's parser may end a broken tag in the middle of a surrogate pair.
  const clean = sanitizeHtml(limitText(html.toWellFormed(), log), OPTIONS).toWellFormed().trim()
  return /[^\s<>]/.test(clean.replace(/<[^>]*>/g, '')) ? clean : undefined
}
