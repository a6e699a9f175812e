import { readFileSync } from 'node:fs'
import type { Logger } from 'pino'
import { StartupError } from '../src/runtime/environment.ts'
import type { CredentialKeyRing } from './storage/connections/key-ring.ts'
import { countCredentialsByKey, findUnavailableKeyIds } from './storage/connections/stored-keys.ts'
import type { Database } from './storage/postgres/database.ts'
import { listMigrations } from './storage/postgres/migrate.ts'
import {
  listProcesses,
  RENEWAL_INTERVAL_MS,
  type RegisteredProcess,
  registerProcess,
  unregisterProcess,
} from './storage/processes.ts'

export interface PresenceDeps {
  db: Database
  log: Logger
  processId: string
  role: string
  ring: CredentialKeyRing
}

/**
 * The registration of this process in the database, by which processes know of each other: which release each of them
 * runs, and which keys of CREDENTIAL_KEY it has.
 */
export class Presence {
  readonly #deps: PresenceDeps
  #registration: RegisteredProcess | undefined
  #missingKeyIds: readonly string[] = []
  #timer: NodeJS.Timeout | undefined
  #renewal: Promise<void> = Promise.resolve()

  constructor(deps: PresenceDeps) {
    this.#deps = deps
  }

  /**
   * Registers this process, and then checks that its keys decrypt what is stored: whoever starts to use another key from
   * now on knows of this process. Throws StartupError: with the wrong keys, every connection would seem to be expired.
   */
  async enter(now: number): Promise<void> {
    const { processId, role, ring } = this.#deps
    const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
      version: string
    }
    const migration = (await listMigrations()).at(-1) ?? 'none'
    this.#registration = { processId, role, version, migration, credentialKeyIds: ring.ids, dateStarted: now }
    await this.renew(now)
    if (this.#missingKeyIds.length === 0) return
    await this.leave(now)
    throw new StartupError('platform', await this.#describeMissingKeys())
  }

  start(now: () => number): void {
    const renew = () => {
      this.#renewal = this.renew(now()).catch((error) => {
        this.#deps.log.warn({ err: error }, 'this process could not renew its registration in the database')
      })
    }
    this.#timer = setInterval(renew, RENEWAL_INTERVAL_MS)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Renews the registration, and chooses the key that all running processes have. */
  async renew(now: number): Promise<void> {
    const { db, log, ring } = this.#deps
    if (!this.#registration) return
    await registerProcess(db, this.#registration, now)
    const processes = await listProcesses(db, now)
    const isChanged = ring.follow(processes.map(({ credentialKeyIds }) => credentialKeyIds))
    if (isChanged) log.info({ key: ring.keys[0].id }, 'credentials are encrypted with another key from now on')
    const missing = await findUnavailableKeyIds(db, ring.keys)
    if (missing.length > 0 && this.#missingKeyIds.length === 0) {
      log.error({ keys: missing }, 'credentials are stored with a key that CREDENTIAL_KEY of this process lacks')
    }
    this.#missingKeyIds = missing
  }

  /** The last thing a process does: until then it may decrypt with its keys. */
  async leave(now: number): Promise<void> {
    await this.#renewal
    const registration = this.#registration
    this.#registration = undefined
    if (registration) await unregisterProcess(this.#deps.db, registration.processId, now)
  }

  /** What an operator has to mend. */
  get warnings(): string[] {
    return this.#missingKeyIds.map((id) => `CREDENTIAL_KEY lacks the key ${id}, with which credentials are stored.`)
  }

  /** Whether all running processes have the same first key, so that it is where a rotation leads. */
  async agreesOnPreferredKey(now: number): Promise<boolean> {
    const { db, ring } = this.#deps
    const processes = await listProcesses(db, now)
    return processes.every(({ credentialKeyIds: [first] }) => first === ring.preferred.id)
  }

  async #describeMissingKeys(): Promise<string[]> {
    const counts = await countCredentialsByKey(this.#deps.db)
    return this.#missingKeyIds.map((id) => {
      const count = counts.find(({ keyId }) => keyId === id)?.count ?? 0
      return (
        `CREDENTIAL_KEY lacks the key ${id}, with which ${count} stored ${count === 1 ? 'credential is' : 'credentials are'} ` +
        `encrypted: append it after a comma. The keys that are there: ${this.#deps.ring.ids.join(', ')}.`
      )
    })
  }
}
