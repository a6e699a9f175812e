import { createHash } from 'node:crypto'
import { omitUndefined } from '../../core/omit-undefined.ts'
import { sanitizeHtml, wrapHtmlPage } from '../api/html-text.ts'
import type { Preferences } from '../api/preferences.ts'
import type { Mailbox } from './mailbox.ts'
import { hasFileAttachments, type Message, type Recipient } from './message.ts'

export interface Rendering {
  mailbox: Mailbox
  prefer: Preferences
  /** False for tokens with a basic scope only, which cannot read bodies, previews and attachments. */
  withBody: boolean
}

/** A message with all its properties, before `$select` (https://learn.microsoft.com/graph/api/resources/message). */
export function toMessageJson(message: Message, rendering: Rendering): Record<string, unknown> {
  return {
    ...toHeadJson(message, rendering),
    ...toBodyJson(message, rendering),
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

/** A message about a meeting has a derived type, which `@odata.type` names. */
function toMeetingJson({ meeting }: Message): Record<string, unknown> {
  if (meeting === undefined) return {}
  const kind = meeting === 'meetingRequest' ? 'Request' : meeting === 'meetingCancelled' ? '' : 'Response'
  return { '@odata.type': `#microsoft.graph.eventMessage${kind}`, meetingMessageType: meeting }
}

/** The body is HTML unless text is preferred; the preview is always text. */
function toBodyJson({ html, text }: Message, { withBody, prefer }: Rendering): Record<string, unknown> {
  if (!withBody) return {}
  const { textBody, unsafeHtml } = prefer
  const page = wrapHtmlPage(unsafeHtml ? html : sanitizeHtml(html))
  const body = textBody ? { contentType: 'text', content: text } : { contentType: 'html', content: page }
  return { bodyPreview: text.slice(0, 255), body, uniqueBody: body }
}

/** New drafts have neither `from` nor `sender`. */
function toRecipientsJson({ from, sender, to, cc, bcc, replyTo }: Message): Record<string, unknown> {
  return omitUndefined({
    sender: sender && toRecipientJson(sender),
    from: from && toRecipientJson(from),
    toRecipients: to.map(toRecipientJson),
    ccRecipients: cc.map(toRecipientJson),
    bccRecipients: bcc.map(toRecipientJson),
    replyTo: replyTo.map(toRecipientJson),
  })
}

export function toRecipientJson({ name, address }: Recipient): object {
  return { emailAddress: { name, address } }
}

/** Times of messages have a precision of one second. */
function formatSeconds(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+/, '')
}
