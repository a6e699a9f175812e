import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import { randomRuns } from '../../../kit/random-runs.ts'
import { type Api, codeOf, newEmail, startApi } from '../api.ts'
import { addTag, type Content, tenantOf } from '../block-content.ts'

let api: Api
let content: Content
beforeAll(async () => {
  api = await startApi()
  content = { db: api.db, now: 1_700_000_000_000 }
})
afterAll(() => api.stop())

const SEARCH = `query Q($input: SearchTagsByFieldInput!) {
  searchTagsByField(input: $input) { tags { tag { _id } fieldValues { provider application fieldName value } } totalCount page size }
}`
const ask = (as: Tenant, input: object) => api.execute(as.email, SEARCH, { input })

interface SignalSeed {
  provider: string
  application?: string
  field_name: string
  value: string | null
  pinned?: boolean
  archived?: boolean
  date_updated?: number
}

async function addSignal({ tenantId }: Tenant, tagId: string, { value, date_updated = 0, ...seed }: SignalSeed) {
  const number = value === null || value.trim() === '' ? Number.NaN : Number(value)
  await api.db
    .insertInto('signals')
    .values({
      tenant_id: tenantId,
      signal_id: randomUUID(),
      tag_id: tagId,
      table_id: randomUUID(),
      record_id: randomUUID(),
      label: seed.field_name,
      field_type: 'string',
      application: 'main',
      value,
      value_number: Number.isFinite(number) ? number : null,
      ...seed,
      date_created: 0,
      date_updated,
    })
    .execute()
}

const crm = (fieldName: string) => ({ provider: 'crm', fieldName })

test('values are returned in the requested order', async () => {
  const me = await tenantOf(api, newEmail())
  const tag = await addTag(content, me, { alias: 'Acme', email_domain: 'acme.example', favorite: true })
  await addSignal(me, tag, { provider: 'crm', field_name: 'stage', value: 'old', date_updated: 1 })
  await addSignal(me, tag, { provider: 'crm', field_name: 'stage', value: 'newer', date_updated: 2 })
  await addSignal(me, tag, { provider: 'crm', field_name: 'owner', value: 'pinned', pinned: true, date_updated: 1 })
  await addSignal(me, tag, { provider: 'crm', field_name: 'owner', value: 'newer', date_updated: 2 })
  await addSignal(me, tag, { provider: 'crm', field_name: 'gone', value: 'x', archived: true })
  const own = ['emailDomain', 'dateCreated', 'favorite', 'url'].map((fieldName) => ({ fieldName }))
  const fields = [crm('stage'), ...own, { provider: 'Graph', fieldName: 'alias' }, crm('owner'), crm('gone')]
  const { data } = await ask(me, { fields, tagIds: [tag] })
  const values = (data.searchTagsByField as { tags: { fieldValues: { value: string }[] }[] }).tags[0]?.fieldValues
  expect(values?.map(({ value }) => value)).toEqual([
    'newer',
    'acme.example',
    String(content.now),
    'true',
    null,
    'Acme',
    'pinned',
    null,
  ])
  expect(values?.[5]).toEqual({ provider: 'graph', application: null, fieldName: 'alias', value: 'Acme' })
})

test('fields of the same name in two applications of a provider are told apart', async () => {
  const me = await tenantOf(api, newEmail())
  const tag = await addTag(content, me, { alias: 'Acme' })
  const stage = { provider: 'hub', field_name: 'Stage' }
  await addSignal(me, tag, { ...stage, application: 'salesforce', value: 'Won', date_updated: 1 })
  await addSignal(me, tag, { ...stage, application: 'hubspot', value: 'Lost', date_updated: 2 })
  const sources = [
    { provider: 'salesforce' },
    { provider: 'hub/salesforce' },
    { provider: 'hub', application: 'salesforce' },
    { application: 'salesforce' },
    { provider: 'hubspot' },
    { provider: 'hub' },
    { provider: 'hubspot', application: 'salesforce' },
  ]
  const fields = sources.map((source) => ({ ...source, fieldName: 'Stage' }))
  const { data } = await ask(me, { fields, tagIds: [tag] })
  const { fieldValues } = (data.searchTagsByField as { tags: { fieldValues: { value: string }[] }[] }).tags[0] ?? {}
  expect(fieldValues?.map(({ value }) => value)).toEqual(['Won', 'Won', 'Won', 'Won', 'Lost', 'Lost', null])
  const count = async (source: object) => {
    const filters = [{ ...source, fieldName: 'Stage', stringFilter: { eq: 'won' } }]
    const { data } = await ask(me, { fields: [], tagIds: [tag], filters })
    return (data.searchTagsByField as { totalCount: number }).totalCount
  }
  expect(await count({ provider: 'salesforce' })).toBe(1)
  expect(await count({ provider: 'hub', application: 'hubspot' })).toBe(0)
  const query = 'query ($input: SignalsInput!) { signals(input: $input) { application value } }'
  const listed = async (providers: string[]) =>
    (await api.execute(me.email, query, { input: { tagIds: [tag], providers } })).data.signals
  expect(await listed(['hubspot'])).toEqual([{ application: 'hubspot', value: 'Lost' }])
  expect(await listed(['hub/salesforce'])).toEqual([{ application: 'salesforce', value: 'Won' }])
  expect(await listed(['hub'])).toHaveLength(2)
})

