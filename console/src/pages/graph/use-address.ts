import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type GraphAddress, readAddress, writeAddress } from './scope.ts'

/** What the address says, and how to change it. The scope can be taken back with the browser's Back; the look cannot. */
export function useAddress() {
  const [params, setParams] = useSearchParams()
  const query = params.toString()
  const address = useMemo(() => readAddress(new URLSearchParams(query)), [query])
  const change = useCallback(
    (part: Partial<GraphAddress>, { replace = false } = {}) =>
      setParams((current) => writeAddress({ ...readAddress(current), ...part }), { replace }),
    [setParams],
  )
  return { address, change }
}
