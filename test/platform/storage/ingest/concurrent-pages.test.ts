import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Counters } from '../../../../platform/model/sync.ts'
import { addCounters, NO_COUNTS } from '../../../../platform/model/sync.ts'
import type { SyncItems } from '../../../../platform/model/sync-store.ts'
import { randomRuns } from '../../../kit/random-runs.ts'
import {
  calendar,
  claimSync,
  createConnection,
  createFixture,
  email,
  event,
  NOW,
  type SyncFixture,
  toCommit,
} from '../fixtures.ts'
import { openTestStore, type TestStore } from '../test-store.ts'

let server: TestStore
beforeAll(async () => {
  server = await openTestStore()
})
afterAll(() => server.close())

/** Two connections of one tenant to the same application, so that their items have the same keys. */
async function startTwoRuns() {
  const fixture = await createFixture(server.db)
  const fixtures: SyncFixture[] = [
    fixture,
    { ...fixture, connection: await createConnection(server.db, fixture.tenant) },
  ]
  const commits = await Promise.all(
    fixtures.map(async (worker) => {
      const fences = {
        email: (await claimSync(worker, 'email')).fence,
        calendar: (await claimSync(worker, 'calendar')).fence,
      }
      return (page: SyncItems & { sync: 'email' | 'calendar' }) =>
        fixture.store.commitPage(fences[page.sync], toCommit(page), NOW)
    }),
  )
  return { tenantId: fixture.tenant.tenantId, commits }
}

const sum = (counters: readonly Counters[]) => counters.reduce(addCounters, { ...NO_COUNTS })

describe('workers that commit the same items concurrently', () => {
  test('create each item, person and organization once, without an error', async () => {
    const { tenantId, commits } = await startTwoRuns()
    const rounds = 20
    const PER_ROUND = 40
    for (let round = 0; round < rounds; round += 1) {
      const items = Array.from({ length: PER_ROUND }, (_, i) =>
        email(`${round}-${i}`, { from: { email: `p${round}-${i % 7}@org${round}-${i % 3}.example` }, to: [] }),
      )
      const orders = [items, items.toReversed()]
      const counters = await Promise.all(
        commits.map((commit, index) => commit({ sync: 'email', items: orders[index] ?? [] })),
      )
      expect(sum(counters)).toEqual({ ...NO_COUNTS, created: PER_ROUND, unchanged: PER_ROUND })
    }
    const { rows } = await sql`
      select count(*) as tags, count(distinct coalesce(email, email_domain)) as different from tags
      where tenant_id = ${tenantId} and email_domain like 'org%-%'`.execute(server.db)
    // 7 × 3 people and 3 organizations.
    expect(rows).toEqual([{ tags: rounds * 24, different: rounds * 24 }])
  })

  test('create one calendar, which is the parent of all events', async () => {
    const { tenantId, commits } = await startTwoRuns()
    for (let round = 0; round < 10; round += 1) {
      const page = {
        sync: 'calendar',
        items: [calendar(`c${round}`, [event(`c${round}/1`), event(`c${round}/2`)])],
      } as const
      await Promise.all(commits.map((commit) => commit({ ...page, items: [...page.items] })))
    }
    const { rows } = await sql`
      select count(*) as events, count(distinct c.block_id) as calendars from blocks e
      join blocks c on c.tenant_id = e.tenant_id and c.block_id = e.parent_id and c.block_type = 'calendar'
      where e.tenant_id = ${tenantId} and e.block_type = 'event'`.execute(server.db)
    expect(rows).toEqual([{ events: 20, calendars: 10 }])
  })
})

test('the store agrees with a model that applies items one by one, whatever pages the workers commit', async () => {
  const item = fc.record({
    key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    subject: fc.constantFrom('one', 'two', 'three'),
    to: fc.uniqueArray(fc.constantFrom('p@x.example', 'q@x.example', 'r@y.example', 's@gmail.com'), { maxLength: 3 }),
  })
  const step = fc.record({ worker: fc.nat({ max: 1 }), items: fc.array(item, { maxLength: 8 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const { tenantId, commits } = await startTwoRuns()
      const oracle = new Map<string, { subject: string; to: string[] }>()
      for (const { worker, items } of steps) {
        const mails = items.map(({ key, subject, to }) =>
          email(key, { subject, from: { email: 'from@z.example' }, to: to.map((email) => ({ email })) }),
        )
        const counters = await commits[worker]?.({ sync: 'email', items: mails })
        expect(counters).toEqual(applyOneByOne(items, oracle))
      }
      expect(await loadGraph(tenantId)).toEqual(expected(oracle))
    }),
    { numRuns: randomRuns(60) },
  )

  function applyOneByOne(
    items: readonly { key: string; subject: string; to: string[] }[],
    stored: Map<string, object>,
  ): Counters {
    const counters = { ...NO_COUNTS }
    for (const [index, { key, ...content }] of items.entries()) {
      const previous = stored.get(key)
      if (items.slice(index + 1).some((later) => later.key === key)) counters.skipped += 1
      else if (JSON.stringify(previous) === JSON.stringify(content)) counters.unchanged += 1
      else {
        counters[previous ? 'updated' : 'created'] += 1
        stored.set(key, content)
      }
    }
    return counters
  }

  async function loadGraph(tenantId: string) {
    const { rows } = await sql<{ key: string; title: string; links: string[] }>`
      select b.external_key as key, b.title, array_agg(coalesce(t.email, t.email_domain)) as links
      from blocks b join sharing s using (tenant_id, block_id) join tags t using (tenant_id, tag_id)
      where b.tenant_id = ${tenantId} and not s.shared group by 1, 2 order by 1`.execute(server.db)
    return rows.map(({ links, ...row }) => ({ ...row, links: links.sort() }))
  }

  function expected(oracle: ReadonlyMap<string, { subject: string; to: string[] }>) {
    const domains = (to: string[]) =>
      new Set(to.map((email) => email.split('@')[1] as string).filter((name) => name !== 'gmail.com'))
    return [...oracle].sort().map(([key, { subject, to }]) => ({
      key,
      title: subject,
      links: ['from@z.example', 'z.example', ...to, ...domains(to)].sort(),
    }))
  }
}, 120_000)
