import { Address, AddressOrPath } from './addresses.ts'
import { type Static, Type } from './schema.ts'

/** First path segments of the provider's own routes, which are not allowed as names of applications. */
const RESERVED = ['auth', 'sync', 'tag', 'link', 'upsert', 'install', 'execute', 'api', 'public']

/** The name is part of the OAuth state, after a dot, and of the link route's path. */
export const ApplicationName = Type.String({ pattern: `^(?!(?:${RESERVED.join('|')})$)[A-Za-z0-9_-]{1,64}$` })

/** Pasted URLs that match `pattern`, a URL with `*` as wildcard, are sent to the link route. */
export const LinkSubscription = Type.Object(
  {
    pattern: Type.String({ minLength: 1 }),
    label: Type.Optional(Type.String()),
    metadataType: Type.Optional(Type.String()),
  },
  {
    aliases: { url: 'pattern', urlPattern: 'pattern', host: 'pattern' },
    accept: (value: unknown) => (typeof value === 'string' ? { pattern: value } : value),
  },
)
export type LinkSubscription = Static<typeof LinkSubscription>

/** A type of vendor object that a tag can represent: the fields of a slot of /sync/identifier. */
export const ExternalIdType = Type.Object(
  {
    metadataType: Type.String({ minLength: 1 }),
    label: Type.Optional(Type.String()),
    tagType: Type.Optional(Type.String()),
    tagSubType: Type.Optional(Type.String()),
    uriTemplate: Type.Optional(Address()),
  },
  { accept: (value: unknown) => (typeof value === 'string' ? { metadataType: value } : value) },
)
export type ExternalIdType = Static<typeof ExternalIdType>

/** A flag that is true promises that the corresponding handler exists. */
export const Sobjects = Type.Object({
  calendar: Type.Optional(Type.Boolean()),
  transcription: Type.Optional(Type.Boolean()),
  message: Type.Optional(Type.Boolean()),
  email: Type.Optional(Type.Boolean()),
  table: Type.Optional(Type.Boolean()),
  function: Type.Optional(Type.Boolean()),
})
export type Sobjects = Static<typeof Sobjects>

/** How an account can be connected: by signing in at the vendor, or by a form for a key. */
export const ConnectMethod = Type.Union([Type.Literal('oauth'), Type.Literal('key')])
export type ConnectMethod = Static<typeof ConnectMethod>

export const ApplicationDefinition = Type.Object({
  name: ApplicationName,
  label: Type.String({ minLength: 1 }),
  description: Type.String(),
  iconUrl: Type.Optional(AddressOrPath()),
  authentication: Type.Boolean(),
  /** Absent: signing in is the only way. The first one is the default of /auth/connect. */
  connectMethods: Type.Optional(Type.Array(ConnectMethod, { minItems: 1 })),
  sobjects: Sobjects,
  linkSubscriptions: Type.Array(LinkSubscription),
  externalIds: Type.Array(ExternalIdType),
  functions: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String({ minLength: 1 }),
        label: Type.String(),
        description: Type.Optional(Type.String()),
      }),
    ),
  ),
})
export type ApplicationDefinition = Static<typeof ApplicationDefinition>

/** The ways to connect an application, the default one first. */
export function connectMethodsOf({
  connectMethods = [],
}: Pick<ApplicationDefinition, 'connectMethods'>): readonly [ConnectMethod, ...ConnectMethod[]] {
  const [first = 'oauth', ...further] = connectMethods
  return [first, ...further]
}

/** The definition that a provider registers with the platform. The hub sets `instanceUrl` to BASE_URL. */
export const ProviderDefinition = Type.Object({
  name: Type.String({ minLength: 1 }),
  label: Type.String({ minLength: 1 }),
  description: Type.String(),
  instanceUrl: Type.Optional(Type.String()),
  iconUrl: AddressOrPath({ minLength: 1 }),
  applications: Type.Array(ApplicationDefinition, { minItems: 1 }),
})
export type ProviderDefinition = Static<typeof ProviderDefinition>
