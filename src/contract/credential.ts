import { EpochMs, type Static, Type } from './schema.ts'

/**
 * What a user's connection consists of. The provider hands it to the platform once, at connect time, and receives it
 * back in every request; it keeps no copy. Members not listed here are kept and sent back by /auth/refresh.
 */
export const Credential = Type.Object({
  accessToken: Type.String({ minLength: 1 }),
  refreshToken: Type.Optional(Type.String({ minLength: 1 })),
  dateExpiry: Type.Optional(EpochMs('When the access token ends')),
  email: Type.String({ minLength: 1, description: 'The user at the vendor' }),
  instanceId: Type.Optional(Type.String()),
  instanceUrl: Type.Optional(Type.String({ description: 'Per-tenant vendor host; required for tag and upsert' })),
  profile: Type.Unknown({ description: 'Free-form data worth keeping; the member must be present' }),
})
export type Credential = Static<typeof Credential>

/** A connection as the platform names it in every request. */
export const ConnectedProvider = Type.Object({
  connectionId: Type.String({ minLength: 1 }),
  provider: Type.String({ minLength: 1 }),
  application: Type.String({ minLength: 1 }),
  credential: Credential,
})
export type ConnectedProvider = Static<typeof ConnectedProvider>

/** What the provider posts to the platform after sign-in. */
export const ConnectedProviderRegistration = Type.Object({
  connectionId: Type.String({ minLength: 1 }),
  credential: Credential,
})
export type ConnectedProviderRegistration = Static<typeof ConnectedProviderRegistration>
