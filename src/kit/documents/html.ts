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

/** Nesting depth up to which markup is parsed: the parser's time per tag grows with it. Deeper markup is broken. */
const MAX_PARSED_DEPTH = 1_000

/**
 * Cleans the HTML of a linked document, for `documentHtml` of a BusinessObject: headings, paragraphs, lists, tables,
 * emphasis and web links stay; scripts, styles, classes, ids, images, frames and forms are removed. At most 1,000,000
 * characters go in. Undefined if no text is left or the nesting is absurdly deep. The library is loaded on first use.
 */
export async function cleanDocumentHtml(html: string, log: Log): Promise<string | undefined> {
  const { default: sanitizeHtml } = await import('sanitize-html')
  let depth = 0
  const onOpenTag = () => {
    depth += 1
    if (depth > MAX_PARSED_DEPTH) throw new TooDeepError()
  }
  const onCloseTag = () => {
    depth -= 1
  }
  try {
    const clean = sanitizeHtml(limitText(html.toWellFormed(), log), { ...OPTIONS, onOpenTag, onCloseTag })
    // The library's parser may end a broken tag in the middle of a surrogate pair.
    const result = clean.toWellFormed().trim()
    return /[^\s<>]/.test(result.replace(/<[^>]*>/g, '')) ? result : undefined
  } catch (error) {
    if (!(error instanceof TooDeepError)) throw error
    log.warn({}, 'the HTML of a document was left out: it is nested too deeply')
    return undefined
  }
}

class TooDeepError extends Error {}
