import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconCornerUpLeft } from '@tabler/icons-react'
import { useApplicationLabel } from '../../../collaboration/use-application-label.ts'
import { ConversationDocument } from '../../../documents.ts'
import { useGraphQuery } from '../../../graph/use-graph.ts'
import { toLine } from '../../../text/blocks.ts'
import { BlockLink, VendorLink } from '../../../ui/links.tsx'
import { When } from '../../../ui/when.tsx'
import { nameOf } from '../people.ts'
import type { BlockOf } from '../shared/block.ts'
import { Section } from '../shared/section.tsx'
import classes from './conversation.module.css'
import { type Mail, toConversation } from './order.ts'

const MAX_MAILS = 50

interface ConversationProps {
  threadId: string
  /** The one that is open. One replies to it at its vendor. */
  email: Pick<BlockOf<'Email'>, '_id' | 'uri' | 'application'>
}

/** The e-mails of a conversation, oldest first, with the one that is open marked. */
export function Conversation({ threadId, email: { _id, uri, application } }: ConversationProps) {
  const label = useApplicationLabel(application)
  const { data, error } = useGraphQuery(
    ConversationDocument,
    {
      input: {
        threadIds: [threadId],
        blockTypes: ['email'],
        sort: [{ field: 'dateAssociated', order: 'DESC' }],
        size: MAX_MAILS,
      },
    },
    { topics: ['blocks:email'] },
  )
  const mails = data ? toConversation(data.searchGraph ?? []) : undefined
  const reply = uri && (
    <Text size="sm">
      <IconCornerUpLeft size={14} aria-hidden /> <VendorLink url={uri}>Reply in {label ?? 'your mailbox'}</VendorLink>
    </Text>
  )
  if (error || (mails && mails.length < 2)) return reply || null
  return (
    <Section title="Conversation" beside={reply}>
      {mails ? (
        <Stack gap={0} component="ol" className={classes.list} aria-label="Conversation">
          {mails.map((mail) => (
            <MailLine key={mail._id} mail={mail} isCurrent={mail._id === _id} />
          ))}
        </Stack>
      ) : (
        <Skeleton height={90} />
      )}
    </Section>
  )
}

function MailLine({ mail, isCurrent }: { mail: Mail; isCurrent: boolean }) {
  const sender = mail.direction === 'outbound' ? 'You' : mail.from ? nameOf(mail.from) : 'Unknown'
  const time = mail.dateSent ?? mail.dateReceived
  return (
    <li className={classes.mail} aria-current={isCurrent ? 'true' : undefined}>
      <Group gap="xs" wrap="nowrap" justify="space-between">
        {isCurrent ? (
          <Text span size="sm" fw={600} truncate>
            <bdi>{sender}</bdi> (shown above)
          </Text>
        ) : (
          <BlockLink id={mail._id} size="sm" fw={mail.unread ? 700 : 500} truncate>
            <bdi>{sender}</bdi>
          </BlockLink>
        )}
        {time !== null && (
          <Text span size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            <When time={time} />
          </Text>
        )}
      </Group>
      <Text size="sm" c="dimmed" truncate>
        <bdi>{toLine(mail.summary).slice(0, 200)}</bdi>
      </Text>
    </li>
  )
}
