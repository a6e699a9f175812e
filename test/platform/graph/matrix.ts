import { randomUUID } from 'node:crypto'
import { type GraphQLField, getNamedType, isCompositeType } from 'graphql'
import { schema } from '../../../platform/graph/schema.ts'
import type { BlockType } from '../../../platform/storage/postgres/tables/index.ts'
import type { Tenant } from '../../../platform/storage/connections/tenants.ts'
import { type Answer, type Api, someone } from './api.ts'
import { addBlock, addPerson, addTag, type Content, tenantOf } from './block-content.ts'

/** Who asks: the owner of something, those it is shared with, one who is only linked to it, and one who is not. */
export const ROLES = ['owner', 'editor', 'reader', 'named', 'stranger'] as const
export type Role = (typeof ROLES)[number]

/** Things of the owner's, by id, and people. */
export interface Scene {
  people: Record<Role, Tenant>
  /** Each person's own topic tag. */
  topics: Record<Role, string>
  block: (type: BlockType) => Promise<string>
  tag: () => Promise<string>
  folder: () => Promise<string>
  memory: () => Promise<string>
  recommendation: () => Promise<string>
  signal: () => Promise<string>
  connection: () => Promise<string>
  invocation: () => Promise<string>
}

export async function setScene(api: Api): Promise<Scene> {
  const content: Content = { db: api.db, now: 1_700_000_000_000 }
  const byRole = async <Value>(make: (role: Role) => Promise<Value>) =>
    Object.fromEntries(await Promise.all(ROLES.map(async (role) => [role, await make(role)]))) as Record<Role, Value>
  const people = await byRole(() => tenantOf(api, someone()))
  const topics = await byRole((role) => addTag(content, people[role], { alias: `Topic of the ${role}` }))
  const { owner } = people
  const [editor, reader, named] = await Promise.all(
    [people.editor, people.reader, people.named].map(({ email }) => addPerson(content, owner, email)),
  )
  const links = [
    { tag: editor as string, shared: true, sharing_level: 1 },
    { tag: reader as string, shared: true, sharing_level: 0 },
    { tag: named as string, shared: false, sharing_level: 0 },
    { tag: topics.owner },
  ]
  const table = () =>
    addBlock(content, owner, 'table', { links, title: 'Deals', detail: { metadata: { ...METADATA } } })
  const dates = { date_created: content.now, date_updated: content.now }
  const tenant_id = owner.tenantId
  const insert = async <Row extends object>(
    name: 'folders' | 'memories' | 'recommendations' | 'signals' | 'functions',
    row: Row,
  ) => {
    await api.db
      .insertInto(name)
      .values({ tenant_id, ...dates, ...row } as never)
      .execute()
  }
  return {
    people,
    topics,
    block: async (type) => {
      if (type === 'table') return table()
      const parent = type === 'record' ? { parent_id: await table(), parent_type: 'table' as const } : {}
      const detail = type === 'record' ? { detail: { metadataType: 'deal', values: [] } } : {}
      const status = type === 'task' ? { status: 'not_started' } : {}
      return addBlock(content, owner, type, {
        title: 'Plan',
        text: 'The plan.',
        links,
        ...parent,
        ...detail,
        ...status,
      })
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
      const what = { recommendation_type: 'insight', state: 'open', display_title: 'Look', detail }
      await insert('recommendations', { recommendation_id, ...what })
      return recommendation_id
    },
    signal: async () => {
      const signal_id = randomUUID()
      const what = { provider: 'acme', field_name: 'amount', label: 'Amount', field_type: 'number', value: '1' }
      const where = { tag_id: topics.owner, table_id: await table(), record_id: randomUUID() }
      await insert('signals', { signal_id, ...what, ...where })
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
  ...{ metadataType: 'deal', label: 'Deals' },
  fields: [{ name: 'amount', label: 'Amount', fieldType: 'number' }],
}

/** The fields of a root type, by name. */
export function operations(kind: 'query' | 'mutation'): Record<string, GraphQLField<unknown, unknown>> {
  const root = kind === 'query' ? schema.getQueryType() : schema.getMutationType()
  return root?.getFields() ?? {}
}

/** Asks for an operation with an input, and for nothing but what kind of thing the answer is. */
export async function askFor(api: Api, { email }: Tenant, name: string, input: object): Promise<Asked> {
  const kind = name in operations('query') ? 'query' : 'mutation'
  const field = operations(kind)[name] as GraphQLField<unknown, unknown>
  const type = field.args.find((arg) => arg.name === 'input')?.type
  const selection = isCompositeType(getNamedType(field.type)) ? '{ __typename }' : ''
  const head = type ? `($input: ${type})` : ''
  const query = `${kind} Ask${head} { ${name}${type ? '(input: $input)' : ''} ${selection} }`
  return shown(await api.ask(email, query, type ? { input } : {}), name)
}

/** An answer as two of them are compared: without what is each request's own. */
export interface Asked {
  status: number
  value: unknown
  errors: object[] | undefined
  code: unknown
}

function shown({ status, data, errors }: Answer, name: string): Asked {
  const plain = errors?.map(({ message, path, extensions: { requestId: _, ...rest } }) => ({ message, path, ...rest }))
  return { status, value: data[name], errors: plain, code: errors?.[0]?.extensions.code }
}

/** How much a list operation has found. */
export function sizeOf(value: unknown): number {
  if (Array.isArray(value)) return value.length
  return typeof value === 'number' ? value : 0
}
