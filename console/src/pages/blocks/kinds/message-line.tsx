import { Box, Group, Text } from '@mantine/core'
import { BlockLink } from '../../../ui/links.tsx'
import { When } from '../../../ui/when.tsx'
import { LinkedText } from '../text/linked.tsx'
import { authorOfMessage, type ThreadMessage } from './messages.ts'

interface MessageLineProps {
  message: ThreadMessage
  /** Whether author and time are shown, because the message before is another person's, or older. */
  isFirst: boolean
}

export function MessageLine({ message, isFirst }: MessageLineProps) {
  const { _id, text, title, dateCreated, dateEdited, generated } = message
  return (
    <Box mt={isFirst ? 'sm' : 2}>
      {isFirst && (
        <Group gap="xs">
          <Text size="sm" fw={600}>
            <bdi>{authorOfMessage(message)}</bdi>
          </Text>
          {dateCreated !== null && (
            <BlockLink id={_id} size="xs" c="dimmed">
              <When time={dateCreated} />
            </BlockLink>
          )}
          {generated && (
            <Text size="xs" c="dimmed">
              written by AI
            </Text>
          )}
        </Group>
      )}
      <Text size="sm" component="div">
        <LinkedText text={text ?? title ?? ''} />
      </Text>
      {dateEdited !== null && (
        <Text size="xs" c="dimmed">
          edited
        </Text>
      )}
    </Box>
  )
}
