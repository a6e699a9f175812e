import { randomUUID } from 'node:crypto'
import { type GraphQLField, getNamedType, isCompositeType } from 'graphql'
import { schema } from '../../../platform/graph/schema.ts'
import type { Tenant } from '../../../platform/storage/connections/tenants.ts'
import type { BlockType } from '../../../platform/storage/postgres/tables/index.ts'
import type { Api, GraphResponse } from './api.ts'
import { addBlock, addPerson, addTag, type Content, tenantOf } from './block-content.ts'
import { emailOfBucket } from './organizations.ts'

/**
 * The relations of a person to something: the owner, people it is shared with, a person whose tag is linked to it without
 * sharing, and a person without any relation.
 */
export const ROLES = ['owner', 'editor', 'reader', 'linked', 'outsider'] as const
export type Role = (typeof ROLES)[number]

/** Creates things of the owner's and returns their ids. */
export interface Fixture {
  people: Record<Role, Tenant>
  /** Each person's own topic tag. */
  topics: Record<Role, string>
  /** A note of each person. */
  own: Record<Role, string>
  block: (type: BlockType) => Promise<string>
  tag: () => Promise<string>
  folder: () => Promise<string>
  memory: () => Promise<string>
  recommendation: () => Promise<string>
  signal: () => Promise<string>
  connection: () => Promise<string>
  invocation: () => Promise<string>
}

export async function createFixture(api: Api): Promise<Fixture> {
  const contentOf = async ({ tenantId }: Tenant): Promise<Content> => ({
    db: await api.buckets.of(tenantId),
    now: 1_700_000_000_000,
  })
  const byRole = async <Value>(make: (role: Role) => Promise<Value>) =>
    Object.fromEntries(await Promise.all(ROLES.map(async (role) => [role, await make(role)]))) as Record<Role, Value>
  const people = await byRole((role) => tenantOf(api, emailOfBucket(ROLES.indexOf(role) + 1)))
  const topics = await byRole(async (role) =>
    addTag(await contentOf(people[role]), people[role], { alias: `Topic of the ${role}` }),
  )
  const own = await byRole(async (role) =>
    addBlock(await contentOf(people[role]), people[role], 'note', { title: `Note of the ${role}` }),
  )
  const { owner } = people
  const content = await contentOf(owner)
  const [editor, reader, linked] = await Promise.all(
    [people.editor, people.reader, people.linked].map(({ email }) => addPerson(content, owner, email)),
  )
  const links = [{ tag: linked as string, shared: false, sharing_level: 0 }, { tag: topics.owner }]
  /** Shares as people do, because the recipients may be in other buckets. */
  const share = async (id: string) => {
    for (const [tagId, sharingLevel] of [[editor, 1] as const, [reader, 0] as const]) {
      const sharingTag = { tagId, shared: true, sharingLevel, sharingApproach: 1 }
      const { errors } = await executeAs(api, owner, 'addSharingTag', { referenceBlock: { id }, sharingTag })
      if (errors) throw new Error(JSON.stringify(errors))
    }
    return id
  }
  const table = async () =>
    share(await addBlock(content, owner, 'table', { links, title: 'Deals', detail: { metadata: { ...METADATA } } }))
  const dates = { date_created: content.now, date_updated: content.now }
  const tenant_id = owner.tenantId
  const insert = async <Row extends object>(
    name: 'folders' | 'memories' | 'recommendations' | 'signals' | 'functions',
    row: Row,
  ) => {
    await content.db
      .insertInto(name)
      .values({ tenant_id, ...dates, ...row } as never)
      .execute()
  }
  return {
    people,
    topics,
    own,
    block: async (type) => {
      if (type === 'table') return table()
      const parent = type === 'record' ? { parent_id: await table(), parent_type: 'table' as const } : {}
      const detail = type === 'record' ? { detail: { metadataType: 'deal', values: [] } } : {}
      const status = type === 'task' ? { status: 'not_started' } : {}
      const id = await addBlock(content, owner, type, {
        title: 'Plan',
        text: 'The plan.',
        links,
        ...parent,
        ...detail,
        ...status,
      })
      return share(id)
    },
    tag: () => addTag(content, owner, { alias: 'Acme' }),
    folder: async () => {
      const folder_id = randomUUID()
      await insert('folders', { folder_id, name: 'Customers' })
      return folder_id
    },
    memory: async () => {
      const memory_id = randomUUID()
      await insert('memories', { memory_id, topic: memory_id, topic_key: memory_id, value: 'x' })
      return memory_id
    },
    recommendation: async () => {
      const recommendation_id = randomUUID()
      const detail = JSON.stringify({ tagId: owner.tagId, text: 'x' })
      const fields = { recommendation_type: 'insight', state: 'open', display_title: 'Look', detail }
      await insert('recommendations', { recommendation_id, ...fields })
      return recommendation_id
    },
    signal: async () => {
      const signal_id = randomUUID()
      const fields = {
        provider: 'acme',
        application: 'crm',
        field_name: 'amount',
        label: 'Amount',
        field_type: 'number',
        value: '1',
      }
      const ids = { tag_id: topics.owner, table_id: await table(), record_id: randomUUID() }
      await insert('signals', { signal_id, ...fields, ...ids })
      return signal_id
    },
    connection: () => api.connect(owner.email),
    invocation: async () => {
      const function_id = randomUUID()
      await insert('functions', { function_id, connection_id: randomUUID(), function_name: 'report' })
      return function_id
    },
  }
}

const METADATA = {
  metadataType: 'deal',
  label: 'Deals',
  fields: [{ name: 'amount', label: 'Amount', fieldType: 'number' }],
}

/** The fields of a root type, by name. */
export function operations(kind: 'query' | 'mutation'): Record<string, GraphQLField<unknown, unknown>> {
  const root = kind === 'query' ? schema.getQueryType() : schema.getMutationType()
  return root?.getFields() ?? {}
}

/** Executes an operation with an input, selecting only the result's type. */
export async function executeAs(api: Api, { email }: Tenant, name: string, input: object): Promise<Outcome> {
  const kind = name in operations('query') ? 'query' : 'mutation'
  const field = operations(kind)[name] as GraphQLField<unknown, unknown>
  const type = field.args.find((arg) => arg.name === 'input')?.type
  const selection = isCompositeType(getNamedType(field.type)) ? '{ __typename }' : ''
  const head = type ? `($input: ${type})` : ''
  const query = `${kind} Run${head} { ${name}${type ? '(input: $input)' : ''} ${selection} }`
  return toOutcome(await api.execute(email, query, type ? { input } : {}), name)
}

/** A response without what differs between requests, so that responses can be compared. */
export interface Outcome {
  status: number
  value: unknown
  errors: object[] | undefined
  code: unknown
}

function toOutcome({ status, data, errors }: GraphResponse, name: string): Outcome {
  const plain = errors?.map(({ message, path, extensions: { requestId: _, ...rest } }) => ({ message, path, ...rest }))
  return { status, value: data[name], errors: plain, code: errors?.[0]?.extensions.code }
}

/** The size of a list operation's result. */
export function sizeOf(value: unknown): number {
  if (Array.isArray(value)) return value.length
  return typeof value === 'number' ? value : 0
}
