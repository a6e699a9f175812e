import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import type { SyncName } from '../../../../platform/model/sync.ts'
import { LeaseLost, type PageCommit, type SyncItems } from '../../../../platform/model/sync-store.ts'
import {
  calendar,
  claimSync,
  createFixture,
  DAY_MS,
  email,
  event,
  NOW,
  type SyncFixture,
  toCommit,
  transcription,
} from '../fixtures.ts'
import { openTestStore, type TestStore } from '../test-store.ts'

let server: TestStore
let scene: SyncFixture
beforeAll(async () => {
  server = await openTestStore()
})
beforeEach(async () => {
  scene = await createFixture(server.db)
})
afterAll(() => server.close())

const NONE = { created: 0, updated: 0, unchanged: 0, skipped: 0, failedCount: 0 }

/** A run of a sync that keeps one page after the other. */
async function begin(sync: SyncName) {
  const { fence } = await claimSync(scene, sync)
  return (page: SyncItems, commit: Partial<PageCommit> = {}, now = NOW) =>
    scene.store.commitPage(fence, toCommit(page, commit), now)
}

async function beginMail() {
  const keep = await begin('email')
  return (items: ReturnType<typeof email>[], commit: Partial<PageCommit> = {}, now = NOW) =>
    keep({ sync: 'email', items }, commit, now)
}

/** Who is linked to a block: each tag by its address or domain, and as what. */
async function linksOf(externalId: string): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; shared: boolean; level: number; approach: number; assigned: boolean }>`
    select coalesce(t.email, t.email_domain) as name, s.shared, s.sharing_level as level,
      s.sharing_approach as approach, s.assigned
    from blocks b join sharing s using (tenant_id, block_id) join tags t using (tenant_id, tag_id)
    where b.tenant_id = ${scene.tenant.tenantId} and b.external_id = ${externalId}`.execute(server.db)
  const role = (row: (typeof rows)[number]) =>
    row.assigned ? 'assigned' : row.shared ? `shared ${row.level}` : 'linked'
  return Object.fromEntries(rows.map((row) => [row.name, role(row)]))
}

function blocks() {
  return server.db.selectFrom('blocks').selectAll().where('tenant_id', '=', scene.tenant.tenantId)
}

const blockOf = (externalId: string) => blocks().where('external_id', '=', externalId).executeTakeFirstOrThrow()

