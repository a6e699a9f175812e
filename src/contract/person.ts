import { type Static, Type } from './schema.ts'

/**
 * A person as they appear on an email, an event or a transcription. People have no sync of their own: the platform
 * matches them into the graph by `email`. Provider Interface Specification, "Primitives".
 */
export const PersonReference = Type.Object({
  email: Type.String({ minLength: 3, description: 'Address of the person, lower-case' }),
  friendlyName: Type.Optional(Type.String({ description: 'Name as the vendor shows it' })),
})
export type PersonReference = Static<typeof PersonReference>
