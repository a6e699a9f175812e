import { EpochMs, type Static, Type } from './schema.ts'

/** NUL and half a surrogate cannot be sent in a header or a form. Keys that people paste may have line breaks. */
const Token = Type.String({ minLength: 1, pattern: '^[^\\u0000\\ud800-\\udfff]+$' })

/**
 * The credential of a user's connection. The provider sends it to the platform at connect time, stores no copy, and
 * receives it in every request. /auth/refresh returns unknown members unchanged.
 */
export const Credential = Type.Object({
  accessToken: Token,
  refreshToken: Type.Optional(Token),
  dateExpiry: Type.Optional(EpochMs('Expiry of the access token')),
  dateRefreshExpiry: Type.Optional(
    EpochMs(
      'Expiry of the refresh token, where the vendor limits it, or of an access token that cannot be refreshed: the user has to sign in again before',
    ),
  ),
  email: Type.String({ minLength: 1, description: 'The user at the vendor' }),
  instanceId: Type.Optional(Type.String()),
  instanceUrl: Type.Optional(Type.String({ description: 'Per-tenant vendor host; required for tag and upsert' })),
  profile: Type.Unknown({ description: 'Additional data of the provider; the member must be present' }),
})
export type Credential = Static<typeof Credential>

/** A connection, as the platform sends it in every request. */
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
