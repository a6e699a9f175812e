import { compile } from 'html-to-text'

const MAX_HTML_DEPTH = 200

/** Prepared once: putting the options together takes longer than reading a short text. */
const toText = compile({
  wordwrap: false,
  limits: { maxDepth: MAX_HTML_DEPTH },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
})

/** What clean HTML says: paragraphs, lists and tables kept apart, no addresses of links, no images. */
export function htmlToText(html: string): string {
  return toText(html).replaceAll('\0', '').trim().toWellFormed()
}
