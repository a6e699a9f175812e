import type { Credential } from '../../contract/index.ts'
import { type Static, type TSchema, Type } from '../../contract/schema.ts'
import type { Call, Settings } from '../application.ts'
import type { Tokens } from '../oauth/tokens.ts'
import type { Identity } from '../oauth/vendor.ts'
import type { FormValues, KeyForm } from './form.ts'

/** What every stored key has. */
export const StoredKey = Type.Object({
  /** PKCS#8 in PEM. */
  privateKey: Type.String({ minLength: 1 }),
  /** When the certificate of the key ends (epoch ms), if it is known. */
  dateCertificateEnd: Type.Optional(Type.Number()),
})
export type StoredKey = Static<typeof StoredKey>

/** How the accounts of an application are connected with a key that signs assertions. */
export interface KeyConnection<Key extends StoredKey, S extends Settings> {
  /** Name of the vendor in sentences. */
  vendor: string
  form: KeyForm
  /** The key's JSON in a credential, which is checked whenever it is used. */
  schema: TSchema
  /** The key in a form whose fields are all valid. Throws FieldError for values that do not fit each other. */
  toKey: (values: FormValues, call: Call<S>) => Key
  /**
   * Signs an assertion and exchanges it for an access token: see `signAssertion` and `requestToken`. `scopes` are those
   * with which the account was connected; undefined for a new connection.
   */
  mint: (key: Key, call: Call<S>, scopes?: readonly string[]) => Promise<Tokens>
  /** The account of the token, read from the API: this proves that the key can be used. Throws a ProviderError. */
  identify: (tokens: Tokens, key: Key, call: Call<S>) => Promise<Identity>
  /** The members of a credential that a refresh updates beside the tokens. */
  renew?: (tokens: Tokens, key: Key, call: Call<S>) => Partial<Credential>
}
