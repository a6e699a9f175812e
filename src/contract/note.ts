import { ConnectedProvider } from './credential.ts'
import { type Static, Type } from './schema.ts'

/** A note of the platform to be written at the vendor; `externalId` is empty on create and filled in the answer. */
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
