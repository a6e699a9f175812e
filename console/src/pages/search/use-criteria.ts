import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { readCriteria, type SearchCriteria, writeCriteria } from './criteria.ts'

/**
 * The search that the address says, and how to change it. A change is shown at once, before the address follows. Filters can
 * be taken back with the browser's Back; words cannot.
 */
export function useCriteria() {
  const [params, setParams] = useSearchParams()
  const query = params.toString()
  const addressed = useMemo(() => readCriteria(new URLSearchParams(query)), [query])
  const [pending, setPending] = useState<SearchCriteria>()
  const [seen, setSeen] = useState(query)
  if (seen !== query) {
    setSeen(query)
    setPending(undefined)
  }
  const criteria = (seen === query && pending) || addressed
  const setCriteria = useCallback(
    (changed: SearchCriteria, { replace = false } = {}) => {
      const next = writeCriteria(changed)
      setPending(next.toString() === query ? undefined : changed)
      setParams(next, { replace })
    },
    [query, setParams],
  )
  const change = useCallback(
    (part: Partial<SearchCriteria>, options?: { replace?: boolean }) => setCriteria({ ...criteria, ...part }, options),
    [criteria, setCriteria],
  )
  return { criteria, query, setCriteria, change }
}
