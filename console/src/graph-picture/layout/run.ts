import { scaleOf } from '../appearance.ts'
import type { Picture } from '../model.ts'
import type { Groups } from './groups.ts'
import type { Start } from './seed.ts'
import type { LayoutInput } from './settle.ts'

export interface LayoutOrder {
  input: LayoutInput
  /** If true, only groups are sought, because every node stays where it is. */
  movesNothing: boolean
}

/** What the worker says: the groups once, positions as they change, and that it has finished. */
export type LayoutReport =
  | { type: 'groups'; groups: Groups }
  | { type: 'positions'; positions: Float32Array }
  | { type: 'settled' }

/** The picture as numbers. Links are pulled by the logarithm of their weights, so that strong ones do not swallow the rest. */
export function toLayoutOrder(picture: Picture, { positions, fixed }: Start): LayoutOrder {
  const { nodes, links } = picture
  const numbers = new Map(nodes.map(({ id }, number) => [id, number]))
  const { radius } = scaleOf(picture)
  return {
    input: {
      positions: Float32Array.from(nodes.flatMap(({ id }) => [positions.get(id)?.x ?? 0, positions.get(id)?.y ?? 0])),
      sizes: Float32Array.from(nodes, ({ weight }) => radius(weight)),
      fixed: Uint8Array.from(nodes, ({ id }) => (fixed.has(id) ? 1 : 0)),
      links: Uint32Array.from(
        links.flatMap(({ source, target }) => [numbers.get(source) ?? 0, numbers.get(target) ?? 0]),
      ),
      weights: Float32Array.from(links, ({ weight }) => 1 + Math.log2(Math.max(1, weight))),
    },
    movesNothing: nodes.every(({ id }) => fixed.has(id)),
  }
}

/** Runs the layout of a picture in a worker. Returns a function that ends it. */
export function runLayout(order: LayoutOrder, onReport: (report: LayoutReport) => void): () => void {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  worker.onmessage = ({ data }: MessageEvent<LayoutReport>) => {
    onReport(data)
    if (data.type === 'settled') worker.terminate()
  }
  // What was reported until then stays on the screen.
  worker.onerror = () => {
    onReport({ type: 'settled' })
    worker.terminate()
  }
  const { positions, sizes, fixed, links, weights } = order.input
  const buffers = [positions, sizes, fixed, links, weights].map(({ buffer }) => buffer as ArrayBuffer)
  worker.postMessage(order, buffers)
  return () => worker.terminate()
}
