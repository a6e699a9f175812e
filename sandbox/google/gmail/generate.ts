import { PEOPLE } from '../../core/fixtures.ts'
import { Random } from '../../core/random.ts'
import { formatAddress } from './address.ts'
import type { NewMail } from './compose.ts'

export interface GenerateOptions {
  count: number
  /** The same seed makes the same mails. */
  seed: number
  /** When the newest mail came, epoch ms. */
  until: number
  /** How far back the oldest may lie. */
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
const DAY = 86_400_000

/** Plausible mails in any number, oldest first, for benches and property tests. */
export function* generateMails({ count, seed, until, spanMs = 180 * DAY, to }: GenerateOptions): Generator<NewMail> {
  const random = new Random(seed)
  const people = Object.values(PEOPLE).filter(({ email }) => email !== to)
  const file = Buffer.alloc(2_048, 'pdf ')
  for (let index = 0; index < count; index++) {
    const words = Array.from({ length: 20 + random.below(180) }, () => random.pick(WORDS))
    const text = `${words.join(' ')}.\n`
    const filename = `${random.pick(WORDS)}.pdf`
    const reply = random.next() < THREAD_CHANCE
    yield {
      from: formatAddress(random.pick(people)),
      to,
      subject: `${reply ? 'Re: ' : ''}${words.slice(0, 4).join(' ')} ${index}`,
      receivedAt: Math.floor(until - spanMs + (spanMs * (index + 1)) / count),
      text,
      ...(reply ? { threadId: `thread${Math.floor(index / 5)}` } : {}),
      ...(random.next() < HTML_CHANCE ? { html: `<div>${words.join(' ')}.</div>` } : {}),
      ...(random.next() < FILE_CHANCE ? { files: [{ filename, mimeType: 'application/pdf', bytes: file }] } : {}),
    }
  }
}
