import { useEffect, useRef, useState } from 'react'

/** How long after the last keystroke a field is saved (ms). */
const PAUSE_MS = 800

/**
 * A field that is typed in: what was typed is shown until it has been saved, and stays if saving fails. It is saved after a
 * pause, when the field is left, and by Enter.
 */
export function useTypedField(value: string, save: (text: string) => Promise<boolean>) {
  const [typed, setTyped] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef({ typed, save })
  latest.current = { typed, save }
  const commit = async () => {
    clearTimeout(timer.current)
    const { typed: text, save } = latest.current
    if (text === undefined) return
    const isSaved = text === value || (await save(text))
    if (isSaved) setTyped((now) => (now === text ? undefined : now))
  }
  // What was typed is saved when the page is left, too.
  const leave = useRef(commit)
  leave.current = commit
  useEffect(() => () => void leave.current(), [])
  return {
    value: typed ?? value,
    onType: (text: string) => {
      setTyped(text)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void leave.current(), PAUSE_MS)
    },
    commit: () => void commit(),
  }
}
