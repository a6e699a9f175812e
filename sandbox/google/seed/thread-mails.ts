import { PEOPLE, type Person } from '../../core/fixtures.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import type { RelativeDates } from '../../core/time/relative-dates.ts'
import { formatAddress } from '../gmail/address.ts'
import { formatMailDate, type NewMail } from '../gmail/compose.ts'
import { PDF } from './files.ts'
import { SAMPLE_THREADS, type SampleThread } from './threads.ts'

const HOUR_MS = 3_600_000
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'] as const

/** Returns the messages of all threads. Ada's own are in Sent, the others in the inbox. */
export function createThreadMails(days: RelativeDates): { thread: string | undefined; mail: NewMail }[] {
  return SAMPLE_THREADS.flatMap((thread, index) => {
    const startMs = days.epochMs(thread.week, WEEKDAYS[index % 5] ?? 'Mon', '08:12')
    return thread.turns.map((_, turn) => ({
      thread: thread.subject,
      mail: createMail(thread, turn, startMs),
    }))
  })
}

function createMail(thread: SampleThread, turn: number, startMs: number): NewMail {
  const { subject, turns, cc, label } = thread
  const [author, reader] = getParticipants(thread, turn)
  const receivedAt = startMs + turn * 5 * HOUR_MS + turn * 7 * 60_000
  const text = `${turns[turn]}\n`
  const quoted = turn === 0 ? '' : quoteTurn(thread, turn - 1, startMs + (turn - 1) * 5 * HOUR_MS)
  const isSent = author.key === 'ada'
  const mentionsAttachment = /attach|вложении/i.test(text)
  return omitUndefined({
    from: formatAddress(author),
    to: formatAddress(reader),
    cc: cc ? formatAddress(PEOPLE[cc]) : undefined,
    subject: turn === 0 ? subject : `Re: ${subject}`,
    receivedAt,
    labelIds: [...(isSent ? ['SENT'] : ['INBOX', 'IMPORTANT', 'CATEGORY_PERSONAL']), ...(label ? [label] : [])],
    text: text + quoted,
    html: `<div dir="auto">${text.replaceAll('\n', '<br>')}</div>${quoted ? `<blockquote class="gmail_quote">${quoted}</blockquote>` : ''}`,
    files: mentionsAttachment ? [{ filename: 'offer.pdf', mimeType: 'application/pdf', bytes: PDF }] : undefined,
  })
}

function getParticipants({ between }: SampleThread, turn: number): [Person, Person] {
  const [first, second] = between
  return turn % 2 === 0 ? [PEOPLE[first], PEOPLE[second]] : [PEOPLE[second], PEOPLE[first]]
}

function quoteTurn(thread: SampleThread, turn: number, sentAt: number): string {
  const [author] = getParticipants(thread, turn)
  const lines = (thread.turns[turn] ?? '').split('\n').map((line) => `> ${line}`)
  return `\nOn ${formatMailDate(sentAt)}, ${author.name} wrote:\n${lines.join('\n')}\n`
}
