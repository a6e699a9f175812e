import { afterAll, beforeAll, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Database } from '../../../../platform/storage/postgres/database.ts'
import { tenantMarker } from '../../../../platform/storage/search-vector.ts'
import { randomRuns } from '../../../kit/random-runs.ts'
import { type Api, codeOf, startApi } from '../api.ts'
import { addPerson, addTag, type Content } from '../block-content.ts'
import { signIn, type TestUser } from '../block-operations.ts'
import { emailOfBucket, prepareOrganizations, startMoving } from '../organizations.ts'
import { Oracle, type ShareRequest } from './sharing-oracle.ts'

const RUNS = randomRuns(12)
const PEOPLE = ['ada', 'ben', 'cleo'] as const
const INVITED = ['dora']

let api: Api
let people: Record<string, TestUser>
/** The tags of each tenant by key, and the reverse. */
let tags: Record<string, Record<string, string>>
let keys: Record<string, string>
beforeAll(async () => {
  api = await startApi()
  await prepareOrganizations(api)
  people = Object.fromEntries(
    await Promise.all(PEOPLE.map(async (name, index) => [name, await signIn(api, emailOfBucket(index + 1))] as const)),
  )
  const emails = { ...mapValues(people, ({ email }) => email), dora: emailOfBucket(2) }
  tags = {}
  for (const [name, person] of Object.entries(people)) {
    const content: Content = { db: await api.buckets.of(person.tenantId), now: 1_700_000_000_000 }
    const own: Record<string, string> = { topic: await addTag(content, person) }
    for (const [key, email] of Object.entries(emails)) own[key] = await addPerson(content, person, email)
    tags[name] = own
  }
  keys = Object.fromEntries(Object.values(tags).flatMap((own) => Object.entries(own).map(([key, id]) => [id, key])))
})
afterAll(() => api.stop())

function mapValues<From, To>(record: Record<string, From>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]))
}

const actor = fc.constantFrom(...PEOPLE)
const key = fc.constantFrom(...PEOPLE, ...INVITED, 'topic')
const share: fc.Arbitrary<ShareRequest> = fc.record({
  key,
  shared: fc.constantFrom(true, true, false),
  level: fc.constantFrom(0, 1, 2),
})
const shares = fc.uniqueArray(share, { selector: ({ key }) => key, maxLength: 4 })

type Step =
  | { kind: 'add'; actor: string; share: ShareRequest }
  | { kind: 'remove'; actor: string; key: string }
  | { kind: 'replace' | 'upsert'; actor: string; shares: ShareRequest[] }
  | { kind: 'archive'; actor: string; archive: boolean }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('add' as const), actor, share }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('remove' as const), actor, key }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('replace' as const, 'upsert' as const), actor, shares }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('archive' as const), actor, archive: fc.boolean() }) },
)

function toLink(name: string, { key, shared, level }: ShareRequest) {
  return { tagId: tags[name]?.[key], shared, sharingLevel: level, sharingApproach: 1 }
}

/** Executes the command in the graph and returns the code of the error, if any. */
async function doIt(_id: string, step: Step): Promise<unknown> {
  const { execute } = people[step.actor] as TestUser
  const referenceBlock = { id: _id, blockType: 'task' }
  const links = 'shares' in step ? step.shares.map((share) => toLink(step.actor, share)) : []
  switch (step.kind) {
    case 'add':
      return codeOf(await execute('addSharingTag', { referenceBlock, sharingTag: toLink(step.actor, step.share) }))
    case 'remove':
      return codeOf(await execute('deleteSharingTag', { referenceBlock, tagId: tags[step.actor]?.[step.key] }))
    case 'replace':
      return codeOf(await execute('updateOneBlock', { _id, sharingTags: links }))
    case 'upsert':
      return codeOf(await execute('upsertOneTask', { _id, title: 'Shared anew', sharingTags: links }))
    case 'archive':
      return codeOf(await execute('archiveOneBlock', { _id, archive: step.archive }))
  }
}

function expectIt(oracle: Oracle, step: Step): string | undefined {
  switch (step.kind) {
    case 'add':
      return oracle.add(step.actor, step.share)
    case 'remove':
      return oracle.remove(step.actor, step.key)
    case 'archive':
      return oracle.archive(step.actor, step.archive)
    default:
      return oracle[step.kind](step.actor, step.shares)
  }
}

