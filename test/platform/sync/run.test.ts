import { describe, expect, test } from '@jest/globals'
import type { Checkpoint, Counters, RunEnd } from '../../../platform/model/sync.ts'
import type { PageCommit } from '../../../platform/model/sync-store.ts'
import type { HttpResponse } from '../../../platform/provider/transport.ts'
import { DEFAULT_ENGINE_OPTIONS } from '../../../platform/sync/engine-options.ts'
import {
  type ConnectOptions,
  createFixture,
  EMPTY_PAGE,
  type EngineFixture,
  email,
  type FixtureOptions,
  NOW,
  pageOf,
  runNow,
} from './fixtures.ts'
import { ok, problem } from './simulation/faults.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

interface MailRun {
  fixture: EngineFixture
  commits: PageCommit[]
  ends: RunEnd[]
  counters: Counters[]
  /** The filters of the requests for mail. */
  filters: () => Record<string, unknown>[]
}

/** Runs the email sync once. The provider returns one of `pages` after the other, and then the last one again. */
async function runMail(
  pages: readonly (HttpResponse | Error)[],
  connection: Partial<ConnectOptions> = {},
  options: FixtureOptions & { refresh?: HttpResponse } = {},
): Promise<MailRun> {
  const observed = { commits: [] as PageCommit[], ends: [] as RunEnd[], counters: [] as Counters[] }
  let page = 0
  const fixture = createFixture({
    ...options,
    respond: ({ path }) => {
      if (path === '/auth/refresh') return options.refresh ?? problem(500, 'internal-error')
      const response = pages[Math.min(page, pages.length - 1)] ?? EMPTY_PAGE
      page += 1
      if (response instanceof Error) throw response
      return response
    },
    observer: {
      onCommit: (_, commit, counters) => {
        observed.commits.push(commit)
        observed.counters.push(counters)
      },
      onFinish: (_, end) => void observed.ends.push(end),
    },
  })
  const [sync] = fixture.connect('mail', { syncs: ['email'], ...connection })
  if (sync) await runNow(fixture, sync, HOUR)
  const filters = () =>
    fixture.calls.filter(({ path }) => path === '/sync/email').map(({ body }) => body.filter as Checkpoint & object)
  return { fixture, ...observed, filters: filters as MailRun['filters'] }
}

const more = (cursor: string, ...ids: string[]) =>
  pageOf(
    ids.map((id) => email(id)),
    { hasMore: true, cursor },
  )
const last = (...ids: string[]) => pageOf(ids.map((id) => email(id)))
const WINDOW = { dateStart: NOW - 30 * 24 * HOUR, dateEnd: NOW }

