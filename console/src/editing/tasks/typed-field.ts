import { useEffect, useRef, useState } from 'react'

/** How long after the last keystroke a field is saved (ms). */
const PAUSE_MS = 800

/**
 * A field that is typed in: what was typed is shown until it has been saved, and stays if saving fails. It is saved after a
 * pause, when the field is left, and by Enter. `onLost` is called with what could not be saved when the page was left.
 */
export function useTypedField(
  value: string,
  save: (text: string) => Promise<boolean>,
  onLost: (text: string) => void = () => {},
) {
  const [typed, setTyped] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef({ typed, save, onLost })
  latest.current = { typed, save, onLost }
  /** Resolves to what could not be saved. */
  const commit = async (): Promise<string | undefined> => {
    clearTimeout(timer.current)
    const { typed: text, save } = latest.current
    if (text === undefined) return
    const isSaved = text === value || (await save(text))
    if (!isSaved) return text
    setTyped((now) => (now === text ? undefined : now))
  }
  // What was typed is saved when the page is left, too.
  const leave = useRef(commit)
  leave.current = commit
  useEffect(
    () => () =>
      void leave.current().then((text) => {
        if (text !== undefined) latest.current.onLost(text)
      }),
    [],
  )
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
