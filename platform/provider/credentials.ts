import { type Clock, pause } from '../model/clock.ts'
import type { SyncConnection } from '../model/sync.ts'
import type { RefreshLease, SyncStore } from '../model/sync-store.ts'
import { toConnectedProvider } from '../sync/request-bodies.ts'
import type { ProviderClient } from './client.ts'
import type { Emit, RefreshResult } from './events.ts'
import type { CallOutcome, Trouble } from './outcome.ts'
import { platformError } from './problem.ts'
import { coolDown, isDue, isHopeless, isOver, merge, type RefreshRules } from './refresh-policy.ts'
import type { NewCredential } from './responses.ts'

export interface CredentialParts {
  /** Names this process among those that share the work. */
  worker: string
  store: Pick<SyncStore, 'leaseRefresh' | 'saveCredential' | 'refreshFailed'>
  client: Pick<ProviderClient, 'call' | 'closedFor'>
  clock: Clock
  rules: RefreshRules
  emit: Emit
}

/** A connection as it stands now, and why it may not be called. */
export interface Readiness {
  connection: SyncConnection
  trouble?: Trouble
}

/** Tries to keep a credential that was already handed over by the vendor: losing it would lose the connection. */
const SAVES = 6
const FIRST_SAVE_PAUSE_MS = 250

/** Keeps credentials fresh: each is renewed once, however many runs and processes need it at the same time. */
export class Credentials {
  readonly #parts: CredentialParts
  readonly #renewals = new Map<string, Promise<Readiness>>()

  constructor(parts: CredentialParts) {
    this.#parts = parts
  }

  /** The connection with a credential that lasts. */
  async fresh(connection: SyncConnection): Promise<Readiness> {
    const { clock, rules } = this.#parts
    return isDue(connection, clock.now(), rules) ? this.#once(connection, false) : { connection }
  }

  /**
   * The connection after a refusal: with a newer credential if there is one, or if one can be had because the refused
   * one names no end or is past it. Trouble: that could not be found out.
   */
  afterRefusal(connection: SyncConnection): Promise<Readiness> {
    return this.#once(connection, true)
  }

