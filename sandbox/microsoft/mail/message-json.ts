import { createHash } from 'node:crypto'
import { sanitizeHtml, wrapHtmlPage } from '../api/html-text.ts'
import type { Preferences } from '../api/preferences.ts'
import type { Mailbox } from './mailbox.ts'
import { hasFileAttachments, type Message, type Recipient } from './message.ts'

export interface Rendering {
  mailbox: Mailbox
  prefer: Preferences
  /** False for a token that may read but the basics: no body, no preview, no attachments. */
  withBody: boolean
}

/** The message as Graph sends it (https://learn.microsoft.com/graph/api/resources/message), with everything to select from. */
export function toMessageJson(message: Message, rendering: Rendering): Record<string, unknown> {
  return {
    ...toHeadJson(message, rendering),
    ...(rendering.withBody ? toBodyJson(message, rendering.prefer) : {}),
    ...toRecipientsJson(message),
    flag: { flagStatus: message.flagged ? 'flagged' : 'notFlagged' },
    internetMessageHeaders: message.headers,
  }
}

function toHeadJson(message: Message, { mailbox, prefer }: Rendering): Record<string, unknown> {
  const id = mailbox.getIds(message)[prefer.immutableIds ? 'immutable' : 'mutable']
  const changeKey = createHash('sha1').update(`${message.number} ${message.modifiedAt}`).digest('base64').slice(0, 24)
  return {
    ...toMeetingJson(message),
    '@odata.etag': `W/"${changeKey}"`,
    id,
    createdDateTime: formatSeconds(message.receivedAt),
    lastModifiedDateTime: formatSeconds(message.modifiedAt),
    changeKey,
    categories: message.categories,
    receivedDateTime: formatSeconds(message.receivedAt),
    sentDateTime: formatSeconds(message.sentAt),
    hasAttachments: hasFileAttachments(message),
    internetMessageId: message.internetMessageId,
    subject: message.subject,
    importance: message.importance,
    parentFolderId: mailbox.folder(message.folder).id,
    conversationId: message.conversation,
    conversationIndex: Buffer.from(message.conversation.slice(-22)).toString('base64'),
    isDeliveryReceiptRequested: message.isDraft ? false : null,
    isReadReceiptRequested: false,
    isRead: message.isRead,
    isDraft: message.isDraft,
    webLink: `https://outlook.office365.com/owa/?ItemID=${encodeURIComponent(id)}&exvsurl=1&viewmodel=ReadMessageItem`,
    inferenceClassification: message.inference,
  }
}

/** A mail about a meeting is of a type of its own, which tells itself among the others. */
function toMeetingJson({ meeting }: Message): Record<string, unknown> {
  if (meeting === undefined) return {}
  const kind = meeting === 'meetingRequest' ? 'Request' : meeting === 'meetingCancelled' ? '' : 'Response'
  return { '@odata.type': `#microsoft.graph.eventMessage${kind}`, meetingMessageType: meeting }
}

/** HTML unless text is preferred; the preview is text either way. */
function toBodyJson({ html, text }: Message, { textBody, unsafeHtml }: Preferences): Record<string, unknown> {
  const page = wrapHtmlPage(unsafeHtml ? html : sanitizeHtml(html))
  const body = textBody ? { contentType: 'text', content: text } : { contentType: 'html', content: page }
  return { bodyPreview: text.slice(0, 255), body, uniqueBody: body }
}

/** Drafts that are addressed to nobody yet have neither `from` nor `sender`. */
function toRecipientsJson({ from, sender, to, cc, bcc, replyTo }: Message): Record<string, unknown> {
  return {
    ...(sender ? { sender: toRecipientJson(sender) } : {}),
    ...(from ? { from: toRecipientJson(from) } : {}),
    toRecipients: to.map(toRecipientJson),
    ccRecipients: cc.map(toRecipientJson),
    bccRecipients: bcc.map(toRecipientJson),
    replyTo: replyTo.map(toRecipientJson),
  }
}

export function toRecipientJson({ name, address }: Recipient): object {
  return { emailAddress: { name, address } }
}

/** Messages tell the time to the second. */
function formatSeconds(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+/, '')
}
