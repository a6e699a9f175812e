import type { AuthCheckResult } from '../../src/contract/index.ts'
import type { Clock } from '../model/clock.ts'
import type { SyncConnection } from '../model/sync.ts'
import type { SyncStore } from '../model/sync-store.ts'
import type { ProviderClient } from '../provider/client.ts'
import { calleeOf } from '../provider/credentials.ts'
import type { Trouble } from '../provider/outcome.ts'

export interface CheckRules {
  /** Permissions are asked for again in this time, moved by this share of it. All in ms. */
  every: number
  jitter: number
  /** When asking failed. */
  afterFailure: number
}

export interface CheckParts {
  store: Pick<SyncStore, 'checked'>
  client: Pick<ProviderClient, 'call'>
  clock: Clock
  random: () => number
  rules: CheckRules
}

/** Connections whose last check is remembered; one that is forgotten is just asked about sooner. */
const MOST_REMEMBERED = 10_000

/** Asks now and then whether a connection still has its permissions. */
export class Checks {
  readonly #parts: CheckParts
  readonly #running = new Map<string, Promise<Trouble | undefined>>()
  readonly #notBefore = new Map<string, number>()

  constructor(parts: CheckParts) {
    this.#parts = parts
  }

  /** Asks when it is time. Answers only what stops a run; a missing permission is noted, and its syncs go on. */
  async whenDue(connection: SyncConnection): Promise<Trouble | undefined> {
    const { clock } = this.#parts
    // Who has signed in again is asked about at once.
    const key = `${connection.connectionId} ${connection.credentialVersion}`
    const due = Math.max(connection.dateNextCheck ?? 0, this.#notBefore.get(key) ?? 0)
    if (clock.now() < due) return undefined
    const running = this.#running.get(key) ?? this.#check(connection, key).finally(() => this.#running.delete(key))
    this.#running.set(key, running)
    return running
  }

  async #check(connection: SyncConnection, key: string): Promise<Trouble | undefined> {
    const { store, client, clock, rules } = this.#parts
    const { application, credential } = connection
    const outcome = await client.call('check', calleeOf(connection), { application, credential })
    // Runs that began together all carry the time of before.
    this.#postpone(key, clock.now() + rules.afterFailure)
    if (outcome.kind === 'expired') return outcome
    // A provider without this route cannot know of missing permissions.
    const isNowhere = outcome.kind === 'failed' && outcome.error.status === 404
    if (outcome.kind !== 'ok' && !isNowhere) return undefined
    const told = outcome.kind === 'ok' ? toldBy(outcome.answer) : {}
    await store.checked(connection, { ...told, dateNextCheck: this.#next() }, clock.now())
    return undefined
  }

  #postpone(key: string, notBefore: number): void {
    this.#notBefore.set(key, notBefore)
    const [oldest] = this.#notBefore.keys()
    if (this.#notBefore.size > MOST_REMEMBERED && oldest !== undefined) this.#notBefore.delete(oldest)
  }

  #next(): number {
    const { clock, random, rules } = this.#parts
    return clock.now() + Math.round(rules.every * (1 - rules.jitter + 2 * rules.jitter * random()))
  }
}

function toldBy(result: AuthCheckResult): { scopeMessage?: string; accountId?: string } {
  if (result.status === 'scope_required') return { scopeMessage: result.message }
  return result.accountId === undefined ? {} : { accountId: result.accountId }
}
