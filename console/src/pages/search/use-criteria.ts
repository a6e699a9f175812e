import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { readCriteria, type SearchCriteria, writeCriteria } from './criteria.ts'

/**
 * The search that the address says, and how to change it. The router follows the address when it has time, so a change is
 * shown before that. Filters can be taken back with the browser's Back; words cannot.
 */
export function useCriteria() {
  const [params, setParams] = useSearchParams()
  const routed = params.toString()
  const [query, setQuery] = useState(routed)
  // The router may be at an earlier change, while the address is at the latest.
  useLayoutEffect(() => {
    if (routed === readAddress()) setQuery(routed)
  }, [routed])
  // Going back from a change that the router has not seen changes nothing for it.
  useEffect(() => {
    const { pathname } = window.location
    const follow = () => {
      if (window.location.pathname === pathname) setQuery(readAddress())
    }
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [])
  const criteria = useMemo(() => readCriteria(new URLSearchParams(query)), [query])
  const setCriteria = useCallback(
    (changed: SearchCriteria, { replace = false } = {}) => {
      const next = writeCriteria(changed)
      setQuery(next.toString())
      setParams(next, { replace })
    },
    [setParams],
  )
  const change = useCallback(
    (part: Partial<SearchCriteria>, options?: { replace?: boolean }) => setCriteria({ ...criteria, ...part }, options),
    [criteria, setCriteria],
  )
  return { criteria, query, setCriteria, change }
}

function readAddress(): string {
  return new URLSearchParams(window.location.search).toString()
}