test('the total count covers all pages, also beyond the last one', async () => {
  const me = await tenantOf(api, newEmail())
  for (let index = 0; index < 5; index += 1)
    await addTag(content, me, { tag_type: 'location', alias: `place ${index}` })
  for (const [page, rows] of [
    [0, 2],
    [2, 1],
    [9, 0],
  ]) {
    const { data } = await ask(me, { fields: [], tagTypes: ['LOCATION'], size: 2, page })
    expect(data.searchTagsByField).toMatchObject({ totalCount: 5, size: 2, page })
    expect((data.searchTagsByField as { tags: unknown[] }).tags).toHaveLength(rows as number)
  }
})

test.each([
  [{ fields: [{ fieldName: 'secret' }] }],
  [{ fields: [], sortBy: { provider: 'graph', fieldName: 'name_search' } }],
  [{ fields: [], filters: [{ fieldName: 'constructor', isNull: true }] }],
  [{ fields: Array.from({ length: 51 }, () => crm('a')) }],
  [{ fields: [], filters: Array.from({ length: 21 }, () => crm('a')) }],
])('an invalid field is reported: %#', async (input) => {
  expect(codeOf(await ask(await tenantOf(api, newEmail()), input))).toBe('BAD_USER_INPUT')
})

const VALUES = ['10', '9', ' 7 ', '-1.5', 'Alpha', 'alphabet', 'beta_1', '100%', 'a"b', '', null]
const seeds = fc.array(
  fc.record({
    tag_type: fc.constantFrom('person', 'topic'),
    tag_sub_type: fc.option(fc.constantFrom('organization', 'Team')),
    alias: fc.constantFrom('Ann', 'bob', 'Cy'),
    description: fc.option(fc.constantFrom('Alpha', 'beta', '12')),
    archived: fc.constantFrom(false, false, false, true),
    date_created: fc.integer({ min: 1, max: 9 }),
    signals: fc.array(
      fc.record({
        provider: fc.constantFrom('crm', 'erp'),
        application: fc.constantFrom('sales', 'support'),
        field_name: fc.constantFrom('x', 'y'),
        value: fc.constantFrom(...VALUES),
        pinned: fc.boolean(),
        archived: fc.constantFrom(false, false, true),
        date_updated: fc.nat(1_000_000),
      }),
      { maxLength: 5 },
    ),
  }),
  { maxLength: 10 },
)
const field = fc.oneof(
  fc.record(
    {
      provider: fc.constantFrom('crm', 'erp', 'sales', 'erp/support', ' crm/sales '),
      application: fc.constantFrom('sales', 'support', ''),
      fieldName: fc.constantFrom('x', 'y', 'z'),
    },
    { requiredKeys: ['provider', 'fieldName'] },
  ),
  fc.record({ fieldName: fc.constantFrom('description', 'dateCreated', 'alias') }),
)
const text = fc.constantFrom('alpha', 'ALPHA', 'a', '1', '%', '_', '0%', 'BETA', '"', '')
const number = fc.constantFrom(-2, -1.5, 0, 5, 7, 9, 10, 12)
const optional = { requiredKeys: [] }
const filter = fc.tuple(
  field,
  fc.record(
    {
      stringFilter: fc.record({ eq: text, contains: text, startsWith: text, endsWith: text }, optional),
      numberFilter: fc.record({ gt: number, gte: number, eq: number, lte: number, lt: number }, optional),
      isNull: fc.boolean(),
    },
    optional,
  ),
)
const search = fc.record(
  {
    filters: fc.array(
      filter.map(([field, conditions]) => ({ ...field, ...conditions })),
      { maxLength: 2 },
    ),
    sortBy: fc
      .tuple(field, fc.constantFrom('ASC', 'desc', null))
      .map(([field, direction]) => ({ ...field, direction })),
    tagTypes: fc.subarray(['person', 'TOPIC'] as const),
    tagSubTypes: fc.subarray(['organization', 'TEAM']),
    size: fc.integer({ min: 0, max: 5 }),
    page: fc.integer({ min: 0, max: 2 }),
  },
  optional,
)

interface SeededTag {
  id: string
  tag_type: string
  tag_sub_type: string | null
  archived: boolean
  alias: string
  own: Record<string, string | null>
  signals: SignalSeed[]
}

