import { afterEach, describe, expect, test } from '@jest/globals'
import { ACTIONS, type ActionName, type Exercises } from './actions/index.ts'
import {
  APPLICATION,
  type Change,
  KEY,
  PROVIDER,
  type Result,
  startPlainProvider,
  TOKEN,
} from './actions/plain-provider.ts'
import { Client } from './client.ts'

/** Tests the rules themselves: a correct provider obeys all of them, and each wrong one violates its rule. */
const EXERCISES: Required<Exercises> = {
  insight: { tagType: 'topic', tags: [{ externalId: 'id-1' }] },
  records: {
    metadataType: 'Account',
    created: [{ name: 'Name', value: 'New' }],
    changed: [{ name: 'Industry', value: 'Retail' }],
  },
  notes: { tags: [{ externalId: 'id-1', tagType: 'topic' }] },
  tags: [{ externalId: 'id-1' }, { alias: 'Kestrel' }],
  link: { url: 'https://plain.example/records/id-1' },
  function: { functionName: 'report', configuration: {}, values: [{ name: 'fileName', value: 'x' }] },
  query: {
    metadataType: 'Account',
    returnFields: ['Name', 'Industry'],
    none: [{ fieldName: 'Name', operator: 'eq', value: '-' }],
  },
}

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** What a rule finds wrong with a provider whose results are changed. */
async function findViolations(action: ActionName, rule: string, change?: Change): Promise<string[]> {
  const { url, stop } = await startPlainProvider(change)
  stops.push(stop)
  const credential = {
    accessToken: TOKEN,
    email: 'ada@plain.example',
    instanceUrl: 'https://tenant.example',
    profile: null,
  }
  const connection = { connectionId: 'c1', provider: PROVIDER, application: APPLICATION, credential }
  const subject = { provider: PROVIDER, application: APPLICATION, client: new Client({ url, key: KEY }), connection }
  const found = ACTIONS.find(({ name }) => name === action)?.rules.find(({ name }) => name === rule)
  if (!found) throw new Error(`${action} has no rule “${rule}”`)
  return found.findViolations(subject, EXERCISES[action])
}

const allRules = ACTIONS.flatMap(({ name, rules }) => rules.map((rule) => ({ action: name, rule: rule.name })))

describe('a provider that obeys the interface', () => {
  test.each(allRules)('$action: $rule', async ({ action, rule }) => {
    expect(await findViolations(action, rule)).toEqual([])
  })
})

const ok = (body: unknown): Result => ({ status: 200, body })
/** Changes the bodies of successful responses of these paths. */
const at =
  (path: string, change: (body: Result['body'], request: Result['body']) => unknown): Change =>
  (result, request) =>
    request.path === path && result.status === 200 ? ok(change(structuredClone(result.body), request.body)) : result
const mapRecords = (change: (record: Result['body'], index: number) => unknown) => (table: Result['body']) => ({
  ...table,
  records: table.records.map(change),
})
/** A problem of this status becomes another response. */
const instead =
  (status: number, replacement: Result): Change =>
  (result) =>
    result.status === status ? replacement : result

const COMMON: Readonly<Record<string, Change>> = {
  'a request without the key is refused': instead(401, ok({})),
  'a body that cannot be read is refused, with its errors': (result) =>
    result.status === 400 ? { status: 400, body: { ...result.body, errors: [] } } : result,
  'an application that the provider does not serve is refused': instead(400, ok({})),
  'expired credentials are reported with the documented problem type': instead(401, { status: 500, body: {} }),
  'a credential without instanceUrl is refused up front': instead(400, ok({})),
}

