import { useEffect, useState } from 'react'

const HOUR_MS = 3_600_000

/** The time (epoch ms), kept true twice a minute. */
export function useNow(everyMs = 30_000): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

/** The full hour before a time (epoch ms): what is requested by it is the same for an hour. */
export function hourOf(time: number): number {
  return Math.floor(time / HOUR_MS) * HOUR_MS
}
