import { compile } from 'html-to-text'

const MAX_HTML_LENGTH = 2_000_000
const MAX_HTML_DEPTH = 200
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']

/** Compiled once: merging the options takes longer than converting a short text. */
const toText = compile({
  wordwrap: false,
  limits: { maxInputLength: MAX_HTML_LENGTH, maxDepth: MAX_HTML_DEPTH, ellipsis: '' },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    ...HEADINGS.map((selector) => ({ selector, options: { uppercase: false } })),
  ],
})

/** Converts HTML to readable text: paragraphs, lists and tables stay apart, link targets and images are left out. */
export function htmlToText(html: string): string {
  return toText(html).trim()
}

/** Replaces images embedded as `data:` URIs: they can be larger than a whole page of messages. */
export function dropInlineImages(html: string): string {
  return html.replace(/\bdata:image\/[a-z0-9.+-]+;base64,[A-Za-z0-9+/=\s%]{64,}/gi, 'data:,')
}

/** Truncates a text to `maxLength` UTF-16 code units and appends a note about it; never splits a surrogate pair. */
export function truncateText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const end = isHighSurrogate(text.charCodeAt(maxLength - 1)) ? maxLength - 1 : maxLength
  return `${text.slice(0, end)}\n[… ${text.length - end} more characters were left out]`
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}
