import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { inTransaction } from '../../../../platform/storage/postgres/database.ts'
import { findTimeZone } from '../../../../platform/storage/time-zone.ts'
import { calendar, createFixture, type SyncFixture, transcription } from '../fixtures.ts'
import { openTestStore, type TestStore } from '../test-store.ts'
import { findBlock, findLinks, NO_COUNTS, selectBlocks, startRun } from './page-runs.ts'

let server: TestStore
let fixture: SyncFixture
beforeAll(async () => {
  server = await openTestStore()
})
beforeEach(async () => {
  fixture = await createFixture(server.db)
})
afterAll(() => server.close())

describe('a page of transcriptions', () => {
  test('becomes a transcription and proposed tasks, which are not updated afterwards', async () => {
    const commitPage = await startRun(fixture, 'transcription')
    const tasks = [
      { title: 'Send the offer', assignedTo: { email: 'bob@x.example' } },
      { title: 'Call', externalId: '7' },
    ]
    const commitTitle = (title: string) =>
      commitPage({ sync: 'transcription', items: [transcription('t', { title, tasks })] })
    expect(await commitTitle('Kick-off')).toEqual({ ...NO_COUNTS, created: 3 })
    const { block_id } = await findBlock(fixture, 't')
    const task = await findBlock(fixture, 't.task.7')
    expect(task).toMatchObject({
      block_type: 'task',
      proposed: true,
      status: 'not_started',
      origin_id: block_id,
      title: 'Call',
    })
    const sendTask = await selectBlocks(fixture).where('title', '=', 'Send the offer').executeTakeFirstOrThrow()
    expect(sendTask.external_id).toMatch(/^t\.task\.[0-9a-f]{8}$/)
    expect(await findLinks(fixture, sendTask.external_id ?? '')).toMatchObject({ 'bob@x.example': 'assigned' })
    await sql`update blocks set status = 'completed', title = 'Mine' where block_id = ${task.block_id}`.execute(
      server.db,
    )
    expect(await commitTitle('Renamed')).toEqual({ ...NO_COUNTS, updated: 1, unchanged: 2 })
    expect(await findBlock(fixture, 't.task.7')).toMatchObject({ status: 'completed', title: 'Mine' })
  })

  test('proposes what somebody promised and named a day for, in the time zone of the own calendar', async () => {
    const commitCalendar = await startRun(fixture, 'calendar')
    const zones = {
      [fixture.tenant.email]: 'America/Los_Angeles',
      office: 'Pacific/Auckland',
      fair: 'Pacific/Auckland',
    }
    const items = Object.entries(zones).map(([id, timeZone]) => ({ ...calendar(id, []), timeZone }))
    await commitCalendar({ sync: 'calendar', items })
    const commitPage = await startRun(fixture, 'transcription')
    const text = [
      '[00:00:05] Grace Hopper: I will send the revised price list by Friday.',
      '[00:00:09] Bob: I will call you on Friday.',
      '[00:00:12] grace  hopper: I will think about it, and I will prepare the contract.',
      '[00:00:15] [guest] Ann: I will bring the plan tomorrow.',
    ].join('\n')
    // 19:00 on a Thursday in Los Angeles, which is Friday in UTC.
    const item = transcription('t', {
      dateStart: Date.UTC(2026, 10, 6, 3),
      attendees: [{ email: 'grace@x.example', friendlyName: 'Grace Hopper' }, { email: 'bob@x.example' }],
      transcript: { title: 'Kick-off', text },
    })
    expect(await commitPage({ sync: 'transcription', items: [item] })).toEqual({ ...NO_COUNTS, created: 2 })
    const task = await selectBlocks(fixture).where('block_type', '=', 'task').executeTakeFirstOrThrow()
    expect(task).toMatchObject({
      title: 'I will send the revised price list by Friday.',
      proposed: true,
      date_due: Date.UTC(2026, 10, 7, 1),
      detail: { startOffset: 5_000 },
    })
    expect(await findLinks(fixture, task.external_id ?? '')).toMatchObject({ 'grace@x.example': 'assigned' })
    expect(await commitPage({ sync: 'transcription', items: [item] })).toEqual({ ...NO_COUNTS, unchanged: 2 })
  })

  test('proposes for each person what several have promised in the same words, and what one repeats once', async () => {
    const commitPage = await startRun(fixture, 'transcription')
    const people = ['Ann', 'Bob'].map((name) => ({ email: `${name}@x.example`, friendlyName: name }))
    const text = ['Ann', 'Bob', 'Ann'].map((name, index) => `[00:00:0${index}] ${name}: I will send it tomorrow.`)
    const transcript = { title: 'Kick-off', text: text.join('\n') }
    await commitPage({ sync: 'transcription', items: [transcription('t', { attendees: people, transcript })] })
    const rows = await selectBlocks(fixture).where('block_type', '=', 'task').execute()
    const links = await Promise.all(rows.map(({ external_id }) => findLinks(fixture, external_id ?? '')))
    const assigned = links.flatMap((link) => Object.keys(link).filter((email) => link[email] === 'assigned'))
    expect(assigned.sort()).toEqual(['ann@x.example', 'bob@x.example'])
  })

  test('without an own calendar takes the time zone of most calendars', async () => {
    const commitCalendar = await startRun(fixture, 'calendar')
    const zones = ['Pacific/Auckland', 'Asia/Tokyo', 'Asia/Tokyo', 'Europe/Paris']
    const items = zones.map((timeZone, index) => ({ ...calendar(`c${index}`, []), timeZone }))
    await commitCalendar({ sync: 'calendar', items })
    expect(await inTransaction(server.db, (tx) => findTimeZone(tx, fixture.tenant))).toBe('Asia/Tokyo')
  })

  test('proposes nothing for a name that two people have, and dates action items by their text', async () => {
    const commitPage = await startRun(fixture, 'transcription')
    const people = ['a', 'b'].map((name) => ({ email: `${name}@x.example`, friendlyName: 'Grace' }))
    const transcript = { title: 'Kick-off', text: '[00:00:05] Grace: I will call you tomorrow.' }
    const dateStart = Date.UTC(2026, 10, 4, 9)
    const tasks = [
      { title: 'Send the offer', text: 'By Friday' },
      { title: 'Call tomorrow', dateDue: 7 },
    ]
    const items = [
      transcription('two', { attendees: people, transcript, dateStart }),
      transcription('listed', { attendees: people.slice(1), transcript, dateStart, tasks }),
    ]
    expect(await commitPage({ sync: 'transcription', items })).toEqual({ ...NO_COUNTS, created: 4 })
    const rows = await selectBlocks(fixture).where('block_type', '=', 'task').orderBy('title').execute()
    expect(rows.map(({ title, date_due }) => [title, date_due])).toEqual([
      ['Call tomorrow', 7],
      ['Send the offer', Date.UTC(2026, 10, 6, 17)],
    ])
  })

  test('assigns a task of the tenant to them, who owns it, too', async () => {
    const commitPage = await startRun(fixture, 'transcription')
    const tasks = [{ title: 'Own', externalId: '1', assignedTo: { email: fixture.tenant.email.toUpperCase() } }]
    await commitPage({ sync: 'transcription', items: [transcription('t', { tasks })] })
    expect(await findLinks(fixture, 't.task.1')).toMatchObject({ [fixture.tenant.email]: 'assigned' })
  })

  test('counts meetings without a usable transcript as skipped', async () => {
    const commitPage = await startRun(fixture, 'transcription')
    const items = [transcription('u', { processingStage: 'odd' })]
    const counters = await commitPage({ sync: 'transcription', items }, { skipped: 2 })
    expect(counters).toEqual({ ...NO_COUNTS, created: 1, skipped: 2 })
  })
})
