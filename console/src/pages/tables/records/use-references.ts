import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ReferencedRecordsDocument, type RowFieldsFragment } from '../../../documents.ts'
import { useGraphClient } from '../../../graph/context.tsx'
import type { Topic } from '../../../graph/topics.ts'
import { referencedIds, type TargetTable } from './references.ts'

const TOPICS: readonly Topic[] = ['blocks:record']
const SIZE = 200

export interface Referenced {
  _id: string
  title: string
}

/** The records that cells of some rows refer to, by table and the vendor's id: `of(tableId, externalId)`. */
export function useReferences(rows: readonly RowFieldsFragment[], targets: ReadonlyMap<string, TargetTable>) {
  const client = useGraphClient()
  const requested = useMemo(() => [...referencedIds(rows, targets)], [rows, targets])
  const results = useQueries({
    queries: requested.map(([tableId, ids]) => {
      const variables = { input: { tableId, externalIds: ids.slice(0, SIZE), size: SIZE } }
      return {
        queryKey: [ReferencedRecordsDocument.toString(), variables] as const,
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          client.request(ReferencedRecordsDocument, variables, { signal }),
        meta: { topics: TOPICS },
      }
    }),
    combine: (all) => all.map(({ data }) => data?.records ?? []),
  })
  return useMemo(() => {
    const found = new Map<string, Referenced>()
    for (const [index, [tableId]] of requested.entries()) {
      for (const { _id, externalId, title } of results[index] ?? []) {
        if (externalId !== null) found.set(`${tableId} ${externalId}`, { _id, title: title || 'Untitled' })
      }
    }
    return (tableId: string, externalId: string): Referenced | undefined => found.get(`${tableId} ${externalId}`)
  }, [requested, results])
}
