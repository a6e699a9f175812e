import type { Position } from '../model.ts'

export type Shape =
  | 'circle'
  | 'square'
  | 'diamond'
  | 'triangle'
  | 'inverted'
  | 'pentagon'
  | 'hexagon'
  | 'octagon'
  | 'wide'
  | 'tall'
  | 'star'

/** A regular polygon that may be turned, stretched, and drawn in to a star. */
export interface Outline {
  /** 0 means a circle. */
  corners: number
  /** Turns the first corner from the right, counter-clockwise (radians). */
  turn: number
  stretch: Position
  /** The radius between two corners as a share of that at a corner; 1 without indentation. */
  indent: number
}

const EVEN: Position = { x: 1, y: 1 }
const UP = Math.PI / 2

/** In the order of the numbers that the graphics card knows them by. Their areas look alike. */
// biome-ignore format: a table is read by its columns
export const OUTLINES: Readonly<Record<Shape, Outline>> = {
  circle:   { corners: 0, turn: 0,            stretch: EVEN,                 indent: 1 },
  square:   { corners: 4, turn: Math.PI / 4,  stretch: { x: 1.2, y: 1.2 },   indent: 1 },
  diamond:  { corners: 4, turn: 0,            stretch: { x: 1.2, y: 1.2 },   indent: 1 },
  triangle: { corners: 3, turn: UP,           stretch: { x: 1.35, y: 1.35 }, indent: 1 },
  inverted: { corners: 3, turn: -UP,          stretch: { x: 1.35, y: 1.35 }, indent: 1 },
  pentagon: { corners: 5, turn: UP,           stretch: { x: 1.15, y: 1.15 }, indent: 1 },
  hexagon:  { corners: 6, turn: 0,            stretch: { x: 1.1, y: 1.1 },   indent: 1 },
  octagon:  { corners: 8, turn: Math.PI / 8,  stretch: { x: 1.05, y: 1.05 }, indent: 1 },
  wide:     { corners: 4, turn: Math.PI / 4,  stretch: { x: 1.5, y: 1 },     indent: 1 },
  tall:     { corners: 4, turn: Math.PI / 4,  stretch: { x: 1, y: 1.4 },     indent: 1 },
  star:     { corners: 5, turn: UP,           stretch: { x: 1.4, y: 1.4 },   indent: 0.5 },
}

/** The largest stretch, by which the square around a node has to be larger than its size. */
export const MAX_STRETCH = 1.5

/** The corners of a shape of radius 1 around 0, with y upwards. Empty for a circle. */
export function cornersOf(shape: Shape): readonly Position[] {
  const { corners, turn, stretch, indent } = OUTLINES[shape]
  const isIndented = indent < 1
  const count = isIndented ? corners * 2 : corners
  return Array.from({ length: count }, (_, index) => {
    const angle = turn + (index * 2 * Math.PI) / count
    const radius = isIndented && index % 2 === 1 ? indent : 1
    return { x: Math.cos(angle) * radius * stretch.x, y: Math.sin(angle) * radius * stretch.y }
  })
}

/** The points of an SVG polygon of a shape in a square of this size; undefined for a circle. */
export function toSvgPoints(shape: Shape, size: number): string | undefined {
  const corners = cornersOf(shape)
  if (corners.length === 0) return undefined
  const scale = size / 2 / MAX_STRETCH
  return corners.map(({ x, y }) => `${round(size / 2 + x * scale)},${round(size / 2 - y * scale)}`).join(' ')
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
