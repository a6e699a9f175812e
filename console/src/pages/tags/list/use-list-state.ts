import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { DEFAULT_STATE, type ListState, readState, writeState } from './state.ts'

/** Typing is applied when it pauses for this long (ms). */
const DEBOUNCE_MS = 150

/**
 * What a list shows, kept in the address. `state` is what the fields show; `applied` is what is requested, which follows
 * the text when typing pauses.
 */
export function useListState() {
  const [parameters, setParameters] = useSearchParams()
  const inAddress = readState(parameters)
  const [text, setText] = useState(inAddress.search)
  const [typed] = useDebouncedValue(text, DEBOUNCE_MS)
  const written = useRef(inAddress.search)

  // What was typed goes to the address; what the address says otherwise, as after “back”, goes to the field.
  useEffect(() => {
    if (typed === written.current) return
    written.current = typed
    setParameters((previous) => writeState({ ...readState(previous), search: typed }, previous), { replace: true })
  }, [typed, setParameters])
  useEffect(() => {
    if (inAddress.search === written.current) return
    written.current = inAddress.search
    setText(inAddress.search)
  }, [inAddress.search])

  const setFilters = (change: Partial<Omit<ListState, 'search'>>) =>
    setParameters((previous) => writeState({ ...readState(previous), ...change }, previous))
  const clear = () => {
    written.current = ''
    setText('')
    setParameters((previous) => writeState({ ...DEFAULT_STATE, sort: readState(previous).sort }, previous))
  }
  return { state: { ...inAddress, search: text }, applied: inAddress, setSearch: setText, setFilters, clear }
}