describe('a page of mail', () => {
  test('is created, then unchanged, then updated where it changed', async () => {
    const keep = await beginMail()
    expect(await keep([email('1'), email('2')])).toEqual({ ...NONE, created: 2 })
    expect(await keep([email('1'), email('2')])).toEqual({ ...NONE, unchanged: 2 })
    const changed = [email('1'), email('2', { subject: 'Other' }), email('3')]
    expect(await keep(changed, {}, NOW + 1)).toEqual({ ...NONE, unchanged: 1, updated: 1, created: 1 })
    expect(await blockOf('2')).toMatchObject({ title: 'Other', version: 2, date_created: NOW, date_updated: NOW + 1 })
    expect(await blockOf('1')).toMatchObject({ version: 1, date_updated: NOW })
  })

  test('is not changed when its members come in another order', async () => {
    const keep = await beginMail()
    const mail = email('1')
    await keep([mail])
    const reversed = Object.fromEntries(Object.entries(mail).reverse()) as typeof mail
    expect(await keep([reversed])).toEqual({ ...NONE, unchanged: 1 })
  })

  test('is kept with the facts that lists and filters ask for', async () => {
    const keep = await beginMail()
    const html = { bodyHtml: '<p>Dear Ada</p>', attachments: [] }
    await keep([email('1', { threadExternalId: 'thread', messageId: '<1@x>', ...html })])
    const block = await blockOf('1')
    expect(block).toMatchObject({
      ...{ block_type: 'email', title: 'Subject of 1', text: 'Dear Ada, all is well.', thread_id: 'thread' },
      ...{ provider: 'acme', application: 'mail', external_id: '1', uri: 'https://mail.example/1' },
      ...{ connection_id: scene.connection.connectionId, creator_id: scene.tenant.tenantId },
      ...{ date_associated: NOW - DAY_MS, people: ['grace@navy.example', 'ada@acme.example'], archived: false },
    })
    expect(block.detail).toMatchObject({ direction: 'inbound', messageId: '<1@x>', hasAttachments: false })
    expect(block.large).toMatchObject({ bodyHtml: '<p>Dear Ada</p>', bodyText: 'Dear Ada, all is well.' })
  })

  test('is found by its words, without case and accents, and only in its own tenant', async () => {
    const keep = await beginMail()
    await keep([email('1', { subject: 'Besprechung mit Zoë', bodyText: 'Fahrräder' })])
    const found = async (words: string) => {
      const { rows } = await sql`select 1 from blocks where tsv @@ ${words}::tsquery`.execute(server.db)
      return rows.length
    }
    const own = `'=${scene.tenant.tenantId}'`
    expect(await found(`zoe & fahrrader & ${own}`)).toBe(1)
    expect(await found(`grace:B & ${own}`)).toBe(1)
    expect(await found(`besprechung:A & '${scene.connection.connectionId}'`)).toBe(0)
  })

  test('keeps text that PostgreSQL cannot hold, without what it cannot hold', async () => {
    const keep = await beginMail()
    const odd = email('1\0', { subject: 'nul \0 half \ud800', bodyText: '\ud800\0', labels: ['\0'] })
    expect(await keep([odd])).toEqual({ ...NONE, created: 1 })
    expect(await keep([odd])).toEqual({ ...NONE, unchanged: 1 })
    expect((await blockOf('1')).title).toBe('nul  half \ufffd')
  })

  test('keeps texts of a size that indexes and full text would refuse', async () => {
    const keep = await beginMail()
    const words = Array.from({ length: 400_000 }, (_, i) => `w${i}`).join(' ')
    const uri = `https://mail.example/${'x'.repeat(20_000)}`
    const rare = (i: number) => String.fromCodePoint(0x20000 + (i % 40_000), 0x20000 + ((i * 7) % 40_000))
    const joined = Array.from({ length: 60_000 }, (_, i) => rare(i)).join('-')
    const items = [
      email('1', { bodyText: words, uri, subject: words }),
      email('2', { bodyText: joined, subject: joined }),
    ]
    expect(await keep(items)).toEqual({ ...NONE, created: 2 })
  })

  test('fails an id that no index can hold, by name, and keeps the rest', async () => {
    const keep = await beginMail()
    expect(await keep([email('x'.repeat(3_000)), email('1')])).toEqual({ ...NONE, created: 1, failedCount: 1 })
    const run = await server.db
      .selectFrom('sync_runs')
      .select('warnings')
      .where('connection_id', '=', scene.connection.connectionId)
      .executeTakeFirstOrThrow()
    expect(run.warnings).toEqual([expect.stringMatching(/^an id of more than 2000 bytes was left out: x{60}…$/)])
  })

  test('of more items than a statement takes is kept whole', async () => {
    const keep = await beginMail()
    const items = Array.from({ length: 1_201 }, (_, i) => email(String(i)))
    expect(await keep(items)).toEqual({ ...NONE, created: 1_201 })
    expect(await keep(items)).toEqual({ ...NONE, unchanged: 1_201 })
  })

  test('does not overwrite what is of another type', async () => {
    await (await beginMail())([email('same')])
    const keep = await begin('calendar')
    expect(await keep({ sync: 'calendar', items: [calendar('same', [])] })).toEqual({ ...NONE, failedCount: 1 })
    expect((await blockOf('same')).block_type).toBe('email')
  })

  test('counts what was invalid already', async () => {
    const keep = await beginMail()
    expect(await keep([email('1')], { invalid: 2 })).toEqual({ ...NONE, created: 1, failedCount: 2 })
  })
})