describe('a run', () => {
  test('reads all pages, and saves each with the cursor of the next', async () => {
    const { filters, commits, ends } = await runMail([more('a', '1', '2'), more('b', '3'), last('4')])
    expect(filters().map(({ cursor }) => cursor)).toEqual([undefined, 'a', 'b'])
    expect(commits.map(({ checkpoint }) => checkpoint)).toEqual([
      { ...WINDOW, cursor: 'a' },
      { ...WINDOW, cursor: 'b' },
      { ...WINDOW, cursor: 'b' },
    ])
    expect(ends).toMatchObject([{ state: 'ok', next: { dateReadUntil: NOW } }])
  })

  test('emits its outcome', async () => {
    const { fixture } = await runMail([pageOf([email('1'), email('1'), { externalId: '2' }])])
    expect(fixture.events).toContainEqual(
      expect.objectContaining({
        type: 'run-ended',
        state: 'ok',
        pages: 1,
        health: { before: 'healthy', after: 'healthy' },
        counters: { created: 1, updated: 0, unchanged: 0, skipped: 1, failedCount: 1 },
      }),
    )
  })

  test('resumes an interrupted run in its window', async () => {
    const checkpoint = { dateStart: 1, dateEnd: 2, cursor: 'x' }
    const { filters, ends } = await runMail([last('9')], { state: { checkpoint } })
    expect(filters()).toEqual([{ ...checkpoint, limit: 100 }])
    expect(ends).toMatchObject([{ state: 'ok', next: { dateReadUntil: 2 } }])
    expect(ends[0]?.next).not.toHaveProperty('checkpoint')
  })

  test('restarts its window once when the provider rejects the cursor of an interrupted run', async () => {
    const checkpoint = { dateStart: 1, dateEnd: 2, cursor: 'x' }
    const restarted = await runMail([problem(400, 'validation-error'), last('1')], { state: { checkpoint } })
    expect(restarted.filters()).toMatchObject([{ cursor: 'x' }, { dateStart: 1, dateEnd: 2 }])
    expect(restarted.ends).toMatchObject([
      { state: 'ok', warnings: [expect.stringMatching(/restarted from the first page/)] },
    ])
    const failed = await runMail([problem(400, 'validation-error')], { state: { checkpoint } })
    expect([failed.filters().length, failed.ends[0]?.state]).toEqual([2, 'failed'])
  })

  test('retains its checkpoint when a page fails', async () => {
    const { ends } = await runMail([more('a', '1'), problem(404, 'not-found')])
    expect(ends).toMatchObject([{ state: 'failed', next: { failureCount: 0, checkpoint: { ...WINDOW, cursor: 'a' } } }])
  })

  test('that received invalid items only has failed, and reads them again', async () => {
    const { ends } = await runMail([pageOf([{ externalId: '1' }], { hasMore: true, cursor: 'a' }), pageOf([])])
    expect(ends).toMatchObject([{ state: 'failed', error: { title: 'All items invalid' } }])
    expect(ends[0]?.next).not.toHaveProperty('checkpoint')
    const { ends: mixed } = await runMail([pageOf([{ externalId: '1' }, email('2')])])
    expect(mixed[0]?.state).toBe('ok')
  })

  test('reads meetings without a transcript again, for a day', async () => {
    const meeting = { externalId: 't', processingStage: 'processing', dateStart: NOW - 6 * HOUR }
    const fixture = createFixture({ respond: () => pageOf([meeting, { ...meeting, dateStart: NOW - 40 * HOUR }]) })
    const [sync] = fixture.connect('mail', { syncs: ['transcription'], state: { dateReadUntil: NOW - HOUR } })
    if (sync) await runNow(fixture, sync, HOUR)
    expect(sync?.state.dateReadUntil).toBe(NOW - 24 * HOUR)
  })

  test('that received only meetings without a transcript yet has succeeded', async () => {
    const meeting = { blockType: 'transcription', externalId: 't', title: 'Kick-off', processingStage: 'processing' }
    const fixture = createFixture({ respond: () => pageOf([meeting, { ...meeting, externalId: 'u' }]) })
    const [sync] = fixture.connect('mail', { syncs: ['transcription'] })
    if (sync) await runNow(fixture, sync, HOUR)
    expect(fixture.events.filter(({ type }) => type === 'run-ended')).toMatchObject([
      { state: 'ok', health: { after: 'healthy' }, counters: { created: 0, skipped: 2, failedCount: 0 } },
    ])
  })

  test('yields after its maximum number of pages', async () => {
    const options = { ...DEFAULT_ENGINE_OPTIONS, run: { ...DEFAULT_ENGINE_OPTIONS.run, maxPages: 3 } }
    const pages = Array.from({ length: 9 }, (_, index) => more(`${index}`, `${index}`))
    const { fixture, ends, filters } = await runMail(pages, {}, { options })
    const [sync] = fixture.store.connections.get('c1')?.syncs.values() ?? []
    expect([filters().length, ends.length, sync?.leaseUntil]).toEqual([3, 0, undefined])
    expect(sync).toMatchObject({ dateDue: NOW, state: { checkpoint: { cursor: '2' } }, run: { trigger: 'manual' } })
  })

  test('yields after its maximum duration', async () => {
    const respond = async (fixture: EngineFixture) => {
      await new Promise<void>((resolve) => fixture.clock.schedule(50_000, resolve))
      return more(`${fixture.calls.length}`, `${fixture.calls.length}`)
    }
    const fixture: EngineFixture = createFixture({ respond: () => respond(fixture) })
    const [sync] = fixture.connect('mail', { syncs: ['email'] })
    if (sync) await runNow(fixture, sync, HOUR)
    expect(fixture.calls).toHaveLength(18)
  })

  test('fails after too many pages without new items, counted over several yields, and the next run resumes there', async () => {
    const pagination = { ...DEFAULT_ENGINE_OPTIONS.run.pagination, maxIdlePages: 8 }
    const options = { ...DEFAULT_ENGINE_OPTIONS, run: { ...DEFAULT_ENGINE_OPTIONS.run, maxPages: 3, pagination } }
    const ends: RunEnd[] = []
    const fixture: EngineFixture = createFixture({
      options,
      respond: () => more(`${fixture.calls.length}`, 'always the same'),
      observer: { onFinish: (_, end) => void ends.push(end) },
    })
    const [sync] = fixture.connect('mail', { syncs: ['email'] })
    await fixture.engine.definitions.start()
    fixture.engine.worker.start()
    await fixture.clock.advance(4 * MINUTE)
    const calls = fixture.calls.length
    const error = { title: 'Endless pagination', detail: expect.stringContaining('8 consecutive pages') }
    const checkpoint = { ...WINDOW, cursor: `${calls}` }
    expect(ends).toMatchObject([{ state: 'failed', error, next: { failureCount: 1, trigger: 'retry' } }])
    expect([ends[0]?.next.checkpoint, sync?.state.dateReadUntil]).toEqual([checkpoint, undefined])
    // The first page had a new item, and each resumed run starts with the count before its last page.
    expect(calls).toBeGreaterThan(8)
    expect(calls).toBeLessThan(8 + 8)
    await fixture.clock.advance(10 * MINUTE)
    expect(ends).toMatchObject([{}, { state: 'failed', error, next: { failureCount: 2 } }])
    expect(fixture.calls[calls]?.body.filter).toMatchObject(checkpoint)
    expect(fixture.calls.length).toBeLessThan(2 * (8 + 8))
  })

  test('of a calendar reads one page only', async () => {
    const fixture = createFixture({ respond: () => pageOf([], { hasMore: true, cursor: 'a' }) })
    const [sync] = fixture.connect('diary', { syncs: ['calendar'] })
    if (sync) await runNow(fixture, sync)
    expect(fixture.calls).toHaveLength(1)
  })

  test('with nothing to request succeeds without a call', async () => {
    const fixture = createFixture()
    const [sync] = fixture.connect('desk', { syncs: ['table'] })
    if (sync) await runNow(fixture, sync)
    expect([fixture.calls.length, sync?.state.dateLastSuccess]).toEqual([0, NOW])
  })

  test('of a sync that is no longer offered fails without a call', async () => {
    const fixture = createFixture()
    const [sync] = fixture.connect('diary', { syncs: ['email'] })
    if (sync) await runNow(fixture, sync)
    expect(fixture.calls).toHaveLength(0)
    expect(fixture.events).toContainEqual(
      expect.objectContaining({ error: expect.objectContaining({ title: 'No longer offered' }) }),
    )
  })
})

