import { Address } from './addresses.ts'
import { ConnectedProvider } from './credential.ts'
import { PersonReference } from './person.ts'
import { EpochMs, type Static, Type } from './schema.ts'

/** A document behind a pasted URL. */
export const BusinessObject = Type.Object({
  blockType: Type.Optional(Type.Literal('document')),
  provider: Type.String({ minLength: 1 }),
  application: Type.String({ minLength: 1 }),
  externalId: Type.String({ minLength: 1 }),
  url: Address({ minLength: 1 }),
  title: Type.String(),
  metadataType: Type.Optional(Type.String()),
  documentHtml: Type.Optional(Type.String()),
  text: Type.Optional(Type.String()),
  iconUrl: Type.Optional(Address()),
  organizedBy: Type.Optional(PersonReference),
  dateUpdated: Type.Optional(EpochMs('Last change at the vendor')),
  tags: Type.Optional(Type.Array(Type.Object({ externalId: Type.String(), tagType: Type.String() }))),
})
export type BusinessObject = Static<typeof BusinessObject>

/** The path names the application, so the connection may omit it. It is set before handlers are called. */
const LinkedProvider = Type.Unsafe<ConnectedProvider>(
  Type.Object({ ...ConnectedProvider.properties, application: Type.Optional(Type.String({ minLength: 1 })) }),
)

export const LinkRequest = Type.Object(
  { connectedProvider: LinkedProvider, url: Type.String({ minLength: 1, maxLength: 8192 }) },
  { aliases: { uri: 'url', link: 'url', businessObject: 'url' }, accept: readNestedUrl },
)
export type LinkRequest = Static<typeof LinkRequest>

/** `link: { url }` and `businessObject: { url }` are read as `url`. */
function readNestedUrl(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || 'url' in body) return body
  for (const member of ['link', 'businessObject'] as const) {
    const nested = (body as Record<string, unknown>)[member]
    if (typeof nested === 'object' && nested !== null && 'url' in nested) return { ...body, [member]: nested.url }
  }
  return body
}
