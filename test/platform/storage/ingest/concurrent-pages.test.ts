import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Counters } from '../../../../platform/model/sync.ts'
import { addCounters, NO_COUNTS } from '../../../../platform/model/sync.ts'
import type { SyncItems } from '../../../../platform/model/sync-store.ts'
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

/** Two connections of one tenant to one application: whatever they bring has the same keys. */
async function twoWorkers() {
  const scene = await createFixture(server.db)
  const scenes: SyncFixture[] = [scene, { ...scene, connection: await createConnection(server.db, scene.tenant) }]
  const keepers = await Promise.all(
    scenes.map(async (each) => {
      const fences = {
        email: (await claimSync(each, 'email')).fence,
        calendar: (await claimSync(each, 'calendar')).fence,
      }
      return (page: SyncItems & { sync: 'email' | 'calendar' }) =>
        scene.store.commitPage(fences[page.sync], toCommit(page), NOW)
    }),
  )
  return { tenantId: scene.tenant.tenantId, keepers }
}

const sum = (counters: readonly Counters[]) => counters.reduce(addCounters, { ...NO_COUNTS })

describe('workers that bring the same items at the same time', () => {
  test('create each item, person and organization once, and none of them hears of a conflict', async () => {
    const { tenantId, keepers } = await twoWorkers()
    const rounds = 20
    const PER_ROUND = 40
    for (let round = 0; round < rounds; round += 1) {
      const items = Array.from({ length: PER_ROUND }, (_, i) =>
        email(`${round}-${i}`, { from: { email: `p${round}-${i % 7}@org${round}-${i % 3}.example` }, to: [] }),
      )
      const orders = [items, items.toReversed()]
      const counters = await Promise.all(keepers.map((keep, at) => keep({ sync: 'email', items: orders[at] ?? [] })))
      expect(sum(counters)).toEqual({ ...NO_COUNTS, created: PER_ROUND, unchanged: PER_ROUND })
    }
    const { rows } = await sql`
      select count(*) as tags, count(distinct coalesce(email, email_domain)) as different from tags
      where tenant_id = ${tenantId} and email_domain like 'org%-%'`.execute(server.db)
    // 7 × 3 people and 3 organizations.
    expect(rows).toEqual([{ tags: rounds * 24, different: rounds * 24 }])
  })

  test('give events the one calendar that there is', async () => {
    const { tenantId, keepers } = await twoWorkers()
    for (let round = 0; round < 10; round += 1) {
      const page = {
        sync: 'calendar',
        items: [calendar(`c${round}`, [event(`c${round}/1`), event(`c${round}/2`)])],
      } as const
      await Promise.all(keepers.map((keep) => keep({ ...page, items: [...page.items] })))
    }
    const { rows } = await sql`
      select count(*) as events, count(distinct c.block_id) as calendars from blocks e
      join blocks c on c.tenant_id = e.tenant_id and c.block_id = e.parent_id and c.block_type = 'calendar'
      where e.tenant_id = ${tenantId} and e.block_type = 'event'`.execute(server.db)
    expect(rows).toEqual([{ events: 20, calendars: 10 }])
  })
})

test('the store agrees with the simplest store there is, whatever pages come from whichever worker', async () => {
  const item = fc.record({
    key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    subject: fc.constantFrom('one', 'two', 'three'),
    to: fc.uniqueArray(fc.constantFrom('p@x.example', 'q@x.example', 'r@y.example', 's@gmail.com'), { maxLength: 3 }),
  })
  const step = fc.record({ worker: fc.nat({ max: 1 }), items: fc.array(item, { maxLength: 8 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const { tenantId, keepers } = await twoWorkers()
      const oracle = new Map<string, { subject: string; to: string[] }>()
      for (const { worker, items } of steps) {
        const mails = items.map(({ key, subject, to }) =>
          email(key, { subject, from: { email: 'from@z.example' }, to: to.map((email) => ({ email })) }),
        )
        const counters = await keepers[worker]?.({ sync: 'email', items: mails })
        expect(counters).toEqual(oneByOne(items, oracle))
      }
      expect(await graphOf(tenantId)).toEqual(expected(oracle))
    }),
    { numRuns: 60 },
  )

  function oneByOne(
    items: readonly { key: string; subject: string; to: string[] }[],
    stored: Map<string, object>,
  ): Counters {
    const counters = { ...NO_COUNTS }
    for (const [at, { key, ...content }] of items.entries()) {
      const there = stored.get(key)
      if (items.slice(at + 1).some((other) => other.key === key)) counters.skipped += 1
      else if (JSON.stringify(there) === JSON.stringify(content)) counters.unchanged += 1
      else {
        counters[there ? 'updated' : 'created'] += 1
        stored.set(key, content)
      }
    }
    return counters
  }

  async function graphOf(tenantId: string) {
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
      ...{ key, title: subject },
      links: ['from@z.example', 'z.example', ...to, ...domains(to)].sort(),
    }))
  }
}, 120_000)
