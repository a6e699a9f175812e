import type Sigma from 'sigma'
import type { MouseCoords } from 'sigma/types'
import { isSameTarget, type Position, type Target } from '../model.ts'
import { linkAt, nodeAt } from './hit.ts'
import type { View } from './view.ts'

export interface PointerOptions {
  view: () => View
  /** Called with what is under the pointer, and where (px in the picture), when that changes. */
  onPoint: (target: Target | undefined, point: Position) => void
  /** Called when something, or nothing, is clicked. */
  onPick: (target: Target | undefined, isShift: boolean) => void
}

/** What sigma asks the graphics card for, although it is computed here in less time than that takes. */
const POINTER_EVENTS = ['mousemove', 'click', 'rightClick', 'doubleClick', 'wheel', 'mousedown', 'mouseup'] as const

/** Says what the pointer is at and what is clicked, by mouse and by touch. Returns a function that ends it. */
export function followPointer(sigma: Sigma, { view, onPoint, onPick }: PointerOptions): () => void {
  let pointed: Target | undefined
  let frame = 0
  const layer = sigma.getCanvases().mouse as HTMLCanvasElement
  const pointAt = (target: Target | undefined, point: Position) => {
    if (isSameTarget(target, pointed)) return
    pointed = target
    layer.style.cursor = target ? 'pointer' : ''
    onPoint(target, point)
  }

  const mouse = sigma.getMouseCaptor()
  for (const name of POINTER_EVENTS) mouse.removeAllListeners(name)
  mouse.on('mousemovebody', ({ x, y, original }) => {
    if (mouse.isMouseDown || original.target !== layer) return
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => pointAt(targetAt(view(), { x, y }), { x, y }))
  })
  mouse.on('mouseleave', () => {
    cancelAnimationFrame(frame)
    pointAt(undefined, { x: 0, y: 0 })
  })
  const pick = (event: MouseCoords) => onPick(targetAt(view(), event), (event.original as MouseEvent).shiftKey)
  mouse.on('click', pick)
  // Two clicks in a row are two choices, and no way to zoom.
  mouse.on('doubleClick', (event) => {
    event.preventSigmaDefault()
    pick(event)
  })

  const touch = sigma.getTouchCaptor()
  touch.removeAllListeners('tap')
  touch.on('tap', ({ touches, previousTouches }) => {
    const [point] = [...touches, ...previousTouches]
    if (point) onPick(targetAt(view(), point), false)
  })
  return () => cancelAnimationFrame(frame)
}

function targetAt(view: View, point: Position): Target | undefined {
  const id = nodeAt(point, view.nodes)
  if (id !== undefined) return { type: 'node', id }
  const link = linkAt(point, view.links, (end) => view.node(end))
  return link && { type: 'link', source: link.source, target: link.target }
}
