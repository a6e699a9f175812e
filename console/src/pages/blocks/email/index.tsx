import { Badge, Box, Group, Stack, Text } from '@mantine/core'
import { When } from '../../../ui/when.tsx'
import { HtmlFrame } from '../frame/index.tsx'
import { nameOf } from '../people.ts'
import type { BlockOf } from '../shared/block.ts'
import { Facts } from '../shared/facts.tsx'
import { PersonName, PersonNames } from '../shared/person.tsx'
import { LinkedText } from '../text/linked.tsx'
import { Attachments } from './attachments.tsx'
import { Conversation } from './conversation.tsx'

/** An e-mail: who wrote to whom, its text as it was sent, its attachments, and the rest of the conversation. */
export function EmailContent({ email }: { email: BlockOf<'Email'> }) {
  const { from, to, cc, bcc, replyTo, dateSent, dateReceived, labels, unread } = email
  const received = dateReceived !== null && dateSent !== null && Math.abs(dateReceived - dateSent) > LATE_MS
  return (
    <Stack gap="md">
      <Facts
        facts={[
          from && { label: 'From', value: <PersonName person={from} withAddress /> },
          to.length > 0 && { label: 'To', value: <PersonNames people={to} /> },
          cc.length > 0 && { label: 'Cc', value: <PersonNames people={cc} /> },
          bcc.length > 0 && { label: 'Bcc', value: <PersonNames people={bcc} /> },
          repliesElsewhere(email) && { label: 'Replies go to', value: <PersonNames people={replyTo} /> },
          dateSent !== null && { label: 'Sent', value: <When time={dateSent} /> },
          received && { label: 'Received', value: <When time={dateReceived} /> },
          (labels.length > 0 || unread === true) && {
            label: 'Labels',
            value: <Labels labels={labels} unread={unread} />,
          },
        ]}
      />
      <Body email={email} />
      <Attachments attachments={email.attachments} messageUri={email.uri} />
      {email.threadId && <Conversation threadId={email.threadId} email={email} />}
    </Stack>
  )
}

/** Mail that took longer than this says when it arrived (ms). */
const LATE_MS = 10 * 60_000

/** Replies that go to somebody else than the sender are worth a line. */
function repliesElsewhere({ from, replyTo }: BlockOf<'Email'>): boolean {
  return replyTo.some(({ email }) => email?.toLowerCase() !== from?.email?.toLowerCase())
}

function Body({ email: { _id, cleanBodyHtml, bodyText, from, summary } }: { email: BlockOf<'Email'> }) {
  const sender = from ? nameOf(from) : 'an unknown sender'
  if (cleanBodyHtml?.trim()) return <HtmlFrame key={_id} html={cleanBodyHtml} title={`Message from ${sender}`} />
  const text = bodyText ?? summary ?? ''
  if (text.trim() === '') return <Text c="dimmed">This message has no text.</Text>
  return (
    <Box fz="sm">
      <LinkedText text={text} />
    </Box>
  )
}

function Labels({ labels, unread }: { labels: readonly string[]; unread: boolean | null }) {
  return (
    <Group gap={6}>
      {unread && (
        <Badge size="sm" variant="light">
          Unread
        </Badge>
      )}
      {labels.map((label) => (
        <Badge key={label} size="sm" variant="default" tt="none" fw={500} maw={240}>
          {label}
        </Badge>
      ))}
    </Group>
  )
}
