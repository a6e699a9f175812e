import type { gmail_v1 } from 'googleapis/build/src/apis/gmail/index.js'
import { decodeWords } from 'postal-mime'
import type { Attachment, Email } from '../../../src/contract/index.ts'
import { htmlToText } from '../../../src/kit/html.ts'
import { toPeople } from '../../../src/kit/people.ts'
import { isAttachment, isInline, toBodies } from './body.ts'
import { getHeader, getHeaders, getHeaderText, getParameter, type Part } from './headers.ts'

export type Message = gmail_v1.Schema$Message & { id: string }

/** Whose mailbox the message lies in, and how the platform calls it. */
export interface Mailbox {
  provider: string
  application: string
  /** Address of the account. */
  email: string
}

/** A message in full (`format=full`) as the contract describes it. Throws when it is not in Google's form. */
export function toEmail(message: Message, mailbox: Mailbox): Email {
  const { id, threadId, payload = {}, snippet } = message
  const labels = message.labelIds ?? []
  const [from] = toHeaderPeople(payload, 'From')
  const [bcc, replyTo] = [toHeaderPeople(payload, 'Bcc'), toHeaderPeople(payload, 'Reply-To')]
  const dateSent = toDateSent(getHeader(payload, 'Date'))
  const dateReceived = toDateReceived(message)
  const messageId = getHeader(payload, 'Message-ID')
  const inReplyTo = getHeader(payload, 'In-Reply-To')
  const attachments = toAttachments(id, payload)
  return {
    blockType: 'email',
    provider: mailbox.provider,
    application: mailbox.application,
    externalId: id,
    uri: toUri(id, mailbox.email),
    ...(from ? { from } : {}),
    to: toHeaderPeople(payload, 'To'),
    cc: toHeaderPeople(payload, 'Cc'),
    ...(bcc.length > 0 ? { bcc } : {}),
    ...(replyTo.length > 0 ? { replyTo } : {}),
    subject: getHeaderText(payload, 'Subject'),
    ...toBodies(payload),
    ...(snippet ? { snippet: htmlToText(snippet) } : {}),
    ...(dateSent === undefined ? {} : { dateSent }),
    ...(dateReceived === undefined ? {} : { dateReceived }),
    direction: labels.includes('SENT') ? 'outbound' : 'inbound',
    ...(threadId ? { threadExternalId: threadId } : {}),
    ...(messageId ? { messageId } : {}),
    ...(inReplyTo ? { inReplyTo } : {}),
    labels,
    unread: labels.includes('UNREAD'),
    ...(attachments.length > 0 ? { attachments } : {}),
  }
}

/** When Google took the message in, epoch ms: the API gives it as a text. */
export function toDateReceived({ internalDate }: Message): number | undefined {
  const date = Number(internalDate || Number.NaN)
  return Number.isFinite(date) ? date : undefined
}

/** Everyone a message is from or to, in lower case. */
export function toParticipantEmails({ payload = {} }: Message): Set<string> {
  const lists = ['From', 'Sender', 'To', 'Cc', 'Bcc'].map((name) => toHeaderPeople(payload, name))
  return new Set(lists.flat().map((person) => person.email))
}

function toHeaderPeople(payload: Part, name: string) {
  return toPeople(getHeaders(payload, name))
}

/** A mail's own date is whatever its sender wrote; only what looks like RFC 5322 (3.3) is taken for one. */
function toDateSent(value: string | undefined): number | undefined {
  if (value === undefined || !/\d{1,2}\s+[a-z]{3}[a-z]*\s+\d{2,4}\s+\d{1,2}:\d{2}/i.test(value)) return undefined
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : date
}

/** The API gives no link. `/mail/u/0/` would open whichever account signed in first; this form names the account. */
function toUri(id: string, email: string): string {
  return `https://mail.google.com/mail/?authuser=${encodeURIComponent(email)}#all/${id}`
}

/** Files are described, not fetched. Google's `attachmentId` is another one at each call; a part's place stays. */
function toAttachments(id: string, payload: Part): Attachment[] {
  return findAttachments(payload).map((part) => ({
    externalId: `${id}/${part.partId || '0'}`,
    name: toName(part),
    mimeType: part.mimeType || 'application/octet-stream',
    size: part.body?.size ?? 0,
    ...(isInline(part) ? { inline: true } : {}),
  }))
}

/** An attached mail is one file, whatever hangs on it in turn. */
function findAttachments(part: Part): Part[] {
  if (isAttachment(part)) return [part]
  return (part.parts ?? []).flatMap(findAttachments)
}

function toName(part: Part): string {
  if (part.filename) return decodeWords(part.filename)
  return (
    getParameter(part, 'Content-Disposition', 'filename') || getParameter(part, 'Content-Type', 'name') || '(no name)'
  )
}
