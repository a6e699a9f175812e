import fc from 'fast-check'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import { inTransaction } from '../../../../platform/storage/postgres/database.ts'
import { BLOCK_TYPES } from '../../../../platform/storage/postgres/tables/index.ts'
import { omitUndefined } from '../../../../src/runtime/omit.ts'
import { type Api, newEmail } from '../api.ts'
import { addBlock, addPerson, addTag, type BlockSeed, type Content, type LinkSeed, tenantOf } from '../block-content.ts'

export const DAY = 86_400_000
/** The reference date: all dates are whole days before or after it, at noon, so that none is at a day boundary of any zone. */
export const NOON = Math.floor(Date.now() / DAY) * DAY + DAY / 2

/** Words of titles and texts. Some differ only in accents, case or endings. */
export const WORDS = [
  'Zoë',
  'zoo',
  'CAFÉ',
  'cafe',
  'naïve',
  'plan',
  'planning',
  'Ångström',
  'ﬁnal',
  'Straße',
  '東京',
  '7',
]
const THREADS = ['thread-1', 'thread-2']
const APPLICATIONS = ['mail', 'calendar']
const URIS = ['https://vendor.example/1', 'https://vendor.example/2']
const PEOPLE = ['ann@acme.example', 'ann@other.example', 'bob_x@acme.example', '100%@acme.example']

/** A person, with their own tags and folders. */
export interface GraphUser extends Tenant {
  tags: string[]
  folders: string[]
}

/** A small graph of three people who share a part of it with each other. */
export interface TestGraph {
  people: GraphUser[]
  blocks: string[]
}

/** Values that filters can use to match something. */
export const VALUES = { threads: THREADS, uris: URIS, applications: APPLICATIONS, people: PEOPLE }

const days = fc.integer({ min: -40, max: 40 }).map((day) => NOON + day * DAY)
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null, freq: 1 })
const rarely = fc.integer({ min: 0, max: 5 }).map((drawn) => drawn === 0)
const text = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
const blockIndex = fc.nat(11)

interface BlockSpec {
  owner: number
  type: (typeof BLOCK_TYPES)[number]
  seed: Omit<BlockSeed, 'links'>
  status: string | null
  createdByGuest: boolean
  parent: number | null
  origin: number | null
  originTag: number | null
  links: { tag: number; link: Omit<LinkSeed, 'tag'> }[]
  guests: { guest: number; assigned: boolean; shared: boolean }[]
  /** The people who have marked the block as a favorite, and those who have linked it to tags of their own. */
  fans: number[]
  organizers: { guest: number; tag: number }[]
}

const link = fc.record({
  tag: fc.nat(3),
  link: fc.record({
    shared: fc.boolean(),
    assigned: fc.boolean(),
    pinned: fc.boolean(),
    sharing_approach: fc.nat(2),
    sharing_level: fc.nat(2),
  }),
})

const blockSpec: fc.Arbitrary<BlockSpec> = fc.record({
  owner: fc.nat(2),
  type: fc.oneof(fc.constant('task' as const), fc.constant('note' as const), fc.constantFrom(...BLOCK_TYPES)),
  seed: fc.record({
    title: text,
    text: maybe(text),
    thread_id: maybe(fc.constantFrom(...THREADS)),
    uri: maybe(fc.constantFrom(...URIS)),
    people: fc.subarray(PEOPLE),
    snoozed: rarely,
    template: rarely,
    proposed: rarely,
    generated: rarely,
    application: maybe(fc.constantFrom(...APPLICATIONS)),
    archived: rarely,
    priority: rarely,
    date_due: maybe(days),
    date_start: maybe(days),
    date_associated: days,
    date_created: days,
    date_updated: days,
  }),
  status: fc.constantFrom(null, 'not_started', 'in_progress', 'completed'),
  createdByGuest: rarely,
  parent: maybe(blockIndex),
  origin: maybe(blockIndex),
  originTag: maybe(fc.nat(3)),
  links: fc.uniqueArray(link, { selector: ({ tag }) => tag, maxLength: 3 }),
  guests: fc.uniqueArray(fc.record({ guest: fc.nat(2), assigned: fc.boolean(), shared: fc.boolean() }), {
    selector: ({ guest }) => guest,
    maxLength: 2,
  }),
  fans: fc.subarray([0, 1, 2]),
  organizers: fc.array(fc.record({ guest: fc.nat(2), tag: fc.nat(3) }), { maxLength: 1 }),
})

