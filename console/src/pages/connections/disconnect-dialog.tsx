import { List, Stack, Text } from '@mantine/core'
import { DisconnectDocument } from '../../../../platform/client/index.ts'
import { afterwards, useGraphMutation } from '../../graph/use-graph.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { notifyDone } from '../../ui/notify.ts'
import type { Connection } from './health.ts'
import { describeImports } from './sync-words.ts'

interface DisconnectDialogProps {
  connection: Connection
  opened: boolean
  onClose: () => void
}

/** Says what disconnecting does before it does it: what stops, and what stays. */
export function DisconnectDialog({ connection, opened, onClose }: DisconnectDialogProps) {
  const { _id, label, email, syncs } = connection
  const disconnect = useGraphMutation(DisconnectDocument, { topics: ['connections', `connection:${_id}`] })
  const account = email ?? 'the account'
  const finish = () => {
    notifyDone(`${label} is disconnected.`)
    onClose()
  }
  return (
    <Confirm
      opened={opened}
      title={`Disconnect ${account} of ${label}?`}
      action="Disconnect"
      isDangerous
      isRunning={disconnect.isPending}
      error={disconnect.error}
      onConfirm={() => afterwards(disconnect.mutateAsync({ input: { _id } }), finish)}
      onClose={onClose}
    >
      <Stack gap="sm">
        <div>
          <Text size="sm" fw={600}>
            What stops
          </Text>
          <List size="sm">
            <List.Item>
              {syncs.length === 0
                ? 'Links, documents and searches no longer use this account.'
                : `Nothing is imported any more: ${describeImports(syncs)}.`}
            </List.Item>
            <List.Item>Nothing is written to the account any more.</List.Item>
            <List.Item>The access to the account is deleted here.</List.Item>
          </List>
        </div>
        <div>
          <Text size="sm" fw={600}>
            What stays
          </Text>
          <List size="sm">
            <List.Item>Everything that was imported, and whom it is shared with.</List.Item>
            <List.Item>Your notes, tags and comments on it.</List.Item>
            <List.Item>What you allowed at {label}. Withdraw it there, in the settings of the account.</List.Item>
          </List>
        </div>
        <Text size="sm">Connect the account again at any time: it continues where it stopped.</Text>
      </Stack>
    </Confirm>
  )
}
