import { type RawBuilder, sql } from 'kysely'
import type { TagRow } from './rows.ts'

/** The provider name of the built-in fields of tags. */
export const BUILT_IN_PROVIDER = 'graph'

/** A built-in field: the column of a tag `t` as text and, if it is numeric, as a number; and how to read it from a row. */
interface BuiltInField {
  text: RawBuilder<unknown>
  number: RawBuilder<unknown>
  read: (tag: TagRow) => string | null
}

const TEXTS = {
  alias: 'alias',
  friendlyName: 'friendly_name',
  tagType: 'tag_type',
  tagSubType: 'tag_sub_type',
  email: 'email',
  emailDomain: 'email_domain',
  url: 'url',
  phoneNumber: 'phone_number',
  description: 'description',
  externalId: 'external_id',
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
