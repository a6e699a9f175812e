import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ConnectionKey } from './model/sync.ts'
import type { Presence } from './presence.ts'
import { type Bucket, bucketLabel } from './storage/buckets.ts'
import type { CredentialKey } from './storage/connections/credential-encryption.ts'
import type { CredentialKeyRing } from './storage/connections/key-ring.ts'
import { countCredentialsByKey, listStoredKeyIds, reEncrypt } from './storage/connections/stored-keys.ts'
import type { BucketFailure, EachBucket } from './storage/each-bucket.ts'

export interface ReEncryptionDeps {
  each: EachBucket
  log: Logger
  ring: CredentialKeyRing
  presence: Pick<Presence, 'agreesOnPreferredKey'>
  now: () => number
}

const BATCH_SIZE = 100
/** Between two batches, so that syncs and people have the database for themselves most of the time (ms). */
const BATCH_PAUSE_MS = 50
const POLL_INTERVAL_MS = 15_000
const PROGRESS_INTERVAL_MS = 30_000

/**
 * Encrypts credentials that are stored with an older key of CREDENTIAL_KEY with its first one, in the background. Any
 * number of processes share the work. It begins when all running processes have the same first key: before, some of them
 * would turn back what others have done.
 */
export class ReEncryptionWorker {
  readonly #deps: ReEncryptionDeps
  readonly #stopped = new AbortController()
  #loop: Promise<void> | undefined
  #lastState: string | undefined

  constructor(deps: ReEncryptionDeps) {
    this.#deps = deps
  }

  start(): void {
    // With one key there is nothing to do.
    if (this.#deps.ring.configured.length > 1) this.#loop ??= this.#run()
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.#loop
  }

  /** Re-encrypts what can be re-encrypted now. Resolves to the number of credentials. */
  async runOnce(): Promise<number> {
    const { each, ring, presence, now, log } = this.#deps
    const { results, failures } = await each.query(each.all(), ({ db }) => listStoredKeyIds(db))
    failures.forEach(this.#logFailure)
    const olderOf = (stored: readonly string[]) =>
      ring.configured.filter((key) => key !== ring.preferred && stored.includes(key.id))
    const pending = results.filter(({ value }) => olderOf(value).length > 0)
    if (pending.length === 0) {
      // A bucket that did not respond may still need the older keys.
      if (failures.length > 0) return 0
      const removable = ring.ids.slice(1)
      this.#report('done', () =>
        log.info(
          { key: ring.preferred.id, removable },
          'no credential needs the older keys: remove them from CREDENTIAL_KEY',
        ),
      )
      return 0
    }
    if (!(await presence.agreesOnPreferredKey(now()))) {
      this.#report('waiting', () =>
        log.info({ key: ring.preferred.id }, 're-encryption waits until all processes have the same first key'),
      )
      return 0
    }
    this.#report('running', () => log.info({ key: ring.preferred.id }, 'credentials are being re-encrypted'))
    const buckets = pending.map(({ bucket }) => bucket)
    const stored = new Map(results.map(({ bucket, value }) => [bucket, value]))
    const forever = { patienceMs: Number.POSITIVE_INFINITY }
    const reEncrypted = await each.query(
      buckets,
      (bucket) => this.#reEncryptIn(bucket, olderOf(stored.get(bucket) ?? [])),
      forever,
    )
    reEncrypted.failures.forEach(this.#logFailure)
    return reEncrypted.results.reduce((total, { value }) => total + value, 0)
  }

  async #reEncryptIn(bucket: Bucket, older: readonly CredentialKey[]): Promise<number> {
    let done = 0
    for (const key of older) done += await this.#reEncryptAll(bucket, key)
    if (done > 0) {
      const stored = await countCredentialsByKey(bucket.db)
      this.#deps.log.info({ ...bucketLabel(bucket), done, stored }, 'credentials were re-encrypted')
    }
    return done
  }

  readonly #logFailure = ({ bucket, error }: BucketFailure): void => {
    this.#deps.log.warn({ ...bucketLabel(bucket), err: error }, 're-encryption failed, will retry')
  }

  async #reEncryptAll({ db }: Bucket, from: CredentialKey): Promise<number> {
    const { ring, log } = this.#deps
    let after: ConnectionKey | undefined
    let done = 0
    let lastProgress = performance.now()
    do {
      const batch = await reEncrypt(db, { from, to: ring.preferred, after, limit: BATCH_SIZE })
      done += batch.done
      after = batch.next
      for (const key of batch.failed)
        log.error({ ...key, key: from.id }, 'a stored credential was altered: its owner has to sign in again')
      if (performance.now() - lastProgress > PROGRESS_INTERVAL_MS) {
        lastProgress = performance.now()
        log.info({ from: from.id, to: ring.preferred.id, done }, 're-encryption goes on')
      }
      if (after) await pause(BATCH_PAUSE_MS, undefined, { signal: this.#stopped.signal }).catch(() => undefined)
      // A process that lacks the key may have been started meanwhile.
    } while (after && ring.keys[0] === ring.preferred && !this.#stopped.signal.aborted)
    return done
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped
    while (!signal.aborted) {
      const done = await this.runOnce().catch((error) => {
        this.#deps.log.warn({ err: error }, 're-encryption failed, will retry')
        return 0
      })
      if (done === 0) await pause(POLL_INTERVAL_MS, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  /** Logs a state when it begins, not each time it is found. */
  #report(state: 'done' | 'waiting' | 'running', log: () => void): void {
    if (this.#lastState !== state) log()
    this.#lastState = state
  }
}