describe('credentials during a run', () => {
  test('that are rejected stop the connection', async () => {
    const expired = problem(401, 'credentials-expired')
    const { fixture, ends } = await runMail([more('a', '1'), expired], {}, { refresh: expired })
    expect(ends[0]).toMatchObject({ state: 'failed', reconnectRequired: { credentialVersion: 1 } })
    expect(fixture.store.connections.get('c1')?.status).toBe('reconnect_required')
  })

  test('are not affected when the platform key is rejected', async () => {
    const { fixture, ends } = await runMail([problem(401, 'unauthorized')])
    expect([ends[0]?.state, ends[0]?.reconnectRequired]).toEqual(['failed', undefined])
    expect(fixture.store.connections.get('c1')?.status).toBe('active')
  })

  test('that expire between two pages are refreshed', async () => {
    const refreshed = ok({ credential: { accessToken: 'new', dateExpiry: NOW + 9 * HOUR } })
    const credential = { dateExpiry: NOW + 15 * MINUTE + 30_000 }
    const fixture: EngineFixture = createFixture({
      respond: async ({ path }) => {
        if (path === '/auth/refresh') return refreshed
        await new Promise<void>((resolve) => fixture.clock.schedule(40_000, resolve))
        return fixture.calls.length > 3 ? EMPTY_PAGE : more(`${fixture.calls.length}`, 'x')
      },
    })
    const [sync] = fixture.connect('mail', { syncs: ['email'], credential })
    if (sync) await runNow(fixture, sync)
    const tokens = fixture.calls.map(({ path, body }) => `${path} ${body.connectedProvider?.credential.accessToken}`)
    expect(tokens.slice(0, 3)).toEqual([
      '/sync/email the-access-token',
      '/auth/refresh the-access-token',
      '/sync/email new',
    ])
  })

  test('that are rejected before their expiry are refreshed once, and the page is read', async () => {
    const refresh = ok({ credential: { accessToken: 'new', dateExpiry: NOW + 2 * HOUR } })
    const pages = [problem(401, 'credentials-expired'), last('1')]
    const { ends, fixture } = await runMail(pages, { credential: { dateExpiry: NOW + HOUR } }, { refresh })
    expect(ends).toMatchObject([{ state: 'ok' }])
    expect(fixture.calls.map(({ path }) => path)).toEqual(['/sync/email', '/auth/refresh', '/sync/email'])
  })

  test('that are rejected although they were just refreshed stop the connection', async () => {
    const refresh = ok({ credential: { accessToken: 'new', dateExpiry: NOW + 2 * HOUR } })
    const expired = problem(401, 'credentials-expired')
    const { ends, fixture } = await runMail([expired], { credential: { dateExpiry: NOW + HOUR } }, { refresh })
    expect(ends[0]).toMatchObject({ state: 'failed', reconnectRequired: { credentialVersion: 2 } })
    expect(fixture.calls.map(({ path }) => path)).toEqual(['/sync/email', '/auth/refresh', '/sync/email'])
  })

  test('that a refresh does not change are not sent again', async () => {
    const refresh = ok({ credential: { accessToken: 'the-access-token' } })
    const { ends, fixture } = await runMail([problem(401, 'credentials-expired'), last('1')], {}, { refresh })
    expect(ends[0]).toMatchObject({ state: 'failed', reconnectRequired: { credentialVersion: 2 } })
    expect(fixture.calls.map(({ path }) => path)).toEqual(['/sync/email', '/auth/refresh'])
  })

  test('that expired without notice are refreshed, and the page is read', async () => {
    const refresh = ok({ credential: { accessToken: 'new' } })
    const pages = [problem(401, 'credentials-expired'), last('1')]
    const { ends, fixture } = await runMail(pages, {}, { refresh })
    expect(ends[0]?.state).toBe('ok')
    expect(fixture.calls.map(({ path }) => path)).toEqual(['/sync/email', '/auth/refresh', '/sync/email'])
  })
})

