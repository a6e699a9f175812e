import { Anchor, Text } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { Link } from 'react-router'
import { titleOf } from '../../text/blocks.ts'
import { countOf } from '../../text/numbers.ts'
import { BlockIcon } from '../../ui/kind-icon.tsx'
import { BlockLink } from '../../ui/links.tsx'
import { When } from '../../ui/when.tsx'
import { describeReason, type MailThatMatters } from './mail.ts'
import { PersonName } from './people-line.tsx'
import { Nothing } from './placeholders.tsx'
import classes from './today.module.css'

const MOST = 6

interface MailListProps {
  mails: readonly MailThatMatters[]
  /** Unread mail that is not listed. */
  others: number
  now: number
}

/** Unread mail, each with the reason why it is listed. */
export function MailList({ mails, others, now }: MailListProps) {
  const shown = mails.slice(0, MOST)
  const rest = others + mails.length - shown.length
  return (
    <>
      {shown.length === 0 && <Nothing>No unread mail from people you meet or write with.</Nothing>}
      <ul className={classes.list} aria-label="Mail that matters">
        {shown.map((found) => (
          <MailRow key={found.mail._id} found={found} now={now} />
        ))}
      </ul>
      {rest > 0 && (
        <Text size="xs" mt={4}>
          <Anchor component={Link} to="/search?kind=email" inherit>
            {countOf(rest, 'other unread email')} of the last two weeks
          </Anchor>
        </Text>
      )}
    </>
  )
}

function MailRow({ found: { mail, reason }, now }: { found: MailThatMatters; now: number }) {
  const { _id, title, from, dateAssociated, hasAttachments } = mail
  return (
    <li className={classes.row}>
      <BlockIcon type="email" />
      <div className={classes.main}>
        <BlockLink id={_id} className={classes.title}>
          {titleOf({ _id, blockType: 'email', title })}
        </BlockLink>
        <div className={classes.details}>
          {hasAttachments && (
            <IconPaperclip size={14} role="img" aria-label="Has attachments" className={classes.sign} />
          )}
          {from && <PersonName person={from} />}
          <span aria-hidden>·</span>
          <span>{describeReason(reason, now)}</span>
        </div>
      </div>
      {dateAssociated !== null && (
        <Text size="xs" c="dimmed" className={classes.end}>
          <When time={dateAssociated} relative />
        </Text>
      )}
    </li>
  )
}
