import { toAbsoluteUrl } from './links.ts'

type Attributes = Record<string, string>

const REMOTE_PROTOCOLS = new Set(['http:', 'https:'])
const ATTACHMENT_PROTOCOLS = new Set(['cid:'])

const INLINE = /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/]+={0,2}$/i
/** In characters: the text of about 375 KB. */
const MAX_INLINE_LENGTH = 500_000

/** An image that loads nothing by itself. One that has no source keeps its `alt`; without that, nothing is left of it. */
export function toImage(tagName: string, attribs: Attributes) {
  const { src, 'data-src': later, ...rest } = attribs
  const own = toInlineData(src) ?? toAbsoluteUrl(src, ATTACHMENT_PROTOCOLS)
  if (own) return { tagName, attribs: { ...rest, src: own } }
  const remote = toAbsoluteUrl(src, REMOTE_PROTOCOLS) ?? toAbsoluteUrl(later, REMOTE_PROTOCOLS)
  const isSeen = remote ? !isTracker(attribs) : attribs.alt
  return { tagName, attribs: isSeen ? { ...rest, ...(remote && { 'data-src': remote }) } : {} }
}

function toInlineData(src = ''): string | undefined {
  if (src.length > MAX_INLINE_LENGTH || !/^\s*data:/i.test(src)) return undefined
  const bare = src.replace(/\s+/g, '')
  return INLINE.test(bare) ? bare : undefined
}

const HIDDEN = /display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?![.\d])/i

/** Nobody sees it: it is hidden, or nothing that is said of its size is above one pixel. */
function isTracker({ width, height, style = '', hidden }: Attributes): boolean {
  const sizes = [sizeInStyle(style, 'width') ?? toPixels(width), sizeInStyle(style, 'height') ?? toPixels(height)]
  const said = sizes.filter((size) => size !== undefined)
  return hidden !== undefined || HIDDEN.test(style) || (said.length > 0 && said.every((size) => size <= 1))
}

/** A size in a style, where it counts more than the attribute. */
function sizeInStyle(style: string, name: 'width' | 'height'): number | undefined {
  return toPixels(new RegExp(`(?:^|;)\\s*(?:max-)?${name}\\s*:([^;!]*)`, 'i').exec(style)?.[1])
}

function toPixels(size = ''): number | undefined {
  const [, number] = /^(\d{1,9}(?:\.\d{1,9})?)(?:px)?$/i.exec(size.replace(/\s+/g, '')) ?? []
  return number === undefined ? undefined : Number(number)
}
