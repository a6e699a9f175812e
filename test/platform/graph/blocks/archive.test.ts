import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { BlockType } from '../../../../platform/storage/postgres/tables/index.ts'
import { type Api, codeOf, startApi } from '../api.ts'
import { addBlock, type Content } from '../block-content.ts'
import { type OperationName, signIn, type TestUser } from '../block-operations.ts'

let api: Api
let content: Content
let ada: TestUser
let ben: TestUser
beforeAll(async () => {
  api = await startApi()
  content = { db: api.db, now: 1_700_000_000_000 }
  ;[ada, ben] = [await signIn(api), await signIn(api)]
})
afterAll(() => api.stop())

const link = (person: TestUser, sharingLevel: number) => ({
  email: person.email,
  shared: true,
  sharingLevel,
  sharingApproach: 1,
})

async function historyOf(blockId: string) {
  const activities = await ada.run('blockActivities', { blockId, activityTypes: ['ARCHIVED', 'RESTORED'] })
  return activities.map(({ activityType }) => activityType)
}

async function watch(person: TestUser, type: BlockType, targetId: string, seed = {}) {
  const source = await addBlock(content, person, type, seed)
  await api.db
    .insertInto('block_links')
    .values({ tenant_id: person.tenantId, source_id: source, target_id: targetId, kind: 'watches', date_created: 1 })
    .execute()
  return source
}

test('an archived block can be restored for everyone who can see it', async () => {
  const { _id } = await ada.run('upsertOneNote', { sharingTags: [link(ben, 0)] })
  expect(await ada.run('archiveOneBlock', { _id })).toEqual({ _id, archived: true, metadataChange: null })
  expect(codeOf(await ben.execute('block', { _id }))).toBe('NOT_FOUND')
  expect(await ben.run('block', { _id, archived: true })).toMatchObject({ archived: true })
  const copies = () => api.db.selectFrom('sharing').select('archived').where('block_id', '=', _id).distinct().execute()
  expect(await copies()).toEqual([{ archived: true }])
  expect(await ada.run('archiveOneBlock', { _id, archive: false })).toMatchObject({ archived: false })
  expect(await ben.run('block', { _id })).toMatchObject({ archived: false })
  expect(await copies()).toEqual([{ archived: false }])
  expect(await historyOf(_id)).toEqual(['RESTORED', 'ARCHIVED'])
})

test('archiving is idempotent', async () => {
  const { _id } = await ada.run('upsertOneNote', {})
  for (const archive of [true, true, false, false]) {
    expect(await ada.run('archiveOneBlock', { _id, archive })).toMatchObject({ archived: archive })
  }
  expect(await historyOf(_id)).toEqual(['RESTORED', 'ARCHIVED'])
})

test('an editor may archive, a reader may not, and an outsider does not find the block', async () => {
  const [cleo, dora] = [await signIn(api), await signIn(api)]
  const { _id } = await ada.run('upsertOneNote', { sharingTags: [link(ben, 1), link(cleo, 0)] })
  const codes = [await cleo.execute('archiveOneBlock', { _id }), await dora.execute('archiveOneBlock', { _id })].map(
    codeOf,
  )
  expect(codes).toEqual(['FORBIDDEN', 'NOT_FOUND'])
  expect(await ben.run('archiveOneBlock', { _id })).toMatchObject({ archived: true })
})

const TYPED: [OperationName, BlockType][] = [
  ['archiveOneNote', 'note'],
  ['archiveOneTask', 'task'],
  ['archiveOneMessage', 'message'],
  ['archiveOneThread', 'thread'],
]

test.each(TYPED)('%s archives blocks of its type only', async (name, type) => {
  const [_id, emailId] = [await addBlock(content, ada, type), await addBlock(content, ada, 'email')]
  expect(codeOf(await ada.execute(name, { _id: emailId }))).toBe('NOT_FOUND')
  expect(codeOf(await ada.execute(name, { _id, blockType: 'email' }))).toBe('NOT_FOUND')
  expect(codeOf(await ada.execute(name, { _id: randomUUID() }))).toBe('NOT_FOUND')
  expect(await ada.run(name, { _id, blockType: type.toUpperCase() })).toMatchObject({ archived: true })
})

test('a block that others depend on is archived after confirmation', async () => {
  const { _id } = await ada.run('upsertOneNote', { title: 'Watched' })
  const agent = await watch(ada, 'agent', _id, { title: 'Watcher' })
  const requested = await ada.run('archiveOneBlock', { _id })
  expect(requested).toEqual({
    _id,
    archived: false,
    metadataChange: {
      assessment: {
        impactLevel: 'MEDIUM',
        message: expect.stringContaining('Confirm'),
        dependants: [{ id: agent, blockType: 'agent', title: 'Watcher' }],
      },
    },
  })
  expect(await ada.run('block', { _id })).toMatchObject({ archived: false })
  expect(await ada.run('archiveOneBlock', { _id, confirmed: true })).toEqual({
    _id,
    archived: true,
    metadataChange: null,
  })
  expect(await ada.run('archiveOneBlock', { _id, archive: false })).toMatchObject({
    archived: false,
    metadataChange: null,
  })
})

test.each([
  [['workflow'], 'HIGH'],
  [['agent', 'workflow'], 'HIGH'],
  [['reference'], 'LOW'],
  [Array(10).fill('reference'), 'HIGH'],
] as [BlockType[], string][])('%j make an impact', async (types, impactLevel) => {
  const { _id } = await ada.run('upsertOneNote', {})
  for (const type of types) await watch(ada, type, _id)
  expect(await ada.run('archiveOneNote', { _id })).toMatchObject({ metadataChange: { assessment: { impactLevel } } })
})

test('dependants that are not visible are counted but not listed', async () => {
  const { _id } = await ada.run('upsertOneNote', { sharingTags: [link(ben, 1)] })
  await watch(ada, 'agent', _id, { title: 'Secret agent' })
  const message = expect.stringContaining('1 of them not shared with you')
  expect(await ben.run('archiveOneBlock', { _id })).toMatchObject({
    archived: false,
    metadataChange: { assessment: { impactLevel: 'MEDIUM', dependants: [], message } },
  })
  expect(await ben.run('archiveOneBlock', { _id, confirmed: true })).toMatchObject({ archived: true })
})

test('archived dependants, and private ones of other people, are not counted', async () => {
  const { _id } = await ada.run('upsertOneNote', { sharingTags: [link(ben, 1)] })
  await watch(ada, 'agent', _id, { archived: true })
  await watch(ben, 'agent', _id, { title: "Ben's" })
  const seen = await ben.run('archiveOneBlock', { _id })
  expect(seen).toMatchObject({ archived: false, metadataChange: { assessment: { dependants: [{ title: "Ben's" }] } } })
  expect(await ada.run('archiveOneBlock', { _id })).toMatchObject({ archived: true, metadataChange: null })
})