describe('the people on an item', () => {
  test('and their organizations are linked, each once; the tenant owns it', async () => {
    await (await beginMail())([email('1', { cc: [{ email: 'Grace@navy.example' }, { email: 'eve@gmail.com' }] })])
    expect(await linksOf('1')).toEqual({
      [scene.tenant.email]: 'shared 2',
      ...{ 'ada@acme.example': 'linked', 'acme.example': 'linked', 'grace@navy.example': 'linked' },
      ...{ 'navy.example': 'linked', 'eve@gmail.com': 'linked' },
    })
  })

  test('are called by the first name that comes along, and keep it', async () => {
    const keep = await beginMail()
    const nameOf = async () =>
      await server.db
        .selectFrom('tags')
        .select(['alias', 'friendly_name', 'name_search'])
        .where('tenant_id', '=', scene.tenant.tenantId)
        .where('email', '=', 'bob@x.example')
        .executeTakeFirstOrThrow()
    await keep([email('1', { from: { email: 'Bob@x.example' } })])
    expect(await nameOf()).toEqual({ alias: 'bob@x.example', friendly_name: null, name_search: 'bob@x.example' })
    await keep([email('2', { from: { email: 'bob@x.example', friendlyName: 'Böb' } })])
    expect(await nameOf()).toEqual({ alias: 'Böb', friendly_name: 'Böb', name_search: 'bob\nbob@x.example' })
    await keep([email('3', { from: { email: 'bob@x.example', friendlyName: 'Robert' } })])
    expect(await nameOf()).toMatchObject({ alias: 'Böb' })
  })

  test('come and go with its content, but a link that somebody changed stays', async () => {
    const keep = await beginMail()
    const to = (...people: string[]) =>
      email('1', { from: { email: 'ada@acme.example' }, to: people.map((name) => ({ email: `${name}@x.example` })) })
    await keep([to('bob', 'carol', 'dan')])
    const change = (name: string, change: 'delete' | 'pin') => {
      const tag = sql`(select tag_id from tags where tenant_id = ${scene.tenant.tenantId} and email = ${`${name}@x.example`})`
      return change === 'delete'
        ? sql`delete from sharing where tag_id = ${tag}`.execute(server.db)
        : sql`update sharing set pinned = true where tag_id = ${tag}`.execute(server.db)
    }
    await change('bob', 'pin')
    await change('carol', 'delete')
    await keep([to('carol', 'eve')])
    expect(Object.keys(await linksOf('1')).sort()).toEqual(
      [scene.tenant.email, 'acme.example', 'ada@acme.example', 'bob@x.example', 'eve@x.example', 'x.example'].sort(),
    )
    await keep([to()])
    expect(Object.keys(await linksOf('1')).sort()).toEqual(
      [scene.tenant.email, 'acme.example', 'ada@acme.example', 'bob@x.example'].sort(),
    )
  })
})

describe('what a person has done', () => {
  test('survives every sync: archived, favorite, sharing', async () => {
    const keep = await beginMail()
    await keep([email('1')])
    const { block_id } = await blockOf('1')
    await sql`update blocks set archived = true where block_id = ${block_id}`.execute(server.db)
    await sql`insert into block_marks values (${scene.tenant.tenantId}, ${block_id}, true, null, 1)`.execute(server.db)
    await sql`update sharing set shared = true, sharing_level = 1, sharing_approach = 1
      where block_id = ${block_id} and tag_id <> ${scene.tenant.tagId}`.execute(server.db)
    const before = await linksOf('1')
    expect(await keep([email('1')])).toEqual({ ...NONE, unchanged: 1 })
    expect(await keep([email('1', { subject: 'Other', from: { email: 'new@x.example' } })])).toEqual({
      ...NONE,
      updated: 1,
    })
    expect(await blockOf('1')).toMatchObject({ archived: true, title: 'Other' })
    expect(await linksOf('1')).toMatchObject(before)
    const marks = await server.db
      .selectFrom('block_marks')
      .select('favorite')
      .where('block_id', '=', block_id)
      .execute()
    expect(marks).toEqual([{ favorite: true }])
    const links = await server.db.selectFrom('sharing').select('archived').where('block_id', '=', block_id).execute()
    expect(new Set(links.map(({ archived }) => archived))).toEqual(new Set([true]))
  })
})

