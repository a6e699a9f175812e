import type { IOptions } from 'sanitize-html'
import { toImage } from './images.ts'
import { toLink } from './links.ts'
import { STYLES } from './styles.ts'

const TEXT = [
  ...['a', 'abbr', 'b', 'bdi', 'bdo', 'big', 'br', 'cite', 'code', 'del', 'dfn', 'em', 'font', 'i', 'img', 'ins'],
  ...['kbd', 'mark', 'q', 'rp', 'rt', 'ruby', 's', 'samp', 'small', 'span', 'strike', 'strong', 'sub', 'sup', 'time'],
  ...['tt', 'u', 'var', 'wbr'],
]
const BLOCKS = [
  ...['address', 'article', 'aside', 'blockquote', 'center', 'dd', 'div', 'dl', 'dt', 'figcaption', 'figure', 'footer'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'hr', 'li', 'main', 'nav', 'ol', 'p', 'pre', 'section', 'ul'],
]
const TABLES = ['caption', 'col', 'colgroup', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr']

/** Elements whose content is no text to read, or that browsers read by rules of their own. */
const NON_TEXT_TAGS = [
  ...['iframe', 'math', 'noembed', 'noframes', 'noscript', 'option', 'plaintext', 'script', 'select', 'style', 'svg'],
  ...['template', 'textarea', 'title', 'xml', 'xmp'],
]

const CELL = ['bgcolor', 'colspan', 'height', 'rowspan', 'valign', 'width']

/** Marks of quoted mail and of signatures, as mail programs write them: reading programs fold these parts. */
const QUOTE_CLASSES = /^[a-z]{2,20}[_-](quote|quoted|quote_container|attr|signature|cite-prefix)$/

/** What may stay of somebody else's HTML; nothing else does. */
export const SANITIZE_OPTIONS: IOptions = {
  allowedTags: [...TEXT, ...BLOCKS, ...TABLES],
  allowedAttributes: {
    '*': ['align', 'dir', 'lang', 'style', 'title'],
    a: ['href', 'rel', 'target'],
    col: ['span', 'width'],
    colgroup: ['span', 'width'],
    font: ['color', 'face', 'size'],
    hr: ['color', 'size', 'width'],
    img: ['alt', 'border', 'data-src', 'height', 'src', 'width'],
    li: ['value'],
    ol: ['start', 'type'],
    table: ['bgcolor', 'border', 'cellpadding', 'cellspacing', 'height', 'role', 'width'],
    td: CELL,
    th: [...CELL, 'scope'],
    time: ['datetime'],
    tr: ['bgcolor', 'height', 'valign'],
    ul: ['type'],
  },
  allowedClasses: { '*': [QUOTE_CLASSES] },
  allowedStyles: { '*': STYLES },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https', 'cid', 'data'] },
  allowedSchemesAppliedToAttributes: ['href', 'src', 'data-src'],
  transformTags: { '*': lowerCaseStyle, a: toLink, body: toBlock, html: toBlock, img: toImage },
  nonTextTags: NON_TEXT_TAGS,
  selfClosing: ['br', 'col', 'hr', 'img', 'wbr'],
  nonBooleanAttributes: ['*'],
}

/** Names and values of CSS are the same in either case. */
function lowerCaseStyle(tagName: string, attribs: Attributes) {
  return { tagName, attribs: attribs.style ? { ...attribs, style: attribs.style.toLowerCase() } : attribs }
}

/** The document's own direction, language and style are those of all its text. */
function toBlock(tagName: string, { dir, lang, style }: Attributes) {
  const kept = Object.entries({ dir, lang, style }).filter(([, value]) => value)
  return { tagName: kept.length > 0 ? 'div' : tagName, attribs: Object.fromEntries(kept) as Attributes }
}

type Attributes = Record<string, string>
