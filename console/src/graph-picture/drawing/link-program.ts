import { EdgeLineProgram, EdgeProgram } from 'sigma/rendering'
import type { EdgeDisplayData, NodeDisplayData, RenderParams } from 'sigma/types'
import { floatColor } from 'sigma/utils'

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

// language=GLSL
const VERTEX_SHADER = `
attribute vec2 a_position;
attribute vec2 a_normal;
attribute float a_size;
attribute float a_side;
attribute vec4 a_color;
uniform mat3 u_matrix;
uniform float u_sizeRatio;
uniform float u_correctionRatio;
varying vec4 v_color;
varying float v_side;
varying float v_pixels;
const float bias = 255.0 / 254.0;
void main() {
  // A pixel more, for the smooth border.
  float width = a_size / u_sizeRatio + 1.0;
  gl_Position = vec4((u_matrix * vec3(a_position + a_normal * a_side * width * u_correctionRatio, 1)).xy, 0, 1);
  v_side = a_side;
  v_pixels = width / 2.0;
  v_color = a_color;
  v_color.a *= bias;
}`

// language=GLSL
const FRAGMENT_SHADER = `
precision mediump float;
varying vec4 v_color;
varying float v_side;
varying float v_pixels;
void main() {
  float inside = clamp((1.0 - abs(v_side)) * v_pixels, 0.0, 1.0);
  gl_FragColor = vec4(v_color.rgb * inside, inside);
}`

const UNIFORMS = ['u_matrix', 'u_sizeRatio', 'u_correctionRatio'] as const
type Uniform = (typeof UNIFORMS)[number]

const { FLOAT, UNSIGNED_BYTE, TRIANGLES } = WebGLRenderingContext

/** The corners of the two triangles of a link: at its source (0) or target (1), on one side (-1) or the other (1). */
const CORNERS: readonly (readonly [0 | 1, -1 | 1])[] = [
  [0, -1],
  [1, -1],
  [1, 1],
  [0, -1],
  [1, 1],
  [0, 1],
]
const VALUES_PER_CORNER = 7

/** Draws links as rectangles. All corners are sent: drawn in software, copies of one rectangle take far longer. */
export class ThickLinkProgram extends EdgeProgram<Uniform> {
  override getDefinition() {
    return {
      VERTICES: CORNERS.length,
      VERTEX_SHADER_SOURCE: VERTEX_SHADER,
      FRAGMENT_SHADER_SOURCE: FRAGMENT_SHADER,
      METHOD: TRIANGLES,
      UNIFORMS,
      ATTRIBUTES: [
        { name: 'a_position', size: 2, type: FLOAT },
        { name: 'a_normal', size: 2, type: FLOAT },
        { name: 'a_size', size: 1, type: FLOAT },
        { name: 'a_side', size: 1, type: FLOAT },
        { name: 'a_color', size: 4, type: UNSIGNED_BYTE, normalized: true },
      ],
    }
  }

  override processVisibleItem(
    _edgeIndex: number,
    start: number,
    source: NodeDisplayData,
    target: NodeDisplayData,
    { size, color }: EdgeDisplayData,
  ): void {
    const [dx, dy] = [target.x - source.x, target.y - source.y]
    const length = Math.hypot(dx, dy) || 1
    for (const [index, [end, side]] of CORNERS.entries()) {
      const { x, y } = end === 0 ? source : target
      const values = [x, y, -dy / length, dx / length, size, side, floatColor(color)]
      this.array.set(values, start + index * VALUES_PER_CORNER)
    }
  }

  override setUniforms(
    params: RenderParams,
    { gl, uniformLocations }: Parameters<EdgeProgram['setUniforms']>[1],
  ): void {
    gl.uniformMatrix3fv(uniformLocations.u_matrix ?? null, false, params.matrix)
    gl.uniform1f(uniformLocations.u_sizeRatio ?? null, params.sizeRatio)
    gl.uniform1f(uniformLocations.u_correctionRatio ?? null, params.correctionRatio)
  }
}
