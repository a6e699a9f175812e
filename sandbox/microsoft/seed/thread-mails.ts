import type { PersonKey } from '../../core/fixtures.ts'
import { escapeHtml } from '../../core/html/markup.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import type { RelativeDates } from '../../core/time/relative-dates.ts'
import type { NewMail } from '../mail/deliver.ts'
import { CSV, LOGO, QUOTE_PDF } from './attachments.ts'
import { recipient } from './people.ts'
import { THREADS, type Thread } from './threads.ts'

const HOUR_MS = 3_600_000
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu'] as const
/** The time until the other person replies. */
const REPLY_DELAY_MS = 4 * HOUR_MS + 11 * 60_000

/** The messages of all threads. Ada's are in Sent Items, the others in the inbox or in the folder of the thread. */
export function threadMails(days: RelativeDates): NewMail[] {
  return THREADS.flatMap((thread, index) => {
    const begin = days.epochMs(thread.week, WEEKDAYS[index % WEEKDAYS.length] ?? 'Mon', '08:40')
    return thread.turns.map((_, turn) => toMail(thread, turn, begin + turn * REPLY_DELAY_MS))
  })
}

function toMail(thread: Thread, turn: number, receivedAt: number): NewMail {
  const { subject, turns, cc, folder = 'inbox', week } = thread
  const [author, reader] = writersAt(thread, turn)
  const own = author === 'ada'
  const text = turns[turn] ?? ''
  return {
    folder: own ? 'sentitems' : folder,
    from: recipient(author),
    to: [recipient(reader)],
    cc: cc ? [recipient(cc)] : [],
    subject: turn === 0 ? subject : `RE: ${subject}`,
    receivedAt,
    html: toHtml(text) + signature(author) + (turn === 0 ? '' : quote(thread, turn - 1)),
    conversation: subject,
    internetMessageId: messageIdOf(thread, turn),
    ...omitUndefined({ inReplyTo: turn === 0 ? undefined : messageIdOf(thread, turn - 1) }),
    isRead: own || week < -1,
    flagged: text.includes('?') && week === -1,
    attachments: [...(own ? [LOGO] : []), ...attachmentsFor(text)],
  }
}

function messageIdOf({ subject }: Thread, turn: number): string {
  return `<${Buffer.from(subject).toString('hex').slice(0, 40)}.${turn}@mail.example>`
}

function writersAt({ between: [first, second] }: Thread, turn: number): readonly [PersonKey, PersonKey] {
  return turn % 2 === 0 ? [first, second] : [second, first]
}

function toHtml(text: string): string {
  const paragraphs = text.split('\n\n').map((part) => `<p>${escapeHtml(part).replaceAll('\n', '<br>')}</p>`)
  return paragraphs.join('\r\n')
}

function signature(author: PersonKey): string {
  return author === 'ada' ? `<p><img src="cid:${LOGO.contentId}" alt="Meridian Works"></p>` : ''
}

function quote(thread: Thread, turn: number): string {
  const [author] = writersAt(thread, turn)
  const { name, address } = recipient(author)
  const head = `<b>From:</b> ${escapeHtml(name)} &lt;${escapeHtml(address)}&gt;`
  return `<hr><div id="divRplyFwdMsg">${head}</div>${toHtml(thread.turns[turn] ?? '')}`
}

function attachmentsFor(text: string) {
  if (/suppliers/i.test(text)) return [CSV]
  return /attached|вложении/i.test(text) ? [QUOTE_PDF] : []
}
