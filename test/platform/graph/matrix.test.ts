import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { BlockType } from '../../../platform/storage/postgres/tables/index.ts'
import { type Api, someone, startApi } from './api.ts'
import { askFor, operations, ROLES, type Role, type Scene, setScene, sizeOf } from './matrix.ts'

type Input = (id: string, role: Role, scene: Scene) => object

const _id: Input = (id) => ({ _id: id })
const reaction: Input = (id) => ({ _id: id, blockType: 'note', shortcodes: ':+1:' })
const sharing = () => ({ email: someone(), shared: true, sharingLevel: 0, sharingApproach: 1 })

/** Takes a block, and answers everyone who sees it. */
const SEE: Record<string, [BlockType, Input]> = {
  block: ['note', _id],
  blockActivities: ['note', (blockId) => ({ blockId })],
  blockFabric: ['note', _id],
  favoriteBlock: ['note', (id) => ({ _id: id, favorite: true })],
  addReaction: ['note', reaction],
  removeReaction: ['note', reaction],
  addBlockFeedback: ['note', (id) => ({ referenceBlock: { id }, helpful: true })],
  // Whoever sees a block may organize it in their own graph, and leave it.
  deleteSharingTag: ['note', (id, role, { topics }) => ({ referenceBlock: { id }, tagId: topics[role] })],
  table: ['table', _id],
  record: ['record', _id],
  records: ['table', (tableId) => ({ tableId })],
  addRecommendation: [
    'note',
    (id, role, { people }) => ({
      ...{ recommendationType: 'insight', displayTitle: 'Look', referenceBlock: { id } },
      insightRecommendation: { tagId: people[role].tagId, text: 'x' },
    }),
  ],
}

/** Takes a block, and changes it for those who may write it. */
const WRITE: Record<string, [BlockType, Input]> = {
  updateOneBlock: [
    'note',
    (id, role, { people }) => ({ _id: id, sharingTags: [ownLink(role, people[role].tagId), sharing()] }),
  ],
  archiveOneBlock: ['email', _id],
  archiveOneNote: ['note', _id],
  archiveOneTask: ['task', _id],
  archiveOneMessage: ['message', _id],
  archiveOneThread: ['thread', _id],
  archiveOneRecord: ['record', _id],
  addBusinessObject: ['note', (id) => ({ referenceBlock: { id }, businessObject: { url: 'https://a.example/1' } })],
  removeBusinessObject: ['note', (id) => ({ referenceBlock: { id }, businessObjectId: randomUUID() })],
  linkUrl: ['note', (id) => ({ referenceBlock: { id }, url: 'https://a.example/1' })],
  addSharingTag: ['note', (id) => ({ referenceBlock: { id }, sharingTag: sharing() })],
  upsertOneRecord: ['table', (tableId) => ({ tableId, values: [{ name: 'amount', value: '2' }] })],
}

/** Takes an id that may be new. */
const UPSERT: Record<string, [BlockType, Input]> = {
  upsertOneNote: ['note', (id) => ({ _id: id, title: 'Mine' })],
  upsertOneTask: ['task', (id) => ({ _id: id, title: 'Mine' })],
  upsertOneThread: ['thread', (id) => ({ _id: id, title: 'Mine' })],
  upsertOneDocument: ['document', (id) => ({ _id: id, document: '{"type":"doc","content":[]}' })],
  upsertOneMessage: ['message', (id) => ({ _id: id, bodyHtml: '<p>Mine</p>' })],
}

/** What somebody says is theirs to change. */
const WRITERS: Record<string, readonly Role[]> = { upsertOneMessage: ['owner'] }

