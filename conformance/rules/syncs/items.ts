import type { Rule } from '../../rule.ts'
import type { Json } from '../../run/client.ts'
import { findErrors } from '../../run/schemas.ts'
import { SPECIFICATION } from '../../specification/sentences.ts'
import { SYNCS } from './page-rules.ts'
import { accepted, list, readItems } from './pages.ts'

const perSync = { scope: 'capability', capabilities: SYNCS, needs: ['account'] } as const
const WITH_PROVENANCE = SYNCS.filter((name) => name !== 'identifier' && name !== 'insight')

/** A date in this range is one in seconds: as milliseconds, it would be in the first years of the seventies. */
const SECONDS = { min: 100_000_000, max: 99_999_999_999 }

/** Rules about the items of syncs. */
export const itemRules: readonly Rule[] = [
  {
    ...perSync,
    id: 'items.valid',
    level: 'must',
    requires: 'Every item has the form of its primitive.',
    source: SPECIFICATION.oneKind,
    remedy: 'Compare the item with its schema in src/contract. The platform leaves out items that it cannot read.',
    run: async (check, subject) => {
      const { item } = subject.capability
      for (const [index, value] of accepted(subject, await readItems(check, subject)).entries()) {
        const errors = item ? findErrors(item, value) : []
        check.expect(errors.length === 0, `item ${index}: ${errors.join('; ')}`)
      }
    },
  },
  {
    ...perSync,
    id: 'items.documented-names',
    level: 'should',
    requires: 'Items use the documented names of members, and no other accepted spelling.',
    source: SPECIFICATION.provenance,
    remedy: 'Rename the member: other spellings are accepted today, and nobody promises that they will be.',
    run: async (check, subject) => {
      const { item } = subject.capability
      if (!item) return
      const values = await readItems(check, subject)
      for (const [index, value] of values.entries()) {
        if (findErrors(item, accepted(subject, [value])[0]).length > 0) continue
        const errors = findErrors(item, value)
        check.expect(errors.length === 0, `item ${index}: ${errors.join('; ')}`)
      }
    },
  },
  {
    ...perSync,
    id: 'items.provenance',
    level: 'must',
    requires: 'Every item names its provider and application, as the connection does.',
    source: SPECIFICATION.provenance,
    remedy: 'Copy provider and application from the connectedProvider of the request.',
    capabilities: WITH_PROVENANCE,
    run: async (check, subject) => {
      const { provider, application } = await subject.connection()
      for (const item of await readItems(check, subject)) {
        const isRight = item?.provider === provider && item?.application === application
        check.expect(isRight, `${item?.externalId} names ${item?.provider}, ${item?.application}`)
      }
    },
  },
  {
    ...perSync,
    id: 'items.dates',
    level: 'must',
    requires: 'Every date is a number in epoch milliseconds.',
    source: SPECIFICATION.epochMs,
    remedy: 'Convert ISO texts with Date.parse, and seconds by a factor of 1000.',
    run: async (check, subject) => {
      const dates = accepted(subject, await readItems(check, subject)).flatMap((item, index) =>
        datesIn(item, `item ${index}`),
      )
      for (const [where, value] of dates) {
        if (!check.expect(typeof value === 'number', `${where} is ${JSON.stringify(value)} and no number`)) continue
        const size = Math.abs(value as number)
        check.expect(size < SECONDS.min || size > SECONDS.max, `${where} is ${value}, which looks like seconds`)
      }
    },
  },
  {
    ...perSync,
    id: 'items.people',
    level: 'must',
    requires: 'Every person has an email address.',
    source: SPECIFICATION.person,
    remedy: 'Leave out people without an address: the platform matches people by it.',
    run: async (check, subject) => {
      const people = accepted(subject, await readItems(check, subject)).flatMap((item) => peopleIn(item))
      const wrong = people.filter(({ email }) => typeof email !== 'string' || !/^[^\s@]+@[^\s@]+$/.test(email))
      check.expect(
        wrong.length === 0,
        `people without an address: ${list(wrong.map((person) => JSON.stringify(person)))}`,
      )
    },
  },
]

/** The members of a value whose name says that they are dates. */
function datesIn(value: Json, where: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]): [string, unknown][] => [
    ...(/^date[A-Z]/.test(name) ? [[`${where}/${name}`, member] as [string, unknown]] : []),
    ...datesIn(member, `${where}/${name}`),
  ])
}

const PEOPLE = ['from', 'to', 'cc', 'bcc', 'replyTo', 'attendees', 'organizedBy', 'speaker', 'assignedTo']

/** The people in an item. */
function peopleIn(value: Json): { email?: unknown }[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => {
    if (!PEOPLE.includes(name)) return peopleIn(member)
    return [member].flat().filter((person) => typeof person === 'object' && person !== null) as { email?: unknown }[]
  })
}
