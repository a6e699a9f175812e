import { type Api, codeOf } from '../api.ts'
import { signIn, type TestUser } from '../block-operations.ts'
import { emailOfBucket } from '../organizations.ts'
import { followBlocks, type LiveEvents } from './live-events.ts'

export const PEOPLE = ['ada', 'ben', 'cleo'] as const
/** Is invited before they sign in. */
export const LATE = 'dora'
export const NAMES = [...PEOPLE, LATE] as const

/** The same people, in different buckets or all in one. Everything that is compared is named by keys instead of ids. */
export interface Group {
  api: Api
  people: Map<string, TestUser>
  emails: Record<string, string>
  /** Tags of people by `owner/person`, and blocks by the order in which they were created. */
  ids: Map<string, string>
  keys: Map<string, string>
  /** The position in each person's feed. */
  since: Map<string, string>
  live: Map<string, LiveEvents>
}

const MARKER = 'marker'
const CREATE_TAG = `mutation T($input: UpsertTagInput!) { upsertOneTag(input: $input) { _id } }`

export async function startGroup(api: Api, bucketsOf: readonly number[]): Promise<Group> {
  const emails = Object.fromEntries(NAMES.map((name, index) => [name, emailOfBucket(bucketsOf[index] as number, name)]))
  const [people, ids, keys, since, live] = [new Map(), new Map(), new Map(), new Map(), new Map()]
  const group: Group = { api, people, emails, ids, keys, since, live }
  for (const name of PEOPLE) await join(group, name)
  return group
}

/** The errors that the platform has logged, each a line. */
export function loggedErrors(api: Api): string[] {
  return api
    .log()
    .split('\n')
    .filter((line) => line.includes('"level":"error"'))
}

export function endGroup({ live }: Group): void {
  for (const events of live.values()) events.close()
}

/** Signs a person in, with a tag for each of the others, and follows the changes of blocks. */
export async function join(group: Group, name: string): Promise<void> {
  const { api, emails } = group
  const email = emails[name] as string
  const user = await signIn(api, email)
  group.people.set(name, user)
  group.keys.set(user.tenantId, name)
  for (const other of NAMES) {
    const { data, errors } =
      other === name
        ? { data: { upsertOneTag: { _id: user.tagId } }, errors: undefined }
        : await api.execute(email, CREATE_TAG, { input: { tagType: 'person', alias: other, email: emails[other] } })
    if (errors) throw new Error(JSON.stringify(errors))
    remember(group, `${name}/${other}`, (data.upsertOneTag as { _id: string })._id)
  }
  const live = await followBlocks(api, user)
  group.live.set(name, live)
  group.keys.set(live.marker, MARKER)
}

export function remember({ ids, keys }: Group, key: string, id: string): void {
  ids.set(key, id)
  keys.set(id, key)
}

const CHANGES = `query Q($input: ChangesInput) { changes(input: $input) { next events { eventType subject _id blockType actor } } }`

interface Event {
  eventType: string
  subject: string
  _id: string
  blockType: string | null
  actor: string | null
}

/** What a person was notified of since this was called before. */
async function newEvents(group: Group, name: string): Promise<string[]> {
  const { email } = group.people.get(name) as TestUser
  const since = group.since.get(name)
  const { data, errors } = await group.api.execute(email, CHANGES, { input: { since: since ?? '0', size: 200 } })
  if (errors) throw new Error(JSON.stringify(errors))
  const { next, events } = data.changes as { next: string; events: Event[] }
  group.since.set(name, next)
  const others = events.map((event) => ({ ...event, _id: group.keys.get(event._id) ?? 'other' }))
  return named(
    group,
    others.filter(({ _id }) => _id !== MARKER),
  ) as string[]
}

/** A batch that is read later may have fewer events of a block, because they are read with its state of that moment. */
async function newLiveEvents(group: Group, name: string): Promise<string[]> {
  const events = await (group.live.get(name) as LiveEvents).next()
  return [...new Set(named(group, events) as string[])]
}

/** What everybody sees of all blocks that were ever created, and is notified of. */
export async function observe(group: Group): Promise<unknown> {
  const blockIds = [...group.ids].filter(([key]) => key.startsWith('block'))
  const views = [...group.people].map(async ([name, user]) => {
    const live = await newLiveEvents(group, name)
    const blocks = await Promise.all(blockIds.map(async ([key, _id]) => [key, await viewOf(group, user, _id)]))
    return [name, { live, events: await newEvents(group, name), blocks: Object.fromEntries(blocks) }]
  })
  return Object.fromEntries(await Promise.all(views))
}

async function viewOf(group: Group, user: TestUser, _id: string): Promise<unknown> {
  const { data, errors } = await user.execute('block', { _id, archived: true })
  if (errors) return codeOf({ errors })
  const ask = async (query: string, input: object) => (await group.api.execute(user.email, query, { input })).data
  const parent = { id: _id, blockType: (data.block as { blockType: string }).blockType }
  const view = {
    block: data.block,
    activities: await user.run('blockActivities', { blockId: _id }),
    children: await ask(CHILDREN, { parentReferenceBlock: parent, archived: true }),
    marks: await ask(MARKS, { _id, archived: true }),
  }
  return named(group, view)
}

const MARKS = `query Q($input: FindBlockInput!) { block(input: $input) { ... on Thread { readStatus messageCount } } }`
const CHILDREN = `query Q($input: FindBlocksInput) { blocks(input: $input) { _id } }`

/** Replaces ids by keys, and makes lists comparable. */
function named(group: Group, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => JSON.stringify(named(group, item))).sort()
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value).filter(([key]) => !key.startsWith('date'))
    return Object.fromEntries(entries.map(([key, member]) => [key, named(group, member)]))
  }
  if (typeof value !== 'string') return value
  const key = group.keys.get(value)
  if (key) return key
  const person = NAMES.find((name) => value === group.emails[name])
  return person ?? (/^[0-9a-f-]{36}$/.test(value) ? 'id' : value)
}
