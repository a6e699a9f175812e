import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { SyncExternalIdLinkObject } from '../../../../src/contract/index.ts'
import { problemOf } from '../builders.ts'
import { ADA, MAYA, SandboxOrg, warningsOf } from '../sandbox-org.ts'

let org: SandboxOrg

beforeEach(async () => {
  org = await SandboxOrg.start()
})
afterEach(() => org.sandbox.stop())

const person = (email: string, overrides: Partial<SyncExternalIdLinkObject> = {}): SyncExternalIdLinkObject => ({
  metadataType: 'person',
  tagType: 'person',
  email,
  ...overrides,
})
const company = (overrides: Partial<SyncExternalIdLinkObject>): SyncExternalIdLinkObject => ({
  metadataType: 'Account',
  tagType: 'topic',
  tagSubType: 'organization',
  ...overrides,
})
const prefixes = (items: { externalId: string }[]) => items.map(({ externalId }) => externalId.slice(0, 3))

describe('people', () => {
  test('are found by address among contacts, leads and users, in this order and case-insensitively', async () => {
    const { items } = await org.syncIdentifier([
      person('YULIA@volna.example'),
      person(ADA),
      person('aroha@kowhai.example'),
    ])
    expect(prefixes(items)).toEqual(['003', '00Q', '005', '00Q'])
  })

  test('are searched for only in the object that is named', async () => {
    const { items } = await org.syncIdentifier([
      person('yulia@volna.example', { metadataType: 'Lead' }),
      person('yulia@volna.example', { metadataType: 'contact' }),
      person(ADA, { metadataType: 'User' }),
      person(ADA, { metadataType: 'Contact' }),
    ])
    expect(prefixes(items)).toEqual(['00Q', '003', '005'])
  })

  test('are not found as converted leads or inactive users', async () => {
    const { items } = await org.syncIdentifier([person('maya@kestrel.example'), person('bilal@meridian.example')])
    expect(prefixes(items)).toEqual(['003', '005'])
  })

  test('that share an address are all returned, at most five, with a warning about the rest', async () => {
    org.sandbox.insert(
      ADA,
      'Contact',
      Array.from({ length: 5 }, (_, index) => ({ LastName: `Desk ${index}`, Email: 'dispatch@kestrel.example' })),
    )
    const page = await org.syncIdentifier([person('dispatch@kestrel.example')])
    expect(page.items).toHaveLength(5)
    expect(warningsOf(page)).toBe('dispatch@kestrel.example: 8 records match; only the 5 newest are included.')
  })

  test.each(["siobhan.o'connor+crm@volna.example", "x' OR Email != '", 'a\\', '%', '_@_'])(
    'are searched for safely with any address: %s',
    async (email) => {
      const { items } = await org.syncIdentifier([person(email)])
      expect(items).toHaveLength(email.includes('@volna') ? 1 : 0)
    },
  )
})

describe('organizations', () => {
  test('are found by the domain of their website in any notation', async () => {
    const named = async (overrides: Partial<SyncExternalIdLinkObject>) =>
      (await org.syncIdentifier([company(overrides)])).items.map(({ externalId }) => externalId)
    const halden = await org.idOf('Account', 'Halden Trelast AS')
    expect(await named({ emailDomain: 'halden.example' })).toEqual([halden])
    expect(await named({ url: 'https://www.halden.example/en' })).toEqual([halden])
    expect(await named({ email: 'post@halden.example' })).toEqual([halden])
    expect(await named({ emailDomain: 'kestrel.example' })).toHaveLength(2)
    expect(await named({ emailDomain: 'den.example' })).toEqual([])
  })

  test('are found by their exact name if nothing else is known', async () => {
    const count = async (name: string) => (await org.syncIdentifier([company({ name })])).items.length
    expect(await count('halden trelast as')).toBe(2)
    expect(await count('Halden')).toBe(0)
    expect(await count("O'Malley \\ Sons")).toBe(1)
    expect(await count('100% Organic_Foods')).toBe(1)
    expect(await count('%')).toBe(0)
  })

  test('whose website is not a URL are not matched with those of which nothing is known', async () => {
    org.sandbox.insert(ADA, 'Account', [{ Name: 'Vague', Website: 'see our page at halden.example today' }])
    const { items } = await org.syncIdentifier([
      company({ emailDomain: 'halden.example' }),
      company({ name: 'Nobody' }),
    ])
    expect(items).toHaveLength(1)
  })

  test('whose domain is part of too many others are searched for up to the limit, with a warning', async () => {
    const sites = Array.from({ length: 2_001 }, (_, index) => ({
      Name: `Site ${index}`,
      Website: `n${index}.big.example`,
    }))
    org.sandbox.insert(ADA, 'Account', sites)
    const page = await org.syncIdentifier([company({ emailDomain: 'big.example' })])
    expect(page.items).toEqual([])
    expect(warningsOf(page)).toContain('only the 2000 newest records were searched')
  })

  test('are not found by the domain of a mail provider', async () => {
    org.sandbox.insert(ADA, 'Account', [{ Name: 'A shop', Website: 'https://gmail.com' }])
    const slots = [{ email: 'someone@gmail.com' }, { emailDomain: 'gmail.com' }, { url: 'https://www.gmail.com/' }]
    expect((await org.syncIdentifier(slots.map(company))).items).toEqual([])
  })
})

