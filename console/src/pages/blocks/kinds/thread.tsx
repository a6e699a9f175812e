import { Button, Stack, Text } from '@mantine/core'
import { IconMessageCircle } from '@tabler/icons-react'
import { useEffect } from 'react'
import { SetReadStatusDocument, ThreadMessagesDocument } from '../../../documents.ts'
import { useGraphMutation, useGraphPages } from '../../../graph/use-graph.ts'
import { Empty } from '../../../ui/states.tsx'
import { TagChip } from '../../../ui/tag-chip.tsx'
import type { BlockOf } from '../shared/block.ts'
import { Facts } from '../shared/facts.tsx'
import { MessageComposer } from './message-composer.tsx'
import { MessageLine } from './message-line.tsx'
import { startsGroup, toMessages } from './messages.ts'

/** A conversation within the graph: its messages, oldest first, and a field to write one. */
export function ThreadContent({ thread }: { thread: BlockOf<'Thread'> }) {
  const { _id, messages: first, messageCount, participants } = thread
  useReadStatus(thread)
  const earlier = useGraphPages(
    ThreadMessagesDocument,
    { threadIds: [_id], blockTypes: ['message' as const], sort: [{ field: 'dateCreated', order: 'DESC' as const }] },
    { topics: [`block:${_id}`, 'blocks:message'], pick: ({ searchGraph }) => searchGraph, enabled: isLong(thread) },
  )
  const messages = toMessages([...(earlier.rows ?? []), ...first])
  return (
    <Stack gap="md">
      {participants.length > 0 && (
        <Facts
          facts={[
            {
              label: 'People',
              value: participants.map((tag) => <TagChip key={tag._id} tag={tag} />),
            },
          ]}
        />
      )}
      {earlier.hasNextPage && (
        <Button
          variant="subtle"
          size="xs"
          loading={earlier.isFetchingNextPage}
          onClick={() => void earlier.fetchNextPage()}
        >
          Show earlier messages
        </Button>
      )}
      {messages.length === 0 ? (
        <Empty icon={IconMessageCircle} title="No messages yet">
          Write the first one. Everybody who sees this thread reads it.
        </Empty>
      ) : (
        <Stack gap={0} role="log" aria-label="Messages">
          {messages.map((message, index) => (
            <MessageLine key={message._id} message={message} isFirst={startsGroup(message, messages[index - 1])} />
          ))}
        </Stack>
      )}
      {messageCount !== null && messageCount > messages.length && !earlier.hasNextPage && earlier.rows && (
        <Text size="xs" c="dimmed">
          Some messages are not shared with you.
        </Text>
      )}
      <MessageComposer threadId={_id} />
    </Stack>
  )
}

/** Whether it has more messages than come with the page. */
function isLong({ messageCount, messages }: BlockOf<'Thread'>): boolean {
  return messageCount !== null && messageCount > messages.length
}

/** A thread that was opened is read, also when a message arrives while it is shown. */
function useReadStatus({ _id, readStatus }: BlockOf<'Thread'>): void {
  const { mutate } = useGraphMutation(SetReadStatusDocument, { topics: [`block:${_id}`] })
  useEffect(() => {
    if (readStatus === 'UNREAD') mutate({ id: _id, readStatus: 'READ' })
  }, [_id, readStatus, mutate])
}
