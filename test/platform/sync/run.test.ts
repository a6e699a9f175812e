import { describe, expect, test } from '@jest/globals'
import type { Checkpoint, Counters, RunEnd } from '../../../platform/model/sync.ts'
import type { PageCommit } from '../../../platform/model/sync-store.ts'
import type { HttpAnswer } from '../../../platform/provider/transport.ts'
import { ENGINE_RULES } from '../../../platform/sync/engine-options.ts'
import { ok, problem } from './simulation/faults.ts'
import {
  type ConnectSettings,
  email,
  NOW,
  PAGE_OF_NOTHING,
  pageOf,
  runNow,
  type Stage,
  type StageSettings,
  setStage,
} from './stage.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

interface Watched {
  stage: Stage
  commits: PageCommit[]
  ends: RunEnd[]
  counters: Counters[]
  /** Requests for mail, by what they asked for. */
  filters: () => Record<string, unknown>[]
}

/** Runs mail once against a provider that answers each request for it in turn. */
async function runMail(
  pages: readonly (HttpAnswer | Error)[],
  connection: Partial<ConnectSettings> = {},
  settings: StageSettings & { refresh?: HttpAnswer } = {},
): Promise<Watched> {
  const watched = { commits: [] as PageCommit[], ends: [] as RunEnd[], counters: [] as Counters[] }
  let page = 0
  const stage = setStage({
    ...settings,
    answer: ({ path }) => {
      if (path === '/auth/refresh') return settings.refresh ?? problem(500, 'internal-error')
      const answer = pages[Math.min(page, pages.length - 1)] ?? PAGE_OF_NOTHING
      page += 1
      if (answer instanceof Error) throw answer
      return answer
    },
    observer: {
      committed: (_, commit, counters) => {
        watched.commits.push(commit)
        watched.counters.push(counters)
      },
      finished: (_, end) => void watched.ends.push(end),
    },
  })
  const [sync] = stage.connect('mail', { syncs: ['email'], ...connection })
  if (sync) await runNow(stage, sync, HOUR)
  const filters = () =>
    stage.calls.filter(({ path }) => path === '/sync/email').map(({ body }) => body.filter as Checkpoint & object)
  return { stage, ...watched, filters: filters as Watched['filters'] }
}

const more = (cursor: string, ...ids: string[]) =>
  pageOf(
    ids.map((id) => email(id)),
    { hasMore: true, cursor },
  )
const last = (...ids: string[]) => pageOf(ids.map((id) => email(id)))
const WINDOW = { dateStart: NOW - 30 * 24 * HOUR, dateEnd: NOW }

