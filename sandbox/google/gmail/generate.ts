import { PEOPLE } from '../../core/fixtures.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import { Random } from '../../core/random.ts'
import { formatAddress } from './address.ts'
import type { NewMail } from './compose.ts'

export interface GenerateOptions {
  count: number
  /** The same seed generates the same messages. */
  seed: number
  /** When the newest message was received, epoch ms. */
  until: number
  /** The time between the oldest and the newest message. */
  spanMs?: number
  /** The owner of the mailbox. */
  to: string
}

const WORDS =
  'pallet gate invoice crane offer tariff customs sample delay harbour manifest shift ledger quarter forecast renewal seat audit'.split(
    ' ',
  )
const THREAD_CHANCE = 0.4
const HTML_CHANCE = 0.6
const FILE_CHANCE = 0.1
const DAY_MS = 86_400_000

/** Generates plausible messages, oldest first, for benchmarks and property tests. */
export function* generateMails({ count, seed, until, spanMs = 180 * DAY_MS, to }: GenerateOptions): Generator<NewMail> {
  const random = new Random(seed)
  const people = Object.values(PEOPLE).filter(({ email }) => email !== to)
  const file = Buffer.alloc(2_048, 'pdf ')
  for (let index = 0; index < count; index++) {
    const words = Array.from({ length: 20 + random.below(180) }, () => random.pick(WORDS))
    const text = `${words.join(' ')}.\n`
    const filename = `${random.pick(WORDS)}.pdf`
    const isReply = random.next() < THREAD_CHANCE
    const from = formatAddress(random.pick(people))
    const hasHtml = random.next() < HTML_CHANCE
    const hasFile = random.next() < FILE_CHANCE
    yield omitUndefined({
      from,
      to,
      subject: `${isReply ? 'Re: ' : ''}${words.slice(0, 4).join(' ')} ${index}`,
      receivedAt: Math.floor(until - spanMs + (spanMs * (index + 1)) / count),
      text,
      threadId: isReply ? `thread${Math.floor(index / 5)}` : undefined,
      html: hasHtml ? `<div>${words.join(' ')}.</div>` : undefined,
      files: hasFile ? [{ filename, mimeType: 'application/pdf', bytes: file }] : undefined,
    })
  }
}
