import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Api, startApi } from './api.ts'
import { createFixture, executeAs, type Fixture, operations, ROLES, type Role, sizeOf } from './matrix.ts'
import {
  _id,
  BLOCK_LISTS,
  FAILING_FOR_OWNER,
  type Input,
  NOT_BY_ID,
  OWNER_LISTS,
  OWNER_ONLY,
  READABLE_BY_VIEWERS,
  UPSERT_WRITERS,
  UPSERTS,
  WRITABLE_BY_EDITORS,
} from './matrix-cases.ts'
import { prepareOrganizations, startMoving } from './organizations.ts'

let api: Api
let fixture: Fixture
/** On a cluster, the buckets of the people are moved from node to node all the while. */
let moving: ReturnType<typeof startMoving>
beforeAll(async () => {
  api = await startApi()
  await prepareOrganizations(api)
  fixture = await createFixture(api)
  moving = startMoving(api)
})
afterAll(async () => {
  const moves = await moving.end()
  await api.stop()
  if (process.env.TEST_CLUSTER_URL) expect(moves).toBeGreaterThan(0)
}, 60_000)

const VIEWERS: readonly Role[] = ['owner', 'editor', 'reader']
const NON_VIEWERS = ROLES.filter((role) => !VIEWERS.includes(role))

test('the matrix covers every operation of the schema', () => {
  const listed = [READABLE_BY_VIEWERS, WRITABLE_BY_EDITORS, UPSERTS, OWNER_ONLY, BLOCK_LISTS, OWNER_LISTS].flatMap(
    (cases) => Object.keys(cases),
  )
  const operationNames = [...Object.keys(operations('query')), ...Object.keys(operations('mutation'))]
  expect([...listed, ...NOT_BY_ID].sort()).toEqual(operationNames.sort())
})

const executeIn = (name: string, role: Role, input: Input, id: string) =>
  executeAs(api, fixture.people[role], name, input(id, role, fixture))

/** The rows of the owner's block, to check that they have not changed. */
async function readBlock(id: string): Promise<unknown> {
  const key = ['tenant_id', '=', fixture.people.owner.tenantId] as const
  const db = await api.buckets.of(fixture.people.owner.tenantId)
  const row = await db
    .selectFrom('blocks')
    .selectAll()
    .where(...key)
    .where('block_id', '=', id)
    .executeTakeFirst()
  const links = await db
    .selectFrom('sharing')
    .selectAll()
    .where(...key)
    .where('block_id', '=', id)
    .orderBy('tag_id')
    .execute()
  return { row, links }
}

/** A result without the times of its creation and changes. */
function withoutTimes(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (name, member) => (/^date/.test(name) ? undefined : member)))
}

/** For those who cannot see the thing, the error is the same as for an id that does not exist. */
async function expectNotFound(name: string, roles: readonly Role[], input: Input, id: string): Promise<void> {
  for (const role of roles) {
    const outcome = await executeIn(name, role, input, id)
    expect([role, outcome.status, outcome.code, outcome.value]).toEqual([role, 200, 'NOT_FOUND', null])
    expect(await executeIn(name, role, input, randomUUID())).toEqual(outcome)
    expect(await executeIn(name, role, input, 'no-id')).toEqual(outcome)
  }
}

describe.each(Object.entries(READABLE_BY_VIEWERS))('%s', (name, [type, input]) => {
  test('may be executed by everyone who can see the block', async () => {
    const id = await fixture.block(type)
    const unchanged = await readBlock(id)
    await expectNotFound(name, NON_VIEWERS, input, id)
    expect(await readBlock(id)).toEqual(unchanged)
    for (const role of VIEWERS) expect((await executeIn(name, role, input, id)).errors).toBeUndefined()
  })
})

describe.each(Object.entries(WRITABLE_BY_EDITORS))('%s', (name, [type, input]) => {
  test('needs write access to the block', async () => {
    const id = await fixture.block(type)
    const unchanged = await readBlock(id)
    await expectNotFound(name, NON_VIEWERS, input, id)
    expect((await executeIn(name, 'reader', input, id)).code).toBe('FORBIDDEN')
    expect(await readBlock(id)).toEqual(unchanged)
    for (const role of ['editor', 'owner'] as const) {
      expect((await executeIn(name, role, input, await fixture.block(type))).errors).toBeUndefined()
    }
  })
})

describe.each(Object.entries(UPSERTS))('%s', (name, [type, input]) => {
  // Ids that clients choose are those of their own graph: whether somebody else has used one is not told.
  test('changes the block for those with write access; for others its id is as good as unused', async () => {
    const id = await fixture.block(type)
    const unchanged = await readBlock(id)
    for (const role of NON_VIEWERS) {
      const outcome = await executeIn(name, role, input, id)
      expect([role, outcome.errors]).toEqual([role, undefined])
      const unused = randomUUID()
      const expected = (await executeIn(name, role, input, unused)).value
      expect(withoutTimes(outcome.value)).toEqual(
        withoutTimes(JSON.parse(JSON.stringify(expected).replaceAll(unused, id))),
      )
      expect((await executeIn(name, role, input, id)).errors).toBeUndefined()
    }
    expect((await executeIn(name, 'reader', input, id)).code).toBe('FORBIDDEN')
    expect(await readBlock(id)).toEqual(unchanged)
    for (const role of UPSERT_WRITERS[name] ?? (['editor', 'owner'] as const)) {
      expect((await executeIn(name, role, input, id)).errors).toBeUndefined()
    }
    expect(await readBlock(id)).not.toEqual(unchanged)
  })
})

