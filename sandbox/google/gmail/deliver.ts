import type { GoogleAccount } from '../account.ts'
import { compose, type NewMail } from './compose.ts'
import type { Message } from './message.ts'
import { createSnippet } from './text-content.ts'

/** Puts a mail into the account's mailbox. A mail without a thread begins one. */
export function deliverMail(account: GoogleAccount, mail: NewMail, now: number): Message {
  const message = toMessage(account, mail, now)
  account.mailbox.messages.put(message)
  return message
}

/** As `deliverMail` for each, for thousands of mails. */
export function deliverMails(account: GoogleAccount, mails: Iterable<NewMail>, now: number): void {
  account.mailbox.messages.putAll(Array.from(mails, (mail) => toMessage(account, mail, now)))
}

function toMessage(account: GoogleAccount, mail: NewMail, now: number): Message {
  const { mailbox, email } = account
  const id = mailbox.nextId()
  const receivedAt = mail.receivedAt ?? now
  const root = compose(mail, { id, to: email, receivedAt })
  const labelIds = mail.labelIds === undefined ? ['INBOX', 'UNREAD'] : mail.labelIds
  return {
    id,
    threadId: mail.threadId ?? id,
    ...(labelIds ? { labelIds } : {}),
    snippet: createSnippet(root),
    historyId: mailbox.historyId,
    internalDate: receivedAt,
    root,
  }
}
