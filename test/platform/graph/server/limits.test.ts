import { describe, expect, test } from '@jest/globals'
import { schema } from '../../../../platform/graph/schema.ts'
import { GRAPH_LIMITS } from '../../../../platform/graph/server/limits.ts'
import { Operations } from '../../../../platform/graph/server/operations.ts'
import { RateLimits } from '../../../../platform/graph/server/rate-limits.ts'
import { omitUndefined } from '../../../../src/runtime/omit.ts'

const prepare = (query: unknown, variables?: object) =>
  new Operations(schema, GRAPH_LIMITS).prepare({
    query,
    ...omitUndefined({ variables: variables || undefined }),
  })

const codesOf = (query: unknown, variables?: object) => {
  const prepared = prepare(query, variables)
  return 'errors' in prepared ? prepared.errors.map(({ extensions }) => extensions.code) : []
}
const pointsOf = (query: string, variables?: object) => {
  const prepared = prepare(query, variables)
  return 'points' in prepared ? prepared.points : Number.NaN
}

const times = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ')
/** A chain of fragments, each spread twice by the previous one: 2^n selections from n lines. */
const doubling = times(30, (index) => `fragment F${index} on Connection { ...F${index + 1} ...F${index + 1} }`)

const HOSTILE: [string, string, string][] = [
  ['levels', `{ connections ${'{ syncs '.repeat(13)} ${'}'.repeat(13)} }`, 'QUERY_TOO_COMPLEX'],
  ['aliases', `{ ${times(15, (index) => `a${index}: tenant { b: _id c: _id }`)} }`, 'QUERY_TOO_COMPLEX'],
  ['repeated fields', `{ tenant { ${times(2_500, () => '_id')} } }`, 'QUERY_TOO_COMPLEX'],
  ['fields repeated in fragments', `{ tenant { ${times(500, () => '... { _id }')} } }`, 'QUERY_TOO_COMPLEX'],
  ['directives', `{ tenant { _id ${times(21, () => '@include(if: true)')} } }`, 'QUERY_TOO_COMPLEX'],
  ['root fields', `{ ${times(21, () => '__typename')} }`, 'QUERY_TOO_COMPLEX'],
  ['tokens', `{ tenant { ${times(1_600, (index) => `f${index} @x`)} } }`, 'QUERY_TOO_COMPLEX'],
  ['characters', `{ tenant { _id } } #${'x'.repeat(102_400)}`, 'QUERY_TOO_COMPLEX'],
  [
    'fragments that double the selections',
    `{ connections { ...F0 } } ${doubling} fragment F30 on Connection { syncs { sync } }`,
    'QUERY_TOO_COMPLEX',
  ],
  [
    'cyclic fragments',
    '{ connections { ...A } } fragment A on Connection { ...B } fragment B on Connection { ...A }',
    'GRAPHQL_VALIDATION_FAILED',
  ],
  [
    'nested lists',
    `{ connections(input: { application: ${'['.repeat(1_400)}${']'.repeat(1_400)} }) { _id } }`,
    'GRAPHQL_VALIDATION_FAILED',
  ],
  ['introspection', '{ __schema { types { name } } }', 'INTROSPECTION_DISABLED'],
  [
    'introspection in a fragment',
    '{ ...A } fragment A on Query { __type(name: "Tenant") { name } }',
    'INTROSPECTION_DISABLED',
  ],
]

describe('a document', () => {
  test.each(HOSTILE)('with too many %s is refused', (_, query, code) => {
    expect(codesOf(query)).toContain(code)
  })

  test('within the limits is accepted', () => {
    expect(codesOf('{ a: tenant { _id __typename } connections { _id syncs { sync lastRun { warnings } } } }')).toEqual(
      [],
    )
  })

  test.each([
    ['{ tenant {', 'GRAPHQL_PARSE_FAILED'],
    ['{ nobody }', 'GRAPHQL_VALIDATION_FAILED'],
    ['query A { __typename } query B { __typename }', 'OPERATION_RESOLUTION_FAILURE'],
    ['query Q($input: SyncRunsInput!) { syncRuns(input: $input) { _id } }', 'BAD_USER_INPUT'],
  ])('%s is refused with %s', (query, code) => {
    expect(codesOf(query)).toEqual([code])
  })

  test('with a misspelt name gets no suggestions', () => {
    const prepared = prepare('{ tenants { _id } }')
    expect('errors' in prepared && prepared.errors[0]?.message).not.toContain('tenant"')
  })
})

