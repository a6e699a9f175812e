import { mixColors } from '../appearance.ts'
import { NODE_KINDS } from '../kinds.ts'
import type { NodeKind } from '../model.ts'

/** The colours of a picture, like #1c7ed6. */
export interface PictureTheme {
  background: string
  text: string
  nodes: Readonly<Record<NodeKind, string>>
  /** The colour of a link, by how dark it is from 0 to 1. */
  link: (strength: number) => string
}

/** Shades of the theme's colours that stand out from the background. */
const NODE_SHADE = { light: 6, dark: 5 }

/** Reads the colours of the console at an element. */
export function readTheme(element: Element, scheme: 'light' | 'dark'): PictureTheme {
  const style = getComputedStyle(element)
  const variable = (name: string, fallback: string) =>
    toHex(style.getPropertyValue(`--mantine-color-${name}`), fallback)
  const background = variable('body', scheme === 'dark' ? '#242424' : '#ffffff')
  const text = variable('text', scheme === 'dark' ? '#c9c9c9' : '#000000')
  const nodes = Object.entries(NODE_KINDS).map(([kind, { color }]) => [
    kind,
    variable(`${color}-${NODE_SHADE[scheme]}`, text),
  ])
  return {
    background,
    text,
    nodes: Object.fromEntries(nodes) as Record<NodeKind, string>,
    link: (strength) => mixColors(background, text, strength),
  }
}

/** A colour as #rrggbb; the fallback if it is written in another way than with #. */
function toHex(color: string, fallback: string): string {
  const text = color.trim()
  if (/^#[0-9a-f]{6}$/i.test(text)) return text
  if (/^#[0-9a-f]{3}$/i.test(text)) return `#${[...text.slice(1)].map((digit) => digit + digit).join('')}`
  return fallback
}
