import { Box, Group, Text } from '@mantine/core'
import { Link } from 'react-router'
import { ConnectionDocument } from '../../../../platform/client/index.ts'
import { usePrefetch } from '../../graph/use-graph.ts'
import { When } from '../../ui/when.tsx'
import { ApplicationIcon } from './application-icon.tsx'
import { type Connection, healthOf } from './health.ts'
import { HealthBadge } from './health-badge.tsx'
import classes from './layout.module.css'

interface ConnectionRowProps {
  connection: Connection
  iconUrl: string | null | undefined
  /** Epoch ms. */
  now: number
}

/** A connection in the list: what and whose it is, how it is, and when something was last read. */
export function ConnectionRow({ connection, iconUrl, now }: ConnectionRowProps) {
  const prefetch = usePrefetch()
  const { _id, label, email, syncs } = connection
  const health = healthOf(connection, now)
  const load = () =>
    prefetch(ConnectionDocument, { input: { _id } }, ['connections', `connection:${_id}`, `syncs:${_id}`])
  const lastSuccess = Math.max(0, ...syncs.map(({ dateLastSuccess }) => dateLastSuccess ?? 0))
  return (
    <Link to={`/connections/${_id}`} className={classes.row} onMouseEnter={load} onFocus={load}>
      <ApplicationIcon label={label} iconUrl={iconUrl} />
      <Box className={classes.account}>
        <Text fw={600} size="sm" truncate>
          {label}
        </Text>
        <Text size="sm" c="dimmed" truncate>
          {email ?? 'No account yet'}
        </Text>
      </Box>
      <Text size="sm" c="dimmed" className={classes.sentence} lineClamp={2}>
        {health.sentence}
      </Text>
      <Group gap="xs" wrap="nowrap" className={classes.state}>
        {lastSuccess > 0 && (
          <Text size="xs" c="dimmed" className={classes.time}>
            <When time={lastSuccess} relative />
          </Text>
        )}
        <HealthBadge health={health} />
      </Group>
    </Link>
  )
}