describe('the cost', () => {
  test('grows with the size of a list, wherever the size is given', () => {
    const list = 'query L($input: ConnectionsInput) { connections(input: $input) { _id } }'
    expect(pointsOf(list, { input: { size: 10 } })).toBeCloseTo(11)
    expect(pointsOf('{ connections(input: { size: 10 }) { _id } }')).toBeCloseTo(11)
    expect(pointsOf('query L($size: Int) { connections(input: { size: $size }) { _id } }', { size: 10 })).toBeCloseTo(
      11,
    )
    expect(pointsOf(list)).toBeCloseTo(55)
    expect(pointsOf(list, { input: { size: 1e6 } })).toBeCloseTo(550)
  })

  test('of fields in a list counts for every row', () => {
    expect(pointsOf('{ connections(input: { size: 10 }) { syncs { sync } } }')).toBeCloseTo(10 * (1 + 5 * 1.1))
  })

  test('of a nested list depends on the requested size', () => {
    expect(pointsOf('{ changes(input: { size: 100 }) { events { _id } } }')).toBeCloseTo(1 + 1 + 100 * 1.1)
  })

  test('is refused if it is too high', () => {
    const many = times(10, (index) => `a${index}: connections(input: { size: 500 }) { syncs { sync } }`)
    expect(codesOf(`{ ${many} }`)).toEqual(['QUERY_TOO_COMPLEX'])
  })
})

describe('rates', () => {
  const load = { requests: 1, mutations: 0, heavy: 0 }

  test('allow a burst and then the rate, for each tenant separately', () => {
    const rates = new RateLimits(GRAPH_LIMITS)
    const admitted = (tenant: string, now: number) => rates.admit(tenant, load, now).allowed
    expect(Array.from({ length: 201 }, () => admitted('a', 0)).filter(Boolean)).toHaveLength(200)
    expect(admitted('b', 0)).toBe(true)
    expect(Array.from({ length: 60 }, () => admitted('a', 1_000)).filter(Boolean)).toHaveLength(50)
  })

  test('include Retry-After in refusals', () => {
    const rates = new RateLimits(GRAPH_LIMITS)
    const heavy = { requests: 1, mutations: 0, heavy: 10 }
    expect(rates.admit('a', heavy, 0).headers).toMatchObject({
      'x-ratelimit-limit': '10',
      'x-ratelimit-remaining': '0',
    })
    const { allowed, headers } = rates.admit('a', { ...heavy, heavy: 3 }, 0)
    expect(allowed).toBe(false)
    expect(headers).toMatchObject({ 'Retry-After': '2', 'RateLimit-Policy': '"heavy";q=10', 'x-ratelimit-reset': '5' })
  })

  test('of zero are disabled', () => {
    const rates = new RateLimits({ ...GRAPH_LIMITS, requestsPerSecond: 0 })
    expect(Array.from({ length: 1_000 }, () => rates.admit('a', load, 0).allowed)).not.toContain(false)
  })
})

describe('lists', () => {
  test.each(['[String]', '[String!]', '[String!]!'])('accept a variable of type %s', (type) => {
    expect(codesOf(`query Q($ids: ${type}) { searchTags(input: { _ids: $ids }) { _id } }`, { ids: ['a'] })).toEqual([])
  })

  test('of ids cost as much as there are ids, whatever the size', () => {
    const query = (size: string) => `query Q($ids: [String!]) { blocks(input: { _ids: $ids ${size} }) { _id title } }`
    const ids = (count: number) => ({ ids: Array.from({ length: count }, () => 'x') })
    expect(pointsOf(query(''), ids(300))).toBeCloseTo(300 * 1.2)
    expect(pointsOf(query('size: 500'), ids(2))).toBeCloseTo(2 * 1.2)
    expect(codesOf('{ blocks(input: { _ids: ["x"] }) { ... on Email { cleanBodyHtml } } }')).toEqual([])
  })

  test('may contain large fields for twenty rows', () => {
    const query = (size: number) => `{ searchGraph(input: { size: ${size} }) { _id ... on Email { cleanBodyHtml } } }`
    expect([codesOf(query(20)), codesOf(query(30))]).toEqual([[], ['QUERY_TOO_COMPLEX']])
  })
})

test.each([
  [{ status: 'done' }, 'input.status'],
  [{ sharingTags: [{ shared: true, sharingLevel: null, sharingApproach: 1 }] }, 'input.sharingTags[0].sharingLevel'],
  [{ nothing: 1 }, 'input'],
])('an invalid variable is named by its path: %j', (input, argument) => {
  const prepared = prepare('mutation M($input: UpsertTaskInput!) { upsertOneTask(input: $input) { _id } }', { input })
  expect('errors' in prepared && prepared.errors[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', argument })
})

test('without a timeout an operation may take as long as the maximum timer', () => {
  const unlimited = new Operations(schema, { ...GRAPH_LIMITS, timeoutMs: 0 }).prepare({ query: '{ tenant { _id } }' })
  expect('timeoutMs' in unlimited && unlimited.timeoutMs).toBe(2 ** 31 - 1)
  const limited = prepare('{ tenant { _id } }')
  expect('timeoutMs' in limited && limited.timeoutMs).toBe(GRAPH_LIMITS.timeoutMs)
})
