import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { Link } from 'react-router'
import { ApplicationIcon } from '../connections/application-icon.tsx'
import type { ConnectMethod } from '../connections/connecting/attempt.ts'
import { ConnectButton } from '../connections/connecting/connect-button.tsx'
import { type Connection, healthOf } from '../connections/health.ts'
import { HealthBadge } from '../connections/health-badge.tsx'
import type { Application } from '../connections/use-applications.ts'
import { describeBrings } from './brings.ts'
import classes from './cards.module.css'

interface ApplicationCardProps {
  application: Application
  /** Those of the person. */
  connections: readonly Connection[]
  /** Epoch ms. */
  now: number
  onConnect: (method: ConnectMethod | undefined) => void
  /** Looks again whether the provider is reachable. */
  onCheck: () => void
  isChecking: boolean
}

/** An application that can be connected: what it brings, which accounts are connected, and the ways to connect one. */
export function ApplicationCard(props: ApplicationCardProps) {
  const { application, connections, now, onConnect, onCheck, isChecking } = props
  const { label, description, iconUrl, connectMethods, reachable } = application
  const isFirst = connections.length === 0
  return (
    <section className={classes.card} aria-label={label}>
      <Stack gap="xs">
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <ApplicationIcon label={label} iconUrl={iconUrl} size={40} />
          <div style={{ minWidth: 0 }}>
            <Title order={3} size="h5">
              {label}
            </Title>
            <Text size="sm" c="dimmed">
              {describeBrings(application).join(' · ')}
            </Text>
          </div>
        </Group>
        {description && <Text size="sm">{description}</Text>}
        {!isFirst && (
          <ul className={classes.accounts} aria-label={`Connected accounts of ${label}`}>
            {connections.map((connection) => (
              <Group key={connection._id} component="li" gap="xs" justify="space-between">
                <Anchor component={Link} to={`/connections/${connection._id}`} size="sm" truncate maw="60%">
                  {connection.email ?? label}
                </Anchor>
                <HealthBadge health={healthOf(connection, now)} />
              </Group>
            ))}
          </ul>
        )}
      </Stack>
      {reachable ? (
        <div>
          <ConnectButton
            subject={label}
            methods={connectMethods}
            variant={isFirst ? 'filled' : 'default'}
            onConnect={onConnect}
          >
            {isFirst ? 'Connect' : 'Add another account'}
          </ConnectButton>
        </div>
      ) : (
        <Alert color="orange" variant="light" icon={<IconPlugConnectedX aria-hidden />} title="Not reachable right now">
          <Stack gap="xs" align="flex-start">
            The service that connects {label} does not respond. Try again in a few minutes.
            <Button size="xs" variant="light" loading={isChecking} onClick={onCheck}>
              Check again
            </Button>
          </Stack>
        </Alert>
      )}
    </section>
  )
}
