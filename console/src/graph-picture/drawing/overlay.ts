import { shorten } from '../appearance.ts'
import type { Target } from '../model.ts'
import { drawLabels, drawLinks, drawNodes, drawRing, LABEL_FONT, LABEL_SIZE } from './draw.ts'
import type { PictureTheme } from './theme.ts'
import type { View } from './view.ts'

/** Names that are shown at most, and of the neighbours of what is pointed at. */
const MAX_NAMES = 60
const MAX_NEIGHBOR_NAMES = 30
/** Links of what is pointed at are this dark. */
const HIGHLIGHT_STRENGTH = 0.65

/** Widths of names, which are slow to measure (px). */
const widths = new Map<string, number>()
const MAX_WIDTHS = 5_000

function widthIn(context: CanvasRenderingContext2D): (label: string) => number {
  context.font = `500 ${LABEL_SIZE}px ${LABEL_FONT}`
  if (widths.size > MAX_WIDTHS) widths.clear()
  return (label) => {
    const width = widths.get(label) ?? context.measureText(shorten(label)).width
    widths.set(label, width)
    return width
  }
}

/** Draws the names of the heaviest nodes that have room. */
export function drawNames(
  context: CanvasRenderingContext2D,
  view: View,
  size: { width: number; height: number },
  theme: PictureTheme,
): void {
  drawLabels(context, view.named(size, widthIn(context), MAX_NAMES), theme)
}

/** Draws what is pointed at, its links and its neighbours, over the rest, which is dimmed. */
export function drawHighlight(
  context: CanvasRenderingContext2D,
  view: View,
  target: Target,
  theme: PictureTheme,
): void {
  const { nodes, links } = view.around(target)
  const color = theme.link(HIGHLIGHT_STRENGTH)
  drawLinks(
    context,
    links.flatMap((link) => view.toDrawn({ ...link, color, width: link.width + 0.5 })),
  )
  drawNodes(context, nodes, theme)
  const ends = new Set(target.type === 'node' ? [target.id] : [target.source, target.target])
  for (const node of nodes) if (ends.has(node.id)) drawRing(context, node, theme.text)
  const heaviest = nodes.toSorted((a, b) => b.node.weight - a.node.weight)
  const named = [...heaviest.filter(({ id }) => ends.has(id)), ...heaviest.filter(({ id }) => !ends.has(id))]
  drawLabels(context, named.slice(0, MAX_NEIGHBOR_NAMES), theme)
}
