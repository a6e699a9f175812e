import { type Static, Type } from './schema.ts'

/**
 * A person as they appear on an email, an event or a transcription. People have no sync of their own: the platform
 * matches them into the graph by `email`. Provider Interface Specification, "Primitives".
 */
export const PersonReference = Type.Object(
  {
    email: Type.String({ minLength: 3, description: 'Address of the person, lower-case' }),
    friendlyName: Type.Optional(Type.String({ description: 'Name as the vendor shows it' })),
  },
  { accept: readPerson },
)
export type PersonReference = Static<typeof PersonReference>

/** `Ada <ada@acme.example>` and a bare address are read as a person. */
function readPerson(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const [, name = '', address = value] = /^([^<]*)<([^<>]*)>\s*$/.exec(value) ?? []
  if (!/^[^\s@]+@[^\s@]+$/.test(address.trim())) return value
  const friendlyName = name.trim().replace(/^"(.*)"$/, '$1')
  return { email: address.trim().toLowerCase(), ...(friendlyName ? { friendlyName } : {}) }
}
