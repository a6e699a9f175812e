import type { Email } from '../../src/contract/index.ts'

/**
 * Creates messages of about 2 KB, in which a few words are common and most are rare. They are read from JSON, as those of
 * a response are.
 */
export function createMailbox(count: number, revision = 0): Email[] {
  const mails = Array.from({ length: count }, (_, index) => createMail(index, index % 10 === 0 ? revision : 0))
  return JSON.parse(JSON.stringify(mails))
}

const PEOPLE = 200
const WORDS = 20_000

function createMail(index: number, revision: number): Email {
  const person = index % PEOPLE
  return {
    blockType: 'email',
    provider: 'acme',
    application: 'mail',
    externalId: `mail-${index}`,
    uri: `https://mail.example/${index}`,
    from: { email: `person${person}@org${person % 40}.example`, friendlyName: `Person ${person}` },
    to: [{ email: 'ada@acme.example', friendlyName: 'Ada' }],
    cc: [],
    subject: `Subject ${getWord(index)} ${getWord(index * 7)}`,
    bodyText: `${revision} ${Array.from({ length: 260 }, (_, position) => getWord((index + 1) * (position + 3))).join(' ')}`,
    dateReceived: 1_800_000_000_000 + index,
    threadExternalId: `thread-${index >> 2}`,
  }
}

/** Words with low numbers are more frequent: the number is the square of a uniformly distributed value. */
function getWord(seed: number): string {
  const uniform = (Math.imul(seed, 2_654_435_761) >>> 0) / 2 ** 32
  return `w${Math.floor(uniform * uniform * WORDS).toString(36)}`
}
