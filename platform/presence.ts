import { readFileSync } from 'node:fs'
import type { Logger } from 'pino'
import { StartupError } from '../src/runtime/environment.ts'
import { bucketLabel } from './storage/buckets.ts'
import type { CredentialKeyRing } from './storage/connections/key-ring.ts'
import { countCredentialsByKey, findUnavailableKeyIds } from './storage/connections/stored-keys.ts'
import type { EachBucket } from './storage/each-bucket.ts'
import { listMigrations } from './storage/postgres/migrate.ts'
import {
  listProcesses,
  RENEWAL_INTERVAL_MS,
  type RegisteredProcess,
  registerProcess,
  unregisterProcess,
} from './storage/processes.ts'

export interface PresenceDeps {
  each: EachBucket
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
  /** By bucket, each as it was when it last responded. */
  readonly #missingByBucket = new Map<string, readonly string[]>()
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
    const { each, log, ring } = this.#deps
    const { directory } = each.buckets
    if (!this.#registration) return
    await registerProcess(directory, this.#registration, now)
    const processes = await listProcesses(directory, now)
    const isChanged = ring.follow(processes.map(({ credentialKeyIds }) => credentialKeyIds))
    if (isChanged) log.info({ key: ring.keys[0].id }, 'credentials are encrypted with another key from now on')
    const before = this.#missingKeyIds.length
    const { results, failures } = await each.query(each.present(), ({ db }) => findUnavailableKeyIds(db, ring.keys))
    for (const { bucket, error } of failures) {
      log.warn({ ...bucketLabel(bucket), err: error }, 'the keys of stored credentials could not be checked')
    }
    for (const { bucket, value } of results) this.#missingByBucket.set(bucket.name, value)
    const missing = this.#missingKeyIds
    if (missing.length > 0 && before === 0) {
      log.error({ keys: missing }, 'credentials are stored with a key that CREDENTIAL_KEY of this process lacks')
    }
  }

  get #missingKeyIds(): string[] {
    return [...new Set([...this.#missingByBucket.values()].flat())]
  }

  /** The last thing a process does: until then it may decrypt with its keys. */
  async leave(now: number): Promise<void> {
    await this.#renewal
    const registration = this.#registration
    this.#registration = undefined
    if (registration) await unregisterProcess(this.#deps.each.buckets.directory, registration.processId, now)
  }

  /** What an operator has to mend. */
  get warnings(): string[] {
    return this.#missingKeyIds.map((id) => `CREDENTIAL_KEY lacks the key ${id}, with which credentials are stored.`)
  }

  /** Whether all running processes have the same first key, so that it is where a rotation leads. */
  async agreesOnPreferredKey(now: number): Promise<boolean> {
    const { each, ring } = this.#deps
    const processes = await listProcesses(each.buckets.directory, now)
    return processes.every(({ credentialKeyIds: [first] }) => first === ring.preferred.id)
  }

  async #describeMissingKeys(): Promise<string[]> {
    const { each } = this.#deps
    const { results } = await each.query(each.present(), ({ db }) => countCredentialsByKey(db))
    const counts = results.flatMap(({ value }) => value)
    return this.#missingKeyIds.map((id) => {
      const count = counts.filter(({ keyId }) => keyId === id).reduce((total, key) => total + key.count, 0)
      return (
        `CREDENTIAL_KEY lacks the key ${id}, with which ${count} stored ${count === 1 ? 'credential is' : 'credentials are'} ` +
        `encrypted: append it after a comma. The keys that are there: ${this.#deps.ring.ids.join(', ')}.`
      )
    })
  }
}