describe('a page of calendars', () => {
  const WINDOW = { dateStart: NOW - DAY_MS, dateEnd: NOW + DAY_MS }

  async function beginCalendar() {
    const keep = await begin('calendar')
    return (events: ReturnType<typeof event>[], commit: Partial<PageCommit> = {}) =>
      keep({ sync: 'calendar', items: [calendar('c', events)] }, { checkpoint: WINDOW, ...commit })
  }

  test('is a calendar and its events, which point at it', async () => {
    const keep = await beginCalendar()
    expect(await keep([event('c/1')])).toEqual({ ...NONE, created: 2 })
    const [calendarBlock, eventBlock] = [await blockOf('c'), await blockOf('c/1')]
    expect(calendarBlock).toMatchObject({
      block_type: 'calendar',
      title: 'Work',
      detail: { timeZone: 'Europe/Berlin' },
    })
    expect(eventBlock).toMatchObject({
      block_type: 'event',
      parent_id: calendarBlock.block_id,
      parent_type: 'calendar',
      status: 'confirmed',
      date_start: NOW,
    })
  })

  test('does not take a new date of the last change for a change', async () => {
    const keep = await beginCalendar()
    await keep([event('c/1', { dateUpdated: 1 })])
    expect(await keep([event('c/1', { dateUpdated: 2 })])).toEqual({ ...NONE, unchanged: 2 })
  })

  test('cancels events that vanished from inside the window, and has them back when they return', async () => {
    const keep = await beginCalendar()
    const far = event('c/far', { dateStart: NOW + 5 * DAY_MS, dateEnd: NOW + 6 * DAY_MS })
    const edge = event('c/edge', { dateStart: NOW - DAY_MS, dateEnd: NOW - DAY_MS })
    await keep([event('c/1'), event('c/2'), far, edge])
    expect(await keep([event('c/1')])).toEqual({ ...NONE, unchanged: 2 })
    const status = async () =>
      Object.fromEntries(
        (await blocks().where('block_type', '=', 'event').execute()).map((row) => [row.external_id, row.status]),
      )
    expect(await status()).toEqual({
      'c/1': 'confirmed',
      'c/2': 'cancelled',
      'c/far': 'confirmed',
      'c/edge': 'confirmed',
    })
    expect(await keep([event('c/1'), event('c/2')])).toEqual({ ...NONE, unchanged: 2, updated: 1 })
    expect(await status()).toMatchObject({ 'c/2': 'confirmed' })
  })

  test.each<[string, Partial<PageCommit>]>([
    ['a warning names it', { warnings: ['the event 2 could not be read'] }],
    ['items of the page were invalid', { invalid: 1 }],
    ['no window was read', { checkpoint: {} }],
  ])('does not cancel what is missing while %s', async (_, commit) => {
    const keep = await beginCalendar()
    await keep([event('c/1'), event('c/2')])
    await keep([event('c/1')], commit)
    expect((await blockOf('c/2')).status).toBe('confirmed')
  })

  test('leaves the events of calendars that are not on the page', async () => {
    const keep = await begin('calendar')
    const page = (...items: ReturnType<typeof calendar>[]) => keep({ sync: 'calendar', items }, { checkpoint: WINDOW })
    await page(calendar('c', [event('c/1')]), calendar('d', [event('d/1')]))
    await page(calendar('c', []))
    expect([(await blockOf('c/1')).status, (await blockOf('d/1')).status]).toEqual(['cancelled', 'confirmed'])
  })
})

