import type { Days } from '../../core/days.ts'
import { escapeHtml } from '../../core/markup.ts'
import type { PersonKey } from '../../core/world.ts'
import type { NewMail } from '../mail/deliver.ts'
import { CSV, LOGO, OFFER } from './files.ts'
import { recipient } from './people.ts'
import { THREADS, type Thread } from './threads.ts'

const HOUR = 3_600_000
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu'] as const
/** How long the other one takes to answer. */
const TURN = 4 * HOUR + 11 * 60_000

/** The conversations, mail by mail: what Ada wrote lies in Sent Items, the rest in the inbox or where she filed it. */
export function letters(days: Days): NewMail[] {
  return THREADS.flatMap((thread, index) => {
    const begin = days.instant(thread.week, WEEKDAYS[index % WEEKDAYS.length] ?? 'Mon', '08:40')
    return thread.turns.map((_, turn) => letter(thread, turn, begin + turn * TURN))
  })
}

function letter(thread: Thread, turn: number, receivedAt: number): NewMail {
  const { subject, turns, cc, folder = 'inbox', week } = thread
  const [author, reader] = writersOf(thread, turn)
  const own = author === 'ada'
  const text = turns[turn] ?? ''
  return {
    folder: own ? 'sentitems' : folder,
    from: recipient(author),
    to: [recipient(reader)],
    cc: cc ? [recipient(cc)] : [],
    subject: turn === 0 ? subject : `RE: ${subject}`,
    receivedAt,
    html: htmlOf(text) + signature(author) + (turn === 0 ? '' : quote(thread, turn - 1)),
    conversation: subject,
    isRead: own || week < -1,
    flagged: text.includes('?') && week === -1,
    attachments: [...(own ? [LOGO] : []), ...filesOf(text)],
  }
}

function writersOf({ between: [first, second] }: Thread, turn: number): readonly [PersonKey, PersonKey] {
  return turn % 2 === 0 ? [first, second] : [second, first]
}

function htmlOf(text: string): string {
  const paragraphs = text.split('\n\n').map((part) => `<p>${escapeHtml(part).replaceAll('\n', '<br>')}</p>`)
  return paragraphs.join('\r\n')
}

function signature(author: PersonKey): string {
  return author === 'ada' ? `<p><img src="cid:${LOGO.contentId}" alt="Meridian Works"></p>` : ''
}

function quote(thread: Thread, turn: number): string {
  const [author] = writersOf(thread, turn)
  const { name, address } = recipient(author)
  const head = `<b>From:</b> ${escapeHtml(name)} &lt;${escapeHtml(address)}&gt;`
  return `<hr><div id="divRplyFwdMsg">${head}</div>${htmlOf(thread.turns[turn] ?? '')}`
}

function filesOf(text: string) {
  if (/suppliers/i.test(text)) return [CSV]
  return /attached|вложении/i.test(text) ? [OFFER] : []
}