describe('an unavailable provider', () => {
  test('has its syncs deferred while its definition has not been read', async () => {
    const fixture = createFixture()
    const [sync] = fixture.connect('mail', { syncs: ['email'] })
    // The definitions were not started.
    const run = sync && (await fixture.engine.worker.runNow(sync.connection, 'email'))
    await run?.done
    expect(fixture.calls).toHaveLength(0)
    expect(fixture.events).toContainEqual(expect.objectContaining({ type: 'run-ended', state: 'deferred' }))
  })

  test('sends Retry-After, which is obeyed', async () => {
    const fixture = createFixture({ respond: () => problem(429, 'rate-limited', '1800') })
    const [sync] = fixture.connect('mail', { syncs: ['email'] })
    await fixture.engine.definitions.start()
    fixture.engine.worker.start()
    await fixture.clock.advance(MINUTE)
    expect(sync?.state).toMatchObject({
      health: 'healthy',
      failureCount: 0,
      deferredCount: 1,
      dateNextRun: NOW + 1_800_000,
    })
  })
})

test('a page that the store rejects counts as a failure of the sync', async () => {
  const fixture = createFixture()
  const [sync] = fixture.connect('mail', { syncs: ['email'], state: { trigger: 'schedule' } })
  fixture.store.commitPage = () => Promise.reject(new Error('no such column'))
  await fixture.engine.definitions.start()
  fixture.engine.worker.start()
  await fixture.clock.advance(MINUTE)
  expect(sync?.state).toMatchObject({ failureCount: 1 })
  expect(fixture.events).toContainEqual(expect.objectContaining({ type: 'run-aborted' }))
})
