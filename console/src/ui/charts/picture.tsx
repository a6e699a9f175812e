import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { loadPart } from '../load-part.ts'
import classes from './bucket-chart.module.css'
import { type ChartBucket, type ChartSeries, describeBucket, spread, toPoints } from './data.ts'
import type { ChartForm, Drawn } from './draw.ts'

interface PictureProps {
  label: string
  buckets: readonly ChartBucket[]
  series: readonly ChartSeries[]
  form: ChartForm
  /** In px; 0 until it is measured. */
  width: number
  height: number
  /** The bucket whose numbers are shown. */
  index: number | undefined
  onIndexChange: (index: number | undefined) => void
  onOpen?: (bucket: ChartBucket) => void
}

/** Room for a label of the horizontal axis (px). */
const TICK_WIDTH = 64

/** The picture of a chart. The arrow keys move between its buckets, as on a slider. */
export function Picture(props: PictureProps) {
  const { label, buckets, series, width, height, index, onIndexChange, onOpen } = props
  const place = useRef<HTMLDivElement>(null)
  const places = useDrawing(props, place)
  const last = buckets.length - 1
  const current = Math.min(index ?? last, last)
  const bucket = buckets[current]
  const shown = index === undefined ? undefined : places[current]

  const move = (event: KeyboardEvent) => {
    const next = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: last }[event.key]
    if (event.key === 'Escape') onIndexChange(undefined)
    if (event.key === 'Enter' && bucket) onOpen?.(bucket)
    if (next === undefined) return
    event.preventDefault()
    onIndexChange(Math.max(0, Math.min(last, next)))
  }
  const indexAt = ({ clientX, currentTarget }: MouseEvent<HTMLElement>) => {
    const x = clientX - currentTarget.getBoundingClientRect().left
    const found = places.findIndex(({ left, width: size }) => x >= left && x < left + size)
    return found < 0 ? undefined : found
  }

  return (
    <div
      className={classes.picture}
      style={{ height }}
      data-opens={onOpen ? true : undefined}
      role="slider"
      tabIndex={0}
      aria-label={`${label}. ${onOpen ? 'Arrow keys move, Enter opens.' : 'Arrow keys move.'}`}
      aria-valuemin={0}
      aria-valuemax={Math.max(last, 0)}
      aria-valuenow={Math.max(current, 0)}
      aria-valuetext={bucket ? describeBucket(bucket, series) : 'Nothing yet'}
      onKeyDown={move}
      onFocus={() => onIndexChange(current < 0 ? undefined : current)}
      onBlur={() => onIndexChange(undefined)}
      onPointerMove={(event) => onIndexChange(indexAt(event))}
      onPointerLeave={() => onIndexChange(undefined)}
      onClick={(event) => {
        const clicked = buckets[indexAt(event) ?? -1]
        if (clicked) onOpen?.(clicked)
      }}
    >
      {shown && <div className={classes.current} style={{ left: shown.left, width: shown.width }} />}
      <div ref={place} className={classes.drawing} style={{ width, height }} aria-hidden />
    </div>
  )
}

/** Draws into the element, as soon as the library is loaded. Returns where the buckets are. */
function useDrawing(
  { buckets, series, form, width, height }: PictureProps,
  place: React.RefObject<HTMLDivElement | null>,
): Drawn['places'] {
  const [places, setPlaces] = useState<Drawn['places']>([])
  // Arrays are made anew by each render of the page; the picture is drawn anew only if they say something else.
  const content = JSON.stringify([buckets, series])
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (width === 0) return
    let isCurrent = true
    const drawWith = ({ draw }: typeof import('./draw.ts')) => {
      if (!isCurrent) return
      const keys = buckets.map(({ key }) => key)
      const ticked = new Set(spread(keys, width / TICK_WIDTH))
      const labelled = buckets.filter(({ key }) => ticked.has(key))
      const { element, places: found } = draw({
        points: toPoints(buckets, series),
        buckets: keys,
        series: series.map(({ key }) => key),
        colors: series.map((_, at) => `var(--chart-${at})`),
        ticks: new Map(labelled.map(({ key, label, tick = label }) => [key, tick])),
        form,
        width,
        height,
      })
      place.current?.replaceChildren(element)
      setPlaces(found)
    }
    // Without the library the picture stays empty; the numbers are beside it.
    loadPart(() => import('./draw.ts')).then(drawWith, () => undefined)
    return () => {
      isCurrent = false
    }
  }, [content, form, width, height, place])
  return places
}
