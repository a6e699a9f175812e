import { PEOPLE, type Person } from '../../core/fixtures.ts'
import type { RelativeDates } from '../../core/time/relative-dates.ts'
import { formatAddress } from '../gmail/address.ts'
import { formatMailDate, type NewMail } from '../gmail/compose.ts'
import { PDF } from './files.ts'
import { SAMPLE_THREADS, type SampleThread } from './threads.ts'

const HOUR = 3_600_000
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'] as const

/** The threads, mail by mail: those written by Ada are in Sent, the others in the inbox. */
export function createThreadMails(days: RelativeDates): { thread: string | undefined; mail: NewMail }[] {
  return SAMPLE_THREADS.flatMap((conversation, index) => {
    const begin = days.epochMs(conversation.week, WEEKDAYS[index % 5] ?? 'Mon', '08:12')
    return conversation.turns.map((_, turn) => ({
      thread: conversation.subject,
      mail: createMail(conversation, turn, begin),
    }))
  })
}

function createMail(conversation: SampleThread, turn: number, begin: number): NewMail {
  const { subject, turns, cc, label } = conversation
  const [author, reader] = getParticipants(conversation, turn)
  const receivedAt = begin + turn * 5 * HOUR + turn * 7 * 60_000
  const text = `${turns[turn]}\n`
  const quoted = turn === 0 ? '' : quoteTurn(conversation, turn - 1, begin + (turn - 1) * 5 * HOUR)
  const sent = author.key === 'ada'
  return {
    from: formatAddress(author),
    to: formatAddress(reader),
    ...(cc ? { cc: formatAddress(PEOPLE[cc]) } : {}),
    subject: turn === 0 ? subject : `Re: ${subject}`,
    receivedAt,
    labelIds: [...(sent ? ['SENT'] : ['INBOX', 'IMPORTANT', 'CATEGORY_PERSONAL']), ...(label ? [label] : [])],
    text: text + quoted,
    html: `<div dir="auto">${text.replaceAll('\n', '<br>')}</div>${quoted ? `<blockquote class="gmail_quote">${quoted}</blockquote>` : ''}`,
    ...(/attach|вложении/i.test(text)
      ? { files: [{ filename: 'offer.pdf', mimeType: 'application/pdf', bytes: PDF }] }
      : {}),
  }
}

function getParticipants({ between }: SampleThread, turn: number): [Person, Person] {
  const [first, second] = between
  return turn % 2 === 0 ? [PEOPLE[first], PEOPLE[second]] : [PEOPLE[second], PEOPLE[first]]
}

function quoteTurn(conversation: SampleThread, turn: number, at: number): string {
  const [author] = getParticipants(conversation, turn)
  const lines = (conversation.turns[turn] ?? '').split('\n').map((line) => `> ${line}`)
  return `\nOn ${formatMailDate(at)}, ${author.name} wrote:\n${lines.join('\n')}\n`
}
