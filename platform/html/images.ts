import { absolute } from './links.ts'

type Attributes = Record<string, string>

const REMOTE = new Set(['http:', 'https:'])
const ATTACHED = new Set(['cid:'])

const INLINE = /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/]+={0,2}$/i
/** In characters: the text of about 375 KB. */
const LONGEST_INLINE = 500_000

/** An image that loads nothing by itself. One that has no source keeps its `alt`; without that, nothing is left of it. */
export function toImage(tagName: string, attribs: Attributes) {
  const { src, 'data-src': later, ...rest } = attribs
  const own = inline(src) ?? absolute(src, ATTACHED)
  if (own) return { tagName, attribs: { ...rest, src: own } }
  const remote = absolute(src, REMOTE) ?? absolute(later, REMOTE)
  const isSeen = remote ? !isTracker(attribs) : attribs.alt
  return { tagName, attribs: isSeen ? { ...rest, ...(remote && { 'data-src': remote }) } : {} }
}

function inline(src = ''): string | undefined {
  if (src.length > LONGEST_INLINE || !/^\s*data:/i.test(src)) return undefined
  const bare = src.replace(/\s+/g, '')
  return INLINE.test(bare) ? bare : undefined
}

const HIDDEN = /display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?![.\d])/i

/** Nobody sees it: it is hidden, or nothing that is said of its size is above one pixel. */
function isTracker({ width, height, style = '', hidden }: Attributes): boolean {
  const sizes = [styled(style, 'width') ?? pixels(width), styled(style, 'height') ?? pixels(height)]
  const said = sizes.filter((size) => size !== undefined)
  return hidden !== undefined || HIDDEN.test(style) || (said.length > 0 && said.every((size) => size <= 1))
}

/** A size in a style, where it counts more than the attribute. */
function styled(style: string, name: 'width' | 'height'): number | undefined {
  return pixels(new RegExp(`(?:^|;)\\s*(?:max-)?${name}\\s*:([^;!]*)`, 'i').exec(style)?.[1])
}

function pixels(size = ''): number | undefined {
  const [, number] = /^(\d{1,9}(?:\.\d{1,9})?)(?:px)?$/i.exec(size.replace(/\s+/g, '')) ?? []
  return number === undefined ? undefined : Number(number)
}
