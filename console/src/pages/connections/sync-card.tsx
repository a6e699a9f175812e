import { Alert, Anchor, Button, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconRefresh } from '@tabler/icons-react'
import { Link } from 'react-router'
import { PauseSyncDocument, ResumeSyncDocument, RunSyncDocument } from '../../../../platform/client/index.ts'
import { useGraphMutation } from '../../graph/use-graph.ts'
import { MutationError } from '../../ui/mutation-error.tsx'
import { When } from '../../ui/when.tsx'
import type { Connection } from './health.ts'
import { HEALTH_ICONS, HEALTH_LABELS, StateBadge } from './health-badge.tsx'
import { Warnings } from './history/warnings.tsx'
import classes from './layout.module.css'
import { NextRun } from './next-run.tsx'
import { RunOutcome } from './run-outcome.tsx'
import { describeRun, isRunning, pathOf, SYNC_WORDS, type Sync } from './sync-words.ts'

interface SyncCardProps {
  connection: Connection
  sync: Sync
}

/** A sync: how it is, what its last run did, when the next one starts, and what can be done. */
export function SyncCard({ connection: { _id, application, status }, sync }: SyncCardProps) {
  const { label, link } = SYNC_WORDS[sync.sync]
  const topics = ['connections', `syncs:${_id}`] as const
  const input = { connectionId: _id, sync: sync.sync }
  const run = useGraphMutation(RunSyncDocument, { batch: false, topics })
  const pause = useGraphMutation(PauseSyncDocument, { topics })
  const resume = useGraphMutation(ResumeSyncDocument, { topics })
  const isActive = status === 'active'
  const isBusy = isRunning(sync) || run.isPending
  const { lastRun, lastError, pausedByUser, failureCount } = sync
  const change = pausedByUser ? resume : pause
  const state = pausedByUser ? 'byUser' : sync.health
  return (
    <section className={classes.card} aria-label={`Sync of ${label}`}>
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <Title order={3} size="h5">
              {label}
            </Title>
            <StateBadge icon={HEALTH_ICONS[state]} {...HEALTH_LABELS[state]} />
          </Group>
          <Group gap="xs">
            <Button
              size="xs"
              variant="light"
              leftSection={<IconRefresh size={14} aria-hidden />}
              disabled={!isActive}
              loading={isBusy}
              aria-label={`Run now: ${label}`}
              onClick={() => run.mutate({ input })}
            >
              Run now
            </Button>
            <Button
              size="xs"
              variant="default"
              leftSection={
                pausedByUser ? <IconPlayerPlay size={14} aria-hidden /> : <IconPlayerPause size={14} aria-hidden />
              }
              loading={change.isPending}
              aria-label={`${pausedByUser ? 'Resume' : 'Pause'}: ${label}`}
              onClick={() => change.mutate({ input })}
            >
              {pausedByUser ? 'Resume' : 'Pause'}
            </Button>
          </Group>
        </Group>
        {isBusy && <Progress value={100} animated size="xs" aria-label={`${label} is being read`} />}
        <MutationError error={run.error ?? pause.error ?? resume.error} />
        {run.data?.runSync && !isBusy && <RunOutcome run={run.data.runSync} />}
        {lastError && (
          <Alert color={sync.health === 'healthy' ? 'yellow' : 'red'} variant="light" title={lastError.title}>
            {lastError.detail}
            {failureCount > 1 && ` This has happened ${failureCount} times in a row.`}
          </Alert>
        )}
        <Group gap="xs" justify="space-between" align="flex-start">
          <Text size="sm" component="div" flex="1 1 16rem">
            {lastRun ? (
              <>
                {isRunning(sync) ? 'Started ' : 'Last run '}
                <When time={lastRun.dateStart} relative />: {describeRun(lastRun, sync.sync)}.
              </>
            ) : (
              'It has not run yet.'
            )}{' '}
            <Anchor component={Link} to={pathOf(sync.sync, application)} size="sm" underline="always">
              Show {link.toLowerCase()}
            </Anchor>
          </Text>
          <NextRun sync={sync} isActive={isActive} />
        </Group>
        {lastRun && <Warnings warnings={lastRun.warnings} />}
      </Stack>
    </section>
  )
}