/** Takes something that is the owner's alone. */
const OWN: Record<string, [keyof Omit<Scene, 'people' | 'topics' | 'block'>, Input]> = {
  tag: ['tag', _id],
  tagActivity: ['tag', _id],
  graphTags: ['tag', (tagId) => ({ tagId, tagTypes: ['person'] })],
  upsertOneTag: ['tag', (id) => ({ _id: id, description: 'Mine' })],
  archiveOneTag: ['tag', _id],
  folder: ['folder', _id],
  upsertOneFolder: ['folder', (id) => ({ _id: id, name: 'Mine' })],
  archiveOneFolder: ['folder', _id],
  addTagsToFolder: ['folder', (folderId, role, { topics }) => ({ folderId, tagIds: [topics[role]] })],
  removeTagsFromFolder: ['folder', (folderId, role, { topics }) => ({ folderId, tagIds: [topics[role]] })],
  upsertOneMemory: ['memory', (id) => ({ _id: id, topic: `topic ${id}`, value: 'mine' })],
  archiveOneMemory: ['memory', _id],
  acceptRecommendation: ['recommendation', _id],
  dismissRecommendation: ['recommendation', _id],
  snoozeRecommendation: ['recommendation', (id) => ({ _id: id, dateUntil: 1 })],
  archiveOneSignal: ['signal', _id],
  upsertOneSignal: ['tag', (tagId) => ({ tagId, tableId: randomUUID(), fieldName: 'amount' })],
  connection: ['connection', _id],
  syncRuns: ['connection', (connectionId) => ({ connectionId })],
  startConnection: ['connection', (connectionId) => ({ application: 'mail', connectionId })],
  confirmConnection: ['connection', _id],
  pauseSync: ['connection', (connectionId) => ({ connectionId, sync: 'email' })],
  resumeSync: ['connection', (connectionId) => ({ connectionId, sync: 'email' })],
  runSync: ['connection', (connectionId) => ({ connectionId, sync: 'email' })],
  disconnect: ['connection', _id],
  executeQuery: ['connection', (connectionId) => ({ connectionId, metadataType: 'deal', searchCriteria: [] })],
  tagFromRecord: ['connection', (connectionId) => ({ connectionId, metadataType: 'deal', externalId: '1' })],
  installFunction: ['connection', (connectionId) => ({ connectionId, functionName: 'report' })],
  publishNotes: ['connection', (connectionId) => ({ connectionId, _ids: [randomUUID()] })],
  executeFunction: ['invocation', (functionId) => ({ functionId, connectionId: randomUUID(), values: [] })],
}
/** Those of them that the owner cannot bring to a good end here, because the provider offers nothing of the kind. */
const UNANSWERED = new Set([
  'executeQuery',
  'tagFromRecord',
  'installFunction',
  'publishNotes',
  'executeFunction',
  'upsertOneSignal',
])

/** Lists that can be asked for what belongs to a block; who does not see it finds nothing. */
const LISTS: Record<string, [BlockType, Input]> = {
  searchGraph: ['note', (id) => ({ _ids: [id] })],
  searchGraphCount: ['note', (id) => ({ _ids: [id] })],
  searchTasksAndNotes: ['note', (id) => ({ _ids: [id] })],
  searchTagsForBlocks: ['note', (id) => ({ _ids: [id] })],
  blocks: ['note', (id) => ({ _ids: [id] })],
  recordTypes: ['table', (tableId) => ({ tableId })],
}

/** Lists that can be asked for what belongs to a tag or a folder of the owner's. */
const OWN_LISTS: Record<string, Input> = {
  searchTags: (id) => ({ _ids: [id] }),
  searchGraphTags: (id) => ({ tagIds: [id] }),
  tagsWithActivity: (id) => ({ tagIds: [id] }),
  signals: (id) => ({ tagIds: [id] }),
  tables: (id) => ({ tagIds: [id] }),
  recommendations: (id) => ({ tagIds: [id] }),
  folders: (id) => ({ _ids: [id] }),
}

/** What takes no id, or answers in a shape of its own; what it shows to whom is tested beside it. */
const ELSEWHERE = [
  ...['tenant', 'applications', 'connections', 'changes', 'recentTags', 'memories', 'memory'],
  ...['tagNews', 'searchTagsByField', 'generateKnowledgeGraph'],
]

const ownLink = (role: Role, tagId: string) => ({
  ...{ tagId, shared: true, sharingApproach: 2 },
  sharingLevel: { owner: 2, editor: 1, reader: 0, named: 0, stranger: 0 }[role],
})

let api: Api
let SCENE: Scene
beforeAll(async () => {
  api = await startApi()
  SCENE = await setScene(api)
})
afterAll(() => api.stop())

const SEEING: readonly Role[] = ['owner', 'editor', 'reader']
const BLIND = ROLES.filter((role) => !SEEING.includes(role))

