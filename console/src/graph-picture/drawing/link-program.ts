import { EdgeLineProgram } from 'sigma/rendering'
import type { RenderParams } from 'sigma/types'

/** Thin links of a picture with many are not drawn while it moves, because they are most of the work. */
const MAX_MOVING_LINES = 1_000

/** The renderers whose camera is being moved. */
export const moving = new WeakSet<object>()

/** Draws thin links as lines of one pixel. */
export class ThinLinkProgram extends EdgeLineProgram {
  override render(params: RenderParams): void {
    if (moving.has(this.renderer) && this.capacity > MAX_MOVING_LINES) return
    super.render(params)
  }
}