describe.each(Object.entries(OWNER_ONLY))('%s', (name, [kind, input]) => {
  test('may be executed by the owner only', async () => {
    const id = await fixture[kind]()
    await expectNotFound(
      name,
      ROLES.filter((role) => role !== 'owner'),
      input,
      id,
    )
    if (!FAILING_FOR_OWNER.has(name) && name !== 'confirmConnection') {
      expect((await executeIn(name, 'owner', input, id)).errors).toBeUndefined()
    }
  })
})

describe.each(Object.entries(BLOCK_LISTS))('%s', (name, [type, input]) => {
  test('contains the block for those who can see it only', async () => {
    const id = await fixture.block(type)
    for (const role of VIEWERS)
      expect([role, sizeOf((await executeIn(name, role, input, id)).value)]).not.toEqual([role, 0])
    for (const role of NON_VIEWERS) {
      const outcome = await executeIn(name, role, input, id)
      expect([role, outcome.errors, sizeOf(outcome.value)]).toEqual([role, undefined, 0])
      expect(await executeIn(name, role, input, randomUUID())).toEqual(outcome)
    }
  })
})

describe.each(Object.entries(OWNER_LISTS))('%s', (name, input) => {
  test('is empty when filtered by things of another person', async () => {
    const id = name === 'folders' ? await fixture.folder() : fixture.topics.owner
    for (const role of ROLES.filter((role) => role !== 'owner')) {
      const outcome = await executeIn(name, role, input, id)
      expect([role, outcome.errors, sizeOf(outcome.value)]).toEqual([role, undefined, 0])
      expect(await executeIn(name, role, input, randomUUID())).toEqual(outcome)
    }
    expect((await executeIn(name, 'owner', input, id)).errors).toBeUndefined()
  })
})

describe('an archived block', () => {
  test('is in no list, and is found on request by those who can see it', async () => {
    const id = await fixture.block('note')
    await executeIn('archiveOneNote', 'owner', _id, id)
    for (const role of ROLES) {
      for (const name of ['searchGraph', 'searchGraphCount', 'searchGraphTimeline', 'searchTasksAndNotes', 'blocks']) {
        expect([
          role,
          name,
          sizeOf((await executeIn(name, role, (blockId) => ({ _ids: [blockId] }), id)).value),
        ]).toEqual([role, name, 0])
      }
      const found = await executeIn('block', role, (blockId) => ({ _id: blockId, archived: true }), id)
      expect([role, found.code]).toEqual([role, VIEWERS.includes(role) ? undefined : 'NOT_FOUND'])
    }
  })
})

describe('revoked access', () => {
  test('is denied from the next request on', async () => {
    const id = await fixture.block('note')
    expect((await executeIn('block', 'editor', _id, id)).errors).toBeUndefined()
    const db = await api.buckets.of(fixture.people.owner.tenantId)
    const links = await db
      .selectFrom('sharing')
      .innerJoin('tags', 'tags.tag_id', 'sharing.tag_id')
      .select('sharing.tag_id')
      .where('sharing.block_id', '=', id)
      .where('tags.email', '=', fixture.people.editor.email)
      .where('sharing.tenant_id', '=', fixture.people.owner.tenantId)
      .execute()
    const tagId = links[0]?.tag_id as string
    expect(
      (await executeIn('deleteSharingTag', 'owner', () => ({ referenceBlock: { id }, tagId }), id)).errors,
    ).toBeUndefined()
    await expectNotFound('block', ['editor'], _id, id)
    expect((await executeIn('searchGraphCount', 'editor', (blockId) => ({ _ids: [blockId] }), id)).value).toBe(0)
  })
})

test('lists without a filter contain nothing of other people', async () => {
  await fixture.connection()
  for (const name of ['connections', 'memories', 'recommendations', 'folders', 'tables', 'recentTags']) {
    const { value, errors } = await executeIn(name, 'outsider', () => ({}), '')
    expect([name, errors]).toEqual([name, undefined])
    expect([name, sizeOf(value)]).toEqual([name, name === 'recentTags' ? sizeOf(value) : 0])
  }
  const { data } = await api.execute(fixture.people.outsider.email, '{ recentTags { _id } searchTags { _id } }', {})
  const tagIds = [...(data.recentTags as { _id: string }[]), ...(data.searchTags as { _id: string }[])].map(
    (tag) => tag._id,
  )
  const own = [fixture.people.outsider.tagId, fixture.topics.outsider]
  expect(tagIds.filter((tagId) => !own.includes(tagId))).toEqual([])
})

test('requests without a token are refused', async () => {
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
