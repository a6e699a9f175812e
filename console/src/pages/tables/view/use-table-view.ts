import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { readView, type TableView, writeView } from './table-view.ts'

export type ChangeView = (change: { [Name in keyof TableView]?: TableView[Name] | undefined }) => void

/** What the table shows, from the URL, and how to change it. */
export function useTableView(): [TableView, ChangeView] {
  const [params, setParams] = useSearchParams()
  const change = useCallback<ChangeView>(
    (changed) => setParams((previous) => writeView(previous, changed), { replace: true }),
    [setParams],
  )
  const key = params.toString()
  return [useMemo(() => readView(new URLSearchParams(key)), [key]), change]
}
