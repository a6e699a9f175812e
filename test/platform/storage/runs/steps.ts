import fc from 'fast-check'
import type { SyncName } from '../../../../platform/model/sync.ts'
import { ALL_SYNCS, LEASE_MS } from '../fixtures.ts'

/** A mail that a page delivers. */
export interface DeliveredMail {
  id: number
  /** Another version has another subject. */
  version: number
}

/**
 * Something that a worker does. `held` is the number of a claim that some worker has got, whether it still holds the lease or not;
 * `connection` is the number of a connection. What is late concerns the credential before the stored one.
 */
export type Step =
  | { kind: 'claim'; worker: string; limit: number }
  | { kind: 'claimOne'; worker: string; connection: number; sync: SyncName }
  | { kind: 'commit'; held: number; mails: DeliveredMail[] }
  | { kind: 'finish'; held: number; state: 'ok' | 'failed'; delayMs: number }
  | { kind: 'release'; held: number }
  | { kind: 'heartbeat' }
  | CredentialStep
  | { kind: 'wait'; ms: number }

export type CredentialStep =
  | { kind: 'leaseRefresh'; worker: string; connection: number }
  | { kind: 'failRefresh'; worker: string; connection: number; isLate: boolean }
  | { kind: 'saveCredential' | 'saveCheck'; connection: number; isLate: boolean }

export const CONNECTIONS = 3

const is = <Kind extends string>(...kinds: Kind[]) => fc.constantFrom(...kinds)
const worker = is('a', 'b', 'c')
const connection = fc.nat({ max: CONNECTIONS - 1 })
const held = fc.nat({ max: 11 })
const mails = fc.uniqueArray(fc.record({ id: fc.nat({ max: 4 }), version: fc.nat({ max: 2 }) }), {
  selector: ({ id }) => id,
  maxLength: 4,
})
const weighted = <Value>(weight: number, arbitrary: fc.Arbitrary<Value>) => ({ weight, arbitrary })

export const steps: fc.Arbitrary<Step> = fc.oneof(
  weighted(6, fc.record({ kind: is('claim'), worker, limit: fc.integer({ min: 1, max: 8 }) })),
  weighted(2, fc.record({ kind: is('claimOne'), worker, connection, sync: fc.constantFrom(...ALL_SYNCS) })),
  weighted(8, fc.record({ kind: is('commit'), held, mails })),
  weighted(
    5,
    fc.record({
      kind: is('finish'),
      held,
      state: is('ok', 'failed'),
      delayMs: fc.constantFrom(1_000, 30_000, 300_000),
    }),
  ),
  weighted(2, fc.record({ kind: is('release'), held })),
  weighted(3, fc.record({ kind: is('heartbeat') })),
  weighted(2, fc.record({ kind: is('leaseRefresh'), worker, connection })),
  weighted(2, fc.record({ kind: is('failRefresh'), worker, connection, isLate: fc.boolean() })),
  weighted(2, fc.record({ kind: is('saveCredential', 'saveCheck'), connection, isLate: fc.boolean() })),
  weighted(4, fc.record({ kind: is('wait'), ms: fc.constantFrom(1_000, LEASE_MS - 1, LEASE_MS, 2 * LEASE_MS) })),
)
