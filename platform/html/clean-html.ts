import sanitizeHtml from 'sanitize-html'
import { SANITIZE_OPTIONS } from './allow-list.ts'

/** In characters, of the input and of the result. Longer HTML is truncated. */
export const MAX_HTML_LENGTH = 1_000_000
/** Nesting depth up to which tags are kept. Deeper tags are removed, their text stays. Browsers stop at 512. */
export const MAX_DEPTH = 400
/** Nesting depth up to which markup is parsed. Deeper markup is broken or an attack, and becomes plain text. */
export const MAX_PARSED_DEPTH = 1_000
/** Characters reserved for the end tags that truncation makes necessary, one for each level that is kept. */
const END_TAG_RESERVE = 16 * MAX_DEPTH
/** The second pass usually only confirms the first. Markup that is not stable after this many passes never is. */
const MAX_PASSES = 6

/**
 * Sanitizes untrusted HTML, of a mail or a message, to be embedded in a page: returns a balanced fragment without scripts,
 * forms, frames, ids, style sheets and everything else that is not on the allow-list. It loads nothing: the URL of a
 * remote image is in `data-src`, for the reader to load on request, and tracking pixels are removed. Links are absolute
 * and open in a new window. The result has at most MAX_HTML_LENGTH characters, and sanitizing it again does not change it.
 */
export function cleanHtml(html: string): string {
  const input = html.slice(0, MAX_HTML_LENGTH)
  try {
    return cleanUntilStable(input, sanitize)
  } catch (error) {
    if (error instanceof NotCleanable) return cleanUntilStable(input, toText)
    throw error
  }
}

/** Repeats `clean` until the result does not change: the output of a parser may be parsed differently the next time. */
function cleanUntilStable(html: string, clean: (html: string) => string): string {
  let current = html
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const cleaned = clean(current)
    if (cleaned === current) return cleaned
    // Escaping makes text longer.
    current = cleaned.length > MAX_HTML_LENGTH ? cleaned.slice(0, MAX_HTML_LENGTH - END_TAG_RESERVE) : cleaned
  }
  throw new NotCleanable()
}

class NotCleanable extends Error {}

function sanitize(html: string): string {
  let depth = 0
  const clean = sanitizeHtml(stripControlCharacters(html), {
    ...SANITIZE_OPTIONS,
    nestingLimit: MAX_DEPTH,
    // The parser's time per tag grows with the depth.
    onOpenTag: () => {
      depth += 1
      if (depth > MAX_PARSED_DEPTH) throw new NotCleanable()
    },
    onCloseTag: () => {
      depth -= 1
    },
  })
  // Images without any attribute left. The same characters in text are escaped, so they are not affected.
  return clean.replaceAll('<img />', '')
}

/** The text between the tags, as far as tags can be recognized. */
function toText(html: string): string {
  const text = stripControlCharacters(html).replace(/(?:<[^<>]*>\s*)+/g, ' ')
  return sanitizeHtml(text.replaceAll('<', '&lt;'), { allowedTags: [] })
}

/** Removes control characters, and replaces lone surrogates, which UTF-8 cannot encode. */
function stripControlCharacters(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it matches
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000e-\u001f\u007f\ufffe\uffff]/g, '')
}
