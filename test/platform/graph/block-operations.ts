import type { Tenant } from '../../../platform/storage/connections/tenants.ts'
import { type Answer, type Api, someone } from './api.ts'
import { tenantOf } from './block-content.ts'

/** An operation by its name: what its input is called and what is asked of its answer. */
interface Operation {
  /** Unless given it is a mutation. */
  kind?: string
  input: string
  answer: string
}

export const BLOCK = `_id blockType title summary text document access archived favorite dateCreated dateUpdated
  dateAssociated template snoozed proposed creator { name self } parentReferenceBlock { id blockType }
  sharingTags { tagId shared sharingLevel sharingApproach pinned assigned tag { email } }
  businessObjects { _id provider url externalId metadataType } reactions { shortcodes tagIds }`

const ARCHIVED = `_id archived metadataChange { assessment {
  impactLevel message dependants { id blockType title }
} }`

const OPERATIONS = {
  block: { kind: 'query', input: 'FindBlockInput!', answer: BLOCK },
  upsertOneNote: {
    input: 'UpsertNoteInput!',
    answer: `${BLOCK} templateReferenceBlock { id blockType } templateInstructions recommendationId`,
  },
  upsertOneTask: {
    input: 'UpsertTaskInput!',
    answer: `${BLOCK} status dateDue dateRemindMe dateCompleted priority assignedTags { email }`,
  },
  upsertOneThread: { input: 'UpsertThreadInput!', answer: `${BLOCK} readStatus messageCount dateLastMessage` },
  upsertOneMessage: {
    input: 'UpsertMessageInput!',
    answer: `${BLOCK} bodyHtml bodyDocument threadId dateEdited author { self }`,
  },
  upsertOneDocument: { input: 'UpsertDocumentInput!', answer: `${BLOCK} metadataType connectionId` },
  updateOneBlock: { input: 'UpdateBlockInput!', answer: BLOCK },
  favoriteBlock: { input: 'FavoriteBlockInput!', answer: 'block { _id favorite } favorite' },
  archiveOneBlock: { input: 'ArchiveBlockInput!', answer: ARCHIVED },
  archiveOneNote: { input: 'ArchiveBlockInput!', answer: ARCHIVED },
  archiveOneTask: { input: 'ArchiveBlockInput!', answer: ARCHIVED },
  archiveOneMessage: { input: 'ArchiveBlockInput!', answer: ARCHIVED },
  archiveOneThread: { input: 'ArchiveBlockInput!', answer: ARCHIVED },
  addReaction: { input: 'ReactionInput!', answer: 'shortcodes tagIds' },
  removeReaction: { input: 'ReactionInput!', answer: 'shortcodes tagIds' },
  addBlockFeedback: { input: 'AddBlockFeedbackInput!', answer: '_id helpful content' },
  addSharingTag: { input: 'AddSharingTagInput!', answer: `block { ${BLOCK} }` },
  deleteSharingTag: { input: 'DeleteSharingTagInput!', answer: `block { ${BLOCK} }` },
  addBusinessObject: { input: 'AddBusinessObjectInput!', answer: `block { ${BLOCK} }` },
  removeBusinessObject: { input: 'RemoveBusinessObjectInput!', answer: `block { ${BLOCK} }` },
  blockActivities: {
    kind: 'query',
    input: 'FindBlockActivitiesInput!',
    answer: `activityType actorType actor { name self } dateCreated detail { __typename
      ... on StatusChange { oldStatus newStatus } ... on Rename { oldTitle newTitle }
      ... on SharingChange { tagId sharingLevel tag { email } } ... on Comment { messageId } }`,
  },
} as const satisfies Record<string, Operation>

export type OperationName = keyof typeof OPERATIONS

export interface LinkAnswer {
  tagId: string
  shared: boolean
  sharingLevel: number
  pinned: boolean
  assigned: boolean
  tag: { email: string | null } | null
}

export interface BlockAnswer {
  _id: string
  title: string
  access: string
  archived: boolean
  dateCreated: number
  dateUpdated: number
  sharingTags: LinkAnswer[]
  businessObjects: { _id: string; url: string | null }[]
  [field: string]: unknown
}

export interface ActivityAnswer {
  activityType: string
  actorType: string
  actor: { name: string; self: boolean }
  dateCreated: number
  detail: Record<string, unknown> | null
}

/** What operations answer where that is no block. */
interface Answers {
  favoriteBlock: { block: { favorite: boolean }; favorite: boolean }
  addReaction: { shortcodes: string; tagIds: string[] }[]
  removeReaction: { shortcodes: string; tagIds: string[] }[]
  addBlockFeedback: { _id: string; helpful: boolean; content: string | null }
  addSharingTag: { block: BlockAnswer }
  deleteSharingTag: { block: BlockAnswer | null }
  addBusinessObject: { block: BlockAnswer }
  removeBusinessObject: { block: BlockAnswer }
  blockActivities: ActivityAnswer[]
}

type AnswerOf<Name> = Name extends keyof Answers ? Answers[Name] : BlockAnswer

/** Somebody who has signed in and does things. */
export interface Someone extends Tenant {
  /** Asks for an operation, whatever comes of it. */
  ask: (name: OperationName, input: object) => Promise<Answer>
  /** The same where it has to go well: its answer. */
  do: <Name extends OperationName>(name: Name, input: object) => Promise<AnswerOf<Name>>
}

export async function meet(api: Api, email = someone()): Promise<Someone> {
  const tenant = await tenantOf(api, email)
  const ask: Someone['ask'] = (name, input) => {
    const { kind = 'mutation', input: type, answer }: Operation = OPERATIONS[name]
    return api.ask(email, `${kind} Do($input: ${type}) { ${name}(input: $input) { ${answer} } }`, { input })
  }
  const sure: Someone['do'] = async (name, input) => {
    const { data, errors } = await ask(name, input)
    if (errors) throw new Error(`${name}: ${JSON.stringify(errors)}`)
    return data[name] as never
  }
  return { ...tenant, ask, do: sure }
}

/** A document of an editor that says these lines. */
export function documentOf(...lines: string[]): string {
  const content = lines.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] }))
  return JSON.stringify({ type: 'doc', content })
}
