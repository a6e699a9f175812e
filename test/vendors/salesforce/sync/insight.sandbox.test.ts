import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { Table } from '../../../../src/contract/index.ts'
import { ADA, cells, MAYA, SandboxOrg, warningsOf } from '../sandbox-org.ts'

let org: SandboxOrg

beforeEach(async () => {
  org = await SandboxOrg.start()
})
afterEach(() => org.sandbox.stop())

const about = (...externalIds: string[]) => ({
  tagType: 'topic',
  tags: externalIds.map((externalId) => ({ externalId })),
})
const rowsOf = (table: Table | undefined) => (table?.records ?? []).map(cells)

describe('the insight about accounts', () => {
  test('contains their open opportunities and cases, each row with its tag', async () => {
    const halden = await org.idOf('Account', 'Halden Trelast AS')
    const page = await org.syncInsight([about(halden.slice(0, 15))])
    const [opportunities, cases] = page.items[0]?.tables ?? []
    expect(page.items[0]?.blockType).toBe('table')
    expect(rowsOf(opportunities).map(({ Name, IsClosed, tagExternalId }) => [Name, IsClosed, tagExternalId])).toEqual([
      ['Halden – framework renewal', 'false', halden],
      ['Halden – warehouse pilot', 'false', halden],
    ])
    expect(rowsOf(cases).map(({ Subject, Priority, tagExternalId }) => [Subject, Priority, tagExternalId])).toEqual([
      ['Delivery note is missing', 'High', halden],
    ])
    expect(opportunities?.metadata.fields.at(-1)).toEqual({
      name: 'tagExternalId',
      label: 'Account',
      fieldType: 'reference',
    })
    expect(opportunities?.externalId).toBe('salesforce.00D5e000003V0C7EAK.Opportunity.insight.Account')
  })

  test('names the tags whose objects the user cannot see', async () => {
    const halden = await org.idOf('Account', 'Halden Trelast AS')
    const page = await org.syncInsight([about('zzz000000000001AAA', halden)])
    expect(page.items).toHaveLength(1)
    expect(warningsOf(page)).toContain('This user cannot see the objects of zzz000000000001AAA.')
  })

  test('uses the links of a tag that belong to this provider', async () => {
    const [halden, kestrel] = [
      await org.idOf('Account', 'Halden Trelast AS'),
      await org.idOf('Account', 'Kestrel Freight, Inc.'),
    ]
    const page = await org.syncInsight([
      {
        tagType: 'topic',
        tags: [
          {
            alias: 'Halden',
            externalIdLinks: [
              { provider: 'provider-hub', application: 'salesforce', externalId: halden },
              { provider: 'provider-hub', application: 'another', externalId: kestrel },
            ],
          },
          { alias: 'Nobody' },
        ],
      },
    ])
    expect(new Set(rowsOf(page.items[0]?.tables[0]).map(({ tagExternalId }) => tagExternalId))).toEqual(
      new Set([halden]),
    )
  })
})

describe('the insight about contacts', () => {
  test('contains the opportunities they have a role in and the cases they have opened', async () => {
    const [ingrid = '', lars = ''] = await Promise.all(
      ['Ingrid Sørensen', 'Lars Ødegård'].map((name) => org.idOf('Contact', name)),
    )
    const { items } = await org.syncInsight([about(ingrid, lars)])
    const [opportunities, cases] = items[0]?.tables ?? []
    expect(rowsOf(opportunities)).toMatchObject([{ Name: 'Halden – framework renewal', tagExternalId: ingrid }])
    expect(rowsOf(cases)).toMatchObject([{ Subject: 'Delivery note is missing', tagExternalId: lars }])
    expect(opportunities?.records?.[0]?.externalId).toMatch(/^00K/)
    expect(opportunities?.externalId).toBe('salesforce.00D5e000003V0C7EAK.Opportunity.insight.Contact')
  })

  test('has one row for each of several contacts of one opportunity', async () => {
    const [ingrid = '', lars = ''] = await Promise.all(
      ['Ingrid Sørensen', 'Lars Ødegård'].map((name) => org.idOf('Contact', name)),
    )
    const [renewal] = await org.rows("SELECT Id FROM Opportunity WHERE Name LIKE '%renewal'")
    org.sandbox.insert(ADA, 'OpportunityContactRole', [
      { OpportunityId: String(renewal?.Id), ContactId: lars, Role: 'Other' },
    ])
    const { items } = await org.syncInsight([about(ingrid, lars)])
    const { records = [] } = items[0]?.tables[0] ?? {}
    expect(new Set(records.map(({ externalId }) => externalId)).size).toBe(2)
    expect(new Set(rowsOf(items[0]?.tables[0]).map(({ tagExternalId }) => tagExternalId))).toEqual(
      new Set([ingrid, lars]),
    )
  })
})

describe('a requested table', () => {
  test("is read by any field that refers to the tag's record", async () => {
    const halden = await org.idOf('Account', 'Halden Trelast AS')
    const tableMetadata = { metadataType: 'Project__c', fields: [{ name: 'Name' }, { name: 'Gone__c' }] }
    const page = await org.syncInsight([{ ...about(halden), tableMetadata, blockType: 'table' }])
    expect(page.items[0]?.tables).toHaveLength(1)
    expect(rowsOf(page.items[0]?.tables[0])).toEqual([{ Name: 'Halden warehouse', tagExternalId: halden }])
    expect(warningsOf(page)).toContain('Gone__c')
  })

  test('without a relation to the tag returns nothing', async () => {
    const halden = await org.idOf('Account', 'Halden Trelast AS')
    const page = await org.syncInsight([{ ...about(halden), tableMetadata: { metadataType: 'User' } }])
    expect(page).toMatchObject({ items: [], pagination: { pageSize: 0 } })
  })
})

describe('missing data', () => {
  test('is a warning, as for an org without Service Cloud, which has no cases', async () => {
    org.as(MAYA)
    const [account] = await org.rows('SELECT Id FROM Account LIMIT 1')
    const page = await org.syncInsight([about(String(account?.Id))])
    expect(page.items[0]?.tables.map(({ metadata }) => metadata.metadataType)).toEqual(['Opportunity'])
    expect(warningsOf(page)).toMatch(/^Case of Account: /)
  })

  test('is an empty result without filters or tags, or for ids of another provider', async () => {
    const call = org.call()
    expect((await org.syncInsight([], call)).items).toEqual([])
    expect((await org.syncInsight([{ tagType: 'topic', tags: [] }, about('not-ours')], call)).items).toEqual([])
    expect(call.meter.calls).toBe(0)
  })
})
