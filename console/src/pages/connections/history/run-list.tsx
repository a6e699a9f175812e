import { Box, Group, Stack, Switch, Text, ThemeIcon } from '@mantine/core'
import { IconCheck, IconClock, IconLoader, IconX } from '@tabler/icons-react'
import { useSearchParams } from 'react-router'
import { SyncRunsDocument } from '../../../../../platform/client/index.ts'
import { useGraphPages } from '../../../graph/use-graph.ts'
import { formatDuration } from '../../../text/dates.ts'
import { addDays, isDayKey, startOfDay } from '../../../text/days.ts'
import { Failure, Loading } from '../../../ui/states.tsx'
import { VirtualList } from '../../../ui/virtual-list.tsx'
import { When } from '../../../ui/when.tsx'
import classes from '../layout.module.css'
import { describeRun, SYNC_WORDS, type SyncName, type SyncRun, TRIGGER_WORDS } from '../sync-words.ts'
import { Warnings } from './warnings.tsx'

interface RunListProps {
  connectionId: string
  sync: SyncName | undefined
}

/** The runs of a connection, newest first: by default only those that changed or reported something. */
export function RunList({ connectionId, sync }: RunListProps) {
  const [parameters, setParameters] = useSearchParams()
  const isAll = parameters.get('runs') === 'all'
  const day = parameters.get('day') ?? ''
  const dateStart = isDayKey(day) ? { gte: startOfDay(day), lt: startOfDay(addDays(day, 1)) } : undefined
  const { rows, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useGraphPages(
    SyncRunsDocument,
    { connectionId, noteworthy: !isAll, ...(sync ? { sync } : {}), ...(dateStart ? { dateStart } : {}) },
    { topics: [`syncs:${connectionId}`], pick: ({ syncRuns }) => syncRuns, size: 30, showPrevious: true },
  )
  const setAll = (value: boolean) =>
    setParameters(
      (current) => {
        if (value) current.set('runs', 'all')
        else current.delete('runs')
        return current
      },
      { replace: true },
    )
  return (
    <Stack gap="xs">
      <Switch
        size="sm"
        label="Also runs that changed nothing"
        checked={isAll}
        onChange={({ currentTarget }) => setAll(currentTarget.checked)}
      />
      {!rows && error ? (
        <Failure error={error} retry={refetch} />
      ) : !rows ? (
        <Loading lines={4} />
      ) : rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {isAll ? 'Nothing has run in this time.' : 'No run has changed or reported anything in this time.'}
        </Text>
      ) : (
        <VirtualList
          rows={rows}
          keyOf={({ _id }) => _id}
          estimate={58}
          label="Runs"
          hasMore={hasNextPage}
          isLoadingMore={isFetchingNextPage}
          loadMore={fetchNextPage}
        >
          {(run) => <RunRow run={run} />}
        </VirtualList>
      )}
    </Stack>
  )
}

function RunRow({ run }: { run: SyncRun }) {
  const { sync, state, trigger, dateStart, dateEnd, error, warnings } = run
  const { label, color, icon: Icon } = STATES[state]
  return (
    <Box className={classes.run}>
      <Group gap="xs" justify="space-between" align="flex-start">
        <Group gap="xs" flex="1 1 20rem" miw={0}>
          <ThemeIcon variant="light" color={color} size="sm" radius="xl">
            <Icon size={12} role="img" aria-label={label} />
          </ThemeIcon>
          <Text size="sm" fw={600}>
            {SYNC_WORDS[sync].label}
          </Text>
          <Text size="sm">{error ? error.title : describeRun(run, sync)}</Text>
        </Group>
        <Text size="xs" c="dimmed" component="div" className={classes.numbers}>
          {TRIGGER_WORDS[trigger]} · <When time={dateStart} />
          {dateEnd !== null && ` · ${formatRunTime(dateEnd - dateStart)}`}
        </Text>
      </Group>
      {error && (
        <Text size="sm" mt={4} style={{ overflowWrap: 'anywhere' }}>
          {error.detail}
        </Text>
      )}
      <Warnings warnings={warnings} isFolded />
    </Box>
  )
}

const STATES = {
  running: { label: 'Running', color: 'blue', icon: IconLoader },
  ok: { label: 'Succeeded', color: 'green', icon: IconCheck },
  deferred: { label: 'Put off', color: 'yellow', icon: IconClock },
  failed: { label: 'Failed', color: 'red', icon: IconX },
} as const satisfies Record<SyncRun['state'], object>

/** Such as “1.4 s”, or “3 min”. */
function formatRunTime(ms: number): string {
  return ms < 60_000 ? `${(ms / 1_000).toFixed(1)} s` : formatDuration(ms)
}
