import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { startOfDay } from '../../../../platform/graph/search/task-presets.ts'
import { type Api, newEmail, startApi } from '../api.ts'
import { addBlock, addPerson, type BlockSeed, type Content, tenantOf } from '../block-content.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let api: Api
let content: Content
beforeAll(async () => {
  api = await startApi()
  content = { db: api.db, now: Date.now() }
})
afterAll(() => api.stop())

describe('days start in the time zone of the viewer', () => {
  const noon = Date.UTC(2026, 2, 8, 12)
  test.each([
    ['UTC', 0, Date.UTC(2026, 2, 8)],
    ['UTC', 1, Date.UTC(2026, 2, 9)],
    ['Asia/Tokyo', 0, Date.UTC(2026, 2, 7, 15)],
    ['Pacific/Kiritimati', 0, Date.UTC(2026, 2, 8, 10)],
    ['America/New_York', 0, Date.UTC(2026, 2, 8, 5)],
    ['America/New_York', 1, Date.UTC(2026, 2, 9, 4)],
    ['America/New_York', -14, Date.UTC(2026, 1, 22, 5)],
  ])('%s, %i days later', (timeZone, daysLater, expected) => {
    expect(startOfDay(noon, timeZone, daysLater)).toBe(expected)
  })

  test('a day without midnight starts when the clocks have changed', () => {
    expect(startOfDay(Date.UTC(2024, 8, 8, 12), 'America/Santiago')).toBe(Date.UTC(2024, 8, 8, 4))
  })
})

/** Queries a task preset in a time zone and returns the titles of the tasks. */
async function view(email: string, input: object, zone = 'UTC'): Promise<string[]> {
  const query = 'query Q($input: GraphSearchInput) { searchGraph(input: $input) { title } }'
  const headers = { Authorization: `Bearer ${await api.issuer.token(email)}`, 'x-user-timezone': zone }
  const response = await api.post('/api/v1/graph', { query, variables: { input } }, headers)
  const { data, extensions } = (await response.json()) as {
    data: { searchGraph: { title: string }[] }
    extensions?: object
  }
  expect(extensions).toBeUndefined()
  return data.searchGraph.map(({ title }) => title).sort()
}

async function stage(seeds: Record<string, BlockSeed>): Promise<string> {
  const viewer = await tenantOf(api, newEmail())
  for (const [title, seed] of Object.entries(seeds)) await addBlock(content, viewer, 'task', { title, ...seed })
  return viewer.email
}

test('own tasks are the open tasks of the viewer', async () => {
  const [viewer, colleague] = [await tenantOf(api, newEmail()), await tenantOf(api, newEmail())]
  const them = await addPerson(content, viewer, colleague.email)
  const me = await addPerson(content, colleague, viewer.email)
  const toThem = { links: [{ tag: them, assigned: true, shared: true }] }
  const toMe = (seed: BlockSeed) => ({ links: [{ tag: me, assigned: true, shared: true }], ...seed })
  const place = (title: string, seed: BlockSeed = {}) => addBlock(content, viewer, 'task', { title, ...seed })
  await place('nobody is assigned')
  await place('assigned to another', toThem)
  await place('begun', { status: 'in_progress' })
  await place('done', { status: 'completed' })
  await place('snoozed', { snoozed: true })
  await place('template', { template: true })
  await place('proposed', { proposed: true })
  await place('archived', { archived: true })
  await addBlock(content, viewer, 'note', { title: 'a note' })
  await addBlock(content, colleague, 'task', toMe({ title: 'assigned by another' }))
  await addBlock(content, colleague, 'task', { title: 'only shared', links: [{ tag: me, shared: true }] })
  const own = { scopeToOwnTasks: true }
  expect(await view(viewer.email, own)).toEqual(['assigned by another', 'begun', 'nobody is assigned'])
  expect(await view(viewer.email, { ...own, statuses: ['completed'] })).toEqual(['done'])
  expect(await view(viewer.email, { ...own, snoozed: true })).toEqual(['snoozed'])
  expect(await view(viewer.email, { ...own, proposed: true })).toEqual(['proposed'])
  expect(await view(viewer.email, { ...own, template: true })).toEqual(['template'])
  expect(await view(colleague.email, own)).toEqual(['assigned to another', 'only shared'])
})

test('priority and housekeeping tasks are selected by their dates and states', async () => {
  const today = startOfDay(Date.now(), 'UTC')
  const email = await stage({
    overdue: { date_due: today - HOUR },
    'due later today': { date_due: today + DAY - 1 },
    'due tomorrow': { date_due: today + DAY },
    'marked as a priority': { priority: true, date_due: today + 9 * DAY },
    'without a date': {},
    'stale for two weeks': { date_due: today - 14 * DAY - 1 },
    'not yet stale': { date_due: today - 14 * DAY },
    proposed: { proposed: true, date_due: today + 9 * DAY },
  })
  const pressing = ['due later today', 'marked as a priority', 'not yet stale', 'overdue', 'stale for two weeks']
  const untidy = ['proposed', 'stale for two weeks', 'without a date']
  expect(await view(email, { scopeToPriorityTasks: true })).toEqual(pressing)
  expect(await view(email, { scopeToHousekeepingTasks: true })).toEqual(untidy)
  expect(await view(email, { scopeToHousekeepingTasksBoolean: true })).toEqual(untidy)
  expect(await view(email, { scopeToHousekeepingTasks: true, scopeToPriorityTasks: true })).toEqual([
    'stale for two weeks',
  ])
})

test('due today is computed in the time zone of the viewer', async () => {
  const east = 'Pacific/Kiritimati'
  const west = 'Pacific/Pago_Pago'
  const email = await stage({
    east: { date_due: startOfDay(Date.now(), east, 1) - 1 },
    west: { date_due: startOfDay(Date.now(), west, 1) - 1 },
    'after both': { date_due: Math.max(...[east, west].map((zone) => startOfDay(Date.now(), zone, 1))) },
  })
  const [first, second] = [east, west].map((zone) => startOfDay(Date.now(), zone, 1)) as [number, number]
  const of = (end: number) => [...(first <= end ? ['east'] : []), ...(second <= end ? ['west'] : [])]
  expect(await view(email, { scopeToPriorityTasks: true }, east)).toEqual(of(first))
  expect(await view(email, { scopeToPriorityTasks: true }, west)).toEqual(of(second))
  expect(of(first)).not.toEqual(of(second))
})
