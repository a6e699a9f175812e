import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import type { Table } from '../../../../src/contract/index.ts'
import { NOW, table } from '../../storage/fixtures.ts'
import { type Answer, type Api, codeOf, someone, startApi } from '../api.ts'
import { addBlock, addPerson, type Content, tenantOf } from '../block-content.ts'
import { type Synced, synced } from '../synced-connection.ts'

let api: Api
let content: Content
let ada: Tenant
let acme: Synced
let tableId: string
beforeAll(async () => {
  api = await startApi()
  content = { db: api.db, now: NOW }
})
beforeEach(async () => {
  api.provider.answers.clear()
  ada = await tenantOf(api, someone())
  acme = await synced(api, ada)
  await acme.keep({ sync: 'metadata', items: [{ ...DEALS, records: [] }] })
  await acme.keep({ sync: 'table', items: [DEALS] })
  tableId = await acme.idOf('acme.Deal')
})
afterAll(() => api.stop())

const DEALS: Table = table('Deal', {
  '1': { Id: '1', Name: 'Bridge', Amount: '900', Stage: 'open' },
  '2': { Id: '2', Name: 'Ärmel', Amount: '1000', Stage: 'won' },
  '3': { Id: '3', Name: 'Tunnel', Amount: 'unknown' },
  '4': { Id: '4', Name: 'bridge two', Amount: '-2.5e1', Stage: '' },
})
DEALS.metadata.fields = [
  { name: 'Id', label: 'Id', fieldType: 'id' },
  { name: 'Name', label: 'Name', fieldType: 'string', required: true },
  { name: 'Amount', label: 'Amount', fieldType: 'currency' },
  { name: 'Stage', label: 'Stage', fieldType: 'picklist', options: [{ value: 'open', label: 'Open' }] },
]

const RECORDS = 'query Q($input: RecordsInput!) { records(input: $input) { externalId } }'

async function found(input: object): Promise<unknown[]> {
  const { data, errors } = await api.ask(ada.email, RECORDS, { input: { tableId, ...input } })
  expect(errors).toBeUndefined()
  return (data.records as { externalId: string }[]).map(({ externalId }) => externalId)
}

const amount = (numberFilter: object) => ({ filters: [{ fieldName: 'Amount', numberFilter }] })
const name = (stringFilter: object) => ({ filters: [{ fieldName: 'Name', stringFilter }] })
const byName = { sortBy: { fieldName: 'Name' } }

