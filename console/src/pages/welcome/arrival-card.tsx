import { Anchor, Group, Progress, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconClock, IconLoader } from '@tabler/icons-react'
import { Link } from 'react-router'
import { SyncRunsDocument } from '../../../../platform/client/index.ts'
import { useGraphQuery } from '../../graph/use-graph.ts'
import { countOf } from '../../text/numbers.ts'
import { ApplicationIcon } from '../connections/application-icon.tsx'
import type { Connection } from '../connections/health.ts'
import { pathOf, SYNC_WORDS } from '../connections/sync-words.ts'
import { useRefresh } from '../connections/use-refresh.ts'
import { type Arrival, isIdle, toArrivals } from './arrivals.ts'
import classes from './cards.module.css'

/** More runs than a connection has while somebody watches its first ones. */
const RUNS = 100

interface ArrivalCardProps {
  connection: Connection
  iconUrl: string | null | undefined
}

/** What arrives from a new connection: a line for each sync, whose counters grow until everything is there. */
export function ArrivalCard({ connection, iconUrl }: ArrivalCardProps) {
  const { _id, label, email, syncs, application } = connection
  // Blocks change as each page is saved, and with them the counters of the run.
  const query = useGraphQuery(
    SyncRunsDocument,
    { input: { connectionId: _id, size: RUNS } },
    { topics: [`syncs:${_id}`, 'block'] },
  )
  const arrivals = toArrivals(connection, query.data?.syncRuns ?? [])
  const idle = isIdle(arrivals)
  useRefresh(syncs, !idle, query.refetch)
  return (
    <section className={classes.card} aria-label={`What arrives from ${label}`}>
      <Stack gap="sm">
        <Group gap="sm" wrap="nowrap">
          <ApplicationIcon label={label} iconUrl={iconUrl} size={28} />
          <div style={{ minWidth: 0 }}>
            <Title order={3} size="h5">
              {idle ? `What arrived from ${label}` : `${label} is arriving`}
            </Title>
            <Text size="sm" c="dimmed" truncate>
              {email}
            </Text>
          </div>
        </Group>
        {!idle && <Progress value={100} animated size="xs" aria-label={`${label} is being imported`} />}
        {arrivals.length === 0 ? (
          <Text size="sm">
            It is ready. It is used when you paste a link or make a document; nothing is imported by itself.
          </Text>
        ) : (
          <ul className={classes.lines}>
            {arrivals.map((arrival) => (
              <ArrivalLine key={arrival.sync} arrival={arrival} application={application} />
            ))}
          </ul>
        )}
        {idle && (
          <Text size="sm">
            What is new arrives by itself from now on.{' '}
            <Anchor component={Link} to={`/connections/${_id}`} size="sm" underline="always">
              How this connection is doing
            </Anchor>
          </Text>
        )}
      </Stack>
    </section>
  )
}

const STATES = {
  waiting: { icon: IconClock, color: 'gray', label: 'Waiting' },
  running: { icon: IconLoader, color: 'blue', label: 'Importing' },
  done: { icon: IconCheck, color: 'green', label: 'Complete' },
  failed: { icon: IconAlertTriangle, color: 'red', label: 'Failed' },
} as const

function ArrivalLine({ arrival, application }: { arrival: Arrival; application: string }) {
  const { sync, created, read, state, trouble } = arrival
  const { label, singular, plural, link } = SYNC_WORDS[sync]
  const { icon: Icon, color, label: stateLabel } = STATES[state]
  return (
    <li className={classes.line} data-state={state}>
      <ThemeIcon variant="light" color={color} size="sm" radius="xl">
        <Icon size={12} role="img" aria-label={stateLabel} />
      </ThemeIcon>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <Text size="sm" className={classes.count}>
        {state === 'waiting'
          ? 'begins in a moment'
          : countOf(created, `new ${singular}`, `new ${plural ?? `${singular}s`}`)}
        {read > created && state !== 'waiting' && `, ${countOf(read, 'read', 'read')}`}
      </Text>
      {created > 0 && (
        <Anchor component={Link} to={pathOf(sync, application)} size="sm">
          Show {link.toLowerCase()}
        </Anchor>
      )}
      {trouble && (
        <Text size="sm" className={classes.trouble}>
          {trouble} It is tried again by itself.
        </Text>
      )}
    </li>
  )
}
