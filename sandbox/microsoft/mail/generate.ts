import { PEOPLE } from '../../core/fixtures.ts'
import { Random } from '../../core/random.ts'
import type { NewMail } from './deliver.ts'

export interface GenerateOptions {
  count: number
  /** The same seed makes the same mails. */
  seed: number
  /** When the newest mail came, epoch ms. */
  until: number
  /** How far back the oldest may lie. */
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
const THREAD_LENGTH = 4
const ATTACHMENT_CHANCE = 0.1

/** Plausible mails in any number, oldest first, for benches and property tests. */
export function* generateMails({ count, seed, until, spanMs = 180 * DAY }: GenerateOptions): Generator<NewMail> {
  const random = new Random(seed)
  const senders = Object.values(PEOPLE).map(({ name, email }) => ({ name, address: email }))
  const file = { name: 'list.csv', contentType: 'text/csv', content: Buffer.from('gate,pallets\n14,5\n') }
  for (let index = 0; index < count; index++) {
    const thread = Math.floor(index / THREAD_LENGTH)
    const lines = Array.from({ length: 1 + random.below(12) }, () => random.pick(SENTENCES))
    yield {
      from: random.pick(senders),
      subject: `${index % THREAD_LENGTH === 0 ? '' : 'RE: '}${SUBJECTS[thread % SUBJECTS.length]} ${seed}-${thread}`,
      receivedAt: Math.floor(until - spanMs + (spanMs * (index + 1)) / count),
      html: lines.map((line) => `<p>${line}</p>`).join(''),
      text: lines.join('\r\n'),
      conversation: `generated ${seed} ${thread}`,
      // Mails of one generation may be alike; the number keeps them apart.
      internetMessageId: `<${seed}.${index}@mail.example>`,
      isRead: index < count * 0.9,
      ...(random.next() < ATTACHMENT_CHANCE ? { attachments: [file] } : {}),
    }
  }
}
