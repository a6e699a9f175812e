import { Button, Group, NumberInput, Paper, Stack, Text } from '@mantine/core'
import { IconPlayerPlay, IconPlus } from '@tabler/icons-react'
import { type FormEvent, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ExecuteQueryDocument } from '../../../../../platform/client/index.ts'
import type { TablePageQuery } from '../../../documents.ts'
import { useGraphQuery } from '../../../graph/use-graph.ts'
import { Loading } from '../../../ui/states.tsx'
import type { Column } from '../values/column.ts'
import { type Criterion, queryOperatorsOf, readCriteria, toCriterion, writeCriteria } from './criteria.ts'
import { CriterionLine } from './criterion-line.tsx'
import { QueryFailure } from './failure.tsx'
import { QueryResultGrid } from './result.tsx'

interface QueryPanelProps {
  table: NonNullable<TablePageQuery['table']>
  connection: NonNullable<TablePageQuery['connections']>[number]
  columns: readonly Column[]
}

const DEFAULT_LIMIT = 25
const MAX_LIMIT = 200

/** Asks the vendor for records that match criteria, as they are there now. The query stands in the URL. */
export function QueryPanel({ table, connection, columns }: QueryPanelProps) {
  const [params, setParams] = useSearchParams()
  const where = params.get('where')
  const limit = Math.max(1, Math.min(MAX_LIMIT, Number(params.get('limit')) || DEFAULT_LIMIT))
  const [criteria, setCriteria] = useState<Criterion[]>(() => {
    const read = readCriteria(where)
    return read.length > 0 ? read : [firstCriterion(columns)]
  })
  const [isChecked, setChecked] = useState(false)
  const checked = criteria.map((criterion) =>
    toCriterion(
      criterion,
      columns.find(({ name }) => name === criterion.field),
    ),
  )
  const input = useMemo(() => {
    const sent = readCriteria(where).flatMap((criterion) => {
      const result = toCriterion(
        criterion,
        columns.find(({ name }) => name === criterion.field),
      )
      return 'criterion' in result ? [result.criterion] : []
    })
    return {
      connectionId: connection._id,
      metadataType: table.metadata?.metadataType ?? '',
      searchCriteria: sent,
      returnFields: columns.map(({ name }) => name),
      limit,
    }
  }, [where, limit, columns, connection._id, table.metadata?.metadataType])
  const query = useGraphQuery(ExecuteQueryDocument, { input }, { topics: [], enabled: where !== null, batch: false })
  const name = connection.label ?? 'the application'

  const run = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (checked.some((result) => 'problem' in result)) return
    const text = writeCriteria(criteria) || '[]'
    if (text === where) void query.refetch()
    setParams(
      (previous) => {
        const next = new URLSearchParams(previous)
        next.set('where', text)
        return next
      },
      { replace: where !== null },
    )
  }
  const setLimit = (value: number | string) =>
    setParams(
      (previous) => {
        const next = new URLSearchParams(previous)
        next.set('limit', String(value || DEFAULT_LIMIT))
        return next
      },
      { replace: true },
    )

  return (
    <Stack gap="sm">
      <Paper withBorder p="sm" component="form" onSubmit={run} aria-label="Query">
        <Stack gap="xs">
          <Text size="sm" c="dimmed">
            Finds records in {name} as they are there now, also those that are not in this table. All conditions must
            hold.
          </Text>
          {criteria.map((criterion, index) => {
            const result = checked[index]
            return (
              <CriterionLine
                // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
                key={index}
                columns={columns}
                criterion={criterion}
                problem={isChecked && result && 'problem' in result ? result.problem : undefined}
                onChange={(changed) => setCriteria(criteria.with(index, changed))}
                onRemove={() => setCriteria(criteria.toSpliced(index, 1))}
              />
            )
          })}
          <Group justify="space-between" align="flex-end">
            <Button
              variant="subtle"
              size="xs"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => setCriteria([...criteria, firstCriterion(columns)])}
            >
              Add a condition
            </Button>
            <Group gap="xs" align="flex-end">
              <NumberInput
                size="xs"
                w={110}
                label="At most"
                min={1}
                max={MAX_LIMIT}
                value={limit}
                onChange={setLimit}
              />
              <Button
                type="submit"
                size="xs"
                loading={query.isFetching}
                leftSection={<IconPlayerPlay size={14} aria-hidden />}
              >
                Run
              </Button>
            </Group>
          </Group>
        </Stack>
      </Paper>
      {where !== null &&
        (query.data?.executeQuery ? (
          <QueryResultGrid result={query.data.executeQuery} columns={columns} limit={limit} name={name} />
        ) : query.error ? (
          <QueryFailure error={query.error} retry={query.refetch} connectionId={connection._id} />
        ) : (
          <Loading lines={6} height={24} />
        ))}
    </Stack>
  )
}

function firstCriterion(columns: readonly Column[]): Criterion {
  const column = columns.find(({ required }) => required) ?? columns.find(({ kind }) => kind !== 'id') ?? columns[0]
  return { field: column?.name ?? '', operator: (column && queryOperatorsOf(column)[0]) ?? 'eq', value: '' }
}