describe('a run', () => {
  test('reads page after page, and keeps each with the place of the next', async () => {
    const { filters, commits, ends } = await runMail([more('a', '1', '2'), more('b', '3'), last('4')])
    expect(filters().map(({ cursor }) => cursor)).toEqual([undefined, 'a', 'b'])
    expect(commits.map(({ checkpoint }) => checkpoint)).toEqual([
      { ...WINDOW, cursor: 'a' },
      { ...WINDOW, cursor: 'b' },
      { ...WINDOW, cursor: 'b' },
    ])
    expect(ends).toMatchObject([{ state: 'ok', next: { dateReadUntil: NOW } }])
  })

  test('tells what became of it', async () => {
    const { stage } = await runMail([pageOf([email('1'), email('1'), { externalId: '2' }])])
    expect(stage.events).toContainEqual(
      expect.objectContaining({
        ...{ type: 'run-ended', state: 'ok', pages: 1, health: { before: 'healthy', after: 'healthy' } },
        counters: { created: 1, updated: 0, unchanged: 0, skipped: 1, failedCount: 1 },
      }),
    )
  })

  test('goes on where another was left at, in its window', async () => {
    const checkpoint = { dateStart: 1, dateEnd: 2, cursor: 'x' }
    const { filters, ends } = await runMail([last('9')], { state: { checkpoint } })
    expect(filters()).toEqual([{ ...checkpoint, limit: 100 }])
    expect(ends).toMatchObject([{ state: 'ok', next: { dateReadUntil: 2 } }])
    expect(ends[0]?.next).not.toHaveProperty('checkpoint')
  })

  test('begins its window anew when the provider has forgotten the place, once', async () => {
    const checkpoint = { dateStart: 1, dateEnd: 2, cursor: 'x' }
    const found = await runMail([problem(400, 'validation-error'), last('1')], { state: { checkpoint } })
    expect(found.filters()).toMatchObject([{ cursor: 'x' }, { dateStart: 1, dateEnd: 2 }])
    expect(found.ends).toMatchObject([{ state: 'ok', warnings: [expect.stringMatching(/began anew/)] }])
    const lost = await runMail([problem(400, 'validation-error')], { state: { checkpoint } })
    expect([lost.filters().length, lost.ends[0]?.state]).toEqual([2, 'failed'])
  })

  test('keeps what it has when a page fails, to go on there', async () => {
    const { ends } = await runMail([more('a', '1'), problem(404, 'not-found')])
    expect(ends).toMatchObject([{ state: 'failed', next: { failureCount: 0, checkpoint: { ...WINDOW, cursor: 'a' } } }])
  })

  test('that received nothing but bad items has failed, and reads them again', async () => {
    const { ends } = await runMail([pageOf([{ externalId: '1' }], { hasMore: true, cursor: 'a' }), pageOf([])])
    expect(ends).toMatchObject([{ state: 'failed', error: { title: 'Nothing could be kept' } }])
    expect(ends[0]?.next).not.toHaveProperty('checkpoint')
    const { ends: mixed } = await runMail([pageOf([{ externalId: '1' }, email('2')])])
    expect(mixed[0]?.state).toBe('ok')
  })

  test('has its share of pages, and is then given back', async () => {
    const rules = { ...ENGINE_RULES, run: { ...ENGINE_RULES.run, mostPages: 3 } }
    const pages = Array.from({ length: 9 }, (_, at) => more(`${at}`, `${at}`))
    const { stage, ends, filters } = await runMail(pages, {}, { rules })
    const [sync] = stage.store.connections.get('c1')?.syncs.values() ?? []
    expect([filters().length, ends.length, sync?.leaseUntil]).toEqual([3, 0, undefined])
    expect(sync).toMatchObject({ dateDue: NOW, state: { checkpoint: { cursor: '2' } }, run: { trigger: 'manual' } })
  })

  test('has its share of time', async () => {
    const answer = async (stage: Stage) => {
      await new Promise<void>((resolve) => stage.clock.after(50_000, resolve))
      return more(`${stage.calls.length}`, `${stage.calls.length}`)
    }
    const stage: Stage = setStage({ answer: () => answer(stage) })
    const [sync] = stage.connect('mail', { syncs: ['email'] })
    if (sync) await runNow(stage, sync, HOUR)
    expect(stage.calls).toHaveLength(18)
  })

  test('that is led on without end and brings nothing new fails after many shares, and goes on from there', async () => {
    const trail = { ...ENGINE_RULES.run.trail, mostIdlePages: 8 }
    const rules = { ...ENGINE_RULES, run: { ...ENGINE_RULES.run, mostPages: 3, trail } }
    const ends: RunEnd[] = []
    const stage: Stage = setStage({
      rules,
      answer: () => more(`${stage.calls.length}`, 'always the same'),
      observer: { finished: (_, end) => void ends.push(end) },
    })
    const [sync] = stage.connect('mail', { syncs: ['email'] })
    await stage.engine.definitions.start()
    stage.engine.worker.start()
    await stage.clock.pass(4 * MINUTE)
    const read = stage.calls.length
    const error = { title: 'No end', detail: expect.stringContaining('8 pages in a row') }
    const place = { ...WINDOW, cursor: `${read}` }
    expect(ends).toMatchObject([{ state: 'failed', error, next: { failureCount: 1, trigger: 'retry' } }])
    expect([ends[0]?.next.checkpoint, sync?.state.dateReadUntil]).toEqual([place, undefined])
    // The first page brought something, and each share begins with the count before its last page.
    expect(read).toBeGreaterThan(8)
    expect(read).toBeLessThan(8 + 8)
    await stage.clock.pass(10 * MINUTE)
    expect(ends).toMatchObject([{}, { state: 'failed', error, next: { failureCount: 2 } }])
    expect(stage.calls[read]?.body.filter).toMatchObject(place)
    expect(stage.calls.length).toBeLessThan(2 * (8 + 8))
  })

  test('of a calendar believes no promise of more pages', async () => {
    const stage = setStage({ answer: () => pageOf([], { hasMore: true, cursor: 'a' }) })
    const [sync] = stage.connect('diary', { syncs: ['calendar'] })
    if (sync) await runNow(stage, sync)
    expect(stage.calls).toHaveLength(1)
  })

  test('with nothing to ask about ends well without a call', async () => {
    const stage = setStage()
    const [sync] = stage.connect('desk', { syncs: ['table'] })
    if (sync) await runNow(stage, sync)
    expect([stage.calls.length, sync?.state.dateLastSuccess]).toEqual([0, NOW])
  })

  test('of something that is not offered any more fails without a call', async () => {
    const stage = setStage()
    const [sync] = stage.connect('diary', { syncs: ['email'] })
    if (sync) await runNow(stage, sync)
    expect(stage.calls).toHaveLength(0)
    expect(stage.events).toContainEqual(
      expect.objectContaining({ error: expect.objectContaining({ title: 'Not offered' }) }),
    )
  })
})

