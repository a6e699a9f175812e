import { afterAll, beforeAll, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { ActionError } from '../../../platform/actions/errors.ts'
import { loadPublishedIds } from '../../../platform/actions/notes/publications.ts'
import { publishNotes } from '../../../platform/actions/notes/publish.ts'
import type { ItemOutcome } from '../../../platform/actions/outcomes.ts'
import type { ExternalNote } from '../../../src/contract/index.ts'
import { randomRuns } from '../../kit/random-runs.ts'
import { openTestStore, type TestStore } from '../storage/test-store.ts'
import { type ActionsFixture, createActions, createFixture } from './fixtures.ts'
import {
  credentialsExpired,
  type FakeProvider,
  type FakeResponse,
  problem,
  type ReceivedRequest,
  startFakeProvider,
  withRetryAfter,
} from './provider.ts'

let store: TestStore
let provider: FakeProvider
beforeAll(async () => {
  ;[store, provider] = await Promise.all([openTestStore(), startFakeProvider()])
})
afterAll(async () => {
  await Promise.all([store.close(), provider.stop()])
})

const RUNS = randomRuns(60)

const FAULTS = ['none', 'cut before', 'cut after', 'fails before', 'fails after', 'partial', 'expires', 'busy'] as const
type Fault = (typeof FAULTS)[number]

/** A vendor that creates a note for each one it receives without an id, as most vendors do. */
class DuplicatingVendor {
  readonly #created = new Map<string, string[]>()
  #count = 0

  write(note: ExternalNote): ExternalNote {
    if (note.externalId) return note
    this.#count += 1
    const externalId = `v-${this.#count}`
    this.#created.set(note._id, [...(this.#created.get(note._id) ?? []), externalId])
    return { ...note, externalId }
  }

  createdFor(id: string): string[] {
    return this.#created.get(id) ?? []
  }

  /** The response of the provider in front of the vendor. Faults that strike part-way leave the second half unwritten. */
  respond(fault: Fault, { body }: ReceivedRequest): FakeResponse {
    const notes = body.externalNotes as ExternalNote[]
    const half = Math.ceil(notes.length / 2)
    const written = () => notes.map((note, index) => (index < half ? this.write(note) : note))
    const errors = notes
      .slice(half)
      .map((_, index) => ({ pointer: `#/externalNotes/${half + index}`, detail: 'Not this one.' }))
    switch (fault) {
      case 'cut before':
        return 'cut'
      case 'fails before':
        return problem(500, 'internal-error', 'Broken.')
      case 'busy':
        return withRetryAfter(problem(429, 'rate-limited', 'Slow down.'), 1)
      case 'cut after':
        for (const note of notes) this.write(note)
        return 'cut'
      case 'fails after':
        for (const note of notes) this.write(note)
        return problem(502, 'unavailable', 'The gateway gave up.')
      case 'partial':
        return errors.length === 0
          ? { body: notes.map((note) => this.write(note)) }
          : problem(422, 'partial-failure', 'Some failed.', { externalNotes: written(), errors })
      case 'expires':
        return credentialsExpired({ externalNotes: written(), errors })
      case 'none':
        return { body: notes.map((note) => this.write(note)) }
    }
  }
}

const NOTES = Array.from({ length: 4 }, (_, index) => `00000000-0000-4000-8000-00000000000${index}`)

async function publish(fixture: ActionsFixture, ids: readonly string[]): Promise<ItemOutcome[] | ActionError> {
  const notes = ids.map((block_id) => ({ block_id, title: block_id, text: 'text' }))
  const publishRequest = { connectionId: fixture.connection.connectionId, notes, repeatUnknown: false }
  // A separate process for each attempt, so that no circuit breaker is open because of an earlier one.
  return publishNotes(createActions(store.db, provider), fixture.tenant, publishRequest).catch((error: unknown) => {
    if (error instanceof ActionError) return error
    throw error
  })
}

const ATTEMPT = fc.record({
  notes: fc.subarray(NOTES, { minLength: 1 }),
  faults: fc.tuple(fc.constantFrom(...FAULTS), fc.constantFrom(...FAULTS)),
  /** Two processes publish the same notes concurrently. */
  isConcurrent: fc.boolean(),
})
type Attempt = typeof ATTEMPT extends fc.Arbitrary<infer Value> ? Value : never

async function replay(attempts: readonly Attempt[]): Promise<void> {
  const vendor = new DuplicatingVendor()
  const fixture = await createFixture(store.db, provider)
  let tokens = 1
  provider.on('/auth/refresh', () => {
    tokens += 1
    return { body: { credential: { accessToken: `token-${tokens}` } } }
  })
  for (const { notes, faults, isConcurrent } of attempts) {
    provider.on('/upsert/notes', ...faults.map((fault) => (request: ReceivedRequest) => vendor.respond(fault, request)))
    const results = await Promise.all(Array.from({ length: isConcurrent ? 2 : 1 }, () => publish(fixture, notes)))
    const publishedIds = await loadPublishedIds(store.db, fixture.connection, NOTES)
    for (const id of NOTES) expect(vendor.createdFor(id).length).toBeLessThanOrEqual(1)
    for (const outcomes of results.filter((result) => Array.isArray(result))) {
      const written = notes.filter((_, index) => outcomes[index]?.state === 'written')
      for (const id of written) expect(publishedIds.get(id)).toBe(vendor.createdFor(id)[0])
    }
  }
}

const TIMEOUT_MS = RUNS * 1_000

test(
  'whatever fails, no note is created twice, and the vendor id of each written note is stored',
  async () => {
    const attempts = fc.array(ATTEMPT, { minLength: 1, maxLength: 6 })
    await fc.assert(fc.asyncProperty(attempts, replay), { numRuns: RUNS })
  },
  TIMEOUT_MS,
)
