import { omitUndefined } from '../../core/omit-undefined.ts'
import type { GoogleAccount } from '../account.ts'
import { compose, type NewMail } from './compose.ts'
import type { Message } from './message.ts'
import { createSnippet } from './text-content.ts'

/** Adds a message to the account's mailbox. A message without a thread id starts a new thread. */
export function deliverMail(account: GoogleAccount, mail: NewMail, now: number): Message {
  const message = toMessage(account, mail, now)
  account.mailbox.messages.put(message)
  return message
}

/** Equivalent to `deliverMail` for each message, but fast enough for thousands. */
export function deliverMails(account: GoogleAccount, mails: Iterable<NewMail>, now: number): void {
  account.mailbox.messages.putAll(Array.from(mails, (mail) => toMessage(account, mail, now)))
}

function toMessage(account: GoogleAccount, mail: NewMail, now: number): Message {
  const { mailbox, email } = account
  const id = mailbox.nextId()
  const receivedAt = mail.receivedAt ?? now
  const root = compose(mail, { id, to: email, receivedAt })
  const labelIds = mail.labelIds === undefined ? ['INBOX', 'UNREAD'] : mail.labelIds
  return omitUndefined({
    id,
    threadId: mail.threadId ?? id,
    labelIds: labelIds ?? undefined,
    snippet: createSnippet(root),
    historyId: mailbox.historyId,
    internalDate: receivedAt,
    root,
  })
}
