import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { createCredentialDecryptor } from '../storage/connections/callable.ts'
import type { CredentialKeys } from '../storage/connections/credential-encryption.ts'
import type { Database } from '../storage/postgres/database.ts'
import type { Engine } from '../sync/engine.ts'
import { ProviderActions } from './provider-actions.ts'

export interface CreateDeps {
  config: Pick<Config, 'platformKey'>
  db: Database
  log: Logger
  engine: Pick<Engine, 'client' | 'credentials'>
  keys: CredentialKeys
}

/** Calls on behalf of people, by the client and the credentials that syncs use too. */
export function createProviderActions({ config, db, log, engine, keys }: CreateDeps): ProviderActions {
  const { client, credentials } = engine
  const onFault = (error: unknown) => log.error({ err: error }, 'a call on behalf of a person failed')
  return new ProviderActions({
    ...{ db, client, credentials, onFault, now: Date.now },
    openCredential: createCredentialDecryptor(keys, onFault),
    platformKey: () => config.platformKey.reveal(),
  })
}
