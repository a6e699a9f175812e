import { omitUndefined } from '../../src/runtime/omit.ts'
import { toAbsoluteUrl } from './links.ts'

type Attributes = Record<string, string>

const REMOTE_PROTOCOLS = new Set(['http:', 'https:'])
const ATTACHMENT_PROTOCOLS = new Set(['cid:'])

const INLINE = /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/]+={0,2}$/i
/** In characters of Base64, about 375 kB of data. */
const MAX_INLINE_LENGTH = 500_000

/**
 * Moves the source of a remote image to `data-src`, so that it is not loaded. Inline and attached images keep their source.
 * Trackers lose all attributes, and so do images with neither source nor `alt`.
 */
export function toImage(tagName: string, attribs: Attributes) {
  const { src, 'data-src': dataSrc, ...rest } = attribs
  const local = toInlineData(src) ?? toAbsoluteUrl(src, ATTACHMENT_PROTOCOLS)
  if (local) return { tagName, attribs: { ...rest, src: local } }
  const remote = toAbsoluteUrl(src, REMOTE_PROTOCOLS) ?? toAbsoluteUrl(dataSrc, REMOTE_PROTOCOLS)
  const isVisible = remote ? !isTracker(attribs) : attribs.alt
  return { tagName, attribs: isVisible ? omitUndefined({ ...rest, 'data-src': remote }) : {} }
}

function toInlineData(src = ''): string | undefined {
  if (src.length > MAX_INLINE_LENGTH || !/^\s*data:/i.test(src)) return undefined
  const compact = src.replace(/\s+/g, '')
  return INLINE.test(compact) ? compact : undefined
}

const HIDDEN = /display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?![.\d])/i

/** Whether the image is invisible: it is hidden, or every given size is at most one pixel. */
function isTracker({ width, height, style = '', hidden }: Attributes): boolean {
  const sizes = [sizeInStyle(style, 'width') ?? toPixels(width), sizeInStyle(style, 'height') ?? toPixels(height)]
  const givenSizes = sizes.filter((size) => size !== undefined)
  return hidden !== undefined || HIDDEN.test(style) || (givenSizes.length > 0 && givenSizes.every((size) => size <= 1))
}

/** A size in a style attribute, which takes precedence over the size attribute. */
function sizeInStyle(style: string, name: 'width' | 'height'): number | undefined {
  return toPixels(new RegExp(`(?:^|;)\\s*(?:max-)?${name}\\s*:([^;!]*)`, 'i').exec(style)?.[1])
}

function toPixels(size = ''): number | undefined {
  const [, number] = /^(\d{1,9}(?:\.\d{1,9})?)(?:px)?$/i.exec(size.replace(/\s+/g, '')) ?? []
  return number === undefined ? undefined : Number(number)
}
