import { randomUUID } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { codeOf } from '../api.ts'
import { addBlock } from '../block-content.ts'
import { DEALS } from './deals.ts'
import {
  acme,
  ada,
  api,
  content,
  RECORDS,
  setTableId,
  tableId,
  takeRows,
  UPSERT,
  upsert,
  useSyncedTable,
} from './record-fixtures.ts'

useSyncedTable()

async function found(input: object): Promise<unknown[]> {
  const { data, errors } = await api.execute(ada.email, RECORDS, { input: { tableId, ...input } })
  expect(errors).toBeUndefined()
  return (data.records as { externalId: string }[]).map(({ externalId }) => externalId)
}

const name = (stringFilter: object) => ({ filters: [{ fieldName: 'Name', stringFilter }] })

const byName = { sortBy: { fieldName: 'Name' } }

const valuesOf = (record: unknown) =>
  Object.fromEntries(
    (record as { values: { name: string; value: string }[] }).values.map(({ name, value }) => [name, value]),
  )

describe('a written record', () => {
  test('is created at the vendor first and stored as the vendor returns it', async () => {
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
      externalId: '9',
      title: 'New',
      tableId,
      provider: 'acme',
      connectionId: acme.connectionId,
      access: 'RW',
    })
    expect(valuesOf(data.upsertOneRecord)).toEqual({ Name: 'New', Amount: '10.00' })
    expect(await found({ searchString: 'new' })).toEqual(['9'])
  })

  test('is changed cell by cell; null clears a cell', async () => {
    const seen = takeRows('never')
    const _id = await acme.findBlockId('1')
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

  test('remains the same block after the next sync', async () => {
    takeRows('9')
    const { data } = await upsert({ Name: 'New' })
    const page = { ...DEALS, records: [{ externalId: '9', values: [{ name: 'Name', value: 'Newer' }] }] }
    await acme.commitPage({ sync: 'table', items: [page] })
    expect(await acme.findBlockId('9')).toBe((data.upsertOneRecord as { _id: string })._id)
    expect(await found(name({ eq: 'newer' }))).toEqual(['9'])
  })

  test('is reset by the next sync if the vendor still has the old values', async () => {
    takeRows('never')
    await upsert({ Name: 'Changed' }, { _id: await acme.findBlockId('1') })
    await acme.commitPage({ sync: 'table', items: [DEALS] })
    expect(await found(name({ eq: 'Bridge' }))).toEqual(['1'])
  })

  test('that a concurrent sync imports is stored once', async () => {
    const take = takeRows('9', { Amount: '7' })
    const result = api.provider.responses.get('/upsert/table')
    api.provider.responses.set('/upsert/table', async (body) => {
      const page = { ...DEALS, records: [{ externalId: '9', values: [{ name: 'Stage', value: 'open' }] }] }
      await acme.commitPage({ sync: 'table', items: [page] })
      return result?.(body)
    })
    const { data, errors } = await upsert({ Name: 'New' })
    expect(errors).toBeUndefined()
    expect(take).toHaveLength(1)
    expect(valuesOf(data.upsertOneRecord)).toEqual({ Stage: 'open', Name: 'New', Amount: '7' })
    expect(await found(name({ eq: 'new' }))).toEqual(['9'])
  })

  test('is not stored if the vendor is unreachable', async () => {
    api.provider.responses.set('/upsert/table', () => ({
      status: 500,
      type: 'x/internal-error',
      title: 'No',
      detail: 'no',
    }))
    const unchanged = await found(byName)
    const { errors } = await upsert({ Name: 'New' }, { _id: await acme.findBlockId('1') })
    expect(codeOf({ errors })).toBe('UPSTREAM_FAILED')
    expect(await found(byName)).toEqual(unchanged)
    expect(await found(name({ eq: 'New' }))).toEqual([])
  })

  test('is not stored if the vendor refuses it, and the error names the invalid value', async () => {
    api.provider.responses.set('/upsert/table', () => ({
      status: 422,
      type: 'https://x.example/partial-failure',
      title: 'Refused',
      detail: 'Some records were refused.',
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
      'an unknown field',
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
      'a field that the vendor assigns',
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
      'a duplicate field',
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
    ['without a required field', { values: [{ name: 'Amount', value: '1' }] }, 'BAD_USER_INPUT', 'input.values'],
    ['an empty required field', { values: [{ name: 'Name' }] }, 'BAD_USER_INPUT', 'input.values[0].value'],
    [
      'a value that is too long',
      { values: [{ name: 'Name', value: 'x'.repeat(131_073) }] },
      'BAD_USER_INPUT',
      'input.values[0].value',
    ],
  ])('with %s is refused before the vendor is called', async (_, input, code, argument) => {
    const seen = takeRows('9')
    const { errors } = await api.execute(ada.email, UPSERT, { input: { tableId, ...input } })
    expect(errors?.[0]?.extensions).toMatchObject({ code, argument })
    expect(seen).toEqual([])
  })

  test('of a table without a vendor is stored here only', async () => {
    const detail = { metadata: DEALS.metadata }
    setTableId(await addBlock(content, ada, 'table', { detail }))
    const { data, errors } = await upsert({ Name: 'Home-made' })
    expect(errors).toBeUndefined()
    expect(data.upsertOneRecord).toMatchObject({ externalId: null, title: 'Home-made', tableId, provider: null })
    const { _id } = data.upsertOneRecord as { _id: string }
    const changed = await upsert({ Amount: '3' }, { _id })
    expect(valuesOf(changed.data.upsertOneRecord)).toEqual({ Name: 'Home-made', Amount: '3' })
  })

  test('retains the reasoning of values that are not changed', async () => {
    setTableId(await addBlock(content, ada, 'table', { detail: { metadata: DEALS.metadata } }))
    const values = ['Name', 'Amount'].map((name) => ({ name, value: '1', reasoning: `why ${name}` }))
    const _id = await addBlock(content, ada, 'record', { parent_id: tableId, parent_type: 'table', detail: { values } })
    await upsert({ Name: '1', Amount: '2' }, { _id })
    const { data } = await api.execute(
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
  ])('accepts a request key of valid length', async (requestKey, code) => {
    takeRows('9')
    expect(codeOf(await upsert({ Name: 'New' }, { requestKey }))).toBe(code)
  })

  test('with a repeated request key is written once', async () => {
    const seen = takeRows('9')
    const requestKey = randomUUID()
    const first = await upsert({ Name: 'New' }, { requestKey })
    const second = await upsert({ Name: 'New' }, { requestKey })
    expect(second.data).toEqual(first.data)
    expect(seen).toHaveLength(1)
  })
})
