import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { Client } from 'pg'
import { listBroken } from '../../doctor/checks/cluster.ts'
import { checkDatabase } from '../../doctor/checks/database.ts'
import { Reporter } from '../../doctor/finding.ts'
import { readConfig } from '../../platform/config.ts'
import { urlOnNode } from '../../platform/storage/cluster/node-pool.ts'
import { deriveCredentialKey } from '../../platform/storage/connections/credential-encryption.ts'
import type { Database } from '../../platform/storage/postgres/database.ts'
import { interposeNode } from '../platform/storage/cluster-node.ts'
import { openTestStore, type TestStore } from '../platform/storage/test-store.ts'

test('servers that respond but cannot connect to each other are named', () => {
  const connections = [
    { from: 'a:1', to: 'a:1', works: true },
    { from: 'a:1', to: 'b:1', works: false },
    { from: 'b:1', to: 'a:1', works: null },
    { from: 'a:1', to: 'c:1', works: false },
    { from: 'c:1', to: 'a:1', works: null },
  ]
  expect(listBroken(connections, new Set(['a:1', 'b:1']))).toEqual(['a:1 → b:1', 'b:1 → a:1'])
  expect(listBroken(connections, new Set(['a:1']))).toEqual([])
})

const CREDENTIAL_KEY = 'credential-key-of-the-tests'
const onCluster = process.env.TEST_CLUSTER_URL ? describe : describe.skip

onCluster('a store on a cluster', () => {
  let store: TestStore
  let directory: Database
  beforeAll(async () => {
    store = await openTestStore({ allBuckets: true })
    directory = store.buckets.directory
    for (const port of await findPorts()) await setConnectionTimeout(port, '5s')
  })
  afterAll(() => store.close())

  /** The ports of the servers, that of the coordinator first. */
  async function findPorts(): Promise<number[]> {
    const { rows } = await sql<{ port: number }>`select nodeport as port from pg_dist_node order by groupid`.execute(
      directory,
    )
    return rows.map(({ port }) => port)
  }

  /** For the database of this test only. */
  async function setConnectionTimeout(port: number, timeout: string): Promise<void> {
    const client = new Client({ connectionString: urlOnNode(store.url, { host: '127.0.0.1', port }) })
    await client.connect()
    const { rows } = await client.query('select current_database() as name')
    await client.query(`alter database ${rows[0].name} set citus.node_connection_timeout = '${timeout}'`)
    await client.end()
  }

  /** What the doctor finds, by what it has checked. */
  async function examine() {
    const config = readConfig({
      DATABASE_URL: store.url,
      CREDENTIAL_KEY,
      PLATFORM_API_KEY: 'key-of-the-platform-in-these-tests',
      HUB_URL: 'http://127.0.0.1:1',
      OIDC_ISSUER: 'http://127.0.0.1:1',
      OIDC_AUDIENCE: 'test',
    })
    const report = new Reporter('platform')
    await checkDatabase(report, config, { connectionString: store.url })
    return Map.groupBy(report.findings, ({ check }) => check)
  }

  test('has its servers and its buckets checked', async () => {
    const found = await examine()
    const [coordinator, ...nodes] = (await findPorts()).map((port) => `127.0.0.1:${port}`)
    for (const check of [`coordinator ${coordinator}`, ...nodes.map((node) => `node ${node}`)]) {
      expect(found.get(check)).toMatchObject([{ status: 'ok', detail: expect.stringMatching(/^PostgreSQL 1\d/) }])
    }
    expect(found.get('cluster')).toMatchObject([
      { status: 'ok', detail: expect.stringContaining(`${nodes.length + 1} of ${nodes.length + 1} servers respond`) },
    ])
    expect(found.get('migrations')).toMatchObject([
      { status: 'ok', detail: expect.stringContaining('in every bucket that responds') },
    ])
  })

  test('has credentials counted in all of its buckets', async () => {
    const keyId = deriveCredentialKey(CREDENTIAL_KEY).id
    for (const { db } of store.buckets.all()) await addCredential(db, keyId)
    const [finding] = (await examine()).get('credential keys') ?? []
    expect(finding).toMatchObject({ status: 'ok', detail: `credentials: 3 with ${keyId} (first)` })
  })

  test('is told which bucket is behind', async () => {
    const db = store.buckets.named('bucket_2')
    const { rows } = await sql<{ name: string }>`
      delete from schema_migrations where name = (select max(name) from schema_migrations) returning name`.execute(db)
    const name = rows[0]?.name as string
    expect((await examine()).get('migrations')).toMatchObject([
      { status: 'warning', detail: `pending: ${name} in bucket_2` },
    ])
    await sql`insert into schema_migrations (name, date_run) values (${name}, now())`.execute(db)
  })

  test('is told of a server that may forget what it has committed', async () => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(directory)
    const name = sql.id(rows[0]?.name as string)
    await sql`alter database ${name} set synchronous_commit = off`.execute(directory)
    const found = await examine()
    const coordinator = [...found.keys()].find((check) => check.startsWith('coordinator')) as string
    expect(found.get(coordinator)).toMatchObject([
      { status: 'warning', detail: expect.stringContaining('synchronous_commit is off') },
    ])
    await sql`alter database ${name} set synchronous_commit = on`.execute(directory)
  })

  test('is told of a server that waits long for another one', async () => {
    const [, port] = await findPorts()
    await setConnectionTimeout(port as number, '30s')
    expect((await examine()).get(`node 127.0.0.1:${port}`)).toMatchObject([
      { status: 'warning', detail: expect.stringContaining('citus.node_connection_timeout is 30000 ms') },
    ])
    await setConnectionTimeout(port as number, '5s')
  })

  test('is examined as far as possible while a node is away', async () => {
    const node = await interposeNode(directory, 'bucket_2')
    node.lose()
    const found = await examine()
    expect(found.get(`node 127.0.0.1:${node.port}`)).toMatchObject([
      { status: 'error', detail: 'it cannot be used from here: nobody responds at its address' },
    ])
    const [keys] = found.get('credential keys') ?? []
    expect(keys?.detail).toMatch(/those in bucket_2.* are not known$/)
    expect(found.get('migrations')).toMatchObject([{ status: 'ok' }])
  })
})

async function addCredential(db: Database, keyId: string): Promise<void> {
  await db
    .insertInto('connections')
    .values({
      tenant_id: randomUUID(),
      connection_id: randomUUID(),
      provider: 'acme',
      application: 'mail',
      label: 'Mail',
      status: 'active',
      credential: Buffer.alloc(40),
      credential_key_id: keyId,
      date_created: 0,
      date_updated: 0,
    })
    .execute()
}
