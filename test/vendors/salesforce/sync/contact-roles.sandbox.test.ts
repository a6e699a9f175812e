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
  const rows = (page.items[0]?.tables[0]?.records ?? []).map(cells)
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