/** Creates a graph that is the same for the same seed, except for its ids. */
export async function createTestGraph(api: Api, seed = 4, size = 140): Promise<TestGraph> {
  const content: Content = { db: api.db, now: NOON }
  const people = await Promise.all([0, 1, 2].map(() => createUser(api, content)))
  const world: TestGraph = { people, blocks: [] }
  for (const spec of fc.sample(blockSpec, { numRuns: size, seed }))
    world.blocks.push(await createFromSpec(content, world, spec))
  return world
}

/** Creates a person with four tags, one a favorite and one archived, and two folders of tags. */
async function createUser(api: Api, content: Content): Promise<GraphUser> {
  const tenant = await tenantOf(api, newEmail())
  const { db, now } = content
  const seeds = [{ alias: 'Acme' }, { alias: 'acme Éire' }, { alias: 'Zürich', favorite: true }, { archived: true }]
  const tags = await Promise.all(seeds.map((seed) => addTag(content, tenant, seed)))
  const folders = [crypto.randomUUID(), crypto.randomUUID()]
  const dates = { date_created: now, date_updated: now }
  for (const [index, folder_id] of folders.entries()) {
    const key = { tenant_id: tenant.tenantId, folder_id }
    await db
      .insertInto('folders')
      .values({ ...key, name: 'Folder', ...dates })
      .execute()
    for (const tag_id of tags.slice(index * 2, index * 2 + 2)) {
      await db
        .insertInto('folder_tags')
        .values({ ...key, tag_id, date_created: now })
        .execute()
    }
  }
  return { ...tenant, tags, folders }
}

async function createFromSpec(content: Content, { people, blocks }: TestGraph, draft: BlockSpec): Promise<string> {
  const owner = people[draft.owner] as GraphUser
  const guests = draft.guests.filter(({ guest }) => guest !== draft.owner)
  const named = guests.map(async ({ guest, assigned, shared }) => {
    const tag = await addPerson(content, owner, people[guest]?.email as string)
    return { tag, shared, assigned, sharing_level: 1 }
  })
  const topics = draft.links.map(({ tag, link }) => ({ tag: owner.tags[tag] as string, ...link }))
  const [reader] = guests.filter(({ shared }) => shared)
  const creator = draft.createdByGuest && reader ? people[reader.guest]?.tenantId : undefined
  const [parent_id, origin_id] = [draft.parent, draft.origin].map((index) =>
    index === null ? null : (blocks[index] ?? null),
  )
  const id = await addBlock(content, owner, draft.type, {
    ...draft.seed,
    status: draft.type === 'task' ? draft.status : null,
    ...omitUndefined({ creator_id: creator || undefined }),
    parent_id: parent_id ?? null,
    parent_type: parent_id ? 'note' : null,
    origin_id: origin_id ?? null,
    origin_type: origin_id ? 'task' : null,
    origin_tag_id: draft.originTag === null ? null : (owner.tags[draft.originTag] ?? null),
    links: [...(await Promise.all(named)), ...topics],
  })
  await addGuestState(content, people, draft, id)
  return id
}

/** Adds the state of other people: their favorites, and links to their own tags, whether they can see the block or not. */
async function addGuestState(
  { db, now }: Content,
  people: readonly GraphUser[],
  draft: BlockSpec,
  id: string,
): Promise<void> {
  const block = await db.selectFrom('blocks').selectAll().where('block_id', '=', id).executeTakeFirstOrThrow()
  await inTransaction(db, async (tx) => {
    for (const fan of draft.fans) {
      const key = { tenant_id: people[fan]?.tenantId as string, block_id: id }
      await tx
        .insertInto('block_marks')
        .values({ ...key, favorite: fan !== 1, date_updated: now })
        .execute()
    }
    for (const { guest, tag } of draft.organizers.filter(({ guest }) => guest !== draft.owner)) {
      const { tenantId, tags } = people[guest] as GraphUser
      const { archived, date_updated, date_associated, block_type } = block
      await tx
        .insertInto('sharing')
        .values({
          tenant_id: tenantId,
          block_id: id,
          tag_id: tags[tag] as string,
          block_tenant_id: block.tenant_id,
          shared: false,
          sharing_level: 0,
          sharing_approach: 1,
          date_created: now,
          archived,
          date_updated,
          date_associated,
          block_type,
        })
        .execute()
    }
  })
}
