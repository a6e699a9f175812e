import { Text, type TextProps, Tooltip } from '@mantine/core'
import { useEffect, useState } from 'react'
import { formatDateTime, formatDay, formatExact, formatExactDay, formatRelative, toDayKey } from '../text/dates.ts'

interface WhenProps extends TextProps {
  /** Epoch ms. */
  time: number
  /** “3 minutes ago” instead of a date; it is kept true. */
  relative?: boolean
  /** Only the day, for what has no time of day. */
  wholeDay?: boolean
}

const MINUTE_MS = 60_000
const REFRESH_MS = { young: 1_000, old: 30_000 }

/** A time, with its exact form on hover and for screen readers. */
export function When({ time, relative = false, wholeDay = false, ...props }: WhenProps) {
  useRefresh(relative ? time : undefined)
  const text = wholeDay ? formatDay(time) : relative ? formatRelative(time) : formatDateTime(time)
  return (
    <Tooltip label={wholeDay ? formatExactDay(time) : formatExact(time)}>
      <Text span inherit {...props}>
        <time dateTime={wholeDay ? toDayKey(time) : new Date(time).toISOString()}>{text}</time>
      </Text>
    </Tooltip>
  )
}

/** Renders again every second within a minute of a time, and every half minute otherwise. */
function useRefresh(time: number | undefined): void {
  const [count, setCount] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refresh plans the next one
  useEffect(() => {
    if (time === undefined) return
    const isYoung = Math.abs(Date.now() - time) < MINUTE_MS
    const timer = setTimeout(() => setCount((value) => value + 1), isYoung ? REFRESH_MS.young : REFRESH_MS.old)
    return () => clearTimeout(timer)
  }, [time, count])
}
