import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { bucketNameOf } from '../../../../platform/storage/buckets.ts'
import { ClusterBuckets } from '../../../../platform/storage/cluster/bucket-connections.ts'
import { createBucket, createDirectory } from '../../../../platform/storage/cluster/create.ts'
import { locateBuckets } from '../../../../platform/storage/cluster/metadata.ts'
import { openStore } from '../../../../platform/storage/open.ts'
import { databaseOf } from '../../../../platform/storage/postgres/database.ts'
import { createPool } from '../../../../platform/storage/postgres/pool.ts'
import { openTestStore, type TestStore } from '../test-store.ts'

const onCluster = process.env.TEST_CLUSTER_URL ? describe : describe.skip

onCluster('the buckets of a cluster', () => {
  let store: TestStore
  beforeAll(async () => {
    store = await openTestStore({ allBuckets: true })
  })
  afterAll(() => store.close())

  const reopen = () => openStore({ databaseUrl: store.url, dataDir: 'none' })

  test('are each on one node, with all of their tables, and on different ones', async () => {
    const { rows } = await sql<{ schema: string; nodes: number }>`
      select n.nspname as schema, count(distinct (s.nodename, s.nodeport))::int as nodes
      from citus_shards s join pg_class c on c.oid = s.table_name join pg_namespace n on n.oid = c.relnamespace
      where n.nspname like 'bucket%' group by 1 order by 1`.execute(store.buckets.directory)
    expect(rows).toEqual(['bucket_1', 'bucket_2', 'bucket_3'].map((schema) => ({ schema, nodes: 1 })))
    const ports = new Set((await locateBuckets(store.buckets.directory)).map(({ node }) => node.port))
    const { rows: nodes } = await sql`select 1 from pg_dist_node where shouldhaveshards`.execute(
      store.buckets.directory,
    )
    expect(ports.size).toBe(Math.min(rows.length, nodes.length))
    expect(store.buckets.all().map(({ db }) => bucketNameOf(db))).toEqual(rows.map(({ schema }) => schema))
  })

  test('are asked at their own nodes', async () => {
    const located = await locateBuckets(store.buckets.directory)
    for (const { name, db } of store.buckets.all()) {
      const { rows } = await sql<{ port: number; schema: string }>`
        select inet_server_port() as port, current_schema() as schema`.execute(db)
      expect(rows).toEqual([{ port: located.find((bucket) => bucket.name === name)?.node.port, schema: name }])
    }
  })

  test('have the tables of the directory, but none of their own', async () => {
    for (const { db } of store.buckets.all()) {
      const { rows } = await sql<{ schema: string }>`
        select relnamespace::regnamespace::text as schema from pg_class
        where oid in ('tenants'::regclass, 'providers'::regclass)`.execute(db)
      expect(rows).toEqual([{ schema: 'public' }, { schema: 'public' }])
    }
  })

  test('keep the tenants of an organization together, and a tenant where it is', async () => {
    const [first, second] = store.buckets.all()
    const insert = (email: string, bucket: string) =>
      store.buckets.directory
        .insertInto('tenants')
        .values({
          tenant_id: randomUUID(),
          issuer: 'https://issuer.example',
          subject: email,
          email,
          tag_id: randomUUID(),
          bucket,
          date_created: 1,
          date_updated: 1,
        })
        .returning('tenant_id')
        .executeTakeFirstOrThrow()
    const { tenant_id } = await insert('ada@acme.example', first?.name as string)
    await insert('bob@other.example', second?.name as string)
    expect((await store.buckets.choose('carl@acme.example'))?.name).toBe(first?.name)
    expect((await store.buckets.choose('Dora@other.example'))?.name).toBe(second?.name)
    expect(await store.buckets.of(tenant_id)).toBe(first?.db)
    await expect(store.buckets.of(randomUUID())).rejects.toThrow(/does not exist/)
  })

  test('are found at other nodes while the coordinator is away', async () => {
    const { tenant_id } = await store.buckets.directory
      .selectFrom('tenants')
      .select('tenant_id')
      .where('bucket', '=', 'bucket_2')
      .executeTakeFirstOrThrow()
    const pool = createPool({ connectionString: store.url })
    const directory = databaseOf(pool)
    const buckets = await ClusterBuckets.open(directory, { databaseUrl: store.url, schema: 'public' })
    Object.assign(pool, { connect: () => Promise.reject(new Error('Connection terminated unexpectedly')) })
    expect(bucketNameOf(await buckets.of(tenant_id))).toBe('bucket_2')
    await expect(buckets.of(randomUUID())).rejects.toThrow(/does not exist/)
    await buckets.close()
    await directory.destroy()
  })

  test('of people with free mail are chosen by their addresses', async () => {
    const emails = Array.from({ length: 30 }, (_, number) => `person${number}@gmail.com`)
    const chosen = await Promise.all(emails.map(async (email) => (await store.buckets.choose(email))?.name))
    expect(new Set(chosen).size).toBe(3)
    expect(await Promise.all(emails.map(async (email) => (await store.buckets.choose(email))?.name))).toEqual(chosen)
  })

  test('that were added since are found', async () => {
    const other = await reopen()
    const name = await createBucket(store.buckets.directory)
    expect(name).toBe('bucket_4')
    await sql`
      insert into tenants (tenant_id, issuer, subject, email, tag_id, bucket, date_created, date_updated)
      values (${randomUUID()}, '', 'new', 'new@new.example', ${randomUUID()}, ${name}, 1, 1)`.execute(
      store.buckets.directory,
    )
    expect((await other.buckets.choose('else@new.example'))?.name).toBe(name)
    await other.close()
  })

  test('are tuned after a migration has added tables, when a program starts', async () => {
    await sql`create table bucket_1.added (tenant_id uuid not null, n integer)`.execute(store.buckets.directory)
    await (await reopen()).close()
    const statistics = `select attstattarget from pg_attribute where attrelid = '%s'::regclass and attname = 'tenant_id'`
    const { rows } = await sql<{ table: string; node: string }>`
      select attstattarget::text as table, (select result from run_command_on_shards('bucket_1.added', ${statistics})) as node
      from pg_attribute where attrelid = 'bucket_1.added'::regclass and attname = 'tenant_id'`.execute(
      store.buckets.directory,
    )
    expect(rows).toEqual([{ table: '0', node: '0' }])
    await sql`drop table bucket_1.added`.execute(store.buckets.directory)
  })

  test('are created once', async () => {
    const before = await locateBuckets(store.buckets.directory)
    await createDirectory(store.buckets.directory, 0)
    expect(await locateBuckets(store.buckets.directory)).toEqual(before)
  })
})
