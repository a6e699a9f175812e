import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import { omitUndefined } from '../../../../src/runtime/omit.ts'
import { randomRuns } from '../../../kit/random-runs.ts'
import { type Api, newEmail, startApi } from '../api.ts'
import { addBlock, addTag, type Content, type TagSeed, tenantOf } from '../block-content.ts'

let api: Api
let content: Content
beforeAll(async () => {
  api = await startApi()
  content = { db: api.db, now: 1_700_000_000_000 }
})
afterAll(() => api.stop())

const SEARCH = 'query Q($input: SearchTagsInput) { searchTags(input: $input) { _id } }'

const WORDS = ['ann', 'Änn', 'anna', 'JOANN', 'lee', "o'lee", 'smith-jo', '100%', 'a_b', 'ﬁn', 'Straße', '東京', 'x\ty']
const FOLDERS = 3
const tags = fc.array(
  fc.record({
    tag_type: fc.constantFrom('person', 'topic', 'topic', 'date'),
    tag_sub_type: fc.option(fc.constantFrom('organization', 'Team')),
    alias: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
    friendly_name: fc.option(fc.constantFrom(...WORDS)),
    email: fc.option(fc.constantFrom('ann@lee.example', 'jo@lee.example', 'ann@smith.example')),
    favorite: fc.boolean(),
    archived: fc.boolean(),
    date_updated: fc.integer({ min: 1, max: 5 }),
    date_created: fc.integer({ min: 1, max: 5 }),
    folders: fc.uniqueArray(fc.nat(FOLDERS - 1)),
    tasks: fc.array(fc.constantFrom('open', 'completed', 'archived'), { maxLength: 2 }),
  }),
  { maxLength: 12 },
)
type Seed = (typeof tags extends fc.Arbitrary<infer Seeds> ? Seeds : never) extends (infer Item)[] ? Item : never

/** An inserted tag. */
interface SeededTag extends Omit<Seed, 'folders' | 'tasks' | 'tag_type' | 'email'> {
  id: string
  tag_type: string
  email: string | null
  email_domain: string | null
  folders: string[]
  open: number
}

const direction = fc.constantFrom('asc', 'desc', 'ASC', 'Desc')
const order = fc.oneof(
  fc.constant({}),
  ...['Alias', 'FriendlyName', 'TaskCount', 'DateUpdated', 'DateCreated'].map((name) =>
    direction.map((value) => ({ [`orderBy${name}`]: value })),
  ),
)
const filters = {
  searchString: fc.oneof(
    fc.constantFrom(...WORDS, 'l', 'ann lee', 'lee ann', 'jo', '@lee', 'example', ''),
    fc.string({ maxLength: 3 }),
  ),
  tagType: fc.constantFrom('person', 'TOPIC'),
  tagTypes: fc.subarray(['person', 'topic', 'DATE']),
  tagSubType: fc.constantFrom('organization', 'TEAM'),
  email: fc.constantFrom('Ann@lee.example ', 'jo@lee.example', 'nobody'),
  emailDomains: fc.subarray(['LEE.example', 'smith.example']),
  folders: fc.uniqueArray(fc.nat(FOLDERS - 1)),
  ids: fc.uniqueArray(fc.nat(12)),
  archived: fc.boolean(),
  favorite: fc.boolean(),
  hasTasks: fc.boolean(),
  size: fc.integer({ min: 0, max: 20 }),
  page: fc.integer({ min: 0, max: 2 }),
}
/** A query, with the member names of the input where no ids are needed. */
type Filters = {
  [Name in keyof typeof filters]?: (typeof filters)[Name] extends fc.Arbitrary<infer Value> ? Value : never
}

/** Few filters at a time, so that some tags match. */
const filter = fc
  .tuple(fc.subarray(Object.keys(filters) as (keyof Filters)[], { maxLength: 3 }), fc.record(filters))
  .map(([names, drawn]): Filters => Object.fromEntries(names.map((name) => [name, drawn[name]])))

/** The input as sent. */
type Input = Omit<Filters, 'folders' | 'ids'> & { folderIds?: string[]; _ids?: string[] } & Record<
    `orderBy${string}`,
    string
  >

test('searchTags returns the same as the oracle', async () => {
  await fc.assert(
    fc.asyncProperty(tags, fc.array(fc.tuple(filter, order), { minLength: 3, maxLength: 6 }), async (seeds, query) => {
      const me = await tenantOf(api, newEmail())
      const folders = Array.from({ length: FOLDERS }, () => randomUUID())
      const seeded = await seedAll(me, folders, seeds)
      for (const [{ folders: inFolders, ids, ...rest }, order] of query) {
        const input: Input = {
          ...rest,
          ...order,
          ...omitUndefined({
            folderIds: inFolders ? inFolders.map((index) => String(folders[index])) : undefined,
            _ids: ids ? [...ids.map((index) => seeded[index]?.id ?? randomUUID()), 'no-id'] : undefined,
          }),
        }
        const { data, errors } = await api.execute(me.email, SEARCH, { input })
        expect(errors).toBeUndefined()
        expect((data.searchTags as { _id: string }[]).map(({ _id }) => _id)).toEqual(expected(seeded, input))
      }
    }),
    { numRuns: randomRuns(40) },
  )
}, 120_000)

