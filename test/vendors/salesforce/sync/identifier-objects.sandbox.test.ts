import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { SyncExternalIdLinkObject } from '../../../../src/contract/index.ts'
import { ADA, SandboxOrg, warningsOf } from '../sandbox-org.ts'

let org: SandboxOrg

beforeEach(async () => {
  org = await SandboxOrg.start()
})
afterEach(() => org.sandbox.stop())

const INGRID = 'ingrid@halden.example'

const person = (metadataType: string, email: string): SyncExternalIdLinkObject => ({
  metadataType,
  tagType: 'person',
  email,
})
const prefixes = (items: { externalId: string }[]) => items.map(({ externalId }) => externalId.slice(0, 3))

describe("a slot's object", () => {
  test.each([
    ['Opportunity', 'cannot be found'],
    ['Asset_Register__c', 'cannot be found'],
    ['Quote', 'Salesforce has no such object'],
    ['Kunde__c', 'Salesforce has no such object'],
  ])('is never replaced by a contact, but by a warning: %s', async (metadataType, sentence) => {
    const page = await org.syncIdentifier([person(metadataType, INGRID), person('Contact', INGRID)])
    expect(prefixes(page.items)).toEqual(['003'])
    expect(page.metadata?.warnings).toEqual([expect.stringMatching(new RegExp(`^${metadataType}: .*${sentence}`))])
  })

  test('that is hidden from the user is a warning, and not an error', async () => {
    org.as('bilal@meridian.example')
    const page = await org.syncIdentifier([person('Project__c', INGRID)])
    expect(page.items).toEqual([])
    expect(warningsOf(page)).toMatch(/^Project__c: Salesforce has no such object/)
  })

  test('is searched by its own fields of addresses', async () => {
    const [project] = org.sandbox.insert(ADA, 'Project__c', [
      { Name: 'Pilot', Mailing_List__c: INGRID, Sponsor__c: 'x' },
    ])
    const { items } = await org.syncIdentifier([
      person('project__C', INGRID),
      person('Case', 'dispatch@kestrel.example'),
      person('Case', INGRID),
    ])
    expect(items.map(({ externalId }) => externalId)).toEqual([project, expect.stringMatching(/^500/)])
    expect(items[0]?.url).toContain(`/lightning/r/Project__c/${project}/view`)
  })

  test('is searched for organizations by the address of a website, or else by name', async () => {
    const ids = org.sandbox.insert(ADA, 'Project__c', [
      { Name: 'Wiki', Wiki__c: 'https://wiki.pilot.example/start', Sponsor__c: 'x' },
      { Name: 'Halden Trelast AS', Sponsor__c: 'x' },
    ])
    const slot = { metadataType: 'Project__c', tagType: 'topic', tagSubType: 'organization' }
    const { items } = await org.syncIdentifier([
      { ...slot, emailDomain: 'wiki.pilot.example' },
      { ...slot, name: 'halden trelast as' },
    ])
    expect(items.map(({ externalId }) => externalId)).toEqual(ids)
  })

  test('that is an account is never the company of a person', async () => {
    const page = await org.syncIdentifier([person('Account', INGRID)])
    expect(page).toMatchObject({ items: [] })
    expect(page).not.toHaveProperty('metadata')
  })

  test('whose address is hidden is named in a warning', async () => {
    org.as('bilal@meridian.example')
    const page = await org.syncIdentifier([person('Contact', INGRID)])
    expect(page.items).toEqual([])
    expect(warningsOf(page)).toMatch(/^Contact: A field that is needed/)
  })
})

describe('an org with person accounts', () => {
  let account: string
  let contact: string
  const ANN = 'ann@lee.example'

  beforeEach(async () => {
    org.sandbox.account(ADA).org.configure({ personAccounts: true })
    const fields = { FirstName: 'Ann', LastName: 'Lee', PersonEmail: 'Ann@Lee.example', Website: 'https://lee.example' }
    ;[account = ''] = org.sandbox.insert(ADA, 'Account', [fields])
    const [row] = await org.rows(`SELECT PersonContactId FROM Account WHERE Id = '${account}'`)
    contact = String(row?.PersonContactId)
  })

  test('has them as people: the account for any person, the contact for a contact', async () => {
    const { items } = await org.syncIdentifier([
      person('person', ANN),
      person('Account', ANN),
      person('Contact', ANN),
      person('Contact', INGRID),
    ])
    expect(items.map(({ externalId }) => externalId)).toEqual([account, account, contact, expect.any(String)])
    expect(items.slice(0, 3).map(({ url }) => url)).toEqual(
      Array.from({ length: 3 }, () => `${org.sandbox.origin}/lightning/r/Account/${account}/view`),
    )
    expect(items[3]?.url).toContain('/lightning/r/Contact/')
  })

  test('does not have them as organizations', async () => {
    const company = { metadataType: 'Account', tagType: 'topic', tagSubType: 'organization' }
    const { items } = await org.syncIdentifier([
      { ...company, name: 'Ann Lee' },
      { ...company, emailDomain: 'lee.example' },
      { ...company, emailDomain: 'halden.example' },
    ])
    expect(items.map(({ externalId }) => externalId)).toEqual([await org.idOf('Account', 'Halden Trelast AS')])
  })

  test('returns them as tags of people with their address', async () => {
    const expected = { externalId: account, tagType: 'person', alias: 'Ann Lee', email: ANN }
    expect(await org.tag({ externalId: account })).toMatchObject(expected)
    expect(await org.tag({ tagType: 'person', email: ANN })).toMatchObject(expected)
    expect(await org.tag({ externalId: account })).not.toHaveProperty('tagSubType')
    const halden = await org.idOf('Account', 'Halden Trelast AS')
    expect(await org.tag({ externalId: halden })).toMatchObject({ tagType: 'topic', tagSubType: 'organization' })
  })
})
