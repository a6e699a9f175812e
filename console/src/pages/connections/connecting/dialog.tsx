import { Button, CopyButton, Group, Loader, Modal, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy, IconExternalLink } from '@tabler/icons-react'
import { ConnectionDocument } from '../../../../../platform/client/index.ts'
import { useGraphQuery } from '../../../graph/use-graph.ts'
import { VendorLink } from '../../../ui/links.tsx'
import { Loaded } from '../../../ui/states.tsx'
import type { Attempt } from './attempt.ts'
import { ConfirmAccount } from './confirm-account.tsx'
import type { HelpLink } from './messages.ts'
import { type AttemptAction, describeAttempt } from './progress-words.ts'
import type { Connecting } from './use-connecting.ts'

interface ConnectingDialogProps {
  connecting: Connecting
  /** Called when the account is connected and the person has confirmed it. */
  onConnected?: (connectionId: string) => void
}

/** How an attempt to connect goes, each outcome with its sentence and a button. Escape cancels it. */
export function ConnectingDialog({ connecting, onConnected }: ConnectingDialogProps) {
  const { attempt, cancel, close } = connecting
  const words = attempt && describeAttempt(attempt)
  const isOpen = attempt?.phase === 'starting' || attempt?.phase === 'waiting'
  return (
    <Modal opened={attempt !== undefined} onClose={isOpen ? cancel : close} title={words?.title} centered>
      {attempt?.phase === 'arrived' ? (
        <Arrived attempt={attempt} close={close} onConnected={onConnected} />
      ) : (
        attempt && <Unfinished attempt={attempt} connecting={connecting} />
      )}
    </Modal>
  )
}

function Unfinished({ attempt, connecting }: { attempt: Attempt; connecting: Connecting }) {
  const { text, actions, isBusy } = describeAttempt(attempt)
  const { failure } = attempt
  return (
    <Stack>
      <Group wrap="nowrap" align="flex-start" gap="sm">
        {isBusy && <Loader size="sm" mt={2} aria-hidden />}
        <Text size="sm" role="status" style={{ overflowWrap: 'anywhere' }}>
          {text}
        </Text>
      </Group>
      {failure?.link && <PassOn link={failure.link} next={failure.paragraphs[1]} />}
      <Group justify="flex-end" gap="xs">
        {actions.toReversed().map((action) => (
          <ActionButton key={action} action={action} url={attempt.url} connecting={connecting} />
        ))}
      </Group>
    </Stack>
  )
}

/** A link that somebody else has to open, such as an administrator. */
function PassOn({ link, next }: { link: HelpLink; next: string | undefined }) {
  return (
    <Stack gap="xs">
      <Text size="sm">{link.text}</Text>
      <Group gap="xs">
        <CopyButton value={link.url}>
          {({ copied, copy }) => (
            <Button
              size="xs"
              variant="light"
              leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
              onClick={copy}
            >
              {copied ? 'Copied' : 'Copy the link'}
            </Button>
          )}
        </CopyButton>
        <VendorLink url={link.url} size="sm">
          Open it yourself
        </VendorLink>
      </Group>
      {next && <Text size="sm">{next}</Text>}
    </Stack>
  )
}

const LABELS: Readonly<Record<AttemptAction, string>> = {
  'show-window': 'Show the window',
  'open-in-tab': 'Open in a tab',
  'open-again': 'Open it again',
  retry: 'Try again',
  cancel: 'Cancel',
  close: 'Close',
}

interface ActionButtonProps {
  action: AttemptAction
  url: string | undefined
  connecting: Connecting
}

function ActionButton({ action, url, connecting }: ActionButtonProps) {
  const { showWindow, openedInTab, retry, cancel, close } = connecting
  if (action === 'open-in-tab') {
    return (
      // A link is never blocked. The page that it opens reports back to its opener.
      <Button
        component="a"
        href={url}
        target="_blank"
        rel="opener"
        leftSection={<IconExternalLink size={16} aria-hidden />}
        onClick={openedInTab}
      >
        {LABELS[action]}
      </Button>
    )
  }
  const run = { 'show-window': showWindow, 'open-again': retry, retry, cancel, close }[action]
  const isSecondary = action === 'cancel' || action === 'close'
  return (
    <Button variant={isSecondary ? 'default' : 'filled'} onClick={run}>
      {LABELS[action]}
    </Button>
  )
}

interface ArrivedProps {
  attempt: Attempt
  close: () => void
  onConnected: ((connectionId: string) => void) | undefined
}

function Arrived({ attempt: { connectionId = '', target }, close, onConnected }: ArrivedProps) {
  const query = useGraphQuery(
    ConnectionDocument,
    { input: { _id: connectionId } },
    { topics: [`connection:${connectionId}`] },
  )
  const finish = () => {
    close()
    onConnected?.(connectionId)
  }
  return (
    <Loaded query={query}>
      {({ connection }) =>
        connection?.status === 'unconfirmed' ? (
          <ConfirmAccount
            connection={connection}
            previousEmail={target.existing?.email ?? null}
            onConfirmed={finish}
            onRejected={close}
          />
        ) : (
          <Stack>
            <Text size="sm" role="status" style={{ overflowWrap: 'anywhere' }}>
              {connection?.status === 'disconnected'
                ? `${connection.email ?? 'The account'} is not connected.`
                : `${connection?.email ?? 'The account'} is connected. What is new is imported by itself from now on.`}
            </Text>
            <Group justify="flex-end">
              <Button onClick={finish} data-autofocus>
                Done
              </Button>
            </Group>
          </Stack>
        )
      }
    </Loaded>
  )
}
