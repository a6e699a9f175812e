import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { type GraphClient, GraphRequestError } from '../../../../../platform/client/index.ts'
import { type RowFieldsFragment, WriteRecordDocument } from '../../../documents.ts'
import { useGraphClient } from '../../../graph/context.tsx'
import { warnBeforeClosing } from '../../../ui/before-closing.ts'
import { replaceRow } from '../records/cached-rows.ts'
import { editStoreOf, hasUnwrittenEdits } from './edit-store.ts'
import {
  beginWriting,
  byRecord,
  type CellEdit,
  type Change,
  discard,
  type Edits,
  enter,
  settle,
  unwritten,
} from './edits.ts'
import { needsReconnect, toWriteProblem } from './write-problems.ts'

/** Records that are written at the same time. */
const CONCURRENT = 3
const MAX_RETRIES = 5
const RETRY_MS = 500

export interface RecordEditing {
  edits: Edits
  /** True once the vendor has said that the account must be connected again. */
  mustReconnect: boolean
  /** Stores what was entered; with `write`, sends it at once. */
  enter: (changes: readonly Change[], write: boolean) => void
  /** Sends everything of these records that the vendor does not have; of all records without ids. */
  write: (recordIds?: readonly string[]) => Promise<void>
  discard: (cells: readonly { recordId: string; field: string }[]) => void
}

/** What was entered into a table, and its way to the vendor, record by record. */
export function useEdits(tableId: string): RecordEditing {
  const client = useGraphClient()
  const queries = useQueryClient()
  const [mustReconnect, setMustReconnect] = useState(false)
  const store = useMemo(() => editStoreOf(queries, tableId), [queries, tableId])
  const edits = useSyncExternalStore(
    useCallback((listener) => store.subscribe(listener), [store]),
    () => store.edits,
  )
  useEffect(() => warnBeforeClosing(hasUnwrittenEdits), [])

  const write = useCallback(
    async (recordIds: readonly string[] = [...byRecord(store.edits).keys()]) => {
      const waiting = recordIds.filter((recordId) => sendable(store.edits, recordId).length > 0)
      const work = async () => {
        for (let recordId = waiting.shift(); recordId !== undefined; recordId = waiting.shift()) {
          const cells = sendable(store.edits, recordId)
          store.update((current) => beginWriting(current, cells))
          try {
            const row = await send(client, tableId, recordId, cells)
            if (row) replaceRow(queries, row)
            store.update((current) => settle(current, cells))
            setMustReconnect(false)
          } catch (error) {
            setMustReconnect((previous) => previous || needsReconnect(error))
            const fields = cells.map(({ field }) => field)
            store.update((current) => settle(current, cells, toWriteProblem(error, fields)))
          }
        }
      }
      await Promise.all(Array.from({ length: CONCURRENT }, work))
    },
    [client, queries, store, tableId],
  )

  return {
    edits,
    mustReconnect,
    write,
    enter: useCallback(
      (changes, isWritten) => {
        store.update((current) => enter(current, changes))
        const ids = [...new Set(changes.filter(({ problem }) => problem === undefined).map(({ recordId }) => recordId))]
        if (isWritten) void write(ids)
      },
      [store, write],
    ),
    discard: useCallback((cells) => store.update((current) => discard(current, cells)), [store]),
  }
}

/** The cells to send: drafts, and what an earlier attempt did not store. What is not a value of its field is not sent. */
function sendable(edits: Edits, recordId: string): CellEdit[] {
  return unwritten(edits, recordId).filter(({ problem }) => problem === undefined)
}

async function send(
  client: GraphClient,
  tableId: string,
  recordId: string,
  cells: readonly CellEdit[],
): Promise<RowFieldsFragment | null> {
  const values = cells.map(({ field, value }) => ({ name: field, value: value === '' ? null : value }))
  for (let attempt = 1; ; attempt++) {
    try {
      const input = { _id: recordId, tableId, values }
      const { upsertOneRecord } = await client.request(WriteRecordDocument, { input }, { batch: false })
      return upsertOneRecord
    } catch (error) {
      const isBusy = error instanceof GraphRequestError && error.code === 'RATE_LIMITED'
      if (!isBusy || attempt === MAX_RETRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, error.retryAfterMs ?? RETRY_MS))
    }
  }
}
