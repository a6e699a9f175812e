export interface Recipient {
  name: string
  address: string
}

export interface Attachment {
  name: string
  contentType: string
  content: Uint8Array
  /** Set for an inline image of the HTML, which is not listed as a file. */
  contentId?: string
}

export interface MessageHeader {
  name: string
  value: string
}

/** The `meetingMessageType` of a message, with Microsoft's spelling. */
export type MeetingMessage =
  | 'meetingRequest'
  | 'meetingCancelled'
  | 'meetingAccepted'
  | 'meetingTenativelyAccepted'
  | 'meetingDeclined'

/** A message without its position in a mailbox. */
export interface MessageContent {
  /** Null for a message without a Subject line. */
  readonly subject: string | null
  /** The person on whose behalf the message was sent. Undefined for new drafts. */
  readonly from?: Recipient
  /** The person who sent it: a delegate, or the same as `from`. */
  readonly sender?: Recipient
  readonly to: readonly Recipient[]
  readonly cc: readonly Recipient[]
  /** Empty for received messages. */
  readonly bcc: readonly Recipient[]
  readonly replyTo: readonly Recipient[]
  /** Epoch ms. */
  readonly receivedAt: number
  readonly sentAt: number
  readonly html: string
  readonly text: string
  readonly isRead: boolean
  readonly isDraft: boolean
  readonly importance: 'low' | 'normal' | 'high'
  readonly flagged: boolean
  readonly categories: readonly string[]
  readonly attachments: readonly Attachment[]
  /** The id of the conversation. */
  readonly conversation: string
  readonly internetMessageId: string
  /** The Message-ID of the message that this one replies to. */
  readonly inReplyTo?: string
  readonly headers: readonly MessageHeader[]
  readonly inference: 'focused' | 'other'
  /** Undefined unless the message is about a meeting. */
  readonly meeting?: MeetingMessage
}

export interface Message extends MessageContent {
  /** The sequence number in the mailbox. */
  readonly number: number
  /** The key of its folder. */
  readonly folder: string
  /** How often it was moved; every move changes the mutable id. */
  readonly moves: number
  readonly modifiedAt: number
}

/** Whether the message has attachments other than inline images. */
export function hasFileAttachments({ attachments }: MessageContent): boolean {
  return attachments.some(({ contentId }) => contentId === undefined)
}

/** The approximate size in bytes. */
export function estimateSizeBytes({ html, text, attachments }: MessageContent): number {
  return attachments.reduce((sum, { content }) => sum + content.length, html.length + text.length)
}
