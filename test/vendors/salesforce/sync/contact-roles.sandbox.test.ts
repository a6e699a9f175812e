import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { ADA, cells, SandboxOrg, warningsOf } from '../sandbox-org.ts'

let org: SandboxOrg
let ingrid: string
let lars: string
let renewal: string

beforeEach(async () => {
  org = await SandboxOrg.start()
  ingrid = await org.idOf('Contact', 'Ingrid Sørensen')
  lars = await org.idOf('Contact', 'Lars Ødegård')
  const [row] = await org.rows("SELECT Id FROM Opportunity WHERE Name LIKE '%renewal'")
  renewal = String(row?.Id)
})
afterEach(() => org.sandbox.stop())

/** The names of the opportunities and the contact of each row. */
async function opportunitiesOf(...externalIds: string[]) {
  const tableMetadata = { metadataType: 'Opportunity' }
  const tags = externalIds.map((externalId) => ({ externalId }))
  const page = await org.syncInsight([{ tagType: 'person', tags, tableMetadata }])
  const rows = (page.items[0]?.tables ?? []).flatMap(({ records = [] }) => records.map(cells))
  return { page, rows: rows.map(({ Name, tagExternalId }) => [Name, tagExternalId]) }
}

describe('an opportunity', () => {
  test('has its primary contact in a field of its own, as in every org', async () => {
    const rows = await org.rows(`SELECT ContactId FROM Opportunity WHERE Id = '${renewal}'`)
    expect(rows).toMatchObject([{ ContactId: ingrid }])
  })

  test('belongs to every contact with a role, not only to the primary one', async () => {
    org.sandbox.insert(ADA, 'OpportunityContactRole', [
      { OpportunityId: renewal, ContactId: lars, Role: 'Evaluator', IsPrimary: false },
    ])
    const { rows } = await opportunitiesOf(lars)
    expect(rows).toEqual([['Halden – framework renewal', lars]])
    expect((await opportunitiesOf(ingrid, lars)).rows).toHaveLength(2)
  })

  test('belongs to its primary contact, with a warning, for a user who cannot see the roles', async () => {
    org.sandbox.account(ADA).profile.objects.set('OpportunityContactRole', { read: false })
    const { rows, page } = await opportunitiesOf(ingrid, lars)
    expect(rows).toEqual([['Halden – framework renewal', ingrid]])
    expect(warningsOf(page)).toContain('cannot see contact roles')
  })
})

describe('a person account', () => {
  let account: string
  let contact: string

  beforeEach(async () => {
    org.sandbox.account(ADA).org.configure({ personAccounts: true })
    ;[account = ''] = org.sandbox.insert(ADA, 'Account', [{ LastName: 'Lee', PersonEmail: 'ann@lee.example' }])
    const [row] = await org.rows(`SELECT PersonContactId FROM Account WHERE Id = '${account}'`)
    contact = String(row?.PersonContactId)
    const deal = { AccountId: account, Name: 'Kitchen', StageName: 'Prospecting', CloseDate: '2026-05-01' }
    org.sandbox.insert(ADA, 'Opportunity', [deal])
  })

  test('has its opportunities whether the tag knows its contact or its account', async () => {
    expect((await opportunitiesOf(contact)).rows).toEqual([['Kitchen', contact]])
    expect((await opportunitiesOf(account)).rows).toEqual([['Kitchen', account]])
    expect((await opportunitiesOf(account, contact)).rows).toEqual([['Kitchen', account]])
  })

  test('changes nothing for other contacts', async () => {
    expect((await opportunitiesOf(ingrid)).rows).toEqual([['Halden – framework renewal', ingrid]])
  })
})
