import { Address } from './addresses.ts'
import { ConnectedProvider } from './credential.ts'
import { type Static, Type } from './schema.ts'

/** A tag's identity at a vendor. */
export const ExternalIdLink = Type.Object({
  provider: Type.Optional(Type.String()),
  application: Type.Optional(Type.String()),
  metadataType: Type.Optional(Type.String()),
  externalId: Type.String({ minLength: 1 }),
  url: Type.Optional(Type.String()),
})
export type ExternalIdLink = Static<typeof ExternalIdLink>

/** A tag of the graph in a request, with any of the members that identify it. */
export const TagReference = Type.Object(
  {
    _id: Type.Optional(Type.String()),
    alias: Type.Optional(Type.String()),
    tagType: Type.Optional(Type.String()),
    tagSubType: Type.Optional(Type.String()),
    email: Type.Optional(Type.String()),
    emailDomain: Type.Optional(Type.String()),
    url: Type.Optional(Type.String()),
    metadataType: Type.Optional(Type.String()),
    externalId: Type.Optional(Type.String()),
    externalIdLinks: Type.Optional(Type.Array(ExternalIdLink)),
  },
  { aliases: { name: 'alias', friendlyName: 'alias' } },
)
export type TagReference = Static<typeof TagReference>

/** A vendor object as a tag: a person, an organization or a topic. */
export const Tag = Type.Object({
  externalId: Type.String({ minLength: 1 }),
  tagType: Type.String({ minLength: 1 }),
  tagSubType: Type.Optional(Type.String()),
  alias: Type.String(),
  email: Type.Optional(Type.String()),
  url: Type.Optional(Address()),
  uri: Type.Optional(Address()),
})
export type Tag = Static<typeof Tag>

/** A single tag, to which the response is a Tag, or an array, to which it is an array in the same order. */
export const TagRequest = Type.Union([
  Type.Object({ connectedProvider: ConnectedProvider, tag: TagReference }),
  Type.Object({ connectedProvider: ConnectedProvider, tags: Type.Array(TagReference) }),
])
export type TagRequest = Static<typeof TagRequest>
