export interface Recipient {
  name: string
  address: string
}

export interface Attachment {
  name: string
  contentType: string
  content: Uint8Array
  /** An image of the HTML rather than a file of the mail. */
  contentId?: string
}

export interface MessageHeader {
  name: string
  value: string
}

/** What a mail about a meeting says, spelled as Microsoft spells it. */
export type MeetingMessage =
  | 'meetingRequest'
  | 'meetingCancelled'
  | 'meetingAccepted'
  | 'meetingTenativelyAccepted'
  | 'meetingDeclined'

/** A mail in a mailbox, without the folder it lies in. */
export interface MessageContent {
  /** Null for a mail without a Subject line. */
  readonly subject: string | null
  /** On whose behalf it was sent. Absent on drafts that nobody has begun to address. */
  readonly from?: Recipient
  /** Who sent it: a delegate, or the same as `from`. */
  readonly sender?: Recipient
  readonly to: readonly Recipient[]
  readonly cc: readonly Recipient[]
  /** Empty on received mail, whatever the sender wrote. */
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
  /** Mails of one conversation share it. */
  readonly conversation: string
  readonly internetMessageId: string
  readonly headers: readonly MessageHeader[]
  readonly inference: 'focused' | 'other'
  /** Absent on mails that are about no meeting. */
  readonly meeting?: MeetingMessage
}

export interface Message extends MessageContent {
  /** Its number in the mailbox. */
  readonly number: number
  /** The key of its folder. */
  readonly folder: string
  /** How often it was moved: every move gives it another default id. */
  readonly moves: number
  readonly modifiedAt: number
}

/** Images of the HTML do not count. */
export function hasFileAttachments({ attachments }: MessageContent): boolean {
  return attachments.some(({ contentId }) => contentId === undefined)
}

/** Bytes, about. */
export function estimateSizeBytes({ html, text, attachments }: MessageContent): number {
  return attachments.reduce((sum, { content }) => sum + content.length, html.length + text.length)
}
