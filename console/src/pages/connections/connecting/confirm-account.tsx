import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { ConfirmConnectionDocument, DisconnectDocument } from '../../../../../platform/client/index.ts'
import { afterwards, useGraphMutation } from '../../../graph/use-graph.ts'
import { useUser } from '../../../sign-in/session-context.tsx'
import { MutationError } from '../../../ui/mutation-error.tsx'

interface ConfirmAccountProps {
  connection: { _id: string; label: string; email: string | null }
  /** The account that was connected before, if it was another one. */
  previousEmail?: string | null
  onConfirmed?: () => void
  onRejected?: () => void
}

/** Shows which account was connected. Nothing is imported until the person says that it is theirs. */
export function ConfirmAccount({ connection, previousEmail, onConfirmed, onRejected }: ConfirmAccountProps) {
  const { _id, label, email } = connection
  const confirm = useGraphMutation(ConfirmConnectionDocument, { topics: ['connections'] })
  const reject = useGraphMutation(DisconnectDocument, { topics: ['connections'] })
  const account = email ?? 'an account without an address'
  const own = useUser()?.profile.email
  const isOwn = own === undefined || own.toLowerCase() === email?.toLowerCase()
  const isOther = previousEmail != null && previousEmail.toLowerCase() !== email?.toLowerCase()
  return (
    <Alert
      color="orange"
      variant="light"
      icon={<IconUserCheck aria-hidden />}
      title={`Is this your ${label} account?`}
      role="group"
    >
      <Stack gap="sm">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {account}
        </Text>
        <Text size="sm">
          {isOther
            ? `It was ${previousEmail} before. What was imported from there stays; from now on ${account} is imported.`
            : 'Nothing is imported until you confirm that it is the right one.'}
          {!isOwn && ` You are signed in here as ${own}.`}
        </Text>
        <MutationError error={confirm.error ?? reject.error} />
        <Group gap="xs">
          <Button
            loading={confirm.isPending}
            disabled={reject.isPending}
            onClick={() => afterwards(confirm.mutateAsync({ input: { _id }, email }), onConfirmed)}
          >
            Yes, import it
          </Button>
          <Button
            variant="default"
            loading={reject.isPending}
            disabled={confirm.isPending}
            onClick={() => afterwards(reject.mutateAsync({ input: { _id } }), onRejected)}
          >
            No, disconnect it
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
