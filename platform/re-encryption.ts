import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ConnectionKey } from './model/sync.ts'
import type { Presence } from './presence.ts'
import type { CredentialKey } from './storage/connections/credential-encryption.ts'
import type { CredentialKeyRing } from './storage/connections/key-ring.ts'
import { countCredentialsByKey, listStoredKeyIds, reEncrypt } from './storage/connections/stored-keys.ts'
import type { Database } from './storage/postgres/database.ts'

export interface ReEncryptionDeps {
  db: Database
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
    const { db, ring, presence, now, log } = this.#deps
    const stored = await listStoredKeyIds(db)
    const older = ring.configured.filter((key) => key !== ring.preferred && stored.includes(key.id))
    if (older.length === 0) {
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
    let done = 0
    for (const key of older) done += await this.#reEncryptAll(key)
    if (done > 0) log.info({ done, stored: await countCredentialsByKey(db) }, 'credentials were re-encrypted')
    return done
  }

  async #reEncryptAll(from: CredentialKey): Promise<number> {
    const { db, ring, log } = this.#deps
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
