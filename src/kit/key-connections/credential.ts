import { Value } from 'typebox/value'
import type { ConnectedProviderRegistration, Credential } from '../../contract/index.ts'
import { omitUndefined } from '../../runtime/omit.ts'
import { holdSecret } from '../../runtime/secret.ts'
import type { Call, CallbackInput, Settings } from '../application.ts'
import { CredentialsExpiredError } from '../errors.ts'
import { refreshOnce } from '../oauth/refresh.ts'
import type { Tokens } from '../oauth/tokens.ts'
import type { KeyConnection, StoredKey } from './connection.ts'
import { FieldError } from './form.ts'
import { openSealedKey } from './sealed-key.ts'

/** The connection of a key that was sealed. Throws a ProviderError if it cannot be used any more. */
export async function finishConnection<Key extends StoredKey, S extends Settings>(
  connection: KeyConnection<Key, S>,
  { connectionId, state, nonce, parameters }: CallbackInput,
  call: Call<S>,
): Promise<ConnectedProviderRegistration> {
  const json = await openSealedKey(call, omitUndefined({ state, nonce }), parameters.code ?? '')
  const key = parseKey(connection, json)
  const tokens = await mint(connection, key, call)
  const { email, accountId, instanceId, instanceUrl, profile } = await connection.identify(tokens, key, call)
  const { dateCertificateEnd } = key
  const credential = omitUndefined({
    accessToken: tokens.accessToken,
    refreshToken: json,
    dateExpiry: tokens.dateExpiry,
    email,
    instanceId: instanceId || undefined,
    instanceUrl: instanceUrl || undefined,
    profile: {
      ...profile,
      ...omitUndefined({ dateCertificateEnd }),
      accountId,
      scopes: tokens.scopes,
      method: 'key',
    },
  })
  return { connectionId, credential }
}

/** Signs again. Nothing else of the credential changes, except the scopes if the vendor grants others now. */
export async function refreshKey<Key extends StoredKey, S extends Settings>(
  connection: KeyConnection<Key, S>,
  credential: Credential,
  call: Call<S>,
): Promise<Credential> {
  const { accessToken, refreshToken: json = '' } = credential
  const key = parseKey(connection, json)
  const profile = credential.profile as Record<string, unknown>
  const scopes = Array.isArray(profile.scopes) ? profile.scopes.map(String) : undefined
  const identity = `${connection.vendor} ${call.application} ${json} ${scopes?.join(' ')}`
  const tokens: Tokens = await refreshOnce(
    call,
    { identity, accessToken },
    () => mint(connection, key, call, scopes),
    false,
  )
  const { dateExpiry: _replaced, ...unchanged } = credential
  return {
    ...unchanged,
    ...connection.renew?.(tokens, key, call),
    accessToken: tokens.accessToken,
    profile: { ...profile, ...omitUndefined({ scopes: tokens.scopes }) },
    ...omitUndefined({ dateExpiry: tokens.dateExpiry }),
  }
}

/** The key in a credential. Throws CredentialsExpiredError if there is none, or not one of this application. */
function parseKey<Key extends StoredKey, S extends Settings>(
  { schema, vendor }: KeyConnection<Key, S>,
  json: string,
): Key {
  const key = toObject(json)
  if (Value.Check(schema, key)) {
    const stored = key as unknown as Key
    holdSecret(stored.privateKey)
    return stored
  }
  throw unusableKey(vendor)
}

function unusableKey(vendor: string): CredentialsExpiredError {
  return new CredentialsExpiredError(`This ${vendor} connection has no usable key. Connect the account again.`)
}

/** A value that the form would refuse, such as the host of somebody else, is refused in a credential as well. */
async function mint<Key extends StoredKey, S extends Settings>(
  connection: KeyConnection<Key, S>,
  key: Key,
  call: Call<S>,
  scopes?: readonly string[],
): Promise<Tokens> {
  try {
    return await connection.mint(key, call, scopes)
  } catch (error) {
    throw error instanceof FieldError ? unusableKey(connection.vendor) : error
  }
}

function toObject(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
