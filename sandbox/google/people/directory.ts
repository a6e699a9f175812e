import { createHash } from 'node:crypto'
import { PEOPLE, type Person, type PersonKey } from '../../core/fixtures.ts'

/** The last two digits of the account ids of the sample people. */
const NUMBERS = {
  ada: '01',
  bilal: '02',
  esther: '03',
  chloe: '04',
  dmitri: '05',
  ingrid: '06',
  lars: '07',
  haruka: '08',
  kenji: '09',
  maya: '10',
  omar: '11',
  yulia: '12',
  aroha: '13',
} as const satisfies Record<PersonKey, string>

/** A person with a Google account, in the sandbox or elsewhere. */
export interface DirectoryEntry {
  readonly userId: string
  readonly person: Person
}

const ENTRIES: readonly DirectoryEntry[] = (Object.keys(PEOPLE) as PersonKey[]).map((key) => ({
  userId: `1081140932174466020${NUMBERS[key]}`,
  person: PEOPLE[key],
}))

export function findByUserId(userId: string): DirectoryEntry | undefined {
  return ENTRIES.find((entry) => entry.userId === userId)
}

export function findByEmail(email: string): DirectoryEntry | undefined {
  return ENTRIES.find(({ person }) => person.email === email)
}

/** The id of the Google account with this address; people outside the samples have one, too. */
export function toUserId(email: string): string {
  const digest = createHash('sha1').update(email).digest('hex').slice(0, 16)
  return findByEmail(email)?.userId ?? `1${BigInt(`0x${digest}`).toString().padStart(20, '0').slice(-20)}`
}
