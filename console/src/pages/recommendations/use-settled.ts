import { useCallback, useState } from 'react'

/** What became of a recommendation, for the line that says so. */
export interface Settled {
  message: string
  /** The page of what was made or changed. */
  link?: { to: string; label: string }
  /** Takes it back; resolves when that is done. */
  undo?: () => Promise<unknown>
}

const MAX_SHOWN = 3

/** The last things that were done, the newest first. */
export function useSettled() {
  const [settled, setSettled] = useState<readonly (readonly [string, Settled])[]>([])
  const add = useCallback((id: string, result: Settled) => {
    setSettled((previous) => [[id, result] as const, ...previous.filter(([other]) => other !== id)].slice(0, MAX_SHOWN))
  }, [])
  const remove = useCallback((id: string) => setSettled((previous) => previous.filter(([other]) => other !== id)), [])
  return { settled, add, remove }
}
