import { UndirectedGraph } from 'graphology'
import Sigma from 'sigma'
import { isRectangle } from '../appearance.ts'
import type { Picture, Position, Positions, Target } from '../model.ts'
import { moving, ThickLinkProgram, ThinLinkProgram } from './link-program.ts'
import { ShapeProgram, setBorderColor } from './node-program.ts'
import { drawHighlight, drawNames } from './overlay.ts'
import { followPointer } from './pointer.ts'
import type { PictureTheme } from './theme.ts'
import { View } from './view.ts'

export interface StageOptions {
  theme: PictureTheme
  isMotionReduced: boolean
  /** Called with what is under the pointer, and where (px in the picture). */
  onPoint: (target: Target | undefined, point: Position) => void
  /** Called when something, or nothing, is clicked. */
  onPick: (target: Target | undefined, isShift: boolean) => void
}

/** Distance of the outermost nodes from the border (px). */
const PADDING = 48
const ZOOM = { min: 0.01, max: 3, step: 1.5, durationMs: 200 }
/** How near the camera comes to a node that it flies to: the share of the picture that is then seen. */
const FLY_RATIO = 0.35
/** Layers of sigma without anything in them. */
const UNUSED_LAYERS = ['edgeLabels', 'hoverNodes'] as const
const DIMMED_LAYERS = ['edges', 'nodes', 'labels'] as const
/** Without a movement for this long, the camera stands still (ms). */
const STILL_MS = 120
/** The names of a larger picture are not drawn while it moves. */
const MAX_MOVING_NODES = 300
const DIMMED_OPACITY = '0.18'
/** How long after the picture was left the memory of the graphics card is given back (ms): it holds up the next page. */
const RELEASE_MS = 500

/** Shows a picture by WebGL, moves the camera, and says what is pointed at and clicked. */
export class Stage {
  readonly #graph = new UndirectedGraph()
  /** Belongs to this stage alone, so that another one may follow it in the same place. */
  readonly #frame = document.createElement('div')
  readonly #sigma: Sigma
  readonly #options: StageOptions
  #picture: Picture = { nodes: [], links: [] }
  #theme: PictureTheme
  #view: View
  #pointed: Target | undefined
  #selected: Target | undefined
  readonly #unfollow: () => void
  #stillTimer: ReturnType<typeof setTimeout> | undefined

