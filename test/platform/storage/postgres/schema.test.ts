import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { openStore } from '../../../../platform/storage/open.ts'
import { listMigrations, migrate } from '../../../../platform/storage/postgres/migrate.ts'
import { openTestStore, type TestStore } from '../test-store.ts'

let server: TestStore
beforeAll(async () => {
  server = await openTestStore()
})
afterAll(() => server.close())

// On a cluster the tables are in several schemas, all of which come about by the same migrations.
const onOneServer = process.env.TEST_CLUSTER_URL ? test.skip : test

const TYPES = new URL('../../../../platform/storage/postgres/tables/', import.meta.url)
const SQL = new URL('../../../../platform/storage/postgres/migrations/', import.meta.url)

interface Column {
  name: string
  nullable: boolean
  defaulted: boolean
}

const byName = (a: Column, b: Column) => (a.name < b.name ? -1 : 1)

/** The columns of every table, parsed from the source of the types. */
function typedColumns(): Map<string, Column[]> {
  const source = readdirSync(TYPES)
    .map((file) => readFileSync(new URL(file, TYPES), 'utf8'))
    .join('\n')
  const tablesBody = /export interface Tables \{([^}]*)\}/.exec(source)?.[1] ?? ''
  const tables = [...tablesBody.matchAll(/(\w+): (\w+)/g)].map(([, table = '', type = '']) => [table, type] as const)
  return new Map(tables.map(([table, type]) => [table, columnsOf(source, type)]))
}

function columnsOf(source: string, type: string): Column[] {
  const members = new RegExp(`export interface ${type} \\{([^}]*)\\}`).exec(source)?.[1] ?? ''
  const columns = [...members.matchAll(/^ {2}(\w+): (.*)$/gm)].map(([, name = '', kind = '']) => ({
    name,
    nullable: /^(Nullable|NullableJson)</.test(kind),
    defaulted: /^(Generated|JsonWithDefault)</.test(kind),
  }))
  return columns.sort(byName)
}

onOneServer('the types of the tables match the database', async () => {
  const { rows } = await sql<Column & { table: string }>`
    select table_name as "table", column_name as name, is_nullable = 'YES' as nullable,
      column_default is not null as defaulted
    from information_schema.columns
    where table_schema = any(current_schemas(false)) and table_name not like 'schema_%'
      and (table_name = 'feeds' or table_name in (select tablename from pg_tables where schemaname = any(current_schemas(false))))`.execute(
    server.db,
  )
  const migrated = Map.groupBy(rows, ({ table }) => table)
  // A view has neither defaults nor columns that are known not to be null.
  const views = new Set(
    (await sql<{ name: string }>`select viewname as name from pg_views`.execute(server.db)).rows.map(
      ({ name }) => name,
    ),
  )
  const typed = typedColumns()
  expect([...typed.keys()].sort()).toEqual([...migrated.keys()].sort())
  const stored = [...migrated].filter(([table]) => !views.has(table))
  for (const [table, columns] of stored) {
    const actual = columns.map(({ name, nullable, defaulted }) => ({ name, nullable, defaulted }))
    expect({ table, columns: actual.sort(byName) }).toEqual({ table, columns: typed.get(table) })
  }
})

describe('migrations', () => {
  onOneServer('run once when many programs start together', async () => {
    await sql`create schema many`.execute(server.buckets.directory)
    const url = new URL(server.url)
    url.searchParams.set('options', '-csearch_path=many')
    const stores = await Promise.all(
      Array.from({ length: 4 }, () => openStore({ databaseUrl: url.href, dataDir: 'none', maxConnections: 1 })),
    )
    const applied = await sql<{ name: string }>`select name from many.schema_migrations order by 1`.execute(
      server.buckets.directory,
    )
    expect(applied.rows.map(({ name }) => name)).toEqual(await listMigrations())
    expect(stores.map(({ nameSearch }) => nameSearch)).toEqual(stores.map(() => server.nameSearch))
    await Promise.all(stores.map((store) => store.close()))
    await sql`drop schema many cascade`.execute(server.buckets.directory)
  })

  test('change nothing when they have been applied', async () => {
    const loadApplied = () => sql`select * from schema_migrations order by name`.execute(server.db)
    const appliedBefore = await loadApplied()
    await migrate(server.db)
    expect((await loadApplied()).rows).toEqual(appliedBefore.rows)
  })
})

describe('the schema can be distributed over several machines', () => {
  onOneServer('the tenant is the first column of every key, except for tables without a tenant', async () => {
    const { rows } = await sql<{ table: string; first: string }>`
      select c.conrelid::regclass::text as "table", a.attname as first
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype in ('p', 'u') and c.connamespace = current_schema()::regnamespace`.execute(server.db)
    const exceptions = rows.filter(({ first }) => first !== 'tenant_id').map(({ table, first }) => `${table} ${first}`)
    expect(exceptions.sort()).toEqual([
      'processes process_id',
      'providers provider',
      'schema_lock id',
      'schema_migrations name',
      'tenants issuer',
    ])
  })

  test('no GIN index has several columns', async () => {
    const { rows } = await sql<{ columns: number }>`
      select i.indnatts as columns from pg_index i join pg_class c on c.oid = i.indexrelid
      join pg_am m on m.oid = c.relam and m.amname = 'gin'`.execute(server.db)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(({ columns }) => columns === 1)).toBe(true)
  })

  test('migrations change one thing in each statement, except for those that ran before', async () => {
    const files = readdirSync(SQL).filter((name) => {
      return /alter table[^;]*,\s*(add|drop|alter)\b/i.test(readFileSync(new URL(name, SQL), 'utf8'))
    })
    expect(files.map((name) => name.slice(0, 3))).toEqual(['009', '012', '016', '019'])
  })

  test('no feature is used that only some engines support', () => {
    const folder = new URL('../../../../platform/storage/', import.meta.url)
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(ts|sql)$/.test(name))
    const statements = files.map((name) => readFileSync(new URL(name, folder), 'utf8').replace(/(\/\/|--|\*).*$/gm, ''))
    expect(statements.length).toBeGreaterThan(readdirSync(SQL).length)
    const unsupported =
      /pg_(try_)?advisory|\blisten\b|\bnotify\b|\bxmax\b|\bctid\b|generated always|create (function|trigger)/i
    expect(files.filter((_, index) => unsupported.test(statements[index] ?? ''))).toEqual([])
  })
})

test('rows of a tenant unknown to the planner are found by the complete key', async () => {
  await sql`
    insert into blocks (tenant_id, block_id, block_type, creator_id, date_associated, date_created, date_updated,
      provider, application, external_key)
    select tenant, gen_random_uuid(), 'email', tenant, 0, 0, 0, 'acme', 'mail', 'key ' || i
    from (select gen_random_uuid() as tenant from generate_series(1, 20)) t, generate_series(1, 500) i`.execute(
    server.db,
  )
  await sql`analyze blocks`.execute(server.db)
  const explained = await sql<{ 'QUERY PLAN': string }>`
    explain select block_id from blocks where tenant_id = ${randomUUID()} and provider = 'acme' and application = 'mail' and external_key = 'key 1'`.execute(
    server.db,
  )
  const plan = explained.rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(
    /blocks_tenant_id_provider_application_external_key_key[\s\S]*Index Cond: .*external_key = 'key 1'/,
  )
})
