import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { LeaseLost } from '../../../../platform/model/sync-store.ts'
import { calendar, claimSync, createFixture, DAY_MS, email, NOW, type SyncFixture, toCommit } from '../fixtures.ts'
import { openTestStore, type TestStore } from '../test-store.ts'
import { findBlock, NO_COUNTS, selectBlocks, startMailRun, startRun } from './page-runs.ts'

let server: TestStore
let fixture: SyncFixture
beforeAll(async () => {
  server = await openTestStore()
})
beforeEach(async () => {
  fixture = await createFixture(server.db)
})
afterAll(() => server.close())

describe('a page of mail', () => {
  test('is created, then unchanged, then updated where its content changed', async () => {
    const commitMail = await startMailRun(fixture)
    expect(await commitMail([email('1'), email('2')])).toEqual({ ...NO_COUNTS, created: 2 })
    expect(await commitMail([email('1'), email('2')])).toEqual({ ...NO_COUNTS, unchanged: 2 })
    const changed = [email('1'), email('2', { subject: 'Other' }), email('3')]
    expect(await commitMail(changed, {}, NOW + 1)).toEqual({ ...NO_COUNTS, unchanged: 1, updated: 1, created: 1 })
    expect(await findBlock(fixture, '2')).toMatchObject({
      title: 'Other',
      version: 2,
      date_created: NOW,
      date_updated: NOW + 1,
    })
    expect(await findBlock(fixture, '1')).toMatchObject({ version: 1, date_updated: NOW })
  })

  test('is unchanged when members of its items have another order', async () => {
    const commitMail = await startMailRun(fixture)
    const mail = email('1')
    await commitMail([mail])
    const reversed = Object.fromEntries(Object.entries(mail).reverse()) as typeof mail
    expect(await commitMail([reversed])).toEqual({ ...NO_COUNTS, unchanged: 1 })
  })

  test('is stored with the columns that lists and filters need', async () => {
    const commitMail = await startMailRun(fixture)
    const html = { bodyHtml: '<p>Dear Ada</p>', attachments: [] }
    await commitMail([email('1', { threadExternalId: 'thread', messageId: '<1@x>', ...html })])
    const block = await findBlock(fixture, '1')
    expect(block).toMatchObject({
      block_type: 'email',
      title: 'Subject of 1',
      text: 'Dear Ada, all is well.',
      thread_id: 'thread',
      provider: 'acme',
      application: 'mail',
      external_id: '1',
      uri: 'https://mail.example/1',
      connection_id: fixture.connection.connectionId,
      creator_id: null,
      creator_email: 'grace@navy.example',
      creator_name: 'Grace',
      date_associated: NOW - DAY_MS,
      people: ['grace@navy.example', 'ada@acme.example'],
      archived: false,
    })
    expect(block.detail).toMatchObject({ direction: 'inbound', messageId: '<1@x>', hasAttachments: false })
    expect(block.large).toMatchObject({ bodyHtml: '<p>Dear Ada</p>', bodyText: 'Dear Ada, all is well.' })
  })

  test('is found by its words, without case and accents, and only in its own tenant', async () => {
    const commitMail = await startMailRun(fixture)
    await commitMail([email('1', { subject: 'Besprechung mit Zoë', bodyText: 'Fahrräder' })])
    const countMatches = async (words: string) => {
      const { rows } = await sql`select 1 from blocks where tsv @@ ${words}::tsquery`.execute(server.db)
      return rows.length
    }
    const own = `'=${fixture.tenant.tenantId}'`
    expect(await countMatches(`zoe & fahrrader & ${own}`)).toBe(1)
    expect(await countMatches(`grace:B & ${own}`)).toBe(1)
    expect(await countMatches(`besprechung:A & '${fixture.connection.connectionId}'`)).toBe(0)
  })

  test('removes characters that PostgreSQL cannot store', async () => {
    const commitMail = await startMailRun(fixture)
    const odd = email('1\0', { subject: 'nul \0 half \ud800', bodyText: '\ud800\0', labels: ['\0'] })
    expect(await commitMail([odd])).toEqual({ ...NO_COUNTS, created: 1 })
    expect(await commitMail([odd])).toEqual({ ...NO_COUNTS, unchanged: 1 })
    expect((await findBlock(fixture, '1')).title).toBe('nul  half \ufffd')
  })

  test('stores texts that are too large for indexes and full-text search', async () => {
    const commitMail = await startMailRun(fixture)
    const words = Array.from({ length: 400_000 }, (_, i) => `w${i}`).join(' ')
    const uri = `https://mail.example/${'x'.repeat(20_000)}`
    const rare = (i: number) => String.fromCodePoint(0x20000 + (i % 40_000), 0x20000 + ((i * 7) % 40_000))
    const joined = Array.from({ length: 60_000 }, (_, i) => rare(i)).join('-')
    const items = [
      email('1', { bodyText: words, uri, subject: words }),
      email('2', { bodyText: joined, subject: joined }),
    ]
    expect(await commitMail(items)).toEqual({ ...NO_COUNTS, created: 2 })
  })

  test('fails an item whose id is too long for an index, with a warning, and stores the others', async () => {
    const commitMail = await startMailRun(fixture)
    expect(await commitMail([email('x'.repeat(3_000)), email('1')])).toEqual({
      ...NO_COUNTS,
      created: 1,
      failedCount: 1,
    })
    const run = await server.db
      .selectFrom('sync_runs')
      .select('warnings')
      .where('connection_id', '=', fixture.connection.connectionId)
      .executeTakeFirstOrThrow()
    expect(run.warnings).toEqual([
      expect.stringMatching(/^skipped an item whose id is longer than 2000 bytes: x{60}…$/),
    ])
  })

  test('with more items than fit into a statement is stored completely', async () => {
    const commitMail = await startMailRun(fixture)
    const items = Array.from({ length: 1_201 }, (_, i) => email(String(i)))
    expect(await commitMail(items)).toEqual({ ...NO_COUNTS, created: 1_201 })
    expect(await commitMail(items)).toEqual({ ...NO_COUNTS, unchanged: 1_201 })
  })

  test('does not overwrite a block of another type', async () => {
    await (await startMailRun(fixture))([email('same')])
    const commitPage = await startRun(fixture, 'calendar')
    expect(await commitPage({ sync: 'calendar', items: [calendar('same', [])] })).toEqual({
      ...NO_COUNTS,
      failedCount: 1,
    })
    expect((await findBlock(fixture, 'same')).block_type).toBe('email')
  })

  test('counts invalid items as failed', async () => {
    const commitMail = await startMailRun(fixture)
    expect(await commitMail([email('1')], { invalid: 2 })).toEqual({ ...NO_COUNTS, created: 1, failedCount: 2 })
  })
})