describe('rows of a table', () => {
  test.each<[string, object, string[]]>([
    ['numbers are compared as numbers', { ...amount({ lt: 1000 }), ...byName }, ['1', '4']],
    ['up to and including', { ...amount({ gte: 900, lte: 1000 }), ...byName }, ['1', '2']],
    ['exponents are numbers', amount({ eq: -25 }), ['4']],
    ['text that is no number fulfils no condition on numbers', amount({ gt: -1e300 }), ['1', '2', '4']],
    ['texts are compared in any case', { ...name({ startsWith: 'BRIDGE' }), ...byName }, ['1', '4']],
    ['patterns mean themselves', name({ contains: '%' }), []],
    ['an empty value is none', { filters: [{ fieldName: 'Stage', isNull: true }], ...byName }, ['4', '3']],
    ['there is a value', { filters: [{ fieldName: 'Stage', isNull: false }] }, ['1', '2']],
    ['all filters hold', { filters: [...amount({ gt: 0 }).filters, ...name({ contains: 'idg' }).filters] }, ['1']],
    [
      'the provider may be named',
      { filters: [{ provider: 'acme', fieldName: 'Name', stringFilter: { eq: 'tunnel' } }] },
      ['3'],
    ],
    ['another provider says nothing of them', { filters: [{ provider: 'x', fieldName: 'Name', isNull: false }] }, []],
    ['words are found without accents', { searchString: 'arm' }, ['2']],
    ['a search of words that no row has', { searchString: 'arm bridge' }, []],
    ['a blank search is none', { searchString: '  ', externalIds: ['3'] }, ['3']],
    ['by vendor id', { externalIds: ['1', 'no such', '3'] }, ['1', '3']],
    ['by no vendor id', { externalIds: [] }, []],
    ['sorted as numbers, texts last', { sortBy: { fieldName: 'Amount' } }, ['4', '1', '2', '3']],
    ['sorted down', { sortBy: { fieldName: 'Amount', direction: 'DESC' } }, ['2', '1', '4', '3']],
    ['page by page', { sortBy: { fieldName: 'Amount' }, size: 2, page: 1 }, ['2', '3']],
    ['a name that the store cannot hold', { filters: [{ fieldName: 'a\0', isNull: false }], externalIds: ['\0'] }, []],
  ])('%s', async (_, input, expected) => {
    const ids = await found(input)
    expect('sortBy' in input ? ids : ids.toSorted()).toEqual(expected)
  })

  test('are compared as numbers exactly where their text is one, whatever it is', async () => {
    const decimal = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e90, max: 1e90 }).filter(isOrdinary)
    const odd = fc.constantFrom(
      ...[
        '',
        ' ',
        '-',
        '.',
        'e5',
        '1e999',
        'NaN',
        'Infinity',
        '0x10',
        '1_0',
        '1,5',
        '١٢',
        '\u20035',
        '5\u00a0',
        ' 5\n',
        '9'.repeat(400),
      ],
    )
    const text = fc.oneof(
      decimal.map(String),
      decimal.map((number) => ` ${number.toExponential()} `),
      odd,
      fc.string(),
    )
    let at = 0
    const check = fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 20 }), decimal, async (texts, bound) => {
      at += 1
      const rows = Object.fromEntries(texts.map((Amount, row) => [`${at}.${row}`, { Amount }]))
      await acme.keep({ sync: 'table', items: [table('Deal', rows)] })
      const ids = await found({ ...amount({ gte: bound }), externalIds: Object.keys(rows) })
      const kept = texts.map((one) => one.replaceAll('\0', '').toWellFormed())
      const expected = kept.flatMap((one, row) => (isNumber(one) && Number(one) >= bound ? [`${at}.${row}`] : []))
      expect(ids.toSorted()).toEqual(expected.toSorted())
    })
    await fc.assert(check, { numRuns: 25 })
  })

  test("of a table that is not there, or another tenant's, are not found", async () => {
    const stranger = await tenantOf(api, someone())
    for (const [by, id] of [
      [stranger.email, tableId],
      [ada.email, randomUUID()],
      [ada.email, 'no id'],
    ] as const) {
      expect(codeOf(await api.ask(by, RECORDS, { input: { tableId: id } }))).toBe('NOT_FOUND')
    }
  })

  test('are those that are shared with a guest, and none that is archived', async () => {
    const guest = await tenantOf(api, someone())
    const tag = await addPerson(content, ada, guest.email)
    const links = [{ tag, shared: true, sharing_level: 0 }]
    const shared = await addBlock(content, ada, 'table', { links, detail: { metadata: DEALS.metadata } })
    const part = { parent_id: shared, parent_type: 'table', detail: { values: [] } } as const
    await addBlock(content, ada, 'record', { ...part, title: 'own' })
    await addBlock(content, ada, 'record', { ...part, title: 'gone', links, archived: true })
    const seen = await addBlock(content, ada, 'record', { ...part, title: 'seen', links })
    const query = `query Q($input: RecordsInput!, $one: FindRecordInput!) {
      records(input: $input) { title access operations { create read update } } record(input: $one) { title }
    }`
    const { data, errors } = await api.ask(guest.email, query, { input: { tableId: shared }, one: { _id: seen } })
    expect(errors).toBeUndefined()
    const operations = { create: false, read: true, update: false }
    expect(data).toEqual({
      records: [{ title: 'seen', access: 'READ_ONLY', operations }],
      record: { title: 'seen' },
    })
  })
})

/** Of a size that is written out. */
function isOrdinary(number: number): boolean {
  return number === 0 || Math.abs(number) > 1e-90
}

function isNumber(text: string): boolean {
  return /^[ \t\r\n]*[-+]?(\d{1,200}(\.\d{0,100})?|\.\d{1,100})(e[-+]?\d{1,2})?[ \t\r\n]*$/i.test(text)
}

const UPSERT = `mutation M($input: UpsertRecordInput!) {
  upsertOneRecord(input: $input) { _id externalId title tableId provider connectionId values { name value } access }
}`

type Sent = {
  table: { metadata: object; records: { externalId?: string; values: { name: string; value: string }[] }[] }
}

