import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { locateBuckets } from '../../../platform/storage/cluster/metadata.ts'
import { formatNode } from '../../../platform/storage/cluster/nodes.ts'
import { openStore } from '../../../platform/storage/open.ts'
import { createDatabase, type Database } from '../../../platform/storage/postgres/database.ts'
import { interposeNode } from '../storage/cluster-node.ts'
import { takeTurn } from '../storage/moves.ts'
import { createEmptyDatabase } from '../storage/test-store.ts'
import { run } from './run.ts'

const onCluster = process.env.TEST_CLUSTER_URL ? describe : describe.skip

const EMAIL = 'ada@acme.example'

onCluster('on a cluster', () => {
  let database: Awaited<ReturnType<typeof createEmptyDatabase>>
  let endTurn: () => Promise<void>
  beforeAll(async () => {
    endTurn = await takeTurn()
    database = await createEmptyDatabase()
  })
  afterAll(async () => {
    await database.drop()
    await endTurn()
  })

  const buckets = (...args: string[]) => run(['buckets', ...args], { DATABASE_URL: database.url })
  const open = () => openStore({ databaseUrl: database.url, dataDir: 'none' })
  const nodesOf = async (db: Database) =>
    new Map((await locateBuckets(db)).map(({ name, node }) => [name, formatNode(node)]))

  test('without buckets, the commands say what creates them', async () => {
    const { close } = await open()
    await close()
    expect((await buckets()).lines).toEqual([expect.stringContaining('has no buckets yet')])
    for (const args of [['move', 'bucket_1'], ['rebalance']]) {
      const { code, errors } = await buckets(...args)
      expect([code, errors]).toEqual([1, [expect.stringContaining('buckets add N creates them')]])
    }
  })

  test('the first buckets are created from what there is, while no process of the platform runs', async () => {
    const store = await open()
    const { db } = store
    await sql`
      insert into tenants (tenant_id, issuer, subject, email, tag_id, date_created, date_updated)
      values (${randomUUID()}, 'issuer', 'ada', ${EMAIL}, ${randomUUID()}, 1, 1)`.execute(db)
    await sql`
      insert into processes (process_id, role, version, migration, credential_key_ids, date_started, date_seen)
      values ('worker-7', 'worker', '1.2.3', '', '{}', 0, extract(epoch from now()) * 1000)`.execute(db)
    const refused = await buckets('add', '2')
    expect(refused.code).toBe(1)
    expect(refused.errors.join()).toContain('worker-7 (worker, 1.2.3)')
    expect(await locateBuckets(db)).toEqual([])
    await sql`delete from processes`.execute(db)
    await store.close()
    const { code, lines } = await buckets('add', '2')
    expect(code).toBe(0)
    expect(lines).toContainEqual(expect.stringMatching(/^bucket_1: on .+:\d+, with all tenants/))
    expect(lines).toContainEqual(expect.stringMatching(/^bucket_2: created on/))
    // The coordinator keeps no rows of its own behind those of the nodes.
    const again = await open()
    const { rows } = await sql`select pg_relation_size('tenants') as size`.execute(again.db)
    expect(rows).toEqual([{ size: 0 }])
    await again.close()
  })

  test('buckets are listed with their tenants, sizes and lag', async () => {
    const { lines } = await buckets('--json')
    const list = JSON.parse(lines.join('\n'))
    expect(list).toEqual([
      expect.objectContaining({ name: 'bucket_1', tenants: 1, isAway: false, lagMs: 0 }),
      expect.objectContaining({ name: 'bucket_2', tenants: 0, isAway: false, lagMs: 0 }),
    ])
    expect(list[0].sizeBytes).toBeGreaterThan(100_000)
    expect((await buckets()).lines[1]).toMatch(/^bucket_1 +\S+:\d+ +1 +\d+ kB +0 ms$/)
  })

  test('a bucket is moved while a process reads and writes it, which goes on at its new node', async () => {
    const store = await open()
    const [bucket] = store.buckets.all()
    const db = bucket?.db as Database
    const before = (await nodesOf(store.db)).get('bucket_1')
    let isMoved = false
    let writes = 0
    // With pauses, so that the log of the former node ends within a page, which the node writes to disk later if it may.
    const write = async () => {
      while (!isMoved) {
        await sql`insert into feeds (tenant_id) values (${randomUUID()})`.execute(db)
        writes += 1
        await pause(5)
      }
    }
    const writing = Promise.all([write(), write(), write()])
    const { code, lines } = await buckets('move', EMAIL)
    isMoved = true
    await writing
    expect(code).toBe(0)
    const now = (await nodesOf(store.db)).get('bucket_1')
    expect(now).not.toBe(before)
    expect(lines[0]).toBe(`bucket_1: from ${before} to ${now}`)
    expect(lines.at(-1)).toMatch(new RegExp(`^bucket_1: moved to ${now} in `))
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from feeds`.execute(db)
    expect(rows[0]?.count).toBe(writes + 1)
    expect(writes).toBeGreaterThan(3)
    expect((await buckets('move', 'bucket_1', now as string)).lines).toEqual([`bucket_1 is on ${now} already.`])
    await store.close()
  }, 60_000)

  /** Has a node commit asynchronously while `work` runs. */
  async function whileAsynchronous(db: Database, work: (port: string) => Promise<void>): Promise<void> {
    const name = sql.id(new URL(database.url).pathname.slice(1))
    const port = [...(await nodesOf(db)).values()][0]?.split(':')[1] as string
    const node = createDatabase({
      connectionString: Object.assign(new URL(database.url), { port, pathname: 'postgres' }).href,
    })
    await sql`alter database ${name} set synchronous_commit = off`.execute(node)
    try {
      await work(port)
    } finally {
      await sql`alter database ${name} set synchronous_commit = on`.execute(node)
      await node.destroy()
    }
  }

  test('nothing is moved while a server commits asynchronously', async () => {
    const { db, close } = await open()
    await whileAsynchronous(db, async (port) => {
      for (const args of [['move', 'bucket_1'], ['rebalance']]) {
        const { code, errors } = await buckets(...args)
        expect([code, errors]).toEqual([
          1,
          [expect.stringContaining(`synchronous_commit is off on 127.0.0.1:${port},`)],
        ])
      }
    })
    await close()
  })

  test('nothing is moved while the URL of the database asks for asynchronous commits', async () => {
    const { code, errors } = await run(['buckets', 'move', 'bucket_1'], {
      DATABASE_URL: `${database.url}?options=-csynchronous_commit%3Doff`,
    })
    expect([code, errors]).toEqual([
      1,
      [expect.stringMatching(/synchronous_commit is off on (127\.0\.0\.1:\d+, ){2,}so/)],
    ])
  })

  test('added buckets are distributed by a rebalance, and another one has nothing to do', async () => {
    const store = await open()
    expect((await buckets('add', '2')).code).toBe(0)
    const [target] = (await nodesOf(store.db)).values()
    for (const name of (await nodesOf(store.db)).keys()) await buckets('move', name, target as string)
    const { code, lines } = await buckets('rebalance')
    expect(code).toBe(0)
    expect(lines.filter((line) => /^bucket_\d: moved from/.test(line))).toHaveLength(2)
    const nodes = [...(await nodesOf(store.db)).values()]
    expect(nodes.filter((node) => node === target)).toHaveLength(2)
    expect((await buckets('rebalance')).lines).toEqual(['Nothing is moved: the buckets are distributed evenly.'])
    await store.close()
  }, 120_000)

  test('a rebalance that runs already is followed, with a warning while a server commits asynchronously', async () => {
    const { db, buckets: all, close } = await open()
    const [target] = (await nodesOf(db)).values()
    for (const name of (await nodesOf(db)).keys()) await buckets('move', name, target as string)
    // A move waits for the transactions that began before it.
    const writers = await Promise.all(all.all().map(async (bucket) => bucket.db.startTransaction().execute()))
    for (const writer of writers) await sql`insert into feeds (tenant_id) values (${randomUUID()})`.execute(writer)
    await sql`select citus_rebalance_start()`.execute(db)
    await whileAsynchronous(db, async (port) => {
      const following = buckets('rebalance')
      await pause(1_000)
      for (const writer of writers) await writer.commit().execute()
      const { code, lines } = await following
      expect(code).toBe(0)
      expect(lines.slice(0, 2)).toEqual([
        expect.stringMatching(`^Warning: synchronous_commit is off on 127.0.0.1:${port}, .* citus_rebalance_stop`),
        expect.stringContaining('A rebalance is running already'),
      ])
      expect(lines.at(-1)).toMatch(/^Done: \d of \d steps/)
    })
    await close()
  }, 120_000)

  test.each([
    [['move', 'bucket_99'], 'WHAT: there is no bucket bucket_99. The buckets are bucket_1, bucket_2'],
    [['move', 'nobody@acme.example'], 'WHAT: there is no tenant nobody@acme.example'],
    [['move', '00000000-0000-4000-8000-000000000000'], 'WHAT: there is no tenant 00000000'],
    [['move', 'bucket_1', 'elsewhere:1'], 'NODE: no node elsewhere:1 may hold buckets. Those that may are'],
  ])('%j is refused with what there is', async (args, message) => {
    const { code, errors } = await buckets(...args)
    expect([code, errors]).toEqual([1, [expect.stringContaining(message)]])
  })

  test('a node that cannot be asked is listed with the reason, and the others as ever', async () => {
    const store = await open()
    const node = await interposeNode(store.db, 'bucket_2')
    node.lose()
    const { code, lines } = await buckets()
    expect(code).toBe(0)
    const lost = `127.0.0.1:${node.port}`
    const { true: unknown = [], false: others = [] } = Object.groupBy(
      lines.filter((line) => line.startsWith('bucket_')),
      (line) => (line.includes(lost) ? 'true' : 'false'),
    )
    expect(unknown).toContainEqual(expect.stringMatching(/^bucket_2 .+ unknown +unknown$/))
    expect(others).not.toEqual([])
    for (const line of others) expect(line).toMatch(/ [\d.]+ [kM]B +0 ms$/)
    expect(lines.at(-1)).toContain(`Cannot be asked from here: ${lost} (connect ECONNREFUSED ${lost})`)
    const list: { name: string }[] = JSON.parse((await buckets('--json')).lines.join('\n'))
    expect(list.find(({ name }) => name === 'bucket_2')).toMatchObject({
      isAway: true,
      problem: `connect ECONNREFUSED ${lost}`,
    })
    await store.close()
  })
})
