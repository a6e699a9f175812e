import type Sigma from 'sigma'
import { NodeProgram } from 'sigma/rendering'
import type { NodeDisplayData, RenderParams } from 'sigma/types'
import { floatColor } from 'sigma/utils'
import { OUTLINES, type Shape } from './shapes.ts'

const SHAPES = Object.keys(OUTLINES) as Shape[]
const SHAPE_NUMBERS: ReadonlyMap<string, number> = new Map(SHAPES.map((shape, number) => [shape, number]))

const float = (value: number) => value.toFixed(4)

/** Chooses the outline of a shape by its number, from THE TABLE of shapes. */
const CHOOSE_OUTLINE = SHAPES.map((shape, number) => {
  const { corners, turn, stretch, indent } = OUTLINES[shape]
  const values = [corners, turn, indent].map(float).join(', ')
  const line = `{ v_outline = vec3(${values}); stretch = vec2(${float(stretch.x)}, ${float(stretch.y)}); }`
  return number === 0 ? line : `if (a_shape > ${float(number - 0.5)}) ${line}`
}).join('\n  ')

// language=GLSL
const VERTEX_SHADER = `
attribute vec4 a_color;
attribute vec2 a_position;
attribute float a_size;
attribute float a_shape;
attribute vec2 a_corner;
uniform mat3 u_matrix;
uniform float u_sizeRatio;
uniform float u_correctionRatio;
varying vec4 v_color;
varying vec2 v_point;
varying vec3 v_outline;
varying float v_pixel;
const float bias = 255.0 / 254.0;
void main() {
  vec2 stretch;
  ${CHOOSE_OUTLINE}
  float radius = a_size * u_correctionRatio / u_sizeRatio * 2.0;
  v_pixel = 2.0 * u_correctionRatio / radius;
  vec2 reach = stretch * (1.0 + v_pixel);
  gl_Position = vec4((u_matrix * vec3(a_position + a_corner * reach * radius, 1)).xy, 0, 1);
  v_point = a_corner * reach / stretch;
  v_color = a_color;
  v_color.a *= bias;
}`

// Corners of polygons are at distance 1. The border has the colour of the background, so that nodes stand apart.
// language=GLSL
const FRAGMENT_SHADER = `
precision mediump float;
varying vec4 v_color;
varying vec2 v_point;
varying vec3 v_outline;
varying float v_pixel;
uniform vec3 u_border;
const float TURN = 6.2831853;
void main() {
  float distance = length(v_point);
  if (v_outline.x > 0.5) {
    float angle = atan(v_point.y, v_point.x) - v_outline.y;
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

const UNIFORMS = ['u_matrix', 'u_sizeRatio', 'u_correctionRatio', 'u_border'] as const
type Uniform = (typeof UNIFORMS)[number]

const { FLOAT, UNSIGNED_BYTE, TRIANGLES } = WebGLRenderingContext

/** The colour around nodes, which is that of the background: red, green and blue from 0 to 1. */
let border: readonly [number, number, number] = [1, 1, 1]

/** Sets the colour around nodes, such as #ffffff, of all pictures. */
export function setBorderColor(color: string): void {
  const channel = (start: number) => Number.parseInt(color.slice(start, start + 2), 16) / 255
  border = [channel(1), channel(3), channel(5)]
}

/** Draws nodes in the shapes of their kinds. What is pointed at is found without the graphics card. */
export class ShapeProgram extends NodeProgram<Uniform> {
  constructor(gl: WebGLRenderingContext, _pickingBuffer: WebGLFramebuffer | null, renderer: Sigma) {
    super(gl, null, renderer)
  }

  override getDefinition() {
    return {
      VERTICES: 6,
      VERTEX_SHADER_SOURCE: VERTEX_SHADER,
      FRAGMENT_SHADER_SOURCE: FRAGMENT_SHADER,
      METHOD: TRIANGLES,
      UNIFORMS,
      ATTRIBUTES: [
        { name: 'a_position', size: 2, type: FLOAT },
        { name: 'a_size', size: 1, type: FLOAT },
        { name: 'a_color', size: 4, type: UNSIGNED_BYTE, normalized: true },
        { name: 'a_shape', size: 1, type: FLOAT },
      ],
      CONSTANT_ATTRIBUTES: [{ name: 'a_corner', size: 2, type: FLOAT }],
      CONSTANT_DATA: [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, -1],
        [1, 1],
        [-1, 1],
      ],
    }
  }

  override processVisibleItem(_nodeIndex: number, start: number, data: NodeDisplayData & { shape?: Shape }): void {
    const { array } = this
    array[start] = data.x
    array[start + 1] = data.y
    array[start + 2] = data.size
    array[start + 3] = floatColor(data.color)
    array[start + 4] = SHAPE_NUMBERS.get(data.shape ?? 'circle') ?? 0
  }

  override setUniforms(
    params: RenderParams,
    { gl, uniformLocations }: Parameters<NodeProgram['setUniforms']>[1],
  ): void {
    gl.uniformMatrix3fv(uniformLocations.u_matrix ?? null, false, params.matrix)
    gl.uniform1f(uniformLocations.u_sizeRatio ?? null, params.sizeRatio)
    gl.uniform1f(uniformLocations.u_correctionRatio ?? null, params.correctionRatio)
    gl.uniform3f(uniformLocations.u_border ?? null, ...border)
  }
}