/** The vendor takes what it is sent, and makes some of it its own way. */
function takeRows(id: string, made: Record<string, string> = {}): Sent[] {
  const seen: Sent[] = []
  api.provider.answers.set('/upsert/table', (body) => {
    seen.push(body as unknown as Sent)
    const { records } = (body as unknown as Sent).table
    const cells = Object.entries(made).map(([name, value]) => ({ name, value }))
    const written = records.map(({ externalId = id, values }) => ({
      externalId,
      values: [...values.filter((cell) => !(cell.name in made)), ...cells],
    }))
    return { ...DEALS, records: written }
  })
  return seen
}

function upsert(values: Record<string, string | null>, more: object = {}, by = ada.email): Promise<Answer> {
  const cells = Object.entries(values).map(([name, value]) => ({ name, value }))
  return api.ask(by, UPSERT, { input: { tableId, values: cells, ...more } })
}

const valuesOf = (record: unknown) =>
  Object.fromEntries(
    (record as { values: { name: string; value: string }[] }).values.map(({ name, value }) => [name, value]),
  )

describe('a row that is written', () => {
  test('is made at the vendor first, and kept as the vendor has made it', async () => {
    const seen = takeRows('9', { Amount: '10.00' })
    const { data, errors } = await upsert({ Name: 'New', Amount: '10' })
    expect(errors).toBeUndefined()
    expect(seen.map(({ table }) => table.records)).toEqual([
      [
        {
          values: [
            { name: 'Name', value: 'New' },
            { name: 'Amount', value: '10' },
          ],
        },
      ],
    ])
    expect(data.upsertOneRecord).toMatchObject({
      ...{ externalId: '9', title: 'New', tableId, provider: 'acme', connectionId: acme.connectionId, access: 'RW' },
    })
    expect(valuesOf(data.upsertOneRecord)).toEqual({ Name: 'New', Amount: '10.00' })
    expect(await found({ searchString: 'new' })).toEqual(['9'])
  })

  test('is changed cell by cell; null clears one', async () => {
    const seen = takeRows('never')
    const _id = await acme.idOf('1')
    const { data, errors } = await upsert({ Amount: null, Name: 'Bridge of sighs' }, { _id })
    expect(errors).toBeUndefined()
    expect(seen[0]?.table.records).toEqual([
      {
        externalId: '1',
        values: [
          { name: 'Amount', value: '' },
          { name: 'Name', value: 'Bridge of sighs' },
        ],
      },
    ])
    expect(data.upsertOneRecord).toMatchObject({ _id, title: 'Bridge of sighs' })
    expect(valuesOf(data.upsertOneRecord)).toEqual({ Id: '1', Name: 'Bridge of sighs', Stage: 'open' })
  })

  test('is written again by the next sync, as the same block', async () => {
    takeRows('9')
    const { data } = await upsert({ Name: 'New' })
    const page = { ...DEALS, records: [{ externalId: '9', values: [{ name: 'Name', value: 'Newer' }] }] }
    await acme.keep({ sync: 'table', items: [page] })
    expect(await acme.idOf('9')).toBe((data.upsertOneRecord as { _id: string })._id)
    expect(await found(name({ eq: 'newer' }))).toEqual(['9'])
  })

  test('is what the vendor says at the next sync, though there it is what it was before', async () => {
    takeRows('never')
    await upsert({ Name: 'Changed' }, { _id: await acme.idOf('1') })
    await acme.keep({ sync: 'table', items: [DEALS] })
    expect(await found(name({ eq: 'Bridge' }))).toEqual(['1'])
  })

  test('that a sync has brought in meanwhile is one and the same', async () => {
    const take = takeRows('9', { Amount: '7' })
    const answer = api.provider.answers.get('/upsert/table')
    api.provider.answers.set('/upsert/table', async (body) => {
      const page = { ...DEALS, records: [{ externalId: '9', values: [{ name: 'Stage', value: 'open' }] }] }
      await acme.keep({ sync: 'table', items: [page] })
      return answer?.(body)
    })
    const { data, errors } = await upsert({ Name: 'New' })
    expect(errors).toBeUndefined()
    expect(take).toHaveLength(1)
    expect(valuesOf(data.upsertOneRecord)).toEqual({ Stage: 'open', Name: 'New', Amount: '7' })
    expect(await found(name({ eq: 'new' }))).toEqual(['9'])
  })

  test('is not kept when the vendor cannot be reached', async () => {
    api.provider.answers.set('/upsert/table', () => ({
      status: 500,
      type: 'x/internal-error',
      title: 'No',
      detail: 'no',
    }))
    const before = await found(byName)
    const { errors } = await upsert({ Name: 'New' }, { _id: await acme.idOf('1') })
    expect(codeOf({ errors })).toBe('UPSTREAM_FAILED')
    expect(await found(byName)).toEqual(before)
    expect(await found(name({ eq: 'New' }))).toEqual([])
  })

  test('is not kept when the vendor refuses it, which is told at the value that is wrong', async () => {
    api.provider.answers.set('/upsert/table', () => ({
      ...{
        status: 422,
        type: 'https://x.example/partial-failure',
        title: 'Refused',
        detail: 'Some records were refused.',
      },
      errors: [{ pointer: '#/table/records/0/values/1', detail: 'Amount must be positive.' }],
      table: { ...DEALS, records: [{ externalId: '', values: [] }] },
    }))
    const { errors } = await upsert({ Name: 'New', Amount: '-1' })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument: 'input.values[1]' })
    expect(errors?.[0]?.message).toContain('Amount must be positive.')
    expect(await found(name({ eq: 'New' }))).toEqual([])
  })

  test.each<[string, object, string, string]>([
    [
      'a field that the table does not have',
      {
        values: [
          { name: 'Name', value: 'x' },
          { name: 'Colour', value: 'red' },
        ],
      },
      'BAD_USER_INPUT',
      'input.values[1].name',
    ],
    [
      'a field that the vendor gives',
      {
        values: [
          { name: 'Name', value: 'x' },
          { name: 'Id', value: '8' },
        ],
      },
      'FORBIDDEN',
      'input.values[1].name',
    ],
    [
      'a field twice',
      {
        values: [
          { name: 'Name', value: 'x' },
          { name: 'Name', value: 'y' },
        ],
      },
      'BAD_USER_INPUT',
      'input.values[1].name',
    ],
    ['nothing', { values: [] }, 'BAD_USER_INPUT', 'input.values'],
    ['not what is required', { values: [{ name: 'Amount', value: '1' }] }, 'BAD_USER_INPUT', 'input.values'],
    ['nothing for what is required', { values: [{ name: 'Name' }] }, 'BAD_USER_INPUT', 'input.values[0].value'],
    [
      'a value beyond measure',
      { values: [{ name: 'Name', value: 'x'.repeat(131_073) }] },
      'BAD_USER_INPUT',
      'input.values[0].value',
    ],
  ])('with %s is refused before anybody is asked', async (_, input, code, argument) => {
    const seen = takeRows('9')
    const { errors } = await api.ask(ada.email, UPSERT, { input: { tableId, ...input } })
    expect(errors?.[0]?.extensions).toMatchObject({ code, argument })
    expect(seen).toEqual([])
  })

  test('of a table that nobody syncs is kept here alone', async () => {
    const detail = { metadata: DEALS.metadata }
    tableId = await addBlock(content, ada, 'table', { detail })
    const { data, errors } = await upsert({ Name: 'Home-made' })
    expect(errors).toBeUndefined()
    expect(data.upsertOneRecord).toMatchObject({ externalId: null, title: 'Home-made', tableId, provider: null })
    const { _id } = data.upsertOneRecord as { _id: string }
    const changed = await upsert({ Amount: '3' }, { _id })
    expect(valuesOf(changed.data.upsertOneRecord)).toEqual({ Name: 'Home-made', Amount: '3' })
  })

  test('keeps what an AI has said of the values that stay', async () => {
    tableId = await addBlock(content, ada, 'table', { detail: { metadata: DEALS.metadata } })
    const values = ['Name', 'Amount'].map((name) => ({ name, value: '1', reasoning: `why ${name}` }))
    const _id = await addBlock(content, ada, 'record', { parent_id: tableId, parent_type: 'table', detail: { values } })
    await upsert({ Name: '1', Amount: '2' }, { _id })
    const { data } = await api.ask(
      ada.email,
      'query Q($input: FindRecordInput!) { record(input: $input) { values { name reasoning } } }',
      { input: { _id } },
    )
    expect(data.record).toEqual({
      values: [
        { name: 'Name', reasoning: 'why Name' },
        { name: 'Amount', reasoning: null },
      ],
    })
  })

  test.each([
    ['', 'BAD_USER_INPUT'],
    ['x'.repeat(201), 'BAD_USER_INPUT'],
    ['a\0b', undefined],
  ])('takes a request key that can be kept', async (requestKey, code) => {
    takeRows('9')
    expect(codeOf(await upsert({ Name: 'New' }, { requestKey }))).toBe(code)
  })

  test('twice under one request key is written once', async () => {
    const seen = takeRows('9')
    const requestKey = randomUUID()
    const first = await upsert({ Name: 'New' }, { requestKey })
    const second = await upsert({ Name: 'New' }, { requestKey })
    expect(second.data).toEqual(first.data)
    expect(seen).toHaveLength(1)
  })
})