/** Inserts the tags of a tenant, the tenant's own first. Of several people with one email only the first gets it. */
async function seedAll(me: Tenant, folders: readonly string[], seeds: readonly Seed[]): Promise<SeededTag[]> {
  const own = { id: me.tagId, alias: me.email, friendly_name: null, email: me.email, email_domain: 'people.example' }
  const flags = { favorite: false, archived: false, date_updated: 0, date_created: 0 }
  const mine: SeededTag = { ...own, ...flags, tag_type: 'person', tag_sub_type: null, folders: [], open: 0 }
  const seeded = [mine]
  await api.db.updateTable('tags').set({ date_updated: 0, date_created: 0 }).where('tag_id', '=', me.tagId).execute()
  for (const { folders: places, tasks, ...seed } of seeds) {
    const isTwin = seeded.some(({ tag_type, email }) => tag_type === 'person' && email === seed.email)
    const email = seed.tag_type === 'person' && isTwin ? null : seed.email
    const email_domain = seed.tag_sub_type ? null : (email?.split('@')[1] ?? null)
    const id = await addTag(content, me, { ...seed, email, email_domain } as TagSeed)
    const inFolders = places.map((index) => String(folders[index]))
    for (const task of tasks) await addTask(me, id, task)
    for (const folder_id of inFolders) {
      const row = { tenant_id: me.tenantId, folder_id, tag_id: id, date_created: 0 }
      await api.db.insertInto('folder_tags').values(row).execute()
    }
    const open = tasks.filter((task) => task === 'open').length
    // The owner of a task is linked to it.
    mine.open += open
    seeded.push({ ...seed, id, email, email_domain, folders: inFolders, open })
  }
  return seeded
}

async function addTask(me: Tenant, tag: string, kind: string): Promise<void> {
  const state = kind === 'archived' ? { archived: true } : { status: kind === 'open' ? 'in_progress' : kind }
  await addBlock(content, me, 'task', { ...state, links: [{ tag }] })
}

const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()

function expected(seeded: readonly SeededTag[], input: Input): string[] {
  const requested = fold(input.searchString ?? '')
  const fits = seeded.filter((tag) => isRequested(tag, input) && (requested === '' || rankOf(tag, requested) < 5))
  const [name = '', direction = 'desc'] = Object.entries(input).find(([name]) => name.startsWith('orderBy')) ?? []
  const key = KEYS[name] as (tag: SeededTag) => string | number | null
  const sign = String(direction).toLowerCase() === 'desc' ? -1 : 1
  const byRank = (a: SeededTag, b: SeededTag) => (requested === '' ? 0 : rankOf(a, requested) - rankOf(b, requested))
  const sorted = fits.toSorted((a, b) => byRank(a, b) || compare(key(a), key(b), sign) || compare(a.id, b.id, 1))
  const size = input.size ?? 50
  const from = input.size === undefined ? 0 : size * (input.page ?? 0)
  return sorted.slice(from, from + size).map(({ id }) => id)
}

function isRequested(tag: SeededTag, input: Input): boolean {
  const types = [...(input.tagTypes ?? []), ...(input.tagType ? [input.tagType] : [])].map((type) => type.toLowerCase())
  const domains = input.emailDomains?.map((domain) => domain.toLowerCase())
  return (
    (input.archived || !tag.archived) &&
    ((input.tagTypes ?? input.tagType) === undefined || types.includes(tag.tag_type)) &&
    (!input.tagSubType || tag.tag_sub_type?.toLowerCase() === input.tagSubType.toLowerCase()) &&
    (!input.email || (tag.tag_type === 'person' && tag.email === input.email.trim().toLowerCase())) &&
    (!domains || domains.includes(tag.email_domain ?? '')) &&
    (!input.folderIds || tag.folders.some((id) => input.folderIds?.includes(id))) &&
    (!input._ids || input._ids.includes(tag.id)) &&
    (input.favorite === undefined || tag.favorite === input.favorite) &&
    (input.hasTasks === undefined || tag.open > 0 === input.hasTasks)
  )
}

const KEYS: Record<string, (tag: SeededTag) => string | number | null> = {
  '': ({ date_updated }) => date_updated,
  orderByAlias: ({ alias }) => fold(alias),
  orderByFriendlyName: ({ friendly_name }) => friendly_name?.toLowerCase() ?? null,
  orderByTaskCount: ({ open }) => open,
  orderByDateUpdated: ({ date_updated }) => date_updated,
  orderByDateCreated: ({ date_created }) => date_created,
}

/** Tags without a value come last in both directions. */
function compare(a: string | number | null, b: string | number | null, sign: number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  if (a === b) return 0
  if (typeof a === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(String(b))) * sign
  return (a < Number(b) ? -1 : 1) * sign
}

function rankOf({ alias, friendly_name, email }: SeededTag, requested: string): number {
  const names = [alias, friendly_name, email].filter((name) => name !== null).map(fold)
  if (!requested.split(' ').every((word) => names.some((name) => name.includes(word)))) return 5
  if (names.includes(requested)) return 0
  if (names.some((name) => name.startsWith(requested))) return 1
  if (names.some((name) => wordsOf(name).some((rest) => rest.startsWith(requested)))) return 2
  return names.some((name) => name.includes(requested)) ? 3 : 4
}

/** The suffixes of a text that start at a word. */
function wordsOf(name: string): string[] {
  const starts = [...name].flatMap((_, index) =>
    index === 0 || ` .,;:-_+&/|@()[]"'`.includes(name[index - 1] ?? '') ? [index] : [],
  )
  return starts.map((index) => name.slice(index))
}
