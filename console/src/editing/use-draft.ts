import { useEffect, useRef, useState } from 'react'

/**
 * What is entered into a dialog for something new, and the id that it will have: sending it twice creates it once. It stays
 * when the dialog is closed, and is `initial` again after `reset`, or when the dialog is opened and nothing was entered.
 */
export function useDraft<Draft extends object>(initial: Draft, opened: boolean) {
  const [draft, setDraft] = useState(initial)
  const [id, setId] = useState(() => crypto.randomUUID())
  const isTouched = useRef(false)
  const latest = useRef(initial)
  latest.current = initial
  useEffect(() => {
    if (opened && !isTouched.current) setDraft(latest.current)
  }, [opened])
  return {
    draft,
    id,
    set: (changed: Partial<Draft>) => {
      isTouched.current = true
      setDraft((before) => ({ ...before, ...changed }))
    },
    reset: () => {
      isTouched.current = false
      setDraft(latest.current)
      setId(crypto.randomUUID())
    },
  }
}
