import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startOfDay } from '../../../../platform/graph/search/task-presets.ts'
import { type Api, codeOf, newEmail, startApi } from '../api.ts'
import { tenantOf } from '../block-content.ts'

const HISTORY = `query H($input: SyncHistoryInput!) { syncHistory(input: $input) {
  sync date runs failedRuns deferredRuns warnedRuns created updated unchanged skipped failedCount
} }`
const RUNS = 'query R($input: SyncRunsInput!) { syncRuns(input: $input) { state created } }'
const HOUR = 3_600_000

let api: Api
let email: string
let connectionId: string
const now = Date.now()
const today = startOfDay(now, 'UTC')
const yesterday = startOfDay(now, 'UTC', -1)

/** Stores a run of the connection. */
async function addRun(sync: 'email' | 'calendar', dateStart: number, values: object = {}): Promise<void> {
  const { tenantId } = await tenantOf(api, email)
  const run = {
    tenant_id: tenantId,
    run_id: randomUUID(),
    connection_id: connectionId,
    sync,
    trigger: 'schedule' as const,
    state: 'ok' as const,
    date_start: dateStart,
    date_end: dateStart + 5,
    ...values,
  }
  await api.db.insertInto('sync_runs').values(run).execute()
}

const ask = async (query: string, input: object, person = email) =>
  api.execute(person, query, { input: { connectionId, ...input } })

beforeAll(async () => {
  api = await startApi()
  email = newEmail()
  connectionId = await api.connect(email)
  await api.db.deleteFrom('sync_runs').where('connection_id', '=', connectionId).execute()
  await addRun('email', yesterday, { created: 5, unchanged: 2, warnings: JSON.stringify(['One was left out.']) })
  await addRun('email', yesterday + 23 * HOUR, { state: 'failed', updated: 1, failed_count: 3 })
  await addRun('email', today, { state: 'deferred' })
  await addRun('calendar', today, { unchanged: 7, skipped: 4 })
  await addRun('calendar', today - 14 * 24 * HOUR, { created: 100 })
})
afterAll(() => api.stop())

const NONE = { failedRuns: 0, deferredRuns: 0, warnedRuns: 0, created: 0, updated: 0 }
const ZERO = { ...NONE, unchanged: 0, skipped: 0, failedCount: 0 }

test('syncHistory adds up the runs by sync and day', async () => {
  const { data } = await ask(HISTORY, {})
  expect(data.syncHistory).toEqual([
    {
      ...ZERO,
      ...{ sync: 'email', date: yesterday, runs: 2, failedRuns: 1, warnedRuns: 1 },
      ...{ created: 5, updated: 1, unchanged: 2, failedCount: 3 },
    },
    { ...ZERO, sync: 'calendar', date: today, runs: 1, unchanged: 7, skipped: 4 },
    { ...ZERO, sync: 'email', date: today, runs: 1, deferredRuns: 1 },
  ])
})

test('syncHistory can be shorter, but not longer than runs are retained', async () => {
  const { data } = await ask(HISTORY, { days: 1 })
  expect(data.syncHistory).toMatchObject([{ date: today }, { date: today }])
  expect(codeOf(await ask(HISTORY, { days: 15 }))).toBe('BAD_USER_INPUT')
  expect(codeOf(await ask(HISTORY, { days: 0 }))).toBe('BAD_USER_INPUT')
})

test('syncHistory of another person is not found', async () => {
  expect(codeOf(await ask(HISTORY, {}, newEmail()))).toBe('NOT_FOUND')
})

test('syncRuns can be restricted to runs that are worth a look, and to a time', async () => {
  const worth = await ask(RUNS, { noteworthy: true, dateStart: { gte: yesterday } })
  expect(worth.data.syncRuns).toEqual([
    { state: 'deferred', created: 0 },
    { state: 'failed', created: 0 },
    { state: 'ok', created: 5 },
  ])
  const early = await ask(RUNS, { dateStart: { gte: yesterday, lt: yesterday + HOUR } })
  expect(early.data.syncRuns).toEqual([{ state: 'ok', created: 5 }])
})
