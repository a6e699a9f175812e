import { PEOPLE } from '../../core/fixtures.ts'
import { Random } from '../../core/random.ts'
import type { NewMail } from './deliver.ts'

export interface GenerateOptions {
  count: number
  /** The same seed generates the same messages. */
  seed: number
  /** When the newest message was received, epoch ms. */
  until: number
  /** The period over which the messages are spread, 180 days by default. */
  spanMs?: number
}

const SUBJECTS = ['Shipment', 'Purchase order', 'Minutes', 'Release note', 'Reminder', 'Availability', 'Claim', 'Rota']
const SENTENCES = [
  'The revised figures are in the shared workbook.',
  'Please confirm before noon, otherwise the slot goes to the next in line.',
  'Nothing to do for you, this is only so that you know.',
  'Two of the five pallets were delivered to the wrong gate.',
  'I have put Thursday in your calendar; move it if it does not suit.',
]
const DAY = 86_400_000
const MESSAGES_PER_THREAD = 4
const ATTACHMENT_PROBABILITY = 0.1

/** Generates any number of plausible messages, oldest first, for benchmarks and property tests. */
export function* generateMails({ count, seed, until, spanMs = 180 * DAY }: GenerateOptions): Generator<NewMail> {
  const random = new Random(seed)
  const senders = Object.values(PEOPLE).map(({ name, email }) => ({ name, address: email }))
  const file = { name: 'list.csv', contentType: 'text/csv', content: Buffer.from('gate,pallets\n14,5\n') }
  for (let index = 0; index < count; index++) {
    const thread = Math.floor(index / MESSAGES_PER_THREAD)
    const lines = Array.from({ length: 1 + random.below(12) }, () => random.pick(SENTENCES))
    yield {
      from: random.pick(senders),
      subject: `${index % MESSAGES_PER_THREAD === 0 ? '' : 'RE: '}${SUBJECTS[thread % SUBJECTS.length]} ${seed}-${thread}`,
      receivedAt: Math.floor(until - spanMs + (spanMs * (index + 1)) / count),
      html: lines.map((line) => `<p>${line}</p>`).join(''),
      text: lines.join('\r\n'),
      conversation: `generated ${seed} ${thread}`,
      // Generated messages may be identical otherwise; the index makes this id unique.
      internetMessageId: `<${seed}.${index}@mail.example>`,
      isRead: index < count * 0.9,
      attachments: random.next() < ATTACHMENT_PROBABILITY ? [file] : [],
    }
  }
}