/** What a person sees immediately after a command. */
async function shownTo(name: string, _id: string) {
  const { data, errors } = await (people[name] as TestUser).execute('block', { _id, archived: true })
  const block = data.block as {
    access: string
    archived: boolean
    sharingTags: { tagId: string; shared: boolean; sharingLevel: number }[]
  } | null
  if (!block) return codeOf({ errors })
  const links = block.sharingTags.map(({ tagId, shared, sharingLevel: level }) => [keys[tagId], { shared, level }])
  return { access: block.access, archived: block.archived, links: Object.fromEntries(links) }
}

function expectedFor(name: string, oracle: Oracle) {
  const links = oracle.shownTo(name)
  if (!links) return 'NOT_FOUND'
  return { access: (oracle.access.get(name) ?? 0) > 0 ? 'RW' : 'READ_ONLY', archived: oracle.archived, links }
}

/** The links of the block to a person's own tags, which stay, except to people, when the person can no longer see the block. */
async function ownLinks(name: string, _id: string) {
  const { tenantId } = people[name] as TestUser
  const db = await api.buckets.of(tenantId)
  const links = db.selectFrom('sharing').where('tenant_id', '=', tenantId).where('block_id', '=', _id)
  const rows = await links.select(['tag_id', 'shared', 'sharing_level']).execute()
  return Object.fromEntries(rows.map((row) => [keys[row.tag_id], { shared: row.shared, level: row.sharing_level }]))
}

/** Most failures need several people with access. */
const start = fc.record(Object.fromEntries(PEOPLE.map((name) => [name, fc.constantFrom(1, 2, 2)])))

function firstStep(home: string, levels: Record<string, number>): Step {
  const guests = PEOPLE.filter((name) => name !== home)
  const shares = guests.map((key) => ({ key, shared: true, level: levels[key] as number }))
  return { kind: 'upsert', actor: home, shares }
}

/** The people whose searches find the block: those who can see it, and its owner. */
async function marksOf(db: Database, _id: string): Promise<Set<string>> {
  const { rows } = await sql<{ mark: string }>`
    select word.lexeme as mark from blocks b, unnest(b.tsv) word where b.block_id = ${_id} and word.positions is null`.execute(
    db,
  )
  return new Set(rows.map(({ mark }) => mark))
}

const markOfPerson = (name: string) => tenantMarker((people[name] as TestUser).tenantId)

async function walk(home: string, steps: readonly Step[]): Promise<void> {
  const owner = people[home] as TestUser
  const { _id } = await owner.run('upsertOneTask', { title: 'Shared' })
  const db = await api.buckets.of(owner.tenantId)
  const oracle = new Oracle(home, PEOPLE, INVITED)
  const copies = db.selectFrom('sharing').select('archived').where('block_id', '=', _id).distinct()
  for (const step of steps) {
    // For those who cannot see the block, this would create a task of their own.
    if (step.kind === 'upsert' && !oracle.access.has(step.actor)) continue
    expect({ step, code: await doIt(_id, step) }).toEqual({ step, code: expectIt(oracle, step) })
    const shown = await Promise.all(PEOPLE.map((name) => shownTo(name, _id)))
    expect({ step, shown }).toEqual({ step, shown: PEOPLE.map((name) => expectedFor(name, oracle)) })
    const own = await Promise.all(PEOPLE.map((name) => ownLinks(name, _id)))
    expect({ step, own }).toEqual({ step, own: PEOPLE.map((name) => oracle.linksOf(name)) })
    expect(await copies.execute()).toEqual([{ archived: oracle.archived }])
    expect(await marksOf(db, _id)).toEqual(
      new Set(PEOPLE.filter((name) => name === home || oracle.access.has(name)).map(markOfPerson)),
    )
  }
}

const cases = [actor, start, fc.array(step, { size: 'max', minLength: 1, maxLength: 24 })] as const
const property = fc.asyncProperty(...cases, (home, levels, steps) => walk(home, [firstStep(home, levels), ...steps]))

test('after every change of links, each person sees exactly what they have access to', async () => {
  await fc.assert(property, { numRuns: RUNS, endOnFailure: true })
}, 180_000)

const onCluster = process.env.TEST_CLUSTER_URL ? test : test.skip

onCluster(
  'and does so while the buckets of all of them are moved',
  async () => {
    const moving = startMoving(api)
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true }).finally(moving.end)
    expect(await moving.end()).toBeGreaterThan(0)
  },
  300_000,
)
