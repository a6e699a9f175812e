import type { Message, Recipient } from '@microsoft/microsoft-graph-types'
import type { Email, PersonReference } from '../../../src/contract/index.ts'
import { truncateText, dropInlineImages, htmlToText } from '../../../src/kit/html.ts'
import { toPerson } from '../../../src/kit/people.ts'
import { omitEmpty } from '../../../src/runtime/omit.ts'
import { toInstant } from '../times.ts'

/** What is asked of Graph for each message. */
export const FIELDS = [
  ...['id', 'subject', 'from', 'sender', 'toRecipients', 'ccRecipients', 'bccRecipients', 'replyTo'],
  ...['body', 'bodyPreview', 'receivedDateTime', 'sentDateTime', 'conversationId', 'internetMessageId'],
  ...['isDraft', 'isRead', 'parentFolderId', 'categories', 'webLink'],
].join(',')

/** Whose mailbox the message lies in, and how the platform calls it. */
export interface Mailbox {
  provider: string
  application: string
  /** Address of the account. */
  email: string
  /** Id of the folder of sent mail. */
  sent?: string
}

/** A message as the contract describes it. Throws when it is not in Graph's form. */
export function toEmail(message: Message, mailbox: Mailbox): Email {
  if (!message.id) throw new TypeError('a message without an id')
  const { id, subject, categories, isRead, webLink } = message
  const [bcc, replyTo] = [toPeople(message.bccRecipients), toPeople(message.replyTo)]
  return {
    blockType: 'email',
    provider: mailbox.provider,
    application: mailbox.application,
    externalId: id,
    uri: webLink || toUri(id),
    to: toPeople(message.toRecipients),
    cc: toPeople(message.ccRecipients),
    ...(bcc.length > 0 ? { bcc } : {}),
    ...(replyTo.length > 0 ? { replyTo } : {}),
    subject: subject ?? '',
    direction: isOutbound(message, mailbox) ? 'outbound' : 'inbound',
    labels: categories ?? [],
    unread: isRead === false,
    ...omitEmpty({
      // `from` is on whose behalf, `sender` who did it.
      from: toPeople([message.from ?? message.sender ?? {}])[0],
      ...toBodies(message.body),
      snippet: message.bodyPreview?.replace(/\s+/g, ' ').trim(),
      dateSent: toInstant(message.sentDateTime),
      dateReceived: toDateReceived(message),
      threadExternalId: message.conversationId,
      messageId: message.internetMessageId,
    }),
  }
}

/** When Exchange took the message in, epoch ms, to the second. */
export function toDateReceived({ receivedDateTime }: Message): number | undefined {
  return toInstant(receivedDateTime)
}

/** Everyone a message is from or to, in lower case. */
export function toParticipantEmails({ from, sender, toRecipients, ccRecipients, bccRecipients }: Message): string[] {
  const lists = [[from ?? {}, sender ?? {}], toRecipients, ccRecipients, bccRecipients]
  return lists.flatMap(toPeople).map(({ email }) => email)
}

function toPeople(recipients: readonly Recipient[] | null | undefined): PersonReference[] {
  const people = new Map<string, PersonReference>()
  for (const { emailAddress } of recipients ?? []) {
    const person = toPerson(emailAddress?.address, emailAddress?.name)
    if (person && !people.has(person.email)) people.set(person.email, person)
  }
  return [...people.values()]
}

/** An account may send under several addresses, and what it sent may have been moved. */
function isOutbound({ parentFolderId, from }: Message, { sent, email }: Mailbox): boolean {
  const own = from?.emailAddress?.address?.toLowerCase() === email.toLowerCase()
  return own || (sent !== undefined && parentFolderId === sent)
}

/** Characters of a body that are delivered; the rest is cut off with a marker. */
const MAX_BODY_LENGTH = 1_000_000

/** Graph gives one body: the HTML, which it has freed of scripts, or the text when there is no HTML. */
function toBodies(body: Message['body']): { bodyHtml?: string; bodyText?: string } {
  const content = body?.content ?? ''
  if (body?.contentType !== 'html') return { bodyText: truncateText(content.replace(/\r\n?/g, '\n'), MAX_BODY_LENGTH) }
  const html = dropInlineImages(content)
  return { bodyHtml: truncateText(html, MAX_BODY_LENGTH), bodyText: truncateText(htmlToText(html), MAX_BODY_LENGTH) }
}

/** The form that Graph's own links have; a few messages come without one. */
function toUri(id: string): string {
  return `https://outlook.office365.com/owa/?ItemID=${encodeURIComponent(id)}&exvsurl=1&viewmodel=ReadMessageItem`
}
