import type { gmail_v1 } from 'googleapis/build/src/apis/gmail/index.js'
import type { Attachment, Email } from '../../../src/contract/index.ts'
import { decodeEncodedWords } from '../../../src/kit/encoded-words.ts'
import { htmlToText } from '../../../src/kit/html.ts'
import { toPeople } from '../../../src/kit/people.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { isAttachment, isInline, toBodies } from './body.ts'
import { parseMailDate } from './dates.ts'
import { getHeader, getHeaders, getHeaderText, getParameter, type Part } from './headers.ts'

export type Message = gmail_v1.Schema$Message & { id: string }

/** The mailbox of a message, and the platform's names for the provider and the application. */
export interface Mailbox {
  provider: string
  application: string
  /** Address of the account. */
  email: string
}

/** Converts a full message (`format=full`) to the contract's Email. Throws if it does not have Google's form. */
export function toEmail(message: Message, mailbox: Mailbox): Email {
  const { id, threadId, payload = {}, snippet } = message
  const labels = message.labelIds ?? []
  const [from] = toHeaderPeople(payload, 'From')
  const [bcc, replyTo] = [toHeaderPeople(payload, 'Bcc'), toHeaderPeople(payload, 'Reply-To')]

  const attachments = toAttachments(id, payload)
  return {
    blockType: 'email',
    provider: mailbox.provider,
    application: mailbox.application,
    externalId: id,
    uri: toUri(id, mailbox.email),
    to: toHeaderPeople(payload, 'To'),
    cc: toHeaderPeople(payload, 'Cc'),
    subject: getHeaderText(payload, 'Subject'),
    ...toBodies(payload),
    direction: labels.includes('SENT') ? 'outbound' : 'inbound',
    labels,
    unread: labels.includes('UNREAD'),
    ...omitUndefined({
      from,
      bcc: bcc.length > 0 ? bcc : undefined,
      replyTo: replyTo.length > 0 ? replyTo : undefined,
      snippet: snippet ? htmlToText(snippet) : undefined,
      dateSent: parseMailDate(getHeader(payload, 'Date') ?? ''),
      dateReceived: toDateReceived(message),
      threadExternalId: threadId || undefined,
      messageId: getHeader(payload, 'Message-ID'),
      inReplyTo: getHeader(payload, 'In-Reply-To'),
      attachments: attachments.length > 0 ? attachments : undefined,
    }),
  }
}

/** When Google received the message (epoch ms). The API returns it as a string. */
export function toDateReceived({ internalDate }: Message): number | undefined {
  const date = Number(internalDate || Number.NaN)
  return Number.isFinite(date) ? date : undefined
}

/** The addresses of the senders and recipients of a message, in lower case. */
export function toParticipantEmails({ payload = {} }: Message): Set<string> {
  return toEmails(payload, ['From', 'Sender', 'To', 'Cc', 'Bcc'])
}

/** The addresses to which replies go, in lower case. */
export function toReplyToEmails({ payload = {} }: Message): Set<string> {
  return toEmails(payload, ['Reply-To'])
}

function toEmails(payload: Part, headers: readonly string[]): Set<string> {
  const people = headers.flatMap((name) => toHeaderPeople(payload, name))
  return new Set(people.map(({ email }) => email))
}

function toHeaderPeople(payload: Part, name: string) {
  return toPeople(getHeaders(payload, name))
}

/** The API returns no link. `/mail/u/0/` would open the account that signed in first, so this form names the account. */
function toUri(id: string, email: string): string {
  return `https://mail.google.com/mail/?authuser=${encodeURIComponent(email)}#all/${id}`
}

/** Describes files without fetching them. `attachmentId` differs in each response, so the id uses the stable `partId`. */
function toAttachments(id: string, payload: Part): Attachment[] {
  return findAttachments(payload).map((part) => ({
    externalId: `${id}/${part.partId || '0'}`,
    name: toName(part),
    mimeType: part.mimeType || 'application/octet-stream',
    size: part.body?.size ?? 0,
    ...omitUndefined({ inline: isInline(part) || undefined }),
  }))
}

/** An attached message is one file; its own attachments are not listed. */
function findAttachments(part: Part): Part[] {
  if (isAttachment(part)) return [part]
  return (part.parts ?? []).flatMap(findAttachments)
}

function toName(part: Part): string {
  if (part.filename) return decodeEncodedWords(part.filename)
  return (
    getParameter(part, 'Content-Disposition', 'filename') || getParameter(part, 'Content-Type', 'name') || '(no name)'
  )
}
