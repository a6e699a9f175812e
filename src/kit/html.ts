import { compile } from 'html-to-text'

const LONGEST_HTML = 2_000_000
const DEEPEST_HTML = 200

/** Prepared once: putting the options together takes longer than reading a short text. */
const toText = compile({
  wordwrap: false,
  limits: { maxInputLength: LONGEST_HTML, maxDepth: DEEPEST_HTML, ellipsis: '' },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
})

/** The readable text of an HTML document: paragraphs, lists and tables kept apart, no links repeated, no images. */
export function htmlToText(html: string): string {
  return toText(html).trim()
}

/** Images written into the HTML itself (`data:` URIs) are replaced: they can outweigh a whole page of mail. */
export function dropInlineImages(html: string): string {
  return html.replace(/\bdata:image\/[a-z0-9.+-]+;base64,[A-Za-z0-9+/=\s%]{64,}/gi, 'data:,')
}

/** Cuts a text that is longer than `longest` characters and says so at its end; never splits a surrogate pair. */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text
  const end = isHighSurrogate(text.charCodeAt(longest - 1)) ? longest - 1 : longest
  return `${text.slice(0, end)}\n[… ${text.length - end} more characters were left out]`
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}
