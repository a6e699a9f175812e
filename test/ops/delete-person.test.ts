import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import type { Database } from '../../platform/storage/postgres/database.ts'
import { type Api, startApi } from '../platform/graph/api.ts'
import { signIn, type TestUser } from '../platform/graph/block-operations.ts'
import { emailOfBucket, prepareOrganizations } from '../platform/graph/organizations.ts'
import { ROOT } from './compose/file.ts'

/** The statements of the file, without what only psql understands. */
const STATEMENTS = readFileSync(join(ROOT, 'ops/database/delete-person.sql'), 'utf8').replace(/^\\.*$/gm, '')

let api: Api
let ada: TestUser
let ben: TestUser
beforeAll(async () => {
  api = await startApi()
  await prepareOrganizations(api)
  // On a cluster, they are in different buckets.
  ;[ada, ben] = [await signIn(api, emailOfBucket(1, 'ada')), await signIn(api, emailOfBucket(2, 'ben'))]
})
afterAll(() => api.stop())

async function deletePerson(email: string): Promise<void> {
  const statements = STATEMENTS.replace(":'email'", `'${email}'`).replace(/^(begin|commit);$/gm, '')
  await api.buckets.directory.transaction().execute((tx) => sql.raw(statements).execute(tx))
}

/** The tables in which any column of a row contains a text. */
async function findTables(text: string): Promise<string[]> {
  const databases = new Set([api.buckets.directory, ...api.buckets.all().map(({ db }) => db)])
  return (await Promise.all([...databases].map((db) => findTablesOf(db, text)))).flat()
}

async function findTablesOf(db: Database, text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`.execute(db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql`select 1 from ${sql.table(name)} r where r::text like ${`%${text}%`} limit 1`.execute(db)
    if (rows.length > 0) found.push(name)
  }
  return found
}

describe('ops/database/delete-person.sql', () => {
  test('deletes everything of a person and nothing of others', async () => {
    const share = (email: string) => [{ email, shared: true, sharingLevel: 1, sharingApproach: 1 }]
    const { _id: theirs } = await ada.run('upsertOneTask', { title: 'Of Ada', sharingTags: share(ben.email) })
    const { _id: other } = await ben.run('upsertOneTask', { title: 'Of Ben', sharingTags: share(ada.email) })
    await ada.run('addReaction', { _id: other, blockType: 'task', shortcodes: '+1' })
    await api.connect(ada.email)
    const { rows } = await sql<{ tenant_id: string }>`
      select tenant_id from tenants where email = ${ada.email}`.execute(api.db)
    const tenant = String(rows[0]?.tenant_id)
    expect((await findTables(tenant)).length).toBeGreaterThan(4)
    await deletePerson(ada.email.toUpperCase())
    expect(await findTables(tenant)).toEqual([])
    const query = 'query Q($input: FindBlockInput!) { block(input: $input) { title } }'
    const read = async (_id: string) => (await api.execute(ben.email, query, { input: { _id } })).data.block
    expect(await read(other)).toEqual({ title: 'Of Ben' })
    expect(await read(theirs)).toBeFalsy()
  })

  test('fails if nobody has the address', async () => {
    await expect(deletePerson('nobody@example.com')).rejects.toThrow('Nobody has the address nobody@example.com.')
  })
})
