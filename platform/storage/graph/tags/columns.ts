import { type RawBuilder, sql } from 'kysely'
import type { TagRow } from './rows.ts'

/** The provider of the fields that tags have by themselves. */
export const BUILT_IN_PROVIDER = 'graph'

/** A tag's own field: its column of a tag `t` as text, as a number where it is one, and how a row has it. */
interface BuiltInField {
  text: RawBuilder<unknown>
  number: RawBuilder<unknown>
  read: (tag: TagRow) => string | null
}

const TEXTS = {
  ...({ alias: 'alias', friendlyName: 'friendly_name', tagType: 'tag_type', tagSubType: 'tag_sub_type' } as const),
  ...({ email: 'email', emailDomain: 'email_domain', url: 'url', phoneNumber: 'phone_number' } as const),
  ...({ description: 'description', externalId: 'external_id' } as const),
} as const
const NUMBERS = { dateCreated: 'date_created', dateUpdated: 'date_updated' } as const
const FLAGS = { favorite: 'favorite' } as const

const NO_NUMBER = sql`null::double precision`

export const BUILT_IN_FIELDS: ReadonlyMap<string, BuiltInField> = new Map([
  ...Object.entries(TEXTS).map(([name, column]): [string, BuiltInField] => [
    name,
    { text: sql.ref(`t.${column}`), number: NO_NUMBER, read: (tag) => tag[column] },
  ]),
  ...Object.entries(NUMBERS).map(([name, column]): [string, BuiltInField] => [
    name,
    { text: sql`${sql.ref(`t.${column}`)}::text`, number: sql.ref(`t.${column}`), read: (tag) => String(tag[column]) },
  ]),
  ...Object.entries(FLAGS).map(([name, column]): [string, BuiltInField] => [
    name,
    { text: sql`${sql.ref(`t.${column}`)}::text`, number: NO_NUMBER, read: (tag) => String(tag[column]) },
  ]),
])
