import { useCallback } from 'react'
import { useLocation, useSearchParams } from 'react-router'

/** A place in the transcript that was requested. */
export interface Position {
  /** Ms from the start of the meeting. */
  time: number
  /** Another one for each request, so that the same place can be requested again. */
  request: string
}

const PARAMETER = 't'

/** The place in the transcript that is shown, which is in the address in seconds, and how to go to another one. */
export function usePosition(): { position: Position | undefined; jump: (time: number) => void } {
  const [search, setSearch] = useSearchParams()
  const { key } = useLocation()
  const value = search.get(PARAMETER)
  const seconds = value === null ? Number.NaN : Number(value)
  const jump = useCallback(
    (time: number) =>
      setSearch(
        (previous) => {
          previous.set(PARAMETER, String(time / 1_000))
          return previous
        },
        { replace: true },
      ),
    [setSearch],
  )
  const position = Number.isFinite(seconds) && seconds >= 0 ? { time: seconds * 1_000, request: key } : undefined
  return { position, jump }
}
