import type { IOptions } from 'sanitize-html'
import { toImage } from './images.ts'
import { toLink } from './links.ts'
import { STYLES } from './styles.ts'

const INLINE_TAGS = `a abbr b bdi bdo big br cite code del dfn em font i img ins kbd mark q rp rt ruby s samp small span
  strike strong sub sup time tt u var wbr`.split(/\s+/)
const BLOCK_TAGS =
  `address article aside blockquote center dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header
  hr li main nav ol p pre section ul`.split(/\s+/)
const TABLE_TAGS = 'caption col colgroup table tbody td tfoot th thead tr'.split(' ')

/** Elements that are removed with their content, because it is not text, or because browsers parse it by special rules. */
const NON_TEXT_TAGS = `iframe math noembed noframes noscript option plaintext script select style svg template textarea
  title xml xmp`.split(/\s+/)

const CELL_ATTRIBUTES = ['bgcolor', 'colspan', 'height', 'rowspan', 'valign', 'width']

/** Classes by which mail programs mark quotes and signatures, so that readers can collapse them. */
const QUOTE_CLASSES = /^[a-z]{2,20}[_-](quote|quoted|quote_container|attr|signature|cite-prefix)$/

/** The allow-list for untrusted HTML. Everything else is removed. */
export const SANITIZE_OPTIONS: IOptions = {
  allowedTags: [...INLINE_TAGS, ...BLOCK_TAGS, ...TABLE_TAGS],
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
    td: CELL_ATTRIBUTES,
    th: [...CELL_ATTRIBUTES, 'scope'],
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

/** CSS names and values are case-insensitive, and the allowed styles are in lower case. */
function lowerCaseStyle(tagName: string, attribs: Attributes) {
  return { tagName, attribs: attribs.style ? { ...attribs, style: attribs.style.toLowerCase() } : attribs }
}

/** Turns `html` and `body` into a `div` if their direction, language or style applies to the whole text. */
function toBlock(tagName: string, { dir, lang, style }: Attributes) {
  const attributes = Object.entries({ dir, lang, style }).filter(([, value]) => value)
  return { tagName: attributes.length > 0 ? 'div' : tagName, attribs: Object.fromEntries(attributes) as Attributes }
}

type Attributes = Record<string, string>