  /** Throws if the browser has no WebGL. */
  constructor(container: HTMLElement, options: StageOptions) {
    this.#options = options
    this.#theme = options.theme
    this.#view = new View(this.#picture, options.theme)
    this.#frame.style.cssText = 'position: absolute; inset: 0'
    container.append(this.#frame)
    this.#sigma = new Sigma(this.#graph, this.#frame, {
      renderLabels: false,
      allowInvalidContainer: true,
      stagePadding: PADDING,
      minCameraRatio: ZOOM.min,
      maxCameraRatio: ZOOM.max,
      defaultNodeType: 'shape',
      defaultEdgeType: 'line',
      nodeProgramClasses: { shape: ShapeProgram },
      edgeProgramClasses: { line: ThinLinkProgram, rectangle: ThickLinkProgram },
      ...(options.isMotionReduced ? { inertiaDuration: 0, zoomDuration: 0 } : {}),
    })
    setBorderColor(this.#sigma, options.theme.background)
    for (const layer of UNUSED_LAYERS) this.#layer(layer).style.display = 'none'
    this.#sigma.on('afterRender', () => this.#drawOver())
    this.#sigma.getCamera().on('updated', () => this.#setMoving())
    this.#unfollow = followPointer(this.#sigma, {
      view: () => this.#view,
      onPoint: (target, point) => {
        this.#pointed = target
        this.#drawHighlight()
        options.onPoint(target, point)
      },
      onPick: options.onPick,
    })
  }

  /** The size of the picture on the screen (px). */
  get size(): { width: number; height: number } {
    return this.#sigma.getDimensions()
  }

  /** What is on the screen now. */
  get view(): View {
    return this.#view
  }

  get positions(): Positions {
    return new Map(this.#graph.mapNodes((id, { x, y }) => [id, { x, y }]))
  }

  /** Shows a picture. What was shown before and is in it stays the same object, so that nothing flickers. */
  show(picture: Picture, positions: Positions, theme = this.#theme): void {
    this.#picture = picture
    this.#theme = theme
    const previous = this.#view
    this.#view = new View(picture, theme)
    // Until the next frame, the pointer is at what is still seen.
    this.#view.place((id) => previous.node(id))
    setBorderColor(this.#sigma, theme.background)
    const keys = new Set(this.#view.links.map(({ key }) => key))
    for (const edge of this.#graph.edges()) if (!keys.has(edge)) this.#graph.dropEdge(edge)
    for (const id of this.#graph.nodes()) if (!this.#view.node(id)) this.#graph.dropNode(id)
    for (const { id, radius, color, shape } of this.#view.nodes) {
      const { x = 0, y = 0 } = positions.get(id) ?? {}
      this.#graph.mergeNode(id, { x, y, size: radius, color, shape, type: 'shape' })
    }
    for (const { key, source, target, width, color } of this.#view.links) {
      const type = isRectangle(width) ? 'rectangle' : 'line'
      this.#graph.mergeEdgeWithKey(key, source, target, { size: width, color, type })
    }
    this.#sigma.scheduleRefresh()
  }

  /** Shows the same in other colours. */
  recolor(theme: PictureTheme): void {
    this.show(this.#picture, this.positions, theme)
  }

  /** Moves the nodes; x and y of each, in the order of the picture. */
  move(positions: Float32Array): void {
    const numbers = new Map(this.#picture.nodes.map(({ id }, number) => [id, number]))
    this.#graph.updateEachNodeAttributes(
      (id, attributes) => {
        const number = numbers.get(id)
        if (number === undefined) return attributes
        return { ...attributes, x: positions[number * 2] ?? 0, y: positions[number * 2 + 1] ?? 0 }
      },
      { attributes: ['x', 'y'] },
    )
  }

  /** From now on new nodes do not change the scale, so that the others stay where they are on the screen. */
  holdFrame(): void {
    this.releaseFrame()
    this.#sigma.refresh()
    this.#sigma.setCustomBBox(this.#sigma.getBBox())
  }

  /** The scale follows the nodes again. */
  releaseFrame(): void {
    this.#sigma.setCustomBBox(null)
  }

  select(target: Target | undefined): void {
    this.#selected = target
    this.#drawHighlight()
  }

  zoom(direction: 'in' | 'out'): void {
    const camera = this.#sigma.getCamera()
    const ratio = direction === 'in' ? camera.ratio / ZOOM.step : camera.ratio * ZOOM.step
    this.#animate({ ratio: camera.getBoundedRatio(ratio) })
  }

  /** Shows everything. */
  fit(): void {
    this.holdFrame()
    this.#animate({ x: 0.5, y: 0.5, ratio: 1, angle: 0 })
  }

  /** Moves the camera to a node. */
  flyTo(id: string): void {
    const place = this.#sigma.getNodeDisplayData(id)
    if (!place) return
    const ratio = Math.min(this.#sigma.getCamera().ratio, FLY_RATIO)
    this.#animate({ x: place.x, y: place.y, ratio })
  }

  dispose(): void {
    clearTimeout(this.#stillTimer)
    this.#unfollow()
    this.#frame.remove()
    setTimeout(() => this.#sigma.kill(), RELEASE_MS)
  }

  #layer(name: string): HTMLCanvasElement {
    return this.#sigma.getCanvases()[name] as HTMLCanvasElement
  }

  /** The camera moves until it has not for a moment; then everything is drawn again. */
  #setMoving(): void {
    moving.add(this.#sigma)
    clearTimeout(this.#stillTimer)
    this.#stillTimer = setTimeout(() => {
      moving.delete(this.#sigma)
      this.#sigma.scheduleRender()
    }, STILL_MS)
  }

  #animate(state: { x?: number; y?: number; ratio?: number; angle?: number }): void {
    const camera = this.#sigma.getCamera()
    if (this.#options.isMotionReduced) camera.setState(state)
    else void camera.animate(state, { duration: ZOOM.durationMs })
  }

  /** Draws what is not in WebGL, after each frame of it. */
  #drawOver(): void {
    const origin = this.#sigma.framedGraphToViewport({ x: 0, y: 0 })
    const right = this.#sigma.framedGraphToViewport({ x: 1, y: 0 })
    const up = this.#sigma.framedGraphToViewport({ x: 0, y: 1 })
    this.#view.place((id) => {
      const data = this.#sigma.getNodeDisplayData(id)
      if (!data) return undefined
      return {
        x: origin.x + data.x * (right.x - origin.x) + data.y * (up.x - origin.x),
        y: origin.y + data.x * (right.y - origin.y) + data.y * (up.y - origin.y),
        radius: this.#sigma.scaleSize(data.size),
      }
    })
    const context = this.#layer('labels').getContext('2d')
    const hasNames = !moving.has(this.#sigma) || this.#picture.nodes.length <= MAX_MOVING_NODES
    this.#layer('labels').style.display = hasNames ? '' : 'none'
    if (context && hasNames) drawNames(context, this.#view, this.size, this.#theme)
    this.#drawHighlight()
  }

  #drawHighlight(): void {
    const target = this.#pointed ?? this.#selected
    const context = this.#layer('hovers').getContext('2d')
    const { width, height } = this.size
    context?.clearRect(0, 0, width, height)
    const isShown = target !== undefined && this.#view.around(target).nodes.length > 0
    this.#layer('hovers').style.display = isShown ? '' : 'none'
    for (const layer of DIMMED_LAYERS) this.#layer(layer).style.opacity = isShown ? DIMMED_OPACITY : ''
    if (context && isShown) drawHighlight(context, this.#view, target, this.#theme)
  }
}
