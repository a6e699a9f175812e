import { Badge } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCheck,
  IconCircleX,
  IconLoader,
  IconPlayerPause,
  IconPlugConnectedX,
  IconUserQuestion,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ConnectionHealth, ConnectionState } from './health.ts'
import type { Sync } from './sync-words.ts'

const ICONS: Readonly<Record<ConnectionState, TablerIcon>> = {
  reconnect: IconPlugConnectedX,
  unconfirmed: IconUserQuestion,
  stopped: IconCircleX,
  failing: IconCircleX,
  permission: IconAlertTriangle,
  degraded: IconAlertTriangle,
  certificate: IconAlertTriangle,
  paused: IconPlayerPause,
  'first-sync': IconLoader,
  healthy: IconCheck,
  ready: IconCheck,
  pending: IconPlugConnectedX,
  disconnected: IconPlugConnectedX,
}

/** How a sync is. */
export type SyncHealth = Sync['health'] | 'byUser'

export const HEALTH_ICONS: Readonly<Record<SyncHealth, TablerIcon>> = {
  healthy: IconCheck,
  degraded: IconAlertTriangle,
  failing: IconCircleX,
  paused: IconCircleX,
  byUser: IconPlayerPause,
}

export const HEALTH_LABELS: Readonly<Record<SyncHealth, { label: string; color: string }>> = {
  healthy: { label: 'Healthy', color: 'green' },
  degraded: { label: 'Unsteady', color: 'yellow' },
  failing: { label: 'Failing', color: 'red' },
  paused: { label: 'Stopped', color: 'red' },
  byUser: { label: 'Paused by you', color: 'gray' },
}

/** The state of a connection in a few words, with a sign, so that the colour is not needed. */
export function HealthBadge({ health: { state, label, color } }: { health: ConnectionHealth }) {
  return <StateBadge icon={ICONS[state]} color={color} label={label} />
}

/** A state with a sign. Its text has enough contrast in both schemes. */
export function StateBadge({ icon: Icon, color, label }: { icon: TablerIcon; color: string; label: string }) {
  return (
    <Badge
      variant={color === 'green' ? 'transparent' : 'light'}
      color={color}
      tt="none"
      fw={500}
      size="lg"
      radius="sm"
      leftSection={<Icon size={14} aria-hidden />}
      styles={{
        root: {
          flexShrink: 0,
          ...(color === 'green' ? { paddingInline: 0 } : {}),
          color: `light-dark(color-mix(in srgb, var(--mantine-color-${color}-9) 80%, black), var(--mantine-color-${color}-2))`,
        },
      }}
    >
      {label}
    </Badge>
  )
}
