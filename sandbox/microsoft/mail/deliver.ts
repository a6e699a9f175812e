import { createHash } from 'node:crypto'
import { escapeHtml } from '../../core/html/markup.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import type { MicrosoftAccount } from '../account.ts'
import { htmlToText } from '../api/html-text.ts'
import { createContainerId } from '../api/outlook-ids.ts'
import type { Attachment, MeetingMessage, Message, MessageContent, MessageHeader, Recipient } from './message.ts'

/** A message to deliver to a mailbox. */
export interface NewMail {
  /** The key of a folder, by default the inbox. */
  folder?: string
  /** None by default, as on a draft. */
  from?: Recipient
  /** `from` by default. */
  sender?: Recipient
  /** The owner of the mailbox by default. */
  to?: readonly Recipient[]
  cc?: readonly Recipient[]
  bcc?: readonly Recipient[]
  replyTo?: readonly Recipient[]
  subject?: string
  /** Epoch ms, by default the current time of the sandbox. */
  receivedAt?: number
  /** Epoch ms, by default two seconds before `receivedAt`. */
  sentAt?: number
  /** When only one of `html` and `text` is given, the other is derived from it. */
  html?: string
  text?: string
  isRead?: boolean
  isDraft?: boolean
  importance?: Message['importance']
  flagged?: boolean
  categories?: readonly string[]
  attachments?: readonly Attachment[]
  /** Messages with the same value form one conversation. By default the message has a conversation of its own. */
  conversation?: string
  internetMessageId?: string
  /** The Message-ID of the message that this one replies to. */
  inReplyTo?: string
  headers?: readonly MessageHeader[]
  inference?: Message['inference']
  meeting?: MeetingMessage
}

export function deliverMail(account: MicrosoftAccount, mail: NewMail, now: number): Message {
  return account.mailbox.add(toContent(account, mail, now), mail.folder ?? 'inbox')
}

/** Delivers many messages into one folder, faster than `deliverMail` for each. */
export function deliverMails(account: MicrosoftAccount, mails: Iterable<NewMail>, now: number, folder = 'inbox'): void {
  account.mailbox.addAll(
    Array.from(mails, (mail) => toContent(account, mail, now)),
    folder,
  )
}

function toContent(account: MicrosoftAccount, mail: NewMail, now: number): MessageContent {
  const { subject, from, receivedAt = now } = mail
  const sender = mail.sender ?? from
  const fingerprint = createHash('sha1')
    .update(JSON.stringify([subject, from, receivedAt]))
    .digest('hex')
  const conversation = `${account.email} ${mail.conversation ?? fingerprint}`
  return omitUndefined({
    subject: subject ?? null,
    from,
    sender,
    to: mail.to ?? [{ name: account.name, address: account.email }],
    cc: mail.cc ?? [],
    bcc: mail.bcc ?? [],
    replyTo: mail.replyTo ?? [],
    receivedAt,
    sentAt: mail.sentAt ?? receivedAt - 2000,
    ...toBody(mail),
    isRead: mail.isRead ?? false,
    isDraft: mail.isDraft ?? false,
    importance: mail.importance ?? 'normal',
    flagged: mail.flagged ?? false,
    categories: mail.categories ?? [],
    attachments: mail.attachments ?? [],
    conversation: createContainerId('AAQk', conversation),
    internetMessageId: mail.internetMessageId ?? `<${fingerprint.slice(0, 24)}@mail.example>`,
    inReplyTo: mail.inReplyTo,
    headers: mail.headers ?? [],
    inference: mail.inference ?? 'focused',
    meeting: mail.meeting,
  })
}

function toBody({ html, text }: NewMail): { html: string; text: string } {
  if (html !== undefined) return { html, text: text ?? htmlToText(html) }
  return { html: `<div>${escapeHtml(text ?? '').replaceAll('\n', '<br>')}</div>`, text: text ?? '' }
}