describe('a match', () => {
  test('has the hints of its slot, the id and the URL of the record', async () => {
    const slot = person('ingrid@halden.example', {
      name: 'Ingrid',
      tagSubType: 'x',
      sourceTagId: 'tag-1',
      emailDomain: 'halden.example',
    })
    const { items } = await org.syncIdentifier([slot])
    const { emailDomain: _, ...hints } = slot
    const externalId = String(items[0]?.externalId)
    expect(items).toEqual([
      { ...hints, externalId, url: `${org.sandbox.origin}/lightning/r/Contact/${externalId}/view` },
    ])
  })

  test('for each of 500 slots costs a bounded number of API calls', async () => {
    org.sandbox.generate(ADA, { object: 'Contact', count: 250, seed: 1 })
    org.sandbox.generate(ADA, { object: 'Account', count: 250, seed: 1 })
    const contacts = await org.rows("SELECT Email FROM Contact WHERE Email LIKE 'person-%'")
    const slots = [
      ...contacts.map(({ Email }) => person(String(Email))),
      ...Array.from({ length: 250 }, (_, index) =>
        company({ emailDomain: `company-${index + 1}.example`, name: `x${index}` }),
      ),
    ]
    const call = org.call()
    const { items } = await org.syncIdentifier(slots, call)
    expect(items).toHaveLength(500)
    expect(call.meter.calls).toBeLessThanOrEqual(8)
  })

  test('is missing without a warning if nothing matches', async () => {
    const page = await org.syncIdentifier([person('nobody@nowhere.example'), person(''), company({ name: '' })])
    expect(page).toMatchObject({ items: [], pagination: { hasMore: false, pageSize: 0 } })
    expect(page).not.toHaveProperty('metadata')
  })

  test('for an object that cannot be searched is replaced by a single warning', async () => {
    const page = await org.syncIdentifier([1, 2].map(() => ({ metadataType: 'Report', tagType: 'topic', name: 'x' })))
    expect(page.metadata?.warnings).toEqual(['Report: such records cannot be found by the properties of a tag.'])
  })
})

describe('an org', () => {
  test('that hides leads is searched for other objects nevertheless', async () => {
    org.sandbox.account(ADA).profile.objects.set('Lead', { read: false })
    const page = await org.syncIdentifier([person('yulia@volna.example')])
    expect(prefixes(page.items)).toEqual(['003'])
    expect(warningsOf(page)).toMatch(/^Lead: /)
  })

  test('whose contacts have no visible address is searched for other objects', async () => {
    org.as('bilal@meridian.example')
    const page = await org.syncIdentifier([person('yulia@volna.example')])
    expect(prefixes(page.items)).toEqual(['00Q'])
    expect(warningsOf(page)).toMatch(/^Contact: /)
  })

  test('that has no API calls left is an error', async () => {
    org.as(MAYA)
    org.sandbox.settings.dailyApiRequests = 0
    expect(await problemOf(org.syncIdentifier([person(ADA)]))).toMatchObject({ status: 429 })
  })
})
