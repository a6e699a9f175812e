import type { Header, Part } from './message.ts'
import { type File, filePart, multipart, type TextOptions, textPart, withHeaders } from './mime.ts'

/** Input for a new message. Headers that are absent here are absent in the message. */
export interface NewMail {
  /** Raw header values. */
  from?: string
  to?: string
  cc?: string
  bcc?: string
  subject?: string
  /** When Gmail receives the message, epoch ms; sandbox time by default. */
  receivedAt?: number
  /** The Date header; `receivedAt` by default, `null` for none. */
  date?: string | null
  /** `INBOX` and `UNREAD` by default, `null` to omit labelIds. */
  labelIds?: readonly string[] | null
  threadId?: string
  text?: string
  html?: string
  /** The encoding of text and HTML. */
  encoding?: TextOptions
  /** Files with a content id become inline images of the HTML. */
  files?: readonly File[]
  /** An iCalendar invitation. */
  invitation?: string
  /** Further header lines. */
  headers?: readonly Header[]
  /** The complete content, instead of text, HTML, files and invitation. */
  content?: Part
}

/** Returns the message's MIME tree with all header lines. */
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
  const overridden = new Set(mail.headers?.map(({ name }) => name.toLowerCase()))
  const headers = lines.flatMap(([name, value]) =>
    value && !overridden.has(name.toLowerCase()) ? [{ name, value }] : [],
  )
  return withHeaders(mail.content ?? composeContent(mail), [...headers, ...(mail.headers ?? [])])
}

function composeContent({ text, html, encoding = {}, files = [], invitation }: NewMail): Part {
  const images = files.filter(({ contentId }) => contentId).map(filePart)
  const htmlParts = html === undefined ? [] : [wrapParts('related', [textPart('text/html', html, encoding), ...images])]
  const textParts = text === undefined && html !== undefined ? [] : [textPart('text/plain', text ?? '', encoding)]
  const invitationParts = invitation === undefined ? [] : [textPart('text/calendar', invitation)]
  const body = wrapParts('alternative', [...textParts, ...htmlParts, ...invitationParts])
  return wrapParts('mixed', [body, ...files.filter(({ contentId }) => !contentId).map(filePart)])
}

function wrapParts(subtype: 'alternative' | 'mixed' | 'related', parts: readonly Part[]): Part {
  const [first] = parts
  return parts.length === 1 && first ? first : multipart(subtype, parts)
}

/** Formats epoch ms as `Mon, 16 Mar 2026 09:00:00 +0000`. */
export function formatMailDate(instant: number): string {
  return new Date(instant).toUTCString().replace('GMT', '+0000')
}
