import { type Static, Type } from './schema.ts'

/**
 * A person in an email, an event or a transcription. People have no sync of their own: the platform matches them by
 * `email`. Provider Interface Specification, "Primitives".
 */
export const PersonReference = Type.Object(
  {
    email: Type.String({ minLength: 3, description: 'Address of the person, lower-case' }),
    friendlyName: Type.Optional(Type.String({ description: 'Name as the vendor shows it' })),
  },
  { accept: readPerson },
)
export type PersonReference = Static<typeof PersonReference>

/** Accepts `Ada <ada@acme.example>` and a plain address as a person. */
function readPerson(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const [, name = '', address = value] = /^([^<]*)<([^<>]*)>\s*$/.exec(value) ?? []
  if (!/^[^\s@]+@[^\s@]+$/.test(address.trim())) return value
  const friendlyName = name.trim().replace(/^"(.*)"$/, '$1')
  const email = address.trim().toLowerCase()
  return friendlyName ? { email, friendlyName } : { email }
}