  #once(connection: SyncConnection, refused: boolean): Promise<Readiness> {
    const key = `${connection.tenantId} ${connection.connectionId} ${connection.credentialVersion}`
    const running = this.#renewals.get(key)
    if (running) return running
    const renewal = this.#renew(connection, refused).finally(() => this.#renewals.delete(key))
    this.#renewals.set(key, renewal)
    return renewal
  }

  async #renew(connection: SyncConnection, refused: boolean): Promise<Readiness> {
    const { clock, rules, client } = this.#parts
    const closedFor = client.closedFor(connection.providerUrl)
    if (closedFor !== undefined) {
      const isOver = refused && mayReplace(connection, connection)
      return unlessItLasts({ connection, isOver }, clock.now(), { kind: 'skipped', retryAfter: closedFor })
    }
    const lease = await this.#lease(connection)
    const current = { ...connection, ...heldBy(lease) }
    const held = { connection: current, isOver: refused && mayReplace(current, connection) }
    if (!isDue(current, clock.now(), rules) && !held.isOver) return { connection: current }
    if (!lease.granted) {
      const retryAfter = Math.max(rules.lookAgain, (lease.notBefore ?? 0) - clock.now())
      return unlessItLasts(held, clock.now(), { kind: 'skipped', retryAfter })
    }
    const outcome = await client.call('refresh', calleeOf(current), { connectedProvider: toConnectedProvider(current) })
    return this.#settle(held, lease, outcome)
  }

  /** Waits for another process that is just renewing it; who has no need to wait does not. */
  async #lease(connection: SyncConnection): Promise<RefreshLease> {
    const { store, worker, clock, rules } = this.#parts
    for (let looks = 1; ; looks += 1) {
      const lease = await store.leaseRefresh(connection, worker, clock.now(), rules.lease)
      const isElsewhere = !lease.granted && (lease.notBefore ?? 0) <= clock.now()
      const mayGoOn = !isOver(lease.credential, clock.now())
      if (!isElsewhere || mayGoOn || looks >= rules.mostLooks) return lease
      await pause(clock, rules.lookAgain)
    }
  }

  async #settle(held: Held, lease: RefreshLease, outcome: CallOutcome<NewCredential>): Promise<Readiness> {
    const { clock } = this.#parts
    const { connection } = held
    if (outcome.kind === 'ok') return this.#keep(connection, outcome.answer)
    if (outcome.kind === 'expired') {
      this.#tell(connection, 'expired')
      return { connection, trouble: outcome }
    }
    // It was not tried; the lease runs out by itself.
    if (outcome.kind === 'skipped' || outcome.kind === 'stopped') return unlessItLasts(held, clock.now(), outcome)
    return this.#fail(held, lease, outcome)
  }

  async #keep(connection: SyncConnection, fresh: NewCredential): Promise<Readiness> {
    const { clock } = this.#parts
    const credential = merge(connection.credential, fresh)
    const dateCredential = clock.now()
    await this.#save({ ...connection, credential })
    this.#tell(connection, 'ok')
    const credentialVersion = connection.credentialVersion + 1
    return { connection: { ...connection, credential, credentialVersion, dateCredential } }
  }

  async #save(connection: SyncConnection): Promise<void> {
    const { store, clock, emit } = this.#parts
    for (let tries = 1; ; tries += 1) {
      try {
        return await store.saveCredential(connection, connection.credential, connection.credentialVersion, clock.now())
      } catch (cause) {
        emit({ type: 'store-failed', doing: 'save credential', cause })
        if (tries === SAVES) throw cause
        await pause(clock, FIRST_SAVE_PAUSE_MS * 2 ** (tries - 1))
      }
    }
  }

  async #fail(
    held: Held,
    lease: RefreshLease,
    outcome: Exclude<Trouble, { kind: 'expired' | 'skipped' | 'stopped' }>,
  ): Promise<Readiness> {
    const { store, clock, rules } = this.#parts
    const { connection } = held
    const now = clock.now()
    const asked = outcome.kind === 'wait' ? (outcome.retryAfter ?? 0) : 0
    const wait = Math.min(rules.longestCoolDown, Math.max(asked, coolDown(lease.failedSince, now, rules)))
    await store.refreshFailed(connection, now + wait, now)
    this.#tell(connection, 'failed')
    if (isHopeless(lease, now, rules)) return { connection, trouble: HOPELESS }
    return unlessItLasts(held, now, outcome)
  }

  #tell({ provider, application, connectionId }: SyncConnection, outcome: RefreshResult): void {
    this.#parts.emit({ type: 'refreshed', provider, application, connectionId, outcome })
  }
}

/** A connection, and whether its credential is known to be over although it names no end. */
interface Held {
  connection: SyncConnection
  isOver: boolean
}

/** A refresh that did not work out changes nothing while the credential still holds. */
function unlessItLasts(held: Held, now: number, trouble: Trouble): Readiness {
  const { connection } = held
  return held.isOver || isOver(connection.credential, now) ? { connection, trouble } : { connection }
}

/** Whether the stored credential is the refused one, and one that can end without having said so. */
function mayReplace({ credential }: SyncConnection, refused: SyncConnection): boolean {
  if (credential.accessToken !== refused.credential.accessToken) return false
  return credential.dateExpiry === undefined && credential.refreshToken !== undefined
}

function heldBy({ credential, credentialVersion, dateCredential }: RefreshLease) {
  return { credential, credentialVersion, ...(dateCredential === undefined ? {} : { dateCredential }) }
}

/** Whom a call for a connection goes to. */
export function calleeOf({ providerUrl, connectionId, application, credential }: SyncConnection) {
  const { accessToken, refreshToken } = credential
  return { providerUrl, connectionId, application, secrets: refreshToken ? [accessToken, refreshToken] : [accessToken] }
}

const HOPELESS: Trouble = {
  kind: 'expired',
  error: platformError(
    'Credentials expired',
    'These credentials could not be renewed for several days. Sign in again.',
  ),
  mayHaveHappened: false,
}
