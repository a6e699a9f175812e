import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Api, codeOf, startApi } from '../api.ts'
import { signIn, type TestUser } from '../block-operations.ts'

let api: Api
let ada: TestUser
let ben: TestUser
beforeAll(async () => {
  api = await startApi()
  ;[ada, ben] = [await signIn(api), await signIn(api)]
})
afterAll(() => api.stop())

const STATUSES = ['not_started', 'in_progress', 'completed'] as const

async function changesOf(blockId: string) {
  const activities = await ada.run('blockActivities', { blockId, activityTypes: ['STATUS_CHANGED'] })
  return activities.map(({ detail }) => detail)
}

test('a new task has the status not_started by default', async () => {
  expect(await ada.run('upsertOneTask', { title: 'Roof' })).toMatchObject({
    status: 'not_started',
    dateCompleted: null,
  })
  const done = await ada.run('upsertOneTask', { status: 'COMPLETED' })
  expect(done).toMatchObject({ status: 'completed', dateCompleted: done.dateCreated })
  expect(await changesOf(done._id)).toEqual([])
})

const TRANSITIONS = STATUSES.flatMap((from) => STATUSES.map((to) => [from, to] as const))

test.each(TRANSITIONS)('from %s to %s', async (from, to) => {
  const { _id } = await ada.run('upsertOneTask', { status: from })
  const { dateCompleted } = await ada.run('upsertOneTask', { _id })
  const task = await ada.run('upsertOneTask', { _id, status: to })
  expect(task.status).toBe(to)
  if (to === 'completed') expect(task.dateCompleted).toBe(from === 'completed' ? dateCompleted : task.dateUpdated)
  else expect(task.dateCompleted).toBeNull()
  const change = { __typename: 'StatusChange', oldStatus: from, newStatus: to }
  expect(await changesOf(_id)).toEqual(from === to ? [] : [change])
})

test('an unknown status is refused', async () => {
  const { _id } = await ada.run('upsertOneTask', {})
  const { status, errors } = await ada.execute('upsertOneTask', { _id, status: 'done' })
  expect(status).toBe(200)
  expect(['BAD_USER_INPUT', 'GRAPHQL_VALIDATION_FAILED']).toContain(codeOf({ errors }))
})

test('all fields can be set and cleared', async () => {
  const parent = await ada.run('upsertOneTask', { title: 'House' })
  const parentReferenceBlock = { id: parent._id, blockType: 'task' }
  const fields = { title: 'Roof', summary: 'Tiles', dateDue: 1_800_000_000_000, dateRemindMe: 1_790_000_000_000 }
  const flags = { priority: true, snoozed: true, proposed: true, favorite: true }
  const task = await ada.run('upsertOneTask', { ...fields, ...flags, parentReferenceBlock })
  expect(task).toMatchObject({ ...fields, ...flags, parentReferenceBlock })
  const none = Object.fromEntries(
    Object.keys({ ...fields, ...flags, status: 0, parentReferenceBlock }).map((name) => [name, null]),
  )
  expect(await ada.run('upsertOneTask', { _id: task._id, ...none })).toMatchObject({
    title: '',
    summary: null,
    dateDue: null,
    dateRemindMe: null,
    parentReferenceBlock: null,
    priority: false,
    snoozed: false,
    proposed: false,
    favorite: false,
    status: 'not_started',
  })
})

test('the parent of a task must be visible and not the task itself', async () => {
  const theirs = await ben.run('upsertOneTask', {})
  const mine = await ada.run('upsertOneTask', {})
  const codes = [
    await ada.execute('upsertOneTask', { parentReferenceBlock: { id: theirs._id } }),
    await ada.execute('upsertOneTask', { parentReferenceBlock: { id: mine._id, blockType: 'note' } }),
    await ada.execute('upsertOneTask', { _id: mine._id, parentReferenceBlock: { id: mine._id } }),
    await ada.execute('upsertOneTask', { parentReferenceBlock: { blockType: 'task' } }),
  ].map(codeOf)
  expect(codes).toEqual(['NOT_FOUND', 'NOT_FOUND', 'BAD_USER_INPUT', 'BAD_USER_INPUT'])
})

test('an assigned person sees the assignment and the due date', async () => {
  const link = { shared: true, sharingLevel: 1, sharingApproach: 1 }
  const sharingTags = [{ email: ben.email, ...link, assigned: true }]
  const { _id } = await ada.run('upsertOneTask', { title: 'For Ben', sharingTags })
  expect(await ben.run('upsertOneTask', { _id })).toMatchObject({ assignedTags: [{ email: ben.email }] })
  await ada.run('upsertOneTask', { _id, sharingTags: [{ email: ben.email, ...link, assigned: false }] })
  expect(await ben.run('upsertOneTask', { _id })).toMatchObject({ assignedTags: [] })
  const types = ['ASSIGNED', 'UNASSIGNED', 'SHARED']
  const activities = await ben.run('blockActivities', { blockId: _id, activityTypes: types })
  expect(activities.map(({ activityType, detail }) => [activityType, detail?.tagId])).toEqual(
    expect.arrayContaining(types.map((type) => [type, ben.tagId])),
  )
})

test('a guest can assign a shared task to themselves', async () => {
  const link = { shared: true, sharingLevel: 1, sharingApproach: 1 }
  const { _id } = await ada.run('upsertOneTask', { sharingTags: [{ email: ben.email, ...link }] })
  const sharingTags = [{ tagId: ben.tagId, ...link, assigned: true }]
  expect(await ben.run('upsertOneTask', { _id, sharingTags })).toMatchObject({ assignedTags: [{ email: ben.email }] })
  expect(await ada.run('upsertOneTask', { _id })).toMatchObject({ assignedTags: [{ email: ben.email }] })
})