test('every operation of the schema stands in the matrix', () => {
  const listed = [SEE, WRITE, UPSERT, OWN, LISTS, OWN_LISTS].flatMap((cases) => Object.keys(cases))
  const served = [...Object.keys(operations('query')), ...Object.keys(operations('mutation'))]
  expect([...listed, ...ELSEWHERE].sort()).toEqual(served.sort())
})

const ask = (name: string, role: Role, input: Input, id: string) =>
  askFor(api, SCENE.people[role], name, input(id, role, SCENE))

/** What the owner's block says of itself, to see that nobody has changed it. */
async function rowOf(id: string): Promise<unknown> {
  const key = ['tenant_id', '=', SCENE.people.owner.tenantId] as const
  const row = await api.db
    .selectFrom('blocks')
    .selectAll()
    .where(...key)
    .where('block_id', '=', id)
    .executeTakeFirst()
  const links = await api.db
    .selectFrom('sharing')
    .selectAll()
    .where(...key)
    .where('block_id', '=', id)
    .orderBy('tag_id')
    .execute()
  return { row, links }
}

/** Whoever does not see it is told the same as of what there is not, and changes nothing. */
async function expectUnseen(name: string, roles: readonly Role[], input: Input, id: string): Promise<void> {
  for (const role of roles) {
    const foreign = await ask(name, role, input, id)
    expect([role, foreign.status, foreign.code, foreign.value]).toEqual([role, 200, 'NOT_FOUND', null])
    expect(await ask(name, role, input, randomUUID())).toEqual(foreign)
    expect(await ask(name, role, input, 'no-id')).toEqual(foreign)
  }
}

describe.each(Object.entries(SEE))('%s', (name, [type, input]) => {
  test('is for those who see the block', async () => {
    const id = await SCENE.block(type)
    const before = await rowOf(id)
    await expectUnseen(name, BLIND, input, id)
    expect(await rowOf(id)).toEqual(before)
    for (const role of SEEING) expect((await ask(name, role, input, id)).errors).toBeUndefined()
  })
})

describe.each(Object.entries(WRITE))('%s', (name, [type, input]) => {
  test('is for those who may write the block', async () => {
    const id = await SCENE.block(type)
    const before = await rowOf(id)
    await expectUnseen(name, BLIND, input, id)
    expect((await ask(name, 'reader', input, id)).code).toBe('FORBIDDEN')
    expect(await rowOf(id)).toEqual(before)
    for (const role of ['editor', 'owner'] as const) {
      expect((await ask(name, role, input, await SCENE.block(type))).errors).toBeUndefined()
    }
  })
})

describe.each(Object.entries(UPSERT))('%s', (name, [type, input]) => {
  test('changes the block for those who may write it, and makes none of an id that is taken', async () => {
    const id = await SCENE.block(type)
    const before = await rowOf(id)
    for (const role of BLIND) {
      const foreign = await ask(name, role, input, id)
      expect([role, foreign.code, foreign.value]).toEqual([role, 'NOT_FOUND', null])
      expect((await ask(name, role, input, randomUUID())).errors).toBeUndefined()
    }
    expect((await ask(name, 'reader', input, id)).code).toBe('FORBIDDEN')
    expect(await rowOf(id)).toEqual(before)
    for (const role of WRITERS[name] ?? (['editor', 'owner'] as const)) {
      expect((await ask(name, role, input, id)).errors).toBeUndefined()
    }
    expect(await rowOf(id)).not.toEqual(before)
  })
})

describe.each(Object.entries(OWN))('%s', (name, [kind, input]) => {
  test('is for the owner alone', async () => {
    const id = await SCENE[kind]()
    await expectUnseen(
      name,
      ROLES.filter((role) => role !== 'owner'),
      input,
      id,
    )
    if (!UNANSWERED.has(name) && name !== 'confirmConnection') {
      expect((await ask(name, 'owner', input, id)).errors).toBeUndefined()
    }
  })
})

