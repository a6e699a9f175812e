import type { Message, Recipient } from '@microsoft/microsoft-graph-types'
import type { Email, PersonReference } from '../../../src/contract/index.ts'
import { dropInlineImages, htmlToText, truncateText } from '../../../src/kit/html.ts'
import { toPerson } from '../../../src/kit/people.ts'
import { omitEmpty, omitUndefined } from '../../../src/runtime/omit.ts'
import { isWebUrl } from '../../../src/runtime/web-address.ts'
import { toInstant } from '../times.ts'
import { toAttachments, toInReplyTo } from './expansions.ts'

/** The properties that are requested for each message, beside the relations of `expansions.ts`. */
export const FIELDS = [
  'id',
  'subject',
  'from',
  'sender',
  'toRecipients',
  'ccRecipients',
  'bccRecipients',
  'replyTo',
  'body',
  'bodyPreview',
  'receivedDateTime',
  'sentDateTime',
  'conversationId',
  'internetMessageId',
  'isDraft',
  'isRead',
  'parentFolderId',
  'categories',
  'webLink',
].join(',')

/** The mailbox of a message, and the platform's names for the provider and the application. */
export interface Mailbox {
  provider: string
  application: string
  /** Address of the account. */
  email: string
  /** Id of the sent items folder. */
  sent?: string
}

/** Converts a message to the contract's Email. Throws if it does not have Graph's form. */
export function toEmail(message: Message, mailbox: Mailbox): Email {
  if (!message.id) throw new TypeError('a message without an id')
  const { id, subject, categories, isRead, webLink } = message
  const attachments = toAttachments(message)
  const [bcc, replyTo] = [toPeople(message.bccRecipients), toPeople(message.replyTo)]
  return {
    blockType: 'email',
    provider: mailbox.provider,
    application: mailbox.application,
    externalId: id,
    uri: webLink && isWebUrl(webLink) ? webLink : toUri(id),
    to: toPeople(message.toRecipients),
    cc: toPeople(message.ccRecipients),
    ...omitUndefined({
      bcc: bcc.length > 0 ? bcc : undefined,
      replyTo: replyTo.length > 0 ? replyTo : undefined,
    }),
    subject: subject ?? '',
    direction: isOutbound(message, mailbox) ? 'outbound' : 'inbound',
    labels: categories ?? [],
    unread: isRead === false,
    ...omitEmpty({
      // `sender` is the account that sent the message on behalf of `from`.
      from: toPeople([message.from ?? message.sender ?? {}])[0],
      ...toBodies(message.body),
      snippet: message.bodyPreview?.replace(/\s+/g, ' ').trim(),
      dateSent: toInstant(message.sentDateTime),
      dateReceived: toDateReceived(message),
      threadExternalId: message.conversationId,
      messageId: message.internetMessageId,
      inReplyTo: toInReplyTo(message),
    }),
    ...omitUndefined({ attachments: attachments.length > 0 ? attachments : undefined }),
  }
}

/** When Exchange received the message (epoch ms, whole seconds). */
export function toDateReceived({ receivedDateTime }: Message): number | undefined {
  return toInstant(receivedDateTime)
}

/** The addresses of the senders and recipients of a message, and those to which replies go, in lower case. */
export function toParticipantEmails(message: Message): string[] {
  const { from, sender, toRecipients, ccRecipients, bccRecipients, replyTo } = message
  const lists = [[from ?? {}, sender ?? {}], toRecipients, ccRecipients, bccRecipients, replyTo]
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

/** Checks both address and folder: an account may have several addresses, and sent messages may have been moved. */
function isOutbound({ parentFolderId, from }: Message, { sent, email }: Mailbox): boolean {
  const isFromAccount = from?.emailAddress?.address?.toLowerCase() === email.toLowerCase()
  return isFromAccount || (sent !== undefined && parentFolderId === sent)
}

/** Maximum length of a delivered body in characters; a longer one is cut off with a marker. */
const MAX_BODY_LENGTH = 1_000_000

/** Graph returns one body: HTML with scripts removed, or text if the message has no HTML. */
function toBodies(body: Message['body']): { bodyHtml?: string; bodyText?: string } {
  const content = body?.content ?? ''
  if (body?.contentType !== 'html') return { bodyText: truncateText(content.replace(/\r\n?/g, '\n'), MAX_BODY_LENGTH) }
  const html = dropInlineImages(content)
  return { bodyHtml: truncateText(html, MAX_BODY_LENGTH), bodyText: truncateText(htmlToText(html), MAX_BODY_LENGTH) }
}

/** A link of the same form as Graph's own, for the few messages without one. */
function toUri(id: string): string {
  return `https://outlook.office365.com/owa/?ItemID=${encodeURIComponent(id)}&exvsurl=1&viewmodel=ReadMessageItem`
}
