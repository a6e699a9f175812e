import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { readCriteria, type SearchCriteria, writeCriteria } from './criteria.ts'

/** The search that the address says, and how to change it. Filters can be taken back with the browser's Back; words cannot. */
export function useCriteria() {
  const [params, setParams] = useSearchParams()
  const query = params.toString()
  const criteria = useMemo(() => readCriteria(new URLSearchParams(query)), [query])
  const setCriteria = useCallback(
    (changed: SearchCriteria, { replace = false } = {}) => setParams(writeCriteria(changed), { replace }),
    [setParams],
  )
  const change = useCallback(
    (part: Partial<SearchCriteria>, options?: { replace?: boolean }) => setCriteria({ ...criteria, ...part }, options),
    [criteria, setCriteria],
  )
  return { criteria, query, setCriteria, change }
}