describe('credentials in mid-run', () => {
  test('that are refused stop the connection', async () => {
    const expired = problem(401, 'credentials-expired')
    const { stage, ends } = await runMail([more('a', '1'), expired], {}, { refresh: expired })
    expect(ends[0]).toMatchObject({ state: 'failed', reconnectRequired: { credentialVersion: 1 } })
    expect(stage.store.connections.get('c1')?.status).toBe('reconnect_required')
  })

  test('that are refused by the platform key stop nothing', async () => {
    const { stage, ends } = await runMail([problem(401, 'unauthorized')])
    expect([ends[0]?.state, ends[0]?.reconnectRequired]).toEqual(['failed', undefined])
    expect(stage.store.connections.get('c1')?.status).toBe('active')
  })

  test('that run out between two pages are renewed', async () => {
    const fresh = ok({ credential: { accessToken: 'new', dateExpiry: NOW + 9 * HOUR } })
    const credential = { dateExpiry: NOW + 15 * MINUTE + 30_000 }
    const stage: Stage = setStage({
      answer: async ({ path }) => {
        if (path === '/auth/refresh') return fresh
        await new Promise<void>((resolve) => stage.clock.after(40_000, resolve))
        return stage.calls.length > 3 ? PAGE_OF_NOTHING : more(`${stage.calls.length}`, 'x')
      },
    })
    const [sync] = stage.connect('mail', { syncs: ['email'], credential })
    if (sync) await runNow(stage, sync)
    const tokens = stage.calls.map(({ path, body }) => `${path} ${body.connectedProvider?.credential.accessToken}`)
    expect(tokens.slice(0, 3)).toEqual([
      '/sync/email the-access-token',
      '/auth/refresh the-access-token',
      '/sync/email new',
    ])
  })

  test('that ended without having said so are renewed, and the page is read', async () => {
    const refresh = ok({ credential: { accessToken: 'new' } })
    const pages = [problem(401, 'credentials-expired'), last('1')]
    const { ends, stage } = await runMail(pages, {}, { refresh })
    expect(ends[0]?.state).toBe('ok')
    expect(stage.calls.map(({ path }) => path)).toEqual(['/sync/email', '/auth/refresh', '/sync/email'])
  })
})

describe('a provider that cannot be had', () => {
  test('puts its syncs off while its definition cannot be read', async () => {
    const stage = setStage()
    const [sync] = stage.connect('mail', { syncs: ['email'] })
    // The definition was never asked for.
    const run = sync && (await stage.engine.worker.runNow(sync.connection, 'email'))
    await run?.done
    expect(stage.calls).toHaveLength(0)
    expect(stage.events).toContainEqual(expect.objectContaining({ type: 'run-ended', state: 'deferred' }))
  })

  test('asks for a wait, which is obeyed', async () => {
    const stage = setStage({ answer: () => problem(429, 'rate-limited', '1800') })
    const [sync] = stage.connect('mail', { syncs: ['email'] })
    await stage.engine.definitions.start()
    stage.engine.worker.start()
    await stage.clock.pass(MINUTE)
    expect(sync?.state).toMatchObject({
      health: 'healthy',
      failureCount: 0,
      deferredCount: 1,
      dateNextRun: NOW + 1_800_000,
    })
  })
})

test('a page that the store refuses counts as a failure of the sync', async () => {
  const stage = setStage()
  const [sync] = stage.connect('mail', { syncs: ['email'], state: { trigger: 'schedule' } })
  stage.store.commitPage = () => Promise.reject(new Error('no such column'))
  await stage.engine.definitions.start()
  stage.engine.worker.start()
  await stage.clock.pass(MINUTE)
  expect(sync?.state).toMatchObject({ failureCount: 1 })
  expect(stage.events).toContainEqual(expect.objectContaining({ type: 'run-broken' }))
})
