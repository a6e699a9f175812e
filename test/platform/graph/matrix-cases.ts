import { randomUUID } from 'node:crypto'
import type { BlockType } from '../../../platform/storage/postgres/tables/index.ts'
import { newEmail } from './api.ts'
import type { Fixture, Role } from './matrix.ts'

/** The input of an operation on the thing with this id, as executed in a role. */
export type Input = (id: string, role: Role, fixture: Fixture) => object

export const _id: Input = (id) => ({ _id: id })
const reaction: Input = (id) => ({ _id: id, blockType: 'note', shortcodes: ':+1:' })
const sharing = () => ({ email: newEmail(), shared: true, sharingLevel: 0, sharingApproach: 1 })

/** Operations on a block that everyone who can see it may execute. */
export const READABLE_BY_VIEWERS: Record<string, [BlockType, Input]> = {
  block: ['note', _id],
  blockActivities: ['note', (blockId) => ({ blockId })],
  blockFabric: ['note', _id],
  favoriteBlock: ['note', (id) => ({ _id: id, favorite: true })],
  addReaction: ['note', reaction],
  removeReaction: ['note', reaction],
  addBlockFeedback: ['note', (id) => ({ referenceBlock: { id }, helpful: true })],
  // Everyone who can see a block may organize it in their own graph, and give up their access.
  deleteSharingTag: ['note', (id, role, { topics }) => ({ referenceBlock: { id }, tagId: topics[role] })],
  table: ['table', _id],
  record: ['record', _id],
  records: ['table', (tableId) => ({ tableId })],
  addRecommendation: [
    'note',
    (id, role, { people }) => ({
      recommendationType: 'insight',
      displayTitle: 'Look',
      referenceBlock: { id },
      insightRecommendation: { tagId: people[role].tagId, text: 'x' },
    }),
  ],
}

/** Operations on a block that need write access. */
export const WRITABLE_BY_EDITORS: Record<string, [BlockType, Input]> = {
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

/** Operations that create a block if the id is unused. */
export const UPSERTS: Record<string, [BlockType, Input]> = {
  upsertOneNote: ['note', (id) => ({ _id: id, title: 'Mine' })],
  upsertOneTask: ['task', (id) => ({ _id: id, title: 'Mine' })],
  upsertOneThread: ['thread', (id) => ({ _id: id, title: 'Mine' })],
  upsertOneDocument: ['document', (id) => ({ _id: id, document: '{"type":"doc","content":[]}' })],
  upsertOneAgent: ['agent', (id) => ({ _id: id, title: 'Mine' })],
  upsertOneWorkflow: ['workflow', (id) => ({ _id: id, title: 'Mine' })],
  upsertOneReference: [
    'reference',
    (id, role, { own }) => ({ _id: id, title: 'Mine', referenceBlock: { id: own[role] } }),
  ],
  upsertOneMessage: ['message', (id) => ({ _id: id, bodyHtml: '<p>Mine</p>' })],
}

/** The roles that may execute an upsert, if not all with write access: only its author may change a message. */
export const UPSERT_WRITERS: Record<string, readonly Role[]> = { upsertOneMessage: ['owner'] }

/** Operations on things that only their owner can see. */
export const OWNER_ONLY: Record<string, [keyof Omit<Fixture, 'people' | 'topics' | 'own' | 'block'>, Input]> = {
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
  syncHistory: ['connection', (connectionId) => ({ connectionId })],
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
/** Those of them that fail here even for the owner, because the test provider does not support them. */
export const FAILING_FOR_OWNER = new Set([
  'executeQuery',
  'tagFromRecord',
  'installFunction',
  'publishNotes',
  'executeFunction',
  'upsertOneSignal',
])

/** Lists filtered by a block; they are empty for those who cannot see it. */
export const BLOCK_LISTS: Record<string, [BlockType, Input]> = {
  searchGraph: ['note', (id) => ({ _ids: [id] })],
  searchGraphCount: ['note', (id) => ({ _ids: [id] })],
  searchGraphTimeline: ['note', (id) => ({ _ids: [id] })],
  searchTasksAndNotes: ['note', (id) => ({ _ids: [id] })],
  searchTagsForBlocks: ['note', (id) => ({ _ids: [id] })],
  blocks: ['note', (id) => ({ _ids: [id] })],
  recordTypes: ['table', (tableId) => ({ tableId })],
}

/** Lists filtered by a tag or a folder of the owner's. */
export const OWNER_LISTS: Record<string, Input> = {
  searchTags: (id) => ({ _ids: [id] }),
  searchGraphTags: (id) => ({ tagIds: [id] }),
  tagsWithActivity: (id) => ({ tagIds: [id] }),
  signals: (id) => ({ tagIds: [id] }),
  tables: (id) => ({ tagIds: [id] }),
  recommendations: (id) => ({ tagIds: [id] }),
  folders: (id) => ({ _ids: [id] }),
}

/** Operations without an id, or with a result of another shape. Their access is tested with the operations. */
export const NOT_BY_ID = [
  'tenant',
  'applications',
  'connections',
  'changes',
  'recentTags',
  'memories',
  'memory',
  'tagNews',
  'searchTagsByField',
  'generateKnowledgeGraph',
]

const ownLink = (role: Role, tagId: string) => ({
  tagId,
  shared: true,
  sharingApproach: 2,
  sharingLevel: { owner: 2, editor: 1, reader: 0, linked: 0, outsider: 0 }[role],
})
