import type Sigma from 'sigma'
import { NodeProgram } from 'sigma/rendering'
import type { NodeDisplayData, RenderParams } from 'sigma/types'
import { floatColor } from 'sigma/utils'
import { OUTLINES, type Shape } from './shapes.ts'

// language=GLSL
const VERTEX_SHADER = `
attribute vec4 a_color;
attribute vec2 a_position;
attribute float a_size;
attribute vec3 a_outline;
attribute vec2 a_stretch;
uniform mat3 u_matrix;
uniform float u_sizeRatio;
uniform float u_pixelRatio;
varying vec4 v_color;
varying vec3 v_outline;
varying vec2 v_scale;
varying float v_pixel;
const float bias = 255.0 / 254.0;
void main() {
  float radius = a_size / u_sizeRatio * u_pixelRatio;
  float reach = max(a_stretch.x, a_stretch.y) * radius + 1.0;
  gl_Position = vec4((u_matrix * vec3(a_position, 1)).xy, 0, 1);
  gl_PointSize = 2.0 * reach;
  v_scale = reach / radius / a_stretch;
  v_pixel = 1.0 / radius;
  v_outline = a_outline;
  v_color = a_color;
  v_color.a *= bias;
}`

// Corners of polygons are at distance 1. The border has the colour of the background, so that nodes stand apart.
// language=GLSL
const FRAGMENT_SHADER = `
precision mediump float;
varying vec4 v_color;
varying vec3 v_outline;
varying vec2 v_scale;
varying float v_pixel;
uniform vec3 u_border;
const float TURN = 6.2831853;
void main() {
  vec2 at = (gl_PointCoord * 2.0 - 1.0) * vec2(1.0, -1.0) * v_scale;
  float distance = length(at);
  if (v_outline.x > 0.5) {
    float angle = atan(at.y, at.x) - v_outline.y;
    float sector = TURN / v_outline.x;
    float off = abs(mod(angle + sector * 0.5, sector) - sector * 0.5);
    if (v_outline.z > 0.99) {
      distance = distance * cos(sector * 0.5 - off) / cos(sector * 0.5);
    } else {
      // The edge from a corner, at the angle 0, to the point between two corners, at half a sector.
      vec2 point = distance * vec2(cos(off), sin(off));
      vec2 inner = v_outline.z * vec2(cos(sector * 0.5), sin(sector * 0.5));
      vec2 edge = inner - vec2(1.0, 0.0);
      distance = 1.0 + (point.x * -edge.y + point.y * edge.x + edge.y) / length(edge) * -1.0;
    }
  }
  float outside = smoothstep(1.0 - v_pixel * 0.5, 1.0 + v_pixel * 0.5, distance);
  if (outside > 0.99) discard;
  float inBorder = smoothstep(1.0 - v_pixel * 2.0, 1.0 - v_pixel, distance);
  gl_FragColor = mix(vec4(mix(v_color.rgb, u_border, inBorder), 1.0), vec4(0.0), outside);
}`

const UNIFORMS = ['u_matrix', 'u_sizeRatio', 'u_pixelRatio', 'u_border'] as const
type Uniform = (typeof UNIFORMS)[number]

const { FLOAT, UNSIGNED_BYTE, POINTS } = WebGLRenderingContext

type Channels = readonly [number, number, number]

/** The colour around the nodes of each renderer, which is that of its background: red, green and blue from 0 to 1. */
const borders = new WeakMap<object, Channels>()
const WHITE: Channels = [1, 1, 1]

/** Sets the colour around nodes, such as #ffffff. */
export function setBorderColor(renderer: object, color: string): void {
  const channel = (start: number) => Number.parseInt(color.slice(start, start + 2), 16) / 255
  borders.set(renderer, [channel(1), channel(3), channel(5)])
}

/**
 * Draws nodes in the shapes of their kinds. Each is a single point: drawn in software, several copies of a square would
 * take as long as that many pictures. What is pointed at is found without the graphics card.
 */
export class ShapeProgram extends NodeProgram<Uniform> {
  constructor(gl: WebGLRenderingContext, _pickingBuffer: WebGLFramebuffer | null, renderer: Sigma) {
    super(gl, null, renderer)
  }

  override getDefinition() {
    return {
      VERTICES: 1,
      VERTEX_SHADER_SOURCE: VERTEX_SHADER,
      FRAGMENT_SHADER_SOURCE: FRAGMENT_SHADER,
      METHOD: POINTS,
      UNIFORMS,
      ATTRIBUTES: [
        { name: 'a_position', size: 2, type: FLOAT },
        { name: 'a_size', size: 1, type: FLOAT },
        { name: 'a_color', size: 4, type: UNSIGNED_BYTE, normalized: true },
        { name: 'a_outline', size: 3, type: FLOAT },
        { name: 'a_stretch', size: 2, type: FLOAT },
      ],
    }
  }

  override processVisibleItem(_nodeIndex: number, start: number, data: NodeDisplayData & { shape?: Shape }): void {
    const { array } = this
    const { corners, turn, indent, stretch } = OUTLINES[data.shape ?? 'circle']
    array[start] = data.x
    array[start + 1] = data.y
    array[start + 2] = data.size
    array[start + 3] = floatColor(data.color)
    array.set([corners, turn, indent, stretch.x, stretch.y], start + 4)
  }

  override setUniforms(
    params: RenderParams,
    { gl, uniformLocations }: Parameters<NodeProgram['setUniforms']>[1],
  ): void {
    gl.uniformMatrix3fv(uniformLocations.u_matrix ?? null, false, params.matrix)
    gl.uniform1f(uniformLocations.u_sizeRatio ?? null, params.sizeRatio)
    gl.uniform1f(uniformLocations.u_pixelRatio ?? null, params.pixelRatio)
    gl.uniform3f(uniformLocations.u_border ?? null, ...(borders.get(this.renderer) ?? WHITE))
  }
}
