import { afterAll, beforeAll, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { ActionError } from '../../../platform/actions/errors.ts'
import { loadPublishedIds } from '../../../platform/actions/notes/publications.ts'
import { publishNotes } from '../../../platform/actions/notes/publish.ts'
import type { ItemOutcome } from '../../../platform/actions/outcomes.ts'
import type { ExternalNote } from '../../../src/contract/index.ts'
import { openTestStore, type TestStore } from '../storage/test-store.ts'
import { type ActionsFixture, createActions, createFixture } from './fixtures.ts'
import {
  credentialsExpired,
  withRetryAfter,
  type FakeProvider,
  problem,
  type FakeResponse,
  type ReceivedRequest,
  startFakeProvider,
} from './provider.ts'

let store: TestStore
let provider: FakeProvider
beforeAll(async () => {
  ;[store, provider] = await Promise.all([openTestStore(), startFakeProvider()])
})
afterAll(async () => {
  await Promise.all([store.close(), provider.stop()])
})

/** OUTSIDE_STORIES=1000 for a long run. */
const STORIES = Number(process.env.OUTSIDE_STORIES ?? 60)

const FAULTS = ['none', 'cut before', 'cut after', 'fails before', 'fails after', 'partial', 'expires', 'busy'] as const
type Fault = (typeof FAULTS)[number]

/** A vendor that makes a new note whenever it is sent one without an id, as many of them do. */
class Vendor {
  readonly #made = new Map<string, string[]>()
  #count = 0

  write(note: ExternalNote): ExternalNote {
    if (note.externalId) return note
    this.#count += 1
    const externalId = `v-${this.#count}`
    this.#made.set(note._id, [...(this.#made.get(note._id) ?? []), externalId])
    return { ...note, externalId }
  }

  madeOf(id: string): string[] {
    return this.#made.get(id) ?? []
  }

  /** What the provider before it answers. A fault that strikes in the middle leaves the second half unwritten. */
  react(fault: Fault, { body }: ReceivedRequest): FakeResponse {
    const notes = body.externalNotes as ExternalNote[]
    const half = Math.ceil(notes.length / 2)
    const written = () => notes.map((note, at) => (at < half ? this.write(note) : note))
    const errors = notes
      .slice(half)
      .map((_, at) => ({ pointer: `#/externalNotes/${half + at}`, detail: 'Not this one.' }))
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

const NOTES = Array.from({ length: 4 }, (_, at) => `00000000-0000-4000-8000-00000000000${at}`)

async function publish(scene: ActionsFixture, ids: readonly string[]): Promise<ItemOutcome[] | ActionError> {
  const notes = ids.map((block_id) => ({ block_id, title: block_id, text: 'text' }))
  const publishing = { connectionId: scene.connection.connectionId, notes, repeatUnknown: false }
  // A process of its own each time, so that none is known to be down for what an earlier one has seen.
  return publishNotes(createActions(store.db, provider), scene.tenant, publishing).catch((error: unknown) => {
    if (error instanceof ActionError) return error
    throw error
  })
}

const ATTEMPT = fc.record({
  notes: fc.subarray(NOTES, { minLength: 1 }),
  faults: fc.tuple(fc.constantFrom(...FAULTS), fc.constantFrom(...FAULTS)),
  /** Two processes try the same. */
  atOnce: fc.boolean(),
})
type Attempt = typeof ATTEMPT extends fc.Arbitrary<infer Value> ? Value : never

async function tell(story: readonly Attempt[]): Promise<void> {
  const vendor = new Vendor()
  const scene = await createFixture(store.db, provider)
  let tokens = 1
  provider.on('/auth/refresh', () => {
    tokens += 1
    return { body: { credential: { accessToken: `token-${tokens}` } } }
  })
  for (const { notes, faults, atOnce } of story) {
    provider.on('/upsert/notes', ...faults.map((fault) => (seen: ReceivedRequest) => vendor.react(fault, seen)))
    const told = await Promise.all([publish(scene, notes), ...(atOnce ? [publish(scene, notes)] : [])])
    const known = await loadPublishedIds(store.db, scene.connection, NOTES)
    for (const id of NOTES) expect(vendor.madeOf(id).length).toBeLessThanOrEqual(1)
    for (const outcomes of told.filter((one) => Array.isArray(one))) {
      const written = notes.filter((_, at) => outcomes[at]?.state === 'written')
      for (const id of written) expect(known.get(id)).toBe(vendor.madeOf(id)[0])
    }
  }
}

const TIME_MS = STORIES * 1_000

test(
  'whatever goes wrong, no note is made twice, and each that was heard of is known by its id',
  async () => {
    const stories = fc.array(ATTEMPT, { minLength: 1, maxLength: 6 })
    await fc.assert(fc.asyncProperty(stories, tell), { numRuns: STORIES })
  },
  TIME_MS,
)
