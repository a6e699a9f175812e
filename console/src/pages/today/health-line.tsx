import { Alert, Anchor, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconRefresh } from '@tabler/icons-react'
import { Link } from 'react-router'
import { When } from '../../ui/when.tsx'
import type { OverallHealth } from './health.ts'

const MOST = 3

/** How all syncs are, in one line; below it, what needs the person. */
export function HealthLine({ health }: { health: OverallHealth }) {
  const { level, sentence, lastSuccess, troubles } = health
  if (level === 'trouble') {
    return (
      <Alert variant="light" color="orange" icon={<IconAlertTriangle aria-hidden />} title={sentence} py="xs">
        {troubles.slice(0, MOST).map(({ connectionId, name, label, sentence: what }) => (
          <Text key={connectionId} size="sm">
            <Anchor component={Link} to={`/connections/${connectionId}`} inherit fw={600}>
              {label}: <bdi>{name}</bdi>
            </Anchor>{' '}
            {what}
          </Text>
        ))}
        {troubles.length > MOST && (
          <Anchor component={Link} to="/connections" size="sm">
            All connections
          </Anchor>
        )}
      </Alert>
    )
  }
  const Icon = level === 'good' ? IconCircleCheck : IconRefresh
  return (
    <Group gap={6} wrap="nowrap" align="center">
      <Icon
        size={16}
        aria-hidden
        color={`var(--mantine-color-${level === 'good' ? 'green' : 'blue'}-text)`}
        style={{ flex: 'none' }}
      />
      <Text size="sm" c="dimmed">
        <Anchor component={Link} to="/connections" inherit c="inherit" td="underline">
          {sentence}
        </Anchor>
        {lastSuccess !== undefined && (
          <>
            , last synced <When time={lastSuccess} relative />
          </>
        )}
        .
      </Text>
    </Group>
  )
}
