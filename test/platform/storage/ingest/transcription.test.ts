import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { createFixture, type SyncFixture, transcription } from '../fixtures.ts'
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

  test('counts meetings without a usable transcript as skipped', async () => {
    const commitPage = await startRun(fixture, 'transcription')
    const items = [transcription('u', { processingStage: 'odd' })]
    const counters = await commitPage({ sync: 'transcription', items }, { skipped: 2 })
    expect(counters).toEqual({ ...NO_COUNTS, created: 1, skipped: 2 })
  })
})
