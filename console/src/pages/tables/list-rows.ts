import type { TableListQuery } from '../../documents.ts'
import { countOf } from '../../text/numbers.ts'

type Table = NonNullable<TableListQuery['tables']>[number]
type Connection = Pick<NonNullable<TableListQuery['connections']>[number], '_id' | 'label' | 'email' | 'status'>

/** A table in the list of tables. */
export interface TableRow {
  id: string
  title: string
  /** What distinguishes it from other tables of its name. */
  detail: string
  recordCount: number
  /** Epoch ms. */
  dateUpdated: number | null
  isReadOnly: boolean
  problem: ConnectionProblem | undefined
  connectionId: string | null
}

export interface ConnectionProblem {
  title: string
  detail: string
}

/** The name of the field that says whose records a computed table has. */
const OWNER_FIELD = 'tagExternalId'

/** The tables that match a search, those that can be written first, then by name. */
export function toTableRows({ tables, recordTypes, connections }: TableListQuery, search: string): TableRow[] {
  const operations = new Map(recordTypes?.map((type) => [type.tableId, type.operations]))
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const rows = (tables ?? []).map((table): TableRow => {
    const connection = connections?.find(({ _id }) => _id === table.connectionId)
    return {
      id: table._id,
      title: table.title || 'Untitled table',
      detail: describeTable(table, connections ?? []),
      recordCount: table.recordCount ?? 0,
      dateUpdated: table.dateUpdated,
      isReadOnly: operations.get(table._id)?.update === false,
      problem: connection && problemOfConnection(connection),
      connectionId: table.connectionId,
    }
  })
  const isFound = ({ title, detail }: TableRow) => {
    const text = `${title} ${detail}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
  return rows
    .filter(isFound)
    .sort(
      (left, right) =>
        Number(left.isReadOnly) - Number(right.isReadOnly) ||
        left.title.localeCompare(right.title) ||
        left.detail.localeCompare(right.detail),
    )
}

/** Where a table comes from, such as “Acme CRM · ada@meridian.example · by Account”. */
export function describeTable(
  {
    application,
    connectionId,
    metadata,
  }: Pick<Table, 'application' | 'connectionId'> & {
    metadata: { fields: readonly { name: string; label: string }[] } | null
  },
  connections: readonly Connection[],
): string {
  const connection = connections.find(({ _id }) => _id === connectionId)
  const source = connection ? [connection.label, connection.email] : [application ?? 'Created here']
  const owner = metadata?.fields.find(({ name }) => name === OWNER_FIELD)?.label
  return [...source, owner && `by ${owner}`].filter(Boolean).join(' · ')
}

/** Why a connection keeps its tables from being read and written; undefined while all is well. */
export function problemOfConnection(
  { label, status }: Pick<Connection, 'label' | 'status'>,
  mustReconnect = false,
): ConnectionProblem | undefined {
  const name = label ?? 'The account'
  switch (status.toLowerCase()) {
    case 'active':
      if (!mustReconnect) return undefined
      return reconnect(name)
    case 'reconnect_required':
      return reconnect(name)
    case 'disconnected':
      return {
        title: `${name} is disconnected`,
        detail:
          'You see the records as they were. Connect the account again to bring them up to date and to change them.',
      }
    default:
      return {
        title: `${name} is not connected yet`,
        detail: 'Finish connecting the account to read and change its records.',
      }
  }
}

function reconnect(name: string): ConnectionProblem {
  return {
    title: `${name} needs you to sign in again`,
    detail: 'Until then you see the records as they were, and changes cannot be written.',
  }
}

export function countTables(rows: readonly TableRow[]): string {
  return countOf(rows.length, 'table')
}
