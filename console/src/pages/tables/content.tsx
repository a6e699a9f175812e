import { Box, Button, Group, Switch, Text } from '@mantine/core'
import { IconDatabaseSearch, IconPlus, IconTableOff } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { RowFieldsFragment, TablePageQuery } from '../../documents.ts'
import { usePaletteActions } from '../../shell/palette-actions.ts'
import { countOf } from '../../text/numbers.ts'
import { VendorLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty, Failure, Loading } from '../../ui/states.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
import { AddRecord } from './editing/add-record.tsx'
import { ChangesPanel } from './editing/changes-panel.tsx'
import { useEdits } from './editing/use-edits.ts'
import { RecordGrid } from './grid/record-grid.tsx'
import { describeTable } from './list-rows.ts'
import { QueryPanel } from './query/panel.tsx'
import { type TargetTable, targetOf } from './records/references.ts'
import type { LoadedRecords } from './records/use-records.ts'
import { filledFields, toColumns, visibleColumns, whyReadOnly } from './view/columns.ts'
import type { TableView } from './view/table-view.ts'
import { Toolbar } from './view/toolbar.tsx'
import type { ChangeView } from './view/use-table-view.ts'

interface TableContentProps {
  page: TablePageQuery
  table: NonNullable<TablePageQuery['table']>
  view: TableView
  changeView: ChangeView
  records: LoadedRecords
}

/** A table that was loaded. */
export function TableContent({ page, table, view, changeView, records }: TableContentProps) {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const recordType = page.recordTypes?.[0]
  const connection = page.connections?.find(({ _id }) => _id === table.connectionId)
  const editing = useEdits(table._id)
  const [collects, setCollects] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const columns = useMemo(() => toColumns(table, recordType), [table, recordType])
  const filled = useFilledFields(records.firstPage)
  const visible = useMemo(() => visibleColumns(columns, view.columns, filled), [columns, view.columns, filled])
  const targets = useMemo(() => {
    const tables = page.tables ?? []
    const found = columns.flatMap((column) => {
      const target = targetOf(column, table, tables)
      return target ? [[column.name, target] as const] : []
    })
    return new Map<string, TargetTable>(found)
  }, [columns, table, page.tables])
  const readOnly = whyReadOnly(table, recordType)
  const mayCreate = recordType?.operations.create ?? false
  const isQuerying = params.get('view') === 'query'
  const showQuery = (shown: boolean) =>
    setParams((previous) => {
      const next = new URLSearchParams(previous)
      if (shown) next.set('view', 'query')
      else for (const name of ['view', 'where', 'limit']) next.delete(name)
      return next
    })
  usePaletteActions([
    ...(mayCreate
      ? [{ id: 'add-record', label: `Add a record to ${table.title}`, icon: IconPlus, run: () => setAdding(true) }]
      : []),
    ...(connection
      ? [
          {
            id: 'query',
            label: `Query ${connection.label ?? 'the application'} for ${table.title}`,
            icon: IconDatabaseSearch,
            run: () => showQuery(true),
          },
        ]
      : []),
  ])
  const open = useCallback((row: RowFieldsFragment) => void navigate(`/blocks/${row._id}`), [navigate])
  const titleOf = (recordId: string) => findRow(records, recordId)?.title || 'Record'

  return (
    <Page
      title={table.title || 'Table'}
      description={
        <Group gap="xs">
          <span>{describeTable(table, page.connections ?? [])}</span>
          {table.uri && <VendorLink url={table.uri}>Open in {connection?.label ?? 'the application'}</VendorLink>}
        </Group>
      }
      actions={
        <>
          {connection && (
            <Button
              variant="default"
              size="sm"
              leftSection={<IconDatabaseSearch size={16} aria-hidden />}
              onClick={() => showQuery(!isQuerying)}
            >
              {isQuerying ? 'Show the records' : 'Run a query'}
            </Button>
          )}
          {mayCreate && (
            <Button size="sm" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
              Add a record
            </Button>
          )}
        </>
      }
      fills
    >
      <ConnectionNotice connection={connection} mustReconnect={editing.mustReconnect} />
      {isQuerying && connection ? (
        <QueryPanel {...{ table, connection, columns }} />
      ) : (
        <>
          <Toolbar {...{ columns, visible, view }} onChange={changeView}>
            {readOnly === undefined && (
              <Switch
                size="xs"
                label="Collect changes"
                title="Changes are written together when you say so, not one by one."
                checked={collects}
                onChange={(event) => setCollects(event.currentTarget.checked)}
              />
            )}
            <Text size="xs" c="dimmed" ml="auto" role="status">
              {describeCount(records)}
            </Text>
          </Toolbar>
          {readOnly !== undefined && (
            <Text size="sm" c="dimmed">
              Read-only: {readOnly}
            </Text>
          )}
          <Records
            {...{ records, view, changeView, mayCreate }}
            label={table.title || 'Table'}
            onAdd={() => setAdding(true)}
          >
            <RecordGrid
              {...{ records, view, changeView, editing, collects, visible, targets }}
              label={table.title || 'Table'}
              onOpen={open}
            />
          </Records>
          <ChangesPanel {...{ editing, columns, titleOf }} />
        </>
      )}
      {recordType && mayCreate && (
        <AddRecord opened={isAdding} onClose={() => setAdding(false)} {...{ table, recordType, targets }} />
      )}
    </Page>
  )
}

interface RecordsProps {
  records: LoadedRecords
  view: TableView
  changeView: ChangeView
  mayCreate: boolean
  label: string
  onAdd: () => void
  children: React.ReactNode
}

/** The grid, or why there is none. */
function Records({ records, view, changeView, mayCreate, onAdd, children }: RecordsProps) {
  if (records.error && records.rows === 0) return <Failure error={records.error} retry={records.refetch} />
  if (records.isPending) return <Loading lines={12} height={24} />
  if (records.rows > 0) return <Box>{children}</Box>
  if (view.search !== '' || view.filters.length > 0) {
    return (
      <Empty
        icon={IconTableOff}
        title="No record matches"
        actions={
          <Button variant="light" onClick={() => changeView({ search: '', filters: [] })}>
            Show all records
          </Button>
        }
      >
        Search for other words, or remove a filter.
      </Empty>
    )
  }
  return (
    <Empty
      icon={IconTableOff}
      title="This table has no records yet"
      actions={mayCreate && <Button onClick={onAdd}>Add a record</Button>}
    >
      Records appear here as soon as the application has some that concern you.
    </Empty>
  )
}

function describeCount({ rows, isExact }: LoadedRecords): string {
  return isExact ? countOf(rows, 'record') : `More than ${countOf(Math.max(0, rows - 1), 'record')}`
}

function findRow(records: LoadedRecords, recordId: string): RowFieldsFragment | undefined {
  return records.all().find(({ _id }) => _id === recordId)
}

/** The fields with values among the records that were loaded first. It stays, so that columns do not move meanwhile. */
function useFilledFields(firstPage: readonly RowFieldsFragment[] | undefined): ReadonlySet<string> {
  const [filled, setFilled] = useState<ReadonlySet<string>>()
  if (!filled && firstPage && firstPage.length > 0) setFilled(filledFields(firstPage))
  return filled ?? NOTHING
}

const NOTHING: ReadonlySet<string> = new Set()
