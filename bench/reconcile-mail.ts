import type { Email } from '../src/contract/index.ts'

/** Mail of about 2 KB, in words of which some are common and most are rare. */
export function mailbox(items: number, changedTimes = 0): Email[] {
  return Array.from({ length: items }, (_, i) => mail(i, i % 10 === 0 ? changedTimes : 0))
}

const PEOPLE = 200
const WORDS = 20_000

function mail(i: number, changedTimes: number): Email {
  const person = i % PEOPLE
  return {
    ...{ blockType: 'email', provider: 'acme', application: 'mail', externalId: `mail-${i}` },
    uri: `https://mail.example/${i}`,
    from: { email: `person${person}@org${person % 40}.example`, friendlyName: `Person ${person}` },
    to: [{ email: 'ada@acme.example', friendlyName: 'Ada' }],
    cc: [],
    subject: `Subject ${word(i)} ${word(i * 7)}`,
    bodyText: `${changedTimes} ${Array.from({ length: 260 }, (_, at) => word((i + 1) * (at + 3))).join(' ')}`,
    dateReceived: 1_800_000_000_000 + i,
    threadExternalId: `thread-${i >> 2}`,
  }
}

/** The lower the rarer: a word's place in the list is the square of an even one. */
function word(seed: number): string {
  const even = (Math.imul(seed, 2_654_435_761) >>> 0) / 2 ** 32
  return `w${Math.floor(even * even * WORDS).toString(36)}`
}
