import { Stack, Text } from '@mantine/core'
import { When } from '../../../ui/when.tsx'
import { HtmlFrame } from '../frame/index.tsx'
import type { BlockOf } from '../shared/block.ts'
import { Facts } from '../shared/facts.tsx'
import { References } from '../shared/references.tsx'
import { LinkedText } from '../text/linked.tsx'
import { authorOfMessage } from './messages.ts'

/** A message of a thread, or a comment on a block. */
export function MessageContent({ message }: { message: BlockOf<'Message'> }) {
  const { _id, text, bodyHtml, dateEdited, threadId } = message
  return (
    <Stack gap="md">
      <Facts
        facts={[
          { label: 'From', value: <bdi>{authorOfMessage(message)}</bdi> },
          threadId !== null && {
            label: 'Thread',
            value: <References references={[{ id: threadId, blockType: 'thread' }]} />,
          },
          dateEdited !== null && { label: 'Edited', value: <When time={dateEdited} /> },
        ]}
      />
      {bodyHtml?.trim() ? (
        <HtmlFrame key={_id} html={bodyHtml} title={`Message from ${authorOfMessage(message)}`} />
      ) : text?.trim() ? (
        <LinkedText text={text} />
      ) : (
        <Text size="sm" c="dimmed">
          This message has no text.
        </Text>
      )}
    </Stack>
  )
}
