import type { Header, Part } from './message.ts'
import { type File, filePart, multipart, type TextOptions, textPart, withHeaders } from './mime.ts'

/** A mail to be put into a mailbox. What is absent is absent in the mail. */
export interface NewMail {
  /** Header texts, as they shall stand in the mail. */
  from?: string
  to?: string
  cc?: string
  bcc?: string
  subject?: string
  /** When Gmail takes it in, epoch ms; the sandbox's now by default. */
  receivedAt?: number
  /** The Date header: the same instant by default, `null` for none. */
  date?: string | null
  /** `INBOX` and `UNREAD` by default, `null` for no labelIds at all. */
  labelIds?: readonly string[] | null
  threadId?: string
  text?: string
  html?: string
  /** How the text and the HTML are written. */
  encoding?: TextOptions
  /** Those with a content id become images of the HTML. */
  files?: readonly File[]
  /** An iCalendar invitation. */
  invitation?: string
  /** Further header lines. */
  headers?: readonly Header[]
  /** The whole content, instead of text, HTML, files and invitation. */
  content?: Part
}

/** The mail's MIME tree, with all its header lines. */
export function compose(mail: NewMail, { id, to, receivedAt }: { id: string; to: string; receivedAt: number }): Part {
  const lines: [string, string | null | undefined][] = [
    ['Delivered-To', to],
    ['Received', `by 2002:a05:6402:${id.slice(-4)}:0:0:0:0 with SMTP id ${id}; ${formatMailDate(receivedAt)}`],
    ['Message-ID', `<${id}@mail.example>`],
    ['Date', mail.date === undefined ? formatMailDate(receivedAt) : mail.date],
    ['From', mail.from],
    ['To', mail.to],
    ['Cc', mail.cc],
    ['Bcc', mail.bcc],
    ['Subject', mail.subject],
    ['MIME-Version', '1.0'],
  ]
  const given = new Set(mail.headers?.map(({ name }) => name.toLowerCase()))
  const own = lines.flatMap(([name, value]) => (value && !given.has(name.toLowerCase()) ? [{ name, value }] : []))
  return withHeaders(mail.content ?? composeContent(mail), [...own, ...(mail.headers ?? [])])
}

function composeContent({ text, html, encoding = {}, files = [], invitation }: NewMail): Part {
  const images = files.filter(({ contentId }) => contentId).map(filePart)
  const page = html === undefined ? [] : [wrapParts('related', [textPart('text/html', html, encoding), ...images])]
  const plain = text === undefined && html !== undefined ? [] : [textPart('text/plain', text ?? '', encoding)]
  const meeting = invitation === undefined ? [] : [textPart('text/calendar', invitation)]
  const body = wrapParts('alternative', [...plain, ...page, ...meeting])
  return wrapParts('mixed', [body, ...files.filter(({ contentId }) => !contentId).map(filePart)])
}

function wrapParts(subtype: 'alternative' | 'mixed' | 'related', parts: readonly Part[]): Part {
  const [only] = parts
  return parts.length === 1 && only ? only : multipart(subtype, parts)
}

/** `Mon, 16 Mar 2026 09:00:00 +0000` */
export function formatMailDate(instant: number): string {
  return new Date(instant).toUTCString().replace('GMT', '+0000')
}