describe.each(Object.entries(LISTS))('%s', (name, [type, input]) => {
  test('finds the block for those who see it, and nothing for the others', async () => {
    const id = await SCENE.block(type)
    for (const role of SEEING) expect([role, sizeOf((await ask(name, role, input, id)).value)]).not.toEqual([role, 0])
    for (const role of BLIND) {
      const foreign = await ask(name, role, input, id)
      expect([role, foreign.errors, sizeOf(foreign.value)]).toEqual([role, undefined, 0])
      expect(await ask(name, role, input, randomUUID())).toEqual(foreign)
    }
  })
})

describe.each(Object.entries(OWN_LISTS))('%s', (name, input) => {
  test('finds nothing by what is somebody else’s', async () => {
    const id = name === 'folders' ? await SCENE.folder() : SCENE.topics.owner
    for (const role of ROLES.filter((one) => one !== 'owner')) {
      const foreign = await ask(name, role, input, id)
      expect([role, foreign.errors, sizeOf(foreign.value)]).toEqual([role, undefined, 0])
      expect(await ask(name, role, input, randomUUID())).toEqual(foreign)
    }
    expect((await ask(name, 'owner', input, id)).errors).toBeUndefined()
  })
})

describe('what is archived', () => {
  test('is in no list, and is found by who asks for it and sees it', async () => {
    const id = await SCENE.block('note')
    await ask('archiveOneNote', 'owner', _id, id)
    for (const role of ROLES) {
      for (const name of ['searchGraph', 'searchGraphCount', 'searchTasksAndNotes', 'blocks']) {
        expect([role, name, sizeOf((await ask(name, role, (one) => ({ _ids: [one] }), id)).value)]).toEqual([
          role,
          name,
          0,
        ])
      }
      const found = await ask('block', role, (one) => ({ _id: one, archived: true }), id)
      expect([role, found.code]).toEqual([role, SEEING.includes(role) ? undefined : 'NOT_FOUND'])
    }
  })
})

describe('access that is taken away', () => {
  test('is gone at the next request', async () => {
    const id = await SCENE.block('note')
    expect((await ask('block', 'editor', _id, id)).errors).toBeUndefined()
    const links = await api.db
      .selectFrom('sharing')
      .innerJoin('tags', 'tags.tag_id', 'sharing.tag_id')
      .select('sharing.tag_id')
      .where('sharing.block_id', '=', id)
      .where('tags.email', '=', SCENE.people.editor.email)
      .where('sharing.tenant_id', '=', SCENE.people.owner.tenantId)
      .execute()
    const tagId = links[0]?.tag_id as string
    expect(
      (await ask('deleteSharingTag', 'owner', () => ({ referenceBlock: { id }, tagId }), id)).errors,
    ).toBeUndefined()
    await expectUnseen('block', ['editor'], _id, id)
    expect((await ask('searchGraphCount', 'editor', (one) => ({ _ids: [one] }), id)).value).toBe(0)
  })
})

test('lists without a filter hold nothing of somebody else', async () => {
  await SCENE.connection()
  for (const name of ['connections', 'memories', 'recommendations', 'folders', 'tables', 'recentTags']) {
    const { value, errors } = await ask(name, 'stranger', () => ({}), '')
    expect([name, errors]).toEqual([name, undefined])
    expect([name, sizeOf(value)]).toEqual([name, name === 'recentTags' ? sizeOf(value) : 0])
  }
  const { data } = await api.ask(SCENE.people.stranger.email, '{ recentTags { _id } searchTags { _id } }', {})
  const seen = [...(data.recentTags as { _id: string }[]), ...(data.searchTags as { _id: string }[])].map(
    (tag) => tag._id,
  )
  const own = [SCENE.people.stranger.tagId, SCENE.topics.stranger]
  expect(seen.filter((tagId) => !own.includes(tagId))).toEqual([])
})

test('someone who does not sign in gets nothing at all', async () => {
  for (const name of ['tenant', 'searchGraph', 'upsertOneNote']) {
    const kind = name in operations('query') ? 'query' : 'mutation'
    const response = await api.post('/api/v1/graph', { query: `${kind} { ${name} { __typename } }` })
    const body = (await response.json()) as { data?: unknown; errors: { extensions: { code: string } }[] }
    expect([response.status, body.data, body.errors[0]?.extensions.code]).toEqual([
      401,
      undefined,
      'UNAUTHENTICATED_NO_TOKEN',
    ])
  }
})
