import sanitizeHtml from 'sanitize-html'
import { SANITIZE_OPTIONS } from './allow-list.ts'

/** In characters, of what is read and of what is returned. More is cut. */
export const MAX_HTML_LENGTH = 1_000_000
/** Levels of elements that are kept; tags further in are left out, their text is not. Browsers stop at 512. */
export const MAX_KEPT_DEPTH = 400
/** Levels of elements that are read. Deeper markup is a bomb, or broken, and becomes plain text. */
export const MAX_PARSED_DEPTH = 1_000
/** End tags that a cut makes necessary: of every level that is kept. */
const END_TAG_RESERVE = 16 * MAX_KEPT_DEPTH
/** The second time only confirms the first, unless the markup is broken; what is still not at rest then never is. */
const MAX_PASSES = 6

/**
 * Somebody else's HTML, of a mail or a message, as it may stand in a page of ours: a balanced fragment without scripts,
 * forms, frames, ids, style sheets and whatever else is not allowed by name. It loads nothing from elsewhere: the
 * address of a remote image is in `data-src`, for the reader to ask for, and tracking pixels are gone. Links are
 * absolute and open elsewhere. At most LONGEST_HTML characters; cleaned again, it stays the same.
 */
export function cleanHtml(html: string): string {
  const read = html.slice(0, MAX_HTML_LENGTH)
  try {
    return cleanUntilStable(read, sanitize)
  } catch (error) {
    if (error instanceof NotCleanable) return cleanUntilStable(read, toText)
    throw error
  }
}

/** What a parser makes of markup may be parsed in another way; only what stays as it is has been understood. */
function cleanUntilStable(html: string, clean: (html: string) => string): string {
  let before = html
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const after = clean(before)
    if (after === before) return after
    // Escaping makes text longer.
    before = after.length > MAX_HTML_LENGTH ? after.slice(0, MAX_HTML_LENGTH - END_TAG_RESERVE) : after
  }
  throw new NotCleanable()
}

class NotCleanable extends Error {}

function sanitize(html: string): string {
  let depth = 0
  const clean = sanitizeHtml(stripControlCharacters(html), {
    ...SANITIZE_OPTIONS,
    nestingLimit: MAX_KEPT_DEPTH,
    // The parser takes a time for each tag that grows with the depth.
    onOpenTag: () => {
      depth += 1
      if (depth > MAX_PARSED_DEPTH) throw new NotCleanable()
    },
    onCloseTag: () => {
      depth -= 1
    },
  })
  // An image of which nothing is left. Where text says the same it is escaped.
  return clean.replaceAll('<img />', '')
}

/** The text between the tags, as far as they can be told. */
function toText(html: string): string {
  const text = stripControlCharacters(html).replace(/(?:<[^<>]*>\s*)+/g, ' ')
  return sanitizeHtml(text.replaceAll('<', '&lt;'), { allowedTags: [] })
}

/** Characters that no text holds on purpose; half a surrogate pair is replaced, as UTF-8 cannot hold it. */
function stripControlCharacters(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000e-\u001f\u007f\ufffe\uffff]/g, '')
}
