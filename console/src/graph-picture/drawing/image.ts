import { countKinds, NODE_KINDS } from '../kinds.ts'
import type { Picture } from '../model.ts'
import { drawLabels, drawLinks, drawNodes, LABEL_FONT, traceShape } from './draw.ts'
import type { PictureTheme } from './theme.ts'
import type { View } from './view.ts'

/** Pixels of the image per pixel of the screen. */
const SCALE = 2
const PADDING = 16
const LINE = 22
const MAX_NAMES = 80

export interface ImageContent {
  picture: Picture
  view: View
  theme: PictureTheme
  size: { width: number; height: number }
  /** What the picture shows, in lines above it: its scope and its date. */
  captions: readonly string[]
}

/** Draws what is seen, below its captions and above its legend, as a PNG. */
export async function toPng({ picture, view, theme, size, captions }: ImageContent): Promise<Blob> {
  const head = captions.length * LINE + PADDING
  const canvas = document.createElement('canvas')
  canvas.width = size.width * SCALE
  canvas.height = (head + size.height + LINE + PADDING) * SCALE
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser could not create the image.')
  context.scale(SCALE, SCALE)
  context.fillStyle = theme.background
  context.fillRect(0, 0, canvas.width, canvas.height)
  drawCaptions(context, captions, theme)
  context.save()
  context.translate(0, head)
  context.beginPath()
  context.rect(0, 0, size.width, size.height)
  context.clip()
  drawLinks(
    context,
    view.links.flatMap((link) => view.toDrawn(link)),
  )
  drawNodes(context, view.nodes, theme)
  drawLabels(
    context,
    view.named(size, (label) => context.measureText(label).width, MAX_NAMES),
    theme,
  )
  context.restore()
  drawLegend(context, picture, theme, head + size.height + PADDING / 2)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob)
      else reject(new Error('This browser could not create the image.'))
    }, 'image/png')
  })
}

function drawCaptions(context: CanvasRenderingContext2D, captions: readonly string[], { text }: PictureTheme): void {
  context.fillStyle = text
  context.textBaseline = 'middle'
  for (const [index, caption] of captions.entries()) {
    context.font = `${index === 0 ? 600 : 400} ${index === 0 ? 15 : 13}px ${LABEL_FONT}`
    context.fillText(caption, PADDING, PADDING + index * LINE)
  }
}

function drawLegend(context: CanvasRenderingContext2D, picture: Picture, theme: PictureTheme, y: number): void {
  context.font = `400 12px ${LABEL_FONT}`
  context.textBaseline = 'middle'
  let x = PADDING
  for (const { kind, count } of countKinds(picture)) {
    const { shape, singular, plural } = NODE_KINDS[kind]
    traceShape(context, { x: x + 6, y: y + LINE / 2, radius: 6, shape })
    context.fillStyle = theme.nodes[kind]
    context.fill()
    const name = `${count} ${count === 1 ? singular : plural}`
    context.fillStyle = theme.text
    context.fillText(name, x + 18, y + LINE / 2)
    x += 18 + context.measureText(name).width + PADDING
  }
}
