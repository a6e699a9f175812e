import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Claim, ConnectionKey, Counters, RunEnd, SyncState } from '../../../../platform/model/sync.ts'
import { LeaseLost, type PageCommit, type SyncStore } from '../../../../platform/model/sync-store.ts'
import type { Buckets } from '../../../../platform/storage/buckets.ts'
import type { Connection } from '../../../../platform/storage/connections/rows.ts'
import { createSyncStore } from '../../../../platform/storage/runs/sync-store.ts'
import { MemoryStore } from '../../sync/memory-store/store.ts'
import { ALL_SYNCS, CREDENTIAL, createFixture, email, KEYS, LEASE_MS, NOW, toCommit } from '../fixtures.ts'
import type { TestStore } from '../test-store.ts'
import { CONNECTIONS, type CredentialStep, type DeliveredMail, type Step } from './steps.ts'

/** More than there are syncs. */
const ALL = 100
const REFRESH_LEASE_MS = 20_000
/** A bucket without due syncs is looked at again after this time at the latest. */
const STEP_MS = 5_001

/** The same claim in both stores. */
interface Held {
  stored: Claim
  expected: Claim
}

/** What a step has led to in each of the stores. */
type Results = [stored: unknown, expected: unknown]

/** The database and the store in memory with the same connections, of tenants in as many buckets as there are. Nothing else is due. */
export class Twins {
  readonly #buckets: Buckets
  readonly #stored: SyncStore
  readonly #expected: MemoryStore
  readonly #connections: readonly Connection[]
  /** The names that both stores have for a run. */
  readonly #runs = new Map<string, string>()
  #held: Held[] = []
  #now = NOW

  static async create(store: TestStore): Promise<Twins> {
    const all = store.buckets.all()
    for (const { db } of all) await db.updateTable('syncs').set({ runnable: false }).execute()
    const connections: Connection[] = []
    for (let index = 0; index < CONNECTIONS; index += 1) {
      const bucket = all[index % all.length] as (typeof all)[number]
      connections.push((await createFixture(bucket.db, `ada-${randomUUID()}@acme.example`)).connection)
    }
    return new Twins(store.buckets, connections)
  }

