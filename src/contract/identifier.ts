import { ConnectedProvider } from './credential.ts'
import { type Static, Type } from './schema.ts'
import { MetadataType } from './table.ts'

/** Hints of a slot; they are echoed in the answer so that the platform can match it. */
const slot = {
  metadataType: MetadataType,
  tagType: Type.String({ minLength: 1 }),
  tagSubType: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  sourceTagId: Type.Optional(Type.String()),
}

/** A question: which vendor objects are this tag? `emailDomain` and `url` are read for organizations when sent. */
export const SyncExternalIdLinkObject = Type.Object({
  ...slot,
  emailDomain: Type.Optional(Type.String()),
  url: Type.Optional(Type.String()),
})
export type SyncExternalIdLinkObject = Static<typeof SyncExternalIdLinkObject>

/** An answer: the vendor's id of the object and its page in the vendor UI, beside the hints of its slot. */
export const ExternalObjectWithUrl = Type.Object({
  ...slot,
  externalId: Type.String({ minLength: 1 }),
  url: Type.String({ minLength: 1 }),
})
export type ExternalObjectWithUrl = Static<typeof ExternalObjectWithUrl>

export const SyncIdentifierRequest = Type.Object(
  { connectedProvider: ConnectedProvider, externalIdLinkObjects: Type.Array(SyncExternalIdLinkObject) },
  { aliases: { filter: 'externalIdLinkObjects' } },
)
export type SyncIdentifierRequest = Static<typeof SyncIdentifierRequest>
