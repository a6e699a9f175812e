import type { Tenant } from '../../../platform/storage/connections/tenants.ts'
import { type Api, type GraphResponse, newEmail } from './api.ts'
import { tenantOf } from './block-content.ts'

/** An operation: the type of its input, and the selection of its result. */
interface Operation {
  /** Defaults to mutation. */
  kind?: string
  input: string
  selection: string
}

export const BLOCK = `_id blockType title summary text document access archived favorite dateCreated dateUpdated
  dateAssociated template snoozed proposed creator { name self } parentReferenceBlock { id blockType }
  sharingTags { tagId shared sharingLevel sharingApproach pinned assigned tag { email } }
  businessObjects { _id provider url externalId metadataType } reactions { shortcodes tagIds }`

const ARCHIVED = `_id archived metadataChange { assessment {
  impactLevel message dependants { id blockType title }
} }`

const OPERATIONS = {
  block: { kind: 'query', input: 'FindBlockInput!', selection: BLOCK },
  upsertOneNote: {
    input: 'UpsertNoteInput!',
    selection: `${BLOCK} templateReferenceBlock { id blockType } templateInstructions recommendationId`,
  },
  upsertOneTask: {
    input: 'UpsertTaskInput!',
    selection: `${BLOCK} status dateDue dateRemindMe dateCompleted priority assignedTags { email }`,
  },
  upsertOneThread: { input: 'UpsertThreadInput!', selection: `${BLOCK} readStatus messageCount dateLastMessage` },
  upsertOneMessage: {
    input: 'UpsertMessageInput!',
    selection: `${BLOCK} bodyHtml bodyDocument threadId dateEdited author { self }`,
  },
  upsertOneDocument: { input: 'UpsertDocumentInput!', selection: `${BLOCK} metadataType connectionId` },
  updateOneBlock: { input: 'UpdateBlockInput!', selection: BLOCK },
  favoriteBlock: { input: 'FavoriteBlockInput!', selection: 'block { _id favorite } favorite' },
  archiveOneBlock: { input: 'ArchiveBlockInput!', selection: ARCHIVED },
  archiveOneNote: { input: 'ArchiveBlockInput!', selection: ARCHIVED },
  archiveOneTask: { input: 'ArchiveBlockInput!', selection: ARCHIVED },
  archiveOneMessage: { input: 'ArchiveBlockInput!', selection: ARCHIVED },
  archiveOneThread: { input: 'ArchiveBlockInput!', selection: ARCHIVED },
  addReaction: { input: 'ReactionInput!', selection: 'shortcodes tagIds' },
  removeReaction: { input: 'ReactionInput!', selection: 'shortcodes tagIds' },
  addBlockFeedback: { input: 'AddBlockFeedbackInput!', selection: '_id helpful content' },
  addSharingTag: { input: 'AddSharingTagInput!', selection: `block { ${BLOCK} }` },
  deleteSharingTag: { input: 'DeleteSharingTagInput!', selection: `block { ${BLOCK} }` },
  addBusinessObject: { input: 'AddBusinessObjectInput!', selection: `block { ${BLOCK} }` },
  removeBusinessObject: { input: 'RemoveBusinessObjectInput!', selection: `block { ${BLOCK} }` },
  blockActivities: {
    kind: 'query',
    input: 'FindBlockActivitiesInput!',
    selection: `activityType actorType actor { name self } dateCreated detail { __typename
      ... on StatusChange { oldStatus newStatus } ... on Rename { oldTitle newTitle }
      ... on SharingChange { tagId sharingLevel tag { email } } ... on Comment { messageId } }`,
  },
} as const satisfies Record<string, Operation>

export type OperationName = keyof typeof OPERATIONS

export interface LinkResult {
  tagId: string
  shared: boolean
  sharingLevel: number
  pinned: boolean
  assigned: boolean
  tag: { email: string | null } | null
}

export interface BlockResult {
  _id: string
  title: string
  access: string
  archived: boolean
  dateCreated: number
  dateUpdated: number
  sharingTags: LinkResult[]
  businessObjects: { _id: string; url: string | null }[]
  [field: string]: unknown
}

export interface ActivityResult {
  activityType: string
  actorType: string
  actor: { name: string; self: boolean }
  dateCreated: number
  detail: Record<string, unknown> | null
}

/** The results of operations that do not return a block. */
interface Results {
  favoriteBlock: { block: { favorite: boolean }; favorite: boolean }
  addReaction: { shortcodes: string; tagIds: string[] }[]
  removeReaction: { shortcodes: string; tagIds: string[] }[]
  addBlockFeedback: { _id: string; helpful: boolean; content: string | null }
  addSharingTag: { block: BlockResult }
  deleteSharingTag: { block: BlockResult | null }
  addBusinessObject: { block: BlockResult }
  removeBusinessObject: { block: BlockResult }
  blockActivities: ActivityResult[]
}

type ResultOf<Name> = Name extends keyof Results ? Results[Name] : BlockResult

/** A signed-in person who executes operations. */
export interface TestUser extends Tenant {
  /** Executes an operation and returns its response, whether it succeeds or not. */
  execute: (name: OperationName, input: object) => Promise<GraphResponse>
  /** Executes an operation and returns its result. Throws if the response has errors. */
  run: <Name extends OperationName>(name: Name, input: object) => Promise<ResultOf<Name>>
}

export async function signIn(api: Api, email = newEmail()): Promise<TestUser> {
  const tenant = await tenantOf(api, email)
  const execute: TestUser['execute'] = (name, input) => {
    const { kind = 'mutation', input: type, selection }: Operation = OPERATIONS[name]
    return api.execute(email, `${kind} Run($input: ${type}) { ${name}(input: $input) { ${selection} } }`, { input })
  }
  const run: TestUser['run'] = async (name, input) => {
    const { data, errors } = await execute(name, input)
    if (errors) throw new Error(`${name}: ${JSON.stringify(errors)}`)
    return data[name] as never
  }
  return { ...tenant, execute, run }
}

/** A rich-text document with these paragraphs. */
export function documentOf(...lines: string[]): string {
  const content = lines.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] }))
  return JSON.stringify({ type: 'doc', content })
}