describe('a commit', () => {
  test('stores nothing when the lease is lost', async () => {
    const { fence } = await claimSync(fixture, 'email')
    await fixture.store.release([fence], NOW)
    const late = fixture.store.commitPage(fence, toCommit({ sync: 'email', items: [email('1')] }), NOW)
    await expect(late).rejects.toThrow(LeaseLost)
    expect(await selectBlocks(fixture).execute()).toEqual([])
  })

  test('adds its counters to the run and moves the checkpoint', async () => {
    const commitMail = await startMailRun(fixture)
    await commitMail([email('1')], { warnings: ['one'], checkpoint: { cursor: 'a' } })
    await commitMail([email('1'), email('2')], { warnings: ['two'], checkpoint: { cursor: 'b' } })
    const { connectionId } = fixture.connection
    const run = await server.db
      .selectFrom('sync_runs')
      .selectAll()
      .where('connection_id', '=', connectionId)
      .executeTakeFirstOrThrow()
    expect(run).toMatchObject({ pages: 2, created: 2, unchanged: 1, warnings: ['one', 'two'], state: 'running' })
    const sync = await server.db
      .selectFrom('syncs')
      .select('checkpoint')
      .where('connection_id', '=', connectionId)
      .where('sync', '=', 'email')
      .executeTakeFirstOrThrow()
    expect(sync.checkpoint).toEqual({ cursor: 'b' })
  })

  test('appends its changes to the feed, in order and without gaps', async () => {
    const commitMail = await startMailRun(fixture)
    await commitMail([email('1', { to: [], from: { email: 'eve@gmail.com' } })])
    await commitMail([email('1', { to: [], from: { email: 'eve@gmail.com' }, unread: true })])
    await commitMail([email('1', { to: [], from: { email: 'eve@gmail.com' }, unread: true })])
    const events = await server.db
      .selectFrom('change_events')
      .select(['event_type', 'subject', 'subject_type', 'sequence'])
      .where('tenant_id', '=', fixture.tenant.tenantId)
      .where('subject', 'in', ['block', 'tag'])
      .orderBy('sequence')
      .execute()
    const feed = await server.db
      .selectFrom('feeds')
      .select('sequence')
      .where('tenant_id', '=', fixture.tenant.tenantId)
      .executeTakeFirstOrThrow()
    expect(events.at(-1)?.sequence).toBe(feed.sequence)
    const [first = 0] = events.map(({ sequence }) => sequence)
    expect(events.map(({ sequence, ...event }) => [sequence - first, ...Object.values(event)])).toEqual([
      [0, 'CREATED', 'tag', 'person'],
      [1, 'CREATED', 'block', 'email'],
      [2, 'UPDATED', 'block', 'email'],
    ])
  })
})
