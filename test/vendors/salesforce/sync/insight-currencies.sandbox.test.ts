import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { ADA, cells, SandboxOrg } from '../sandbox-org.ts'

let org: SandboxOrg
let halden: string

beforeEach(async () => {
  org = await SandboxOrg.start()
  halden = await org.idOf('Account', 'Halden Trelast AS')
})
afterEach(() => org.sandbox.stop())

async function tableOf(tableMetadata: { metadataType: string; fields?: { name: string }[] }) {
  const page = await org.syncInsight([{ tagType: 'topic', tags: [{ externalId: halden }], tableMetadata }])
  const table = page.items[0]?.tables[0]
  return { names: table?.metadata.fields.map(({ name }) => name), rows: (table?.records ?? []).map(cells), page }
}

test('amounts have their currency in an org with several', async () => {
  org.sandbox.account(ADA).org.configure({ currencies: ['NOK', 'EUR'] })
  const { rows } = await tableOf({ metadataType: 'Opportunity' })
  expect(rows.map(({ Amount, CurrencyIsoCode }) => [Amount, CurrencyIsoCode])).toEqual([
    ['240000', 'NOK'],
    ['18500', 'NOK'],
  ])
  const named = await tableOf({ metadataType: 'Opportunity', fields: [{ name: 'Amount' }] })
  expect(named.names).toEqual(['Amount', 'CurrencyIsoCode', 'tagExternalId'])
  const withoutAmount = await tableOf({ metadataType: 'Opportunity', fields: [{ name: 'Name' }] })
  expect(withoutAmount.names).toEqual(['Name', 'tagExternalId'])
})

test('amounts have no currency in an org with one', async () => {
  const { names, page } = await tableOf({ metadataType: 'Opportunity', fields: [{ name: 'Amount' }] })
  expect(names).toEqual(['Amount', 'tagExternalId'])
  expect(page).not.toHaveProperty('metadata')
})
