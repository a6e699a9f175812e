import type { DecryptCredential } from '../connections/callable.ts'
import type { CredentialKeys } from '../connections/credential-encryption.ts'
import type { Database } from '../postgres/database.ts'

/** What the functions that implement `SyncStore` are given in addition to the parameters of the port. */
export interface SyncStoreContext {
  db: Database
  keys: CredentialKeys
  decrypt: DecryptCredential
}