test('searchTagsByField returns the same as the oracle', async () => {
  await fc.assert(
    fc.asyncProperty(seeds, fc.array(search, { minLength: 4, maxLength: 8 }), async (drafts, requested) => {
      const me = await tenantOf(api, newEmail())
      const tagsById: SeededTag[] = []
      for (const { signals: drawn, ...draft } of drafts) {
        const id = await addTag(content, me, draft as object)
        const signals = drawn.map((signal, index) => ({ ...signal, date_updated: signal.date_updated * 10 + index }))
        for (const signal of signals) await addSignal(me, id, signal)
        const own = { description: draft.description, dateCreated: String(draft.date_created), alias: draft.alias }
        tagsById.push({ ...draft, id, own, signals })
      }
      for (const input of requested) {
        const { data, errors } = await ask(me, { ...input, fields: [crm('x')], tagIds: tagsById.map(({ id }) => id) })
        expect(errors).toBeUndefined()
        const { tags, totalCount } = data.searchTagsByField as {
          tags: { tag: { _id: string }; fieldValues: object[] }[]
          totalCount: number
        }
        const { found, page } = expected(tagsById, input)
        expect(totalCount).toBe(found.length)
        expect(tags).toEqual(
          page.map((tag) => ({
            tag: { _id: tag.id },
            fieldValues: [{ ...crm('x'), application: null, value: signalOrOwn(tag, crm('x')) }],
          })),
        )
      }
    }),
    { numRuns: randomRuns(30) },
  )
}, 120_000)

type Query = typeof search extends fc.Arbitrary<infer Value> ? Value : never
type Field = { provider?: string; application?: string; fieldName: string }

function expected(tagsById: readonly SeededTag[], requested: Query): { found: SeededTag[]; page: SeededTag[] } {
  const { filters = [], sortBy, tagTypes, tagSubTypes, size, page = 0 } = requested
  const found = tagsById.filter(
    (tag) =>
      !tag.archived &&
      (!tagTypes || tagTypes.some((type) => type.toLowerCase() === tag.tag_type)) &&
      (!tagSubTypes || tagSubTypes.some((type) => type.toLowerCase() === tag.tag_sub_type?.toLowerCase())) &&
      filters.every((filter) => fits(signalOrOwn(tag, filter), numberOf(tag, filter), filter)),
  )
  const sign = sortBy?.direction === 'desc' ? -1 : 1
  const sorted = found.toSorted((a, b) => {
    const byField = sortBy
      ? compare(numberOf(a, sortBy), numberOf(b, sortBy), sign) ||
        compare(lower(signalOrOwn(a, sortBy)), lower(signalOrOwn(b, sortBy)), sign)
      : compare(lower(a.alias), lower(b.alias), 1)
    return byField || compare(a.id, b.id, 1)
  })
  return { found, page: size === undefined ? sorted : sorted.slice(size * page, size * (page + 1)) }
}

function fits(value: string | null, number: number | null, { stringFilter, numberFilter, isNull }: Filter): boolean {
  const text = lower(value)
  const { eq, contains, startsWith, endsWith } = stringFilter ?? {}
  const texts: [string | undefined, (condition: string) => boolean][] = [
    [eq, (condition) => text === condition],
    [contains, (condition) => text?.includes(condition) ?? false],
    [startsWith, (condition) => text?.startsWith(condition) ?? false],
    [endsWith, (condition) => text?.endsWith(condition) ?? false],
  ]
  const is = numberFilter ?? {}
  const numbers: [number | undefined, (bound: number) => boolean][] = [
    [is.gt, (bound) => number !== null && number > bound],
    [is.gte, (bound) => number !== null && number >= bound],
    [is.eq, (bound) => number === bound],
    [is.lte, (bound) => number !== null && number <= bound],
    [is.lt, (bound) => number !== null && number < bound],
  ]
  return (
    texts.every(([condition, holds]) => condition === undefined || holds(condition.toLowerCase())) &&
    numbers.every(([bound, holds]) => bound === undefined || holds(bound)) &&
    (isNull === undefined || isNull === (value === null))
  )
}
type Filter = NonNullable<Query['filters']>[number]

/** Pinned values first, then by last change; no two values are equal. */
function signalOrOwn({ own, signals }: SeededTag, { provider, application = '', fieldName }: Field): string | null {
  if (provider === undefined) return own[fieldName] ?? null
  const named = signals.filter(
    (signal) =>
      [signal.provider, signal.application, `${signal.provider}/${signal.application}`].includes(provider.trim()) &&
      (application === '' || signal.application === application) &&
      signal.field_name === fieldName &&
      !signal.archived,
  )
  const [first] = named.toSorted(
    (a, b) => Number(b.pinned) - Number(a.pinned) || Number(b.date_updated) - Number(a.date_updated),
  )
  return first?.value ?? null
}

function numberOf(tag: SeededTag, field: Field): number | null {
  const value = signalOrOwn(tag, field)
  const isNumber = field.provider !== undefined || field.fieldName === 'dateCreated'
  const number = value === null || value.trim() === '' ? Number.NaN : Number(value)
  return isNumber && Number.isFinite(number) ? number : null
}

function lower(text: string | null): string | null {
  return text?.toLowerCase() ?? null
}

/** Missing values come last in both directions. */
function compare(a: string | number | null, b: string | number | null, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return a === b ? 0 : (a < b ? -1 : 1) * sign
}
