import { Button, Group, Menu, Skeleton, Stack, Title } from '@mantine/core'
import { IconDots, IconPlug, IconPlugConnectedX, IconPlus, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { ConnectionDocument, type ConnectMethod } from '../../../../platform/client/index.ts'
import { useGraphQuery } from '../../graph/use-graph.ts'
import { usePaletteActions } from '../../shell/palette-actions.ts'
import { Page } from '../../ui/page.tsx'
import { Failure } from '../../ui/states.tsx'
import { ApplicationIcon } from './application-icon.tsx'
import { ConfirmAccount } from './connecting/confirm-account.tsx'
import { ConnectingDialog } from './connecting/dialog.tsx'
import { useConnecting } from './connecting/use-connecting.ts'
import { DisconnectDialog } from './disconnect-dialog.tsx'
import { Facts } from './facts.tsx'
import { type Connection, healthOf } from './health.ts'
import { HealthBadge } from './health-badge.tsx'
import { HistorySection } from './history/section.tsx'
import { NoticeList } from './notice-list.tsx'
import { noticesOf } from './notices.ts'
import { SyncCard } from './sync-card.tsx'
import { findApplication, useApplications } from './use-applications.ts'
import { useNow } from './use-now.ts'
import { useRefresh } from './use-refresh.ts'

const REFRESH_MS = 30_000

export default function ConnectionPage() {
  const { id = '' } = useParams()
  const query = useGraphQuery(
    ConnectionDocument,
    { input: { _id: id } },
    { topics: ['connections', `connection:${id}`, `syncs:${id}`] },
  )
  const connection = query.data?.connection
  useRefresh(connection?.syncs ?? [], connection?.status === 'active', query.refetch)
  if (connection) return <Shown key={id} connection={connection} />
  return (
    <Page title="Connection">
      {query.error ? (
        <Failure error={query.error} retry={query.refetch} />
      ) : (
        <Stack role="status" aria-busy aria-label="Loading">
          <Skeleton height={56} />
          <Skeleton height={120} />
          <Skeleton height={220} />
        </Stack>
      )}
    </Page>
  )
}

function Shown({ connection }: { connection: Connection }) {
  const { label, email, status, application, provider, syncs } = connection
  const [parameters] = useSearchParams()
  const { data } = useApplications()
  const connecting = useConnecting()
  const [isDisconnecting, setDisconnecting] = useState(false)
  const now = useNow(REFRESH_MS)
  const health = healthOf(connection, now)
  const offered = findApplication(data?.applications, connection)
  const target = { provider, application, label }
  const existing = { connectionId: connection._id, status, email }
  const connectAgain = () => connecting.connect({ ...target, existing })
  const addAccount = (method?: ConnectMethod) => connecting.connect({ ...target, ...(method ? { method } : {}) })
  const isConnected = status === 'active' || status === 'reconnect_required'
  const disconnect = () => setDisconnecting(true)
  usePaletteActions([
    { id: 'add-account', label: `Add another account of ${label}`, icon: IconPlus, run: () => addAccount() },
    ...(isConnected
      ? [{ id: 'disconnect', label: `Disconnect ${label}`, icon: IconPlugConnectedX, run: disconnect }]
      : []),
  ])
  return (
    <Page
      title={label}
      description={
        <Group gap="xs">
          {email}
          <HealthBadge health={health} />
        </Group>
      }
      icon={<ApplicationIcon label={label} iconUrl={offered?.iconUrl} size={44} />}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={offered?.reachable === false}
            onClick={() => addAccount()}
          >
            Add another account
          </Button>
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" px="xs" aria-label="More actions">
                <IconDots size={18} aria-hidden />
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconRefresh size={16} aria-hidden />} onClick={connectAgain}>
                Connect again
              </Menu.Item>
              {offered?.connectMethods.includes('key') && (
                <Menu.Item leftSection={<IconPlug size={16} aria-hidden />} onClick={() => addAccount('key')}>
                  Add an account with a key
                </Menu.Item>
              )}
              <Menu.Item
                color="red"
                leftSection={<IconPlugConnectedX size={16} aria-hidden />}
                disabled={!isConnected}
                onClick={disconnect}
              >
                Disconnect
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </>
      }
    >
      {status === 'unconfirmed' && <ConfirmAccount connection={connection} />}
      <NoticeList notices={noticesOf(connection, now, parameters.get('reconnect') === '1')} onConnect={connectAgain} />
      <Facts connection={connection} />
      {syncs.length > 0 && (
        <Stack gap="sm" component="section" aria-label="Syncs">
          <Title order={2} size="h4">
            Syncs
          </Title>
          {syncs.map((sync) => (
            <SyncCard key={sync.sync} connection={connection} sync={sync} />
          ))}
        </Stack>
      )}
      {syncs.length > 0 && <HistorySection connection={connection} />}
      <DisconnectDialog connection={connection} opened={isDisconnecting} onClose={() => setDisconnecting(false)} />
      <ConnectingDialog connecting={connecting} />
    </Page>
  )
}
