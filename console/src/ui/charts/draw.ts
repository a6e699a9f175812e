import { axisX, barY, dot, gridY, lineY, plot, ruleY } from '@observablehq/plot'
import type { ChartPoint } from './data.ts'

export type ChartForm = 'bars' | 'lines'

export interface Drawing {
  points: readonly ChartPoint[]
  buckets: readonly string[]
  /** The keys of the series, and the colour of each in CSS. */
  series: readonly string[]
  colors: readonly string[]
  /** The buckets that are labelled, by their labels. */
  ticks: ReadonlyMap<string, string>
  form: ChartForm
  /** In px. */
  width: number
  height: number
}

/** A picture, and where each bucket is in it (px from the left). */
export interface Drawn {
  element: Element
  places: readonly { left: number; width: number }[]
}

/** Draws a chart. In a file of its own, because the library is loaded only when a chart is shown. */
export function draw({ points, buckets, series, colors, ticks, form, width, height }: Drawing): Drawn {
  const channels = { x: 'bucket', y: 'value' } as const
  const max = Math.max(1, ...totalsByBucket(points, form))
  const element = plot({
    width,
    height,
    marginLeft: 36,
    marginRight: 8,
    marginTop: 12,
    marginBottom: 24,
    x: {
      type: form === 'bars' ? 'band' : 'point',
      domain: [...buckets],
      label: null,
      padding: form === 'bars' ? 0.2 : 0.5,
    },
    // Counts have no fractions, so a low chart has no lines between them.
    y: { label: null, domain: [0, max], nice: true, ticks: Math.min(4, max), tickFormat: 's' },
    color: { type: 'ordinal', domain: [...series], range: [...colors] },
    style: { background: 'none', overflow: 'visible', fontSize: '11px', fontFamily: 'inherit' },
    marks: [
      gridY({ strokeOpacity: 0.12, ticks: Math.min(4, max) }),
      axisX([...ticks.keys()], {
        tickFormat: (key: string) => ticks.get(key) ?? '',
        tickSize: 0,
        tickPadding: 8,
        label: null,
      }),
      ...(form === 'bars'
        ? [barY(points, { ...channels, fill: 'series', order: [...series], insetBottom: 0.5 })]
        : [
            lineY(points, { ...channels, stroke: 'series', strokeWidth: 2 }),
            dot(points, { ...channels, fill: 'series', r: 2.5 }),
          ]),
      ruleY([0], { strokeOpacity: 0.4 }),
    ],
  })
  return { element, places: placesOf(element, buckets) }
}

function totalsByBucket(points: readonly ChartPoint[], form: ChartForm): number[] {
  if (form === 'lines') return points.map(({ value }) => value)
  return [...Map.groupBy(points, ({ bucket }) => bucket).values()].map((values) =>
    values.reduce((sum, { value }) => sum + value, 0),
  )
}

function placesOf(element: ReturnType<typeof plot>, buckets: readonly string[]): { left: number; width: number }[] {
  const scale = element.scale('x')
  const step = scale?.step ?? 0
  const bandwidth = scale?.bandwidth ?? 0
  return buckets.map((bucket) => {
    const start = Number(scale?.apply(bucket) ?? 0)
    return { left: start + bandwidth / 2 - step / 2, width: step }
  })
}