describe('who may write rows', () => {
  const ROLES: [string, number, unknown, unknown][] = [
    ['a reader', 0, 'FORBIDDEN', 'FORBIDDEN'],
    ['an editor', 1, undefined, undefined],
  ]
  test.each(ROLES)('%s of a table that nobody syncs', async (_, sharing_level, create, update) => {
    const guest = await tenantOf(api, someone())
    const tag = await addPerson(content, ada, guest.email)
    const links = [{ tag, shared: true, sharing_level }]
    tableId = await addBlock(content, ada, 'table', { links, detail: { metadata: DEALS.metadata } })
    const part = { parent_id: tableId, parent_type: 'table', detail: { values: [] }, links } as const
    const _id = await addBlock(content, ada, 'record', part)
    expect(codeOf(await upsert({ Name: 'Guest' }, {}, guest.email))).toBe(create)
    expect(codeOf(await upsert({ Name: 'Guest' }, { _id }, guest.email))).toBe(update)
    if (create === undefined) {
      const owned = await api.ask(ada.email, RECORDS, { input: { tableId } })
      expect(owned.data.records).toHaveLength(2)
    }
  })

  test('nobody but the owner of the connection writes at the vendor', async () => {
    const seen = takeRows('9')
    const guest = await tenantOf(api, someone())
    const tag = await addPerson(content, ada, guest.email)
    const links = [{ tag, shared: true, sharing_level: 2 }]
    tableId = await addBlock(content, ada, 'table', {
      ...{ links, detail: { metadata: DEALS.metadata }, provider: 'acme', application: 'mail' },
      ...{ connection_id: acme.connectionId, external_id: 'shared' },
    })
    expect(codeOf(await upsert({ Name: 'Guest' }, {}, guest.email))).toBe('FORBIDDEN')
    expect(seen).toEqual([])
  })

  test('nobody writes insight', async () => {
    const insight = { blockType: 'table', tables: [{ ...DEALS, externalId: 'acme.Insight' }] }
    await acme.keep({ sync: 'insight', items: [insight] })
    tableId = await acme.idOf('acme.Insight')
    expect(codeOf(await upsert({ Name: 'Mine' }))).toBe('FORBIDDEN')
  })

  test('a row of another table, of nobody, or a block that is none is not found', async () => {
    takeRows('9')
    const other = await addBlock(content, ada, 'record', { detail: { values: [] } })
    const note = await addBlock(content, ada, 'note')
    for (const _id of [other, note, randomUUID(), 'no id']) {
      expect(codeOf(await upsert({ Name: 'x' }, { _id }))).toBe('NOT_FOUND')
    }
    tableId = note
    expect(codeOf(await upsert({ Name: 'x' }))).toBe('NOT_FOUND')
  })
})

test('a row is archived and brought back by whoever may write it', async () => {
  const ARCHIVE = 'mutation M($input: ArchiveBlockInput!) { archiveOneRecord(input: $input) { _id archived } }'
  const _id = await acme.idOf('1')
  const { data } = await api.ask(ada.email, ARCHIVE, { input: { _id } })
  expect(data.archiveOneRecord).toEqual({ _id, archived: true })
  expect(await found({ externalIds: ['1'] })).toEqual([])
  await api.ask(ada.email, ARCHIVE, { input: { _id, archive: false } })
  expect(await found({ externalIds: ['1'] })).toEqual(['1'])
  const note = await addBlock(content, ada, 'note')
  expect(codeOf(await api.ask(ada.email, ARCHIVE, { input: { _id: note } }))).toBe('NOT_FOUND')
})
