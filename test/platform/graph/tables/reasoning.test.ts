import { expect, test } from '@jest/globals'
import { NOW } from '../../storage/fixtures.ts'
import { addTag } from '../block-content.ts'
import { DEALS } from './deals.ts'
import { acme, ada, api, content, tableId, takeRows, useSyncedTable } from './record-fixtures.ts'

useSyncedTable()

const WRITE = `mutation M($input: UpsertRecordInput!) { upsertOneRecord(input: $input) { _id } }`
const READ = 'query Q($input: FindRecordInput!) { record(input: $input) { values { name value reasoning } } }'
const PIN = 'mutation M($input: UpsertSignalInput!) { upsertOneSignal(input: $input) { value reasoning } }'
const SIGNALS = 'query Q($input: SignalsInput!) { signals(input: $input) { value reasoning } }'

interface Cell {
  name: string
  value: string
  reasoning: string | null
}

async function write(values: object[], input: object = {}): Promise<void> {
  const { errors } = await api.execute(ada.email, WRITE, { input: { tableId, values, ...input } })
  expect(errors).toBeUndefined()
}

async function cells(_id: string): Promise<Record<string, Cell>> {
  const { data } = await api.execute(ada.email, READ, { input: { _id } })
  return Object.fromEntries((data.record as { values: Cell[] }).values.map((cell) => [cell.name, cell]))
}

const sync = (values: Record<string, string>, now: number) => {
  const records = [{ externalId: '1', values: Object.entries(values).map(([name, value]) => ({ name, value })) }]
  return acme.commitPage({ sync: 'table', items: [{ ...DEALS, records }] }, {}, now)
}

test('an AI-derived value is stored with its reasoning, which the vendor does not get', async () => {
  const seen = takeRows('never', { Amount: '1000.00' })
  const _id = await acme.findBlockId('1')
  await write(
    [
      { name: 'Amount', value: '1000', reasoning: 'The offer of March says so.' },
      { name: 'Stage', value: 'won' },
    ],
    { _id },
  )
  expect(seen[0]?.table.records[0]?.values).toEqual([
    { name: 'Amount', value: '1000' },
    { name: 'Stage', value: 'won' },
  ])
  expect(await cells(_id)).toMatchObject({
    Amount: { value: '1000.00', reasoning: 'The offer of March says so.' },
    Stage: { value: 'won', reasoning: null },
  })
})

test('reasoning lasts until the value changes, at the vendor too, and is told by signals', async () => {
  takeRows('never')
  const _id = await acme.findBlockId('1')
  const tagId = await addTag(content, ada, { alias: 'Navy' })
  const item = { sourceTagId: tagId, metadataType: 'Deal', externalId: '1', uri: 'https://x.example' }
  const provenance = { provider: 'acme', application: 'mail' }
  await acme.commitPage({ sync: 'identifier', items: [{ ...item, ...provenance }] as never })
  await write([{ name: 'Amount', value: '7', reasoning: 'Seven, they said.' }], { _id })
  const signal = { value: '7', reasoning: 'Seven, they said.' }
  const pinned = await api.execute(ada.email, PIN, { input: { tagId, tableId, fieldName: 'Amount' } })
  expect(pinned.data.upsertOneSignal).toEqual(signal)
  const signals = async () => (await api.execute(ada.email, SIGNALS, { input: { tagIds: [tagId] } })).data.signals

  await sync({ Id: '1', Name: 'Other', Amount: '7', Stage: 'open' }, NOW + 1)
  expect(await cells(_id)).toMatchObject({ Name: { value: 'Other', reasoning: null }, Amount: signal })
  expect(await signals()).toEqual([signal])

  await write([{ name: 'Amount', value: '7', reasoning: 'Seven, in writing.' }], { _id })
  expect(await signals()).toEqual([{ value: '7', reasoning: 'Seven, in writing.' }])

  await sync({ Id: '1', Name: 'Other', Amount: '8', Stage: 'open' }, NOW + 2)
  expect(await cells(_id)).toMatchObject({ Amount: { value: '8', reasoning: null } })
  expect(await signals()).toEqual([{ value: '8', reasoning: null }])
})
