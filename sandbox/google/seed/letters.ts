import type { Days } from '../../core/days.ts'
import { PEOPLE, type Person } from '../../core/world.ts'
import { addressLine } from '../gmail/address.ts'
import { mailDate, type NewMail } from '../gmail/compose.ts'
import { CONVERSATIONS, type Conversation } from './conversations.ts'
import { PDF } from './files.ts'

const HOUR = 3_600_000
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'] as const

/** The threads, mail by mail: those written by Ada are in Sent, the others in the inbox. */
export function letters(days: Days): { thread: string | undefined; mail: NewMail }[] {
  return CONVERSATIONS.flatMap((conversation, index) => {
    const begin = days.instant(conversation.week, WEEKDAYS[index % 5] ?? 'Mon', '08:12')
    return conversation.turns.map((_, turn) => ({
      thread: conversation.subject,
      mail: letter(conversation, turn, begin),
    }))
  })
}

function letter(conversation: Conversation, turn: number, begin: number): NewMail {
  const { subject, turns, cc, label } = conversation
  const [author, reader] = writersOf(conversation, turn)
  const receivedAt = begin + turn * 5 * HOUR + turn * 7 * 60_000
  const text = `${turns[turn]}\n`
  const quoted = turn === 0 ? '' : quoteOf(conversation, turn - 1, begin + (turn - 1) * 5 * HOUR)
  const sent = author.key === 'ada'
  return {
    from: addressLine(author),
    to: addressLine(reader),
    ...(cc ? { cc: addressLine(PEOPLE[cc]) } : {}),
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

function writersOf({ between }: Conversation, turn: number): [Person, Person] {
  const [first, second] = between
  return turn % 2 === 0 ? [PEOPLE[first], PEOPLE[second]] : [PEOPLE[second], PEOPLE[first]]
}

function quoteOf(conversation: Conversation, turn: number, at: number): string {
  const [author] = writersOf(conversation, turn)
  const lines = (conversation.turns[turn] ?? '').split('\n').map((line) => `> ${line}`)
  return `\nOn ${mailDate(at)}, ${author.name} wrote:\n${lines.join('\n')}\n`
}