let created = 0
/** A wrong provider for each rule of each action; several for some. */
const WRONG: Readonly<Record<ActionName, Readonly<Record<string, Change>>>> = {
  insight: {
    'tables are returned on a single page': at('/sync/insight', (page) => ({
      ...page,
      pagination: { ...page.pagination, hasMore: true, cursor: 'next' },
    })),
    'every row has an id and carries the id of a tag of the request': at('/sync/insight', (page) => {
      for (const row of page.items[0]?.tables[0].records ?? []) row.values = [{ name: 'Subject', value: 'Late' }]
      return page
    }),
    'nothing is returned about no tags': at('/sync/insight', (page) =>
      page.items.length > 0
        ? page
        : { items: [{ blockType: 'table', tables: [] }], pagination: { hasMore: false, pageSize: 1 } },
    ),
  },
  records: {
    'a record without an id is created, and returned with the id that the vendor assigned': at(
      '/upsert/table',
      mapRecords(({ externalId: _, ...record }) => record),
    ),
    'a record with an id is updated, and keeps its id': at(
      '/upsert/table',
      mapRecords((record) => ({ ...record, externalId: `copy-${created++}` })),
    ),
    'records are returned in the order of the request, every one with an id': at('/upsert/table', (table) => ({
      ...table,
      records: table.records.toReversed(),
    })),
  },
  notes: {
    'notes are created, and returned in the order of the request with the ids that the vendor assigned': at(
      '/upsert/notes',
      (notes) => notes.toReversed(),
    ),
    'a note with an id is updated, and keeps its id': at('/upsert/notes', (notes) =>
      notes.map((note: object) => ({ ...note, externalId: `copy-${created++}` })),
    ),
  },
  tags: {
    'a tag with an id is returned under that id': at('/tag', (tag) => ({ ...tag, externalId: `copy-${created++}` })),
    'several tags are returned in the order of the request': at('/tag', (tags) =>
      Array.isArray(tags) ? tags.toSorted((a, b) => a.externalId.localeCompare(b.externalId)) : tags,
    ),
  },
  link: {
    'an address becomes a document with its provenance, the same one each time': at(
      `/${APPLICATION}/link`,
      (object) => ({
        ...object,
        externalId: `copy-${created++}`,
      }),
    ),
    'an address of another site is refused and never becomes a document': instead(404, ok({ title: 'Something' })),
  },
  function: {
    'the inputs that a function needs are returned during its installation, each once': at(
      '/install/function/inputs',
      ({ inputs }) => ({ inputs: [...inputs, ...inputs] }),
    ),
    'a function is executed synchronously and returns what it has written': at('/execute/function', () => ({})),
    'a function that the provider does not have is refused, also during installation': instead(400, ok({})),
  },
  query: {
    'records have the requested type, their provenance and the requested fields': at(
      '/execute/query',
      ({ records }) => ({
        records: records.map((record: Result['body']) => ({
          ...record,
          values: [...record.values, { name: 'Secret', value: 'x' }],
        })),
        hasMore: false,
      }),
    ),
    'at most `limit` records are returned, and hasMore says whether there are others': at('/execute/query', (body) => ({
      ...body,
      hasMore: false,
    })),
    'criteria that nothing matches return no records': (result, { path, body }) =>
      path === '/execute/query' && body?.searchCriteria?.length > 0 ? ok({ records: [], hasMore: true }) : result,
    'a type that the vendor does not have is refused': instead(400, ok({ records: [], hasMore: false })),
  },
}

describe('a wrong provider', () => {
  test.each(allRules)('violates $action: $rule', async ({ action, rule }) => {
    const change = WRONG[action][rule] ?? COMMON[rule]
    if (!change) throw new Error('no wrong provider proves this rule')
    expect(await findViolations(action, rule, change)).not.toEqual([])
  })

  test('that writes nothing is noticed when the record is read again', async () => {
    const dropsValues = at('/sync/table', (page) => {
      for (const table of page.items) table.records = table.records.map((record: object) => ({ ...record, values: [] }))
      return page
    })
    const rule = 'a record with an id is updated, and keeps its id'
    expect(await findViolations('records', rule, dropsValues)).toEqual([
      'Industry is stored as undefined and not as Retail',
    ])
  })
})
