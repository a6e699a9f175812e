import { describe, expect, test } from '@jest/globals'
import { Scrubber } from '../../record/scrub.ts'

const MESSAGE = {
  id: '18c1a2b3c4d5e6f7',
  labelIds: ['INBOX', 'UNREAD'],
  snippet: 'Dear Ada, the price is 4,200',
  internalDate: '1733405400000',
  payload: {
    mimeType: 'text/html',
    headers: [
      { name: 'From', value: '"Moreau, Ada" <ada@meridian.example>' },
      { name: 'Content-Type', value: 'text/html; charset="UTF-8"' },
    ],
    body: { size: 40, data: Buffer.from('<p title="Ada">Call ada@meridian.example</p>').toString('base64url') },
  },
}

describe('a scrubbed recording', () => {
  test('contains no text, address or token of the person', () => {
    const scrubbed = new Scrubber().value({
      ...MESSAGE,
      access_token: 'ya29.secret-token',
      summary: 'Salary review with Grace',
      sub: '108114093217446602001',
    })
    const text = JSON.stringify(scrubbed)
    const bodies = Buffer.from((scrubbed as typeof MESSAGE).payload.body.data, 'base64url').toString()
    for (const personalText of [
      'Ada',
      'ada@',
      'meridian',
      'secret-token',
      'Salary',
      'Grace',
      'price',
      '4,200',
      '18c1a2b3',
    ]) {
      expect(text).not.toContain(personalText)
      expect(bodies).not.toContain(personalText)
    }
  })

  test("preserves the vendor's own vocabulary and the structure of the rest", () => {
    const scrubbed = new Scrubber().value(MESSAGE) as typeof MESSAGE
    expect(scrubbed.labelIds).toEqual(['INBOX', 'UNREAD'])
    expect(scrubbed.internalDate).toBe(MESSAGE.internalDate)
    expect(scrubbed.payload.mimeType).toBe('text/html')
    expect(scrubbed.payload.headers[1]).toEqual(MESSAGE.payload.headers[1])
    expect(scrubbed.id).toHaveLength(MESSAGE.id.length)
    expect(Buffer.from(scrubbed.payload.body.data, 'base64url').toString()).toMatch(
      /^<p>xxxx person-1@example\.com<\/p>$/,
    )
  })

  test('replaces the same address and id by the same pseudonym everywhere', () => {
    const scrubber = new Scrubber()
    const [first, second] = scrubber.value([
      { id: 'abc123', email: 'ada@meridian.example' },
      { id: 'abc123', email: 'ADA@meridian.example' },
    ]) as { id: string; email: string }[]
    expect(first).toEqual(second)
  })

  test('replaces addresses, codes and long ids in paths', () => {
    const path = new Scrubber().path(
      '/gmail/v1/users/me/messages/18c1a2b3c4d5e6f7?q=from:ada@meridian.example&code=4/abc',
    )
    expect(path).toMatch(
      /^\/gmail\/v1\/users\/me\/messages\/[0-9a-f]{16}\?q=from%3Aperson-1%40example\.com&code=code-scrubbed$/,
    )
    expect(path).not.toContain('18c1a2b3c4d5e6f7')
  })

  test('contains no token of an address of content, no host of a tenant and no name of a file', () => {
    const scrubber = new Scrubber()
    const address = 'https://meridian.sharepoint.com/_layouts/15/download.aspx?UniqueId=1&tempauth=v1.eyJzaXRl'
    expect(scrubber.address(address)).toBe(
      'http://vendor.example/_layouts/15/download.aspx?UniqueId=1&tempauth=tempauth-scrubbed',
    )
    expect(scrubber.path('/v1.0/drives/b/items/01:/Salary%20Ada.docx:/content')).not.toMatch(/Salary|Ada/)
    const item = { '@microsoft.graph.downloadUrl': address, uploadUrl: address }
    expect(JSON.stringify(scrubber.value(item))).not.toMatch(/meridian|eyJzaXRl/)
  })

  test('replaces ids in the names of resources, but not the kinds of resources', () => {
    const name = 'conferenceRecords/kRyYx8b7vNDsLpR1/participants/108234567890123456789'
    expect(new Scrubber().value({ name, state: 'ENDED', text: 'people/x says hi' })).toEqual({
      name: expect.stringMatching(/^conferenceRecords\/[0-9a-f]{16}\/participants\/[0-9a-f]{21}$/),
      state: 'ENDED',
      text: 'xxxxxx/x xxxx xx',
    })
  })

  test('replaces the texts of a query, but not the query', () => {
    const query = "SELECT Id FROM Contact WHERE LastName = 'O\\'Hara' AND AccountId = '0015e00000AbCdE' LIMIT 2"
    const path = new Scrubber().path(`/services/data/v62.0/query?${new URLSearchParams({ q: query })}`)
    const scrubbed = new URL(path, 'http://x').searchParams.get('q')
    expect(scrubbed).toMatch(
      /^SELECT Id FROM Contact WHERE LastName = 'x\\'xxxx' AND AccountId = '[0-9a-f]{15}' LIMIT 2$/,
    )
  })

  test('preserves the schema of a vendor, but not that of a customer', () => {
    const describe = (name: string) =>
      new Scrubber().value({ name, label: 'Betrag', soapType: 'xsd:double' }) as { name: string; label: string }
    expect(describe('Amount')).toMatchObject({ name: 'Amount', label: 'Betrag' })
    expect(describe('Bonus__c')).toMatchObject({ name: 'xxxxx__x', label: 'xxxxxx' })
  })

  test('contains no secret and no verifier of a token request', () => {
    const form = { grant_type: 'authorization_code', code: 'c-1', code_verifier: 'v-1', client_secret: 's-1' }
    expect(new Scrubber().value(form)).toEqual({
      grant_type: 'authorization_code',
      code: 'code-scrubbed',
      code_verifier: 'code_verifier-scrubbed',
      client_secret: 'client_secret-scrubbed',
    })
  })
})
