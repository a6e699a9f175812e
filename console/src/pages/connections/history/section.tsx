import { Anchor, Chip, Group, Stack, Table, Text, Title } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { SyncHistoryDocument } from '../../../../../platform/client/index.ts'
import { useGraphQuery } from '../../../graph/use-graph.ts'
import { addDays, startOfDay, today } from '../../../text/days.ts'
import { countOf, formatNumber } from '../../../text/numbers.ts'
import { BucketChart } from '../../../ui/charts/bucket-chart.tsx'
import { Loaded, Loading } from '../../../ui/states.tsx'
import type { Connection } from '../health.ts'
import classes from '../layout.module.css'
import { SYNC_WORDS } from '../sync-words.ts'
import { HISTORY_DAYS, HISTORY_SERIES, type HistoryDay, toBuckets, toHistory } from './days.ts'
import { RunList } from './run-list.tsx'

/** What was read on each of the last 14 days, as a chart and a table, and the runs of them or of one day. */
export function HistorySection({ connection: { _id, syncs } }: { connection: Connection }) {
  const [parameters, setParameters] = useSearchParams()
  const query = useGraphQuery(
    SyncHistoryDocument,
    { input: { connectionId: _id, days: HISTORY_DAYS } },
    { topics: [`syncs:${_id}`] },
  )
  const sync = syncs.find((candidate) => candidate.sync === parameters.get('sync'))?.sync
  const day = parameters.get('day')
  const set = (name: string, value: string | undefined) =>
    setParameters(
      (current) => {
        if (value === undefined) current.delete(name)
        else current.set(name, value)
        return current
      },
      { replace: true },
    )
  return (
    <Stack gap="sm" component="section" aria-label="History">
      <Group justify="space-between">
        <Title order={2} size="h4">
          History of 14 days
        </Title>
        {syncs.length > 1 && (
          <Chip.Group
            value={sync ?? 'all'}
            onChange={(value) => set('sync', value === 'all' ? undefined : String(value))}
          >
            <Group gap={6} role="group" aria-label="Which sync to show">
              <Chip value="all" size="xs" variant="light">
                All
              </Chip>
              {syncs.map(({ sync: name }) => (
                <Chip key={name} value={name} size="xs" variant="light">
                  {SYNC_WORDS[name].label}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        )}
      </Group>
      <Loaded query={query} loading={<Loading lines={6} />}>
        {({ syncHistory }) => {
          const days = toHistory(syncHistory ?? [], startsOfDays(), sync)
          return (
            <>
              <BucketChart
                label="What changed, by day"
                bucketName="Day"
                buckets={toBuckets(days)}
                series={HISTORY_SERIES}
                height={140}
                onOpen={({ key }) => set('day', key)}
              />
              <Days
                days={days.filter(({ runs }) => runs > 0).toReversed()}
                day={day}
                onSelect={(key) => set('day', key)}
              />
            </>
          )
        }}
      </Loaded>
      <Group gap="sm" mt="sm">
        <Title order={2} size="h4">
          Runs
        </Title>
        {day && (
          <Text size="sm">
            on {day}{' '}
            <Anchor component="button" type="button" size="sm" onClick={() => set('day', undefined)}>
              Show all days
            </Anchor>
          </Text>
        )}
      </Group>
      <RunList connectionId={_id} sync={sync} />
    </Stack>
  )
}

function startsOfDays(): number[] {
  const last = today()
  return Array.from({ length: HISTORY_DAYS }, (_, index) => startOfDay(addDays(last, index - HISTORY_DAYS + 1)))
}

interface DaysProps {
  days: readonly HistoryDay[]
  day: string | null
  onSelect: (key: string) => void
}

function Days({ days, day, onSelect }: DaysProps) {
  if (days.length === 0) return null
  return (
    // The region scrolls, so the keyboard has to reach it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region is focusable
    <section className={classes.scroll} aria-label="What was read, by day" tabIndex={0}>
      <Table verticalSpacing={4} fz="sm" className={classes.numbers}>
        <Table.Thead>
          <Table.Tr>
            {['Day', 'Runs', 'Read', 'New', 'Changed', 'Left out', 'Not valid', 'Trouble'].map((name, index) => (
              <Table.Th key={name} scope="col" ta={index === 0 || index === 7 ? 'left' : 'right'}>
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.map((row) => (
            <Table.Tr key={row.key} aria-selected={row.key === day || undefined}>
              <Table.Th scope="row" fw={row.key === day ? 700 : 400}>
                <Anchor
                  component="button"
                  type="button"
                  size="sm"
                  style={{ whiteSpace: 'nowrap' }}
                  onClick={() => onSelect(row.key)}
                >
                  {row.label}
                </Anchor>
              </Table.Th>
              {[row.runs, row.read, row.created, row.updated, row.skipped, row.failedCount].map((value, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns do not move
                <Table.Td key={index} ta="right">
                  {formatNumber(value)}
                </Table.Td>
              ))}
              <Table.Td>{describeDayTrouble(row)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

function describeDayTrouble({ failedRuns, deferredRuns, warnedRuns }: HistoryDay): string {
  const parts = [
    failedRuns > 0 && countOf(failedRuns, 'failed run'),
    deferredRuns > 0 && `${formatNumber(deferredRuns)} put off`,
    warnedRuns > 0 && `${formatNumber(warnedRuns)} with warnings`,
  ]
  return parts.filter(Boolean).join(', ') || 'None'
}
