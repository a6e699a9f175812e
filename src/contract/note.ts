import { ConnectedProvider } from './credential.ts'
import { type Static, Type } from './schema.ts'

/** A note of the platform to write at the vendor. `externalId` is empty or absent for a new note and set in the response. */
export const ExternalNote = Type.Object({
  _id: Type.String({ minLength: 1 }),
  externalId: Type.Optional(Type.String()),
  title: Type.String(),
  documentHtml: Type.String({ description: 'Content rendered as HTML' }),
  uri: Type.Optional(Type.String({ description: 'Link back to the platform' })),
  tags: Type.Array(Type.Object({ externalId: Type.String({ minLength: 1 }), tagType: Type.String() })),
})
export type ExternalNote = Static<typeof ExternalNote>

export const UpsertNotesRequest = Type.Object({
  connectedProvider: ConnectedProvider,
  externalNotes: Type.Array(ExternalNote),
})
export type UpsertNotesRequest = Static<typeof UpsertNotesRequest>

/** What the platform reads of a note in the response. The rest is not required: the note is written already. */
export const WrittenNote = Type.Object({
  _id: Type.String({ minLength: 1 }),
  externalId: Type.Optional(Type.String()),
  warnings: Type.Optional(
    Type.Array(Type.String(), { description: 'What a person should know of how the note was written' }),
  ),
})
export type WrittenNote = Static<typeof WrittenNote>
