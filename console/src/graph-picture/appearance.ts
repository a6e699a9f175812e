import type { Picture } from './model.ts'

/** Radius of nodes (px), and of those of a picture with many. */
const RADIUS = { min: 4, max: 17 }
const SMALL_RADIUS = { min: 2.5, max: 11 }
const MANY_NODES = 300
/** Width of links (px). */
const WIDTH = { min: 0.8, max: 5 }
const SMALL_WIDTH = { min: 0.8, max: 3 }
const MANY_LINKS = 1_000
/** From this width on a link is drawn as a rectangle; a thinner one is a line, which takes far less time. */
const RECTANGLE_WIDTH = 2.4
/** A link's share of the colour of text; the rest is the background. */
const STRENGTH = { min: 0.16, max: 0.5 }

/** How sizes, widths and strengths follow from weights in a picture. */
export interface Scale {
  /** Radius of a node (px). */
  radius: (weight: number) => number
  /** Width of a link (px). */
  width: (weight: number) => number
  /** How dark a link is, from 0, the background, to 1, the text. */
  strength: (weight: number) => number
}

/** The scale of a picture: areas of nodes grow with their weights, widths of links with the logarithms of theirs. */
export function scaleOf({ nodes, links }: Picture): Scale {
  const heaviest = nodes.reduce((max, { weight }) => Math.max(max, weight), 1)
  const strongest = links.reduce((max, { weight }) => Math.max(max, weight), 1)
  const radius = nodes.length > MANY_NODES ? SMALL_RADIUS : RADIUS
  const width = links.length > MANY_LINKS ? SMALL_WIDTH : WIDTH
  const nodeShare = (weight: number) => Math.sqrt(Math.max(0, weight) / heaviest)
  const linkShare = (weight: number) => (strongest > 1 ? Math.log(Math.max(1, weight)) / Math.log(strongest) : 0)
  return {
    radius: (weight) => between(radius, nodeShare(weight)),
    width: (weight) => between(width, linkShare(weight)),
    strength: (weight) => between(STRENGTH, linkShare(weight)),
  }
}

export function isRectangle(width: number): boolean {
  return width >= RECTANGLE_WIDTH
}

function between({ min, max }: { min: number; max: number }, share: number): number {
  return min + (max - min) * Math.min(1, Math.max(0, share))
}

/** A name that fits beside a node. */
export function shorten(label: string, length = 32): string {
  const text = label.trim()
  const characters = [...text]
  return characters.length > length
    ? `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`
    : text
}

/** Mixes two colours like #1c7ed6; `share` is that of the second one. */
export function mixColors(first: string, second: string, share: number): string {
  const [a, b] = [toChannels(first), toChannels(second)]
  const mixed = a.map((value, index) => Math.round(value + ((b[index] ?? 0) - value) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

function toChannels(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))
}
