import { Address } from './addresses.ts'
import { ConnectedProvider } from './credential.ts'
import { type Static, Type } from './schema.ts'
import { MetadataType } from './table.ts'

/** The fields of a slot. They are repeated in the response, so that the platform can match it. */
const slot = {
  metadataType: MetadataType,
  tagType: Type.String({ minLength: 1 }),
  tagSubType: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  sourceTagId: Type.Optional(Type.String()),
}

/** A tag whose vendor objects are requested. `emailDomain` and `url` are used for organizations. */
export const SyncExternalIdLinkObject = Type.Object({
  ...slot,
  emailDomain: Type.Optional(Type.String()),
  url: Type.Optional(Type.String()),
})
export type SyncExternalIdLinkObject = Static<typeof SyncExternalIdLinkObject>

/** A vendor object of a tag: its id and its page in the vendor's UI, with the fields of the slot. */
export const ExternalObjectWithUrl = Type.Object({
  ...slot,
  externalId: Type.String({ minLength: 1 }),
  url: Address({ minLength: 1 }),
})
export type ExternalObjectWithUrl = Static<typeof ExternalObjectWithUrl>

export const SyncIdentifierRequest = Type.Object(
  { connectedProvider: ConnectedProvider, externalIdLinkObjects: Type.Array(SyncExternalIdLinkObject) },
  { aliases: { filter: 'externalIdLinkObjects' } },
)
export type SyncIdentifierRequest = Static<typeof SyncIdentifierRequest>
