import { shorten } from '../appearance.ts'
import type { Position } from '../model.ts'
import { cornersOf, type Shape } from './shapes.ts'

/** A node to draw on a canvas, in px. */
export interface DrawnNode extends Position {
  label: string
  radius: number
  shape: Shape
  color: string
}

export interface DrawnLink {
  from: Position
  to: Position
  width: number
  color: string
}

export interface DrawnColors {
  background: string
  text: string
}

export const LABEL_SIZE = 12
export const LABEL_FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif'
const LABEL_GAP = 4

export function drawLinks(context: CanvasRenderingContext2D, links: Iterable<DrawnLink>): void {
  for (const { from, to, width, color } of links) {
    context.beginPath()
    context.moveTo(from.x, from.y)
    context.lineTo(to.x, to.y)
    context.lineWidth = width
    context.strokeStyle = color
    context.stroke()
  }
}

export function drawNodes(
  context: CanvasRenderingContext2D,
  nodes: Iterable<DrawnNode>,
  { background }: DrawnColors,
): void {
  for (const node of nodes) {
    traceShape(context, node)
    context.fillStyle = node.color
    context.fill()
    context.lineWidth = 1
    context.strokeStyle = background
    context.stroke()
  }
}

/** A ring around a node, which marks what is pointed at or selected. */
export function drawRing(context: CanvasRenderingContext2D, { x, y, radius }: DrawnNode, color: string): void {
  context.beginPath()
  context.arc(x, y, radius * 1.3 + 3, 0, Math.PI * 2)
  context.lineWidth = 2
  context.strokeStyle = color
  context.stroke()
}

/** Names beside nodes, with an outline so that they can be read over links. */
export function drawLabels(
  context: CanvasRenderingContext2D,
  nodes: Iterable<DrawnNode>,
  { background, text }: DrawnColors,
): void {
  context.font = `500 ${LABEL_SIZE}px ${LABEL_FONT}`
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  for (const { label, x, y, radius } of nodes) {
    const [left, name] = [x + radius * 1.2 + LABEL_GAP, shorten(label)]
    context.lineWidth = 3
    context.strokeStyle = background
    context.strokeText(name, left, y)
    context.fillStyle = text
    context.fillText(name, left, y)
  }
}

export function traceShape(
  context: CanvasRenderingContext2D,
  { x, y, radius, shape }: Pick<DrawnNode, 'x' | 'y' | 'radius' | 'shape'>,
): void {
  const corners = cornersOf(shape)
  context.beginPath()
  if (corners.length === 0) context.arc(x, y, radius, 0, Math.PI * 2)
  for (const [index, corner] of corners.entries()) {
    const [px, py] = [x + corner.x * radius, y - corner.y * radius]
    if (index === 0) context.moveTo(px, py)
    else context.lineTo(px, py)
  }
  context.closePath()
}