describe('a page of transcriptions', () => {
  test('is a transcription and proposed tasks, which are the user’s from then on', async () => {
    const keep = await begin('transcription')
    const tasks = [
      { title: 'Send the offer', assignedTo: { email: 'bob@x.example' } },
      { title: 'Call', externalId: '7' },
    ]
    const page = (title: string) => keep({ sync: 'transcription', items: [transcription('t', { title, tasks })] })
    expect(await page('Kick-off')).toEqual({ ...NONE, created: 3 })
    const { block_id } = await blockOf('t')
    const task = await blockOf('t.task.7')
    expect(task).toMatchObject({
      block_type: 'task',
      proposed: true,
      status: 'not_started',
      origin_id: block_id,
      title: 'Call',
    })
    const offer = await blocks().where('title', '=', 'Send the offer').executeTakeFirstOrThrow()
    expect(offer.external_id).toMatch(/^t\.task\.[0-9a-f]{8}$/)
    expect(await linksOf(offer.external_id ?? '')).toMatchObject({ 'bob@x.example': 'assigned' })
    await sql`update blocks set status = 'completed', title = 'Mine' where block_id = ${task.block_id}`.execute(
      server.db,
    )
    expect(await page('Renamed')).toEqual({ ...NONE, updated: 1, unchanged: 2 })
    expect(await blockOf('t.task.7')).toMatchObject({ status: 'completed', title: 'Mine' })
  })

  test('skips meetings that are not ready, by name', async () => {
    const keep = await begin('transcription')
    const items = [
      transcription('t', { processingStage: 'Processing' }),
      transcription('u', { processingStage: 'odd' }),
    ]
    expect(await keep({ sync: 'transcription', items })).toEqual({ ...NONE, created: 1, skipped: 1 })
  })
})

describe('a commit', () => {
  test('keeps nothing when the lease is lost', async () => {
    const { fence } = await claimSync(scene, 'email')
    await scene.store.release([fence], NOW)
    const late = scene.store.commitPage(fence, toCommit({ sync: 'email', items: [email('1')] }), NOW)
    await expect(late).rejects.toThrow(LeaseLost)
    expect(await blocks().execute()).toEqual([])
  })

  test('adds to its run and moves the checkpoint', async () => {
    const keep = await beginMail()
    await keep([email('1')], { warnings: ['one'], checkpoint: { cursor: 'a' } })
    await keep([email('1'), email('2')], { warnings: ['two'], checkpoint: { cursor: 'b' } })
    const { connectionId } = scene.connection
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

  test('tells what changed, in order and without holes', async () => {
    const keep = await beginMail()
    await keep([email('1', { to: [], from: { email: 'eve@gmail.com' } })])
    await keep([email('1', { to: [], from: { email: 'eve@gmail.com' }, unread: true })])
    await keep([email('1', { to: [], from: { email: 'eve@gmail.com' }, unread: true })])
    const events = await server.db
      .selectFrom('change_events')
      .select(['event_type', 'subject', 'subject_type', 'sequence'])
      .where('tenant_id', '=', scene.tenant.tenantId)
      .where('subject', 'in', ['block', 'tag'])
      .orderBy('sequence')
      .execute()
    const tenant = await server.db
      .selectFrom('tenants')
      .select('sequence')
      .where('tenant_id', '=', scene.tenant.tenantId)
      .executeTakeFirstOrThrow()
    expect(events.at(-1)?.sequence).toBe(tenant.sequence)
    const [first = 0] = events.map(({ sequence }) => sequence)
    expect(events.map(({ sequence, ...event }) => [sequence - first, ...Object.values(event)])).toEqual([
      [0, 'CREATED', 'tag', 'person'],
      [1, 'CREATED', 'block', 'email'],
      [2, 'UPDATED', 'block', 'email'],
    ])
  })
})