  private constructor(buckets: Buckets, connections: readonly Connection[]) {
    this.#buckets = buckets
    this.#connections = connections
    this.#stored = createSyncStore(buckets, {
      keys: KEYS,
      onError: (error) => {
        throw error
      },
    })
    this.#expected = new MemoryStore()
    const state: SyncState = {
      health: 'healthy',
      pausedByUser: false,
      failureCount: 0,
      deferredCount: 0,
      dateNextRun: NOW,
      trigger: 'connect',
    }
    for (const { tenantId, connectionId } of connections) {
      const fields = { provider: 'acme', application: 'mail', providerUrl: 'https://provider.example', tags: [] }
      const credential = { credential: CREDENTIAL, credentialVersion: 1, dateCredential: NOW }
      this.#expected.connect(
        { tenantId, connectionId, status: 'active', ...fields, ...credential },
        new Map(ALL_SYNCS.map((sync) => [sync, state])),
      )
    }
  }

  async take(step: Step): Promise<Results> {
    this.#now += STEP_MS
    if (step.kind === 'wait') this.#now += step.ms
    switch (step.kind) {
      case 'wait':
        return [undefined, undefined]
      case 'claim':
        return this.#claim(step.worker, step.limit)
      case 'claimOne':
        return this.#claimOne(step)
      case 'heartbeat':
        return this.#heartbeat()
      case 'commit':
        return this.#onHeld(step.held, (store, claim) =>
          store.commitPage(claim.fence, pageOf(claim, step.mails, this.#now), this.#now),
        )
      case 'finish':
        return this.#onHeld(step.held, (store, claim) =>
          store.finishRun(claim.fence, endOf(claim, step, this.#now), this.#now),
        )
      case 'release':
        return this.#onHeld(step.held, (store, claim) => store.release([claim.fence], this.#now))
      default:
        return this.#both((store) => this.#onConnection(store, step))
    }
  }

  /** Waits until all leases have ended, and compares what is left to do and what has been stored. */
  async finish(): Promise<Results> {
    this.#now += 2 * LEASE_MS
    const [stored, expected] = await this.#claim('the last worker', ALL)
    return [
      { claims: stored, ...(await this.#contentStored()) },
      { claims: expected, ...this.#contentExpected() },
    ]
  }

  #both(work: (store: SyncStore) => Promise<unknown>): Promise<Results> {
    return Promise.all([outcomeOf(work(this.#stored)), outcomeOf(work(this.#expected))])
  }

  /** Which ones of those that are due at the same time are claimed first is left open. So all are claimed, by two calls. */
  async #claim(worker: string, limit: number): Promise<Results> {
    const expected = await this.#expected.claim(worker, ALL, this.#now, LEASE_MS)
    const first = await this.#stored.claim(worker, limit, this.#now, LEASE_MS)
    const rest = await this.#stored.claim(worker, ALL, this.#now, LEASE_MS)
    const stored = [...first, ...rest]
    this.#remember(stored, expected)
    return [
      { first: first.length, claims: this.#describe(stored, 'stored') },
      { first: Math.min(limit, expected.length), claims: this.#describe(expected, 'expected') },
    ]
  }

  async #claimOne({ worker, connection, sync }: Step & { kind: 'claimOne' }): Promise<Results> {
    const key = this.#connections[connection] as Connection
    const claims = await Promise.all(
      [this.#stored, this.#expected].map((store) => store.claimOne(worker, key, sync, this.#now, LEASE_MS)),
    )
    const [stored, expected] = claims.map((claim) => (claim ? [claim] : [])) as [Claim[], Claim[]]
    this.#remember(stored, expected)
    return [this.#describe(stored, 'stored'), this.#describe(expected, 'expected')]
  }

  async #heartbeat(): Promise<Results> {
    const beat = async (store: SyncStore, claims: readonly Claim[]) => {
      const fences = claims.map(({ fence }) => fence)
      if (fences.length === 0) return []
      const { held, lost } = await store.heartbeat(fences, this.#now, LEASE_MS)
      const indexesOf = (some: typeof held) => some.map((fence) => fences.indexOf(fence)).sort((a, b) => a - b)
      return [indexesOf(held), indexesOf(lost)]
    }
    return Promise.all([
      beat(
        this.#stored,
        this.#held.map(({ stored }) => stored),
      ),
      beat(
        this.#expected,
        this.#held.map(({ expected }) => expected),
      ),
    ])
  }

  /** A claim that does not exist yet does nothing. The newest ones have the lowest numbers. */
  async #onHeld(index: number, work: (store: SyncStore, claim: Claim) => Promise<unknown>): Promise<Results> {
    const held = this.#held.at(-1 - index)
    if (!held) return [undefined, undefined]
    return Promise.all([outcomeOf(work(this.#stored, held.stored)), outcomeOf(work(this.#expected, held.expected))])
  }

  async #onConnection(store: SyncStore, step: CredentialStep): Promise<unknown> {
    const key: ConnectionKey = this.#connections[step.connection] as Connection
    const stored = this.#expected.connections.get(key.connectionId)?.credentialVersion ?? 1
    const credentialVersion = 'isLate' in step && step.isLate ? stored - 1 : stored
    const used = { ...key, credentialVersion }
    switch (step.kind) {
      case 'leaseRefresh': {
        const {
          credential,
          dateCredential: _,
          ...lease
        } = await store.leaseRefresh(key, step.worker, this.#now, REFRESH_LEASE_MS)
        return { ...lease, accessToken: credential.accessToken }
      }
      case 'saveCredential':
        return store.saveCredential(
          key,
          { ...CREDENTIAL, accessToken: `token ${this.#now}` },
          credentialVersion,
          this.#now,
        )
      case 'saveCheck':
        return store.saveCheckResult(used, { dateNextCheck: this.#now + REFRESH_LEASE_MS }, this.#now)
      default:
        return store.recordRefreshFailure(used, step.worker, this.#now + REFRESH_LEASE_MS, this.#now)
    }
  }

  #remember(stored: readonly Claim[], expected: readonly Claim[]): void {
    for (const claim of expected) {
      const twin = stored.find(({ fence }) => nameOf(fence) === nameOf(claim.fence))
      if (!twin) continue
      this.#held.push({ stored: twin, expected: claim })
      // A run that is resumed keeps the name that it got first.
      if (!this.#runs.has(twin.runId)) this.#runs.set(twin.runId, claim.runId)
    }
  }

  #describe(claims: readonly Claim[], from: 'stored' | 'expected') {
    const described = claims.map(({ fence, runId, trigger, state, connection }) => ({
      sync: nameOf(fence),
      run: from === 'stored' ? this.#runs.get(runId) : runId,
      trigger,
      state,
      credentialVersion: connection.credentialVersion,
      dateNextCheck: connection.dateNextCheck,
      accessToken: connection.credential.accessToken,
    }))
    return described.sort((a, b) => (a.sync < b.sync ? -1 : 1))
  }

  /** The subjects of all mail, and whether each change has the next number in the feed of its tenant. */
  async #contentStored() {
    const contents = this.#connections.map(async ({ tenantId }) => {
      const db = await this.#buckets.of(tenantId)
      const mails = await db
        .selectFrom('blocks')
        .select('title')
        .where('tenant_id', '=', tenantId)
        .where('block_type', '=', 'email')
        .execute()
      const { rows } = await sql<{ changes: number; first: number; last: number; created: number }>`
        select count(*)::int as changes, coalesce(min(sequence), 1)::int as first, coalesce(max(sequence), 0)::int as last,
          count(*) filter (where event_type = 'CREATED' and subject_type = 'email')::int as created
        from change_events where tenant_id = ${tenantId}`.execute(db)
      const { changes = 0, first = 1, last = 0, created } = rows[0] ?? {}
      return { mails: mails.map(({ title }) => title).sort(), created, isGapless: last - first + 1 === changes }
    })
    return { contents: await Promise.all(contents) }
  }

  #contentExpected() {
    const contents = this.#connections.map(({ connectionId }) => {
      const items = [...(this.#expected.connections.get(connectionId)?.items.values() ?? [])]
      const mails = items.map((item) => (JSON.parse(item) as { subject: string }).subject)
      return { mails: mails.sort(), created: mails.length, isGapless: true }
    })
    return { contents }
  }
}

/** The mail is delivered by the sync of mail only; the others deliver empty pages. */
function pageOf({ fence: { sync } }: Claim, mails: readonly DeliveredMail[], now: number): PageCommit {
  const items = mails.map(({ id, version }) => email(`${id}`, { subject: `Mail ${id}, version ${version}` }))
  const page = sync === 'email' ? { sync, items } : { sync, items: [] }
  return toCommit(page, { checkpoint: { cursor: `after ${now}` } })
}

function endOf(
  { state }: Claim,
  { state: result, delayMs }: { state: 'ok' | 'failed'; delayMs: number },
  now: number,
): RunEnd {
  const { checkpoint: _, ...next } = state
  const failureCount = result === 'ok' ? 0 : state.failureCount + 1
  const error = { type: 'about:blank', title: 'Platform error', detail: 'It failed.', status: 500 }
  return {
    state: result,
    ...(result === 'failed' && { error }),
    next: { ...next, failureCount, trigger: 'schedule', dateNextRun: now + delayMs },
  }
}

/** Errors other than a lost lease are errors of the test. */
async function outcomeOf(work: Promise<unknown>): Promise<unknown> {
  try {
    return ((await work) as Counters | undefined) ?? 'done'
  } catch (error) {
    if (error instanceof LeaseLost) return 'lost'
    throw error
  }
}

function nameOf({ connectionId, sync }: { connectionId: string; sync: string }): string {
  return `${connectionId} ${sync}`
}
