import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type MicrosoftSandbox, startMicrosoft } from '../../../../sandbox/microsoft/index.ts'
import { as, BILAL, type Get, ME, pagesOf, type Query } from '../harness.ts'

const MAILS = `${ME}/messages`
const INES = { name: "Inès O'Brien", address: "ines.o'brien@halden.example" }
const MAYA = { name: 'Maya Whitfield', address: 'maya@kestrel.example' }
let microsoft: MicrosoftSandbox
let get: Get

beforeEach(async () => {
  microsoft = await startMicrosoft()
  get = as(microsoft, BILAL)
  const mails = [
    { subject: 'Alpha', from: INES, receivedAt: Date.parse('2026-03-01T10:00:00Z'), text: 'pizza tonight' },
    { subject: "Beta's", from: MAYA, receivedAt: Date.parse('2026-03-02T10:00:00Z'), isRead: true, text: 'nothing' },
    { subject: 'Gamma', from: MAYA, cc: [INES], receivedAt: Date.parse('2026-03-03T10:00:00Z'), categories: ['Blue'] },
    {
      subject: 'Delta pizza',
      receivedAt: Date.parse('2026-03-04T10:00:00Z'),
      isDraft: true,
      importance: 'high' as const,
    },
  ]
  for (const mail of mails) microsoft.deliverMail(BILAL, mail)
})
afterEach(() => microsoft.stop())

const subjects = async (query: Query) => {
  const { status, body } = await get(MAILS, query)
  return status === 200 ? body.value.map(({ subject }: { subject: string }) => subject) : body.error.code
}
const messageOf = async (query: Query) => (await get(MAILS, query)).body.error?.message

describe('$filter', () => {
  test.each([
    ['receivedDateTime ge 2026-03-02T10:00:00Z', ['Delta pizza', 'Gamma', "Beta's"]],
    ['receivedDateTime gt 2026-03-02T10:00:00Z and receivedDateTime lt 2026-03-04T10:00:00Z', ['Gamma']],
    ['receivedDateTime ge 2026-03-03', ['Delta pizza', 'Gamma']],
    ["subject eq 'beta''s'", ["Beta's"]],
    ["from/emailAddress/address eq 'INES.O''BRIEN@halden.example'", ['Alpha']],
    ["isRead eq true or startswith(subject,'Al')", ["Beta's", 'Alpha']],
    ['not (isRead eq true) and isDraft eq false', ['Gamma', 'Alpha']],
    ["contains(subject,'pizza')", ['Delta pizza']],
    ["subject in ('Alpha','Gamma')", ['Gamma', 'Alpha']],
    ["categories/any(c:c eq 'blue')", ['Gamma']],
    ["importance ne 'normal'", ['Delta pizza']],
    ['from/emailAddress/address eq null', ['Delta pizza']],
  ])('%s', async ($filter, expected) => {
    expect(await subjects({ $filter })).toEqual(expected)
  })

  test.each([
    ["toRecipients/any(r:r/emailAddress/address eq 'a@b.example')", 'ErrorInvalidUrlQueryFilter'],
    ["body/content eq 'x'", 'ErrorInvalidUrlQueryFilter'],
    ['isJunk eq true', 'RequestBroker--ParseUri'],
    ["receivedDateTime ge '2026-03-01T00:00:00Z'", 'RequestBroker--ParseUri'],
    ["subject eq 'O'Brien'", 'RequestBroker--ParseUri'],
    ['subject eq Alpha', 'RequestBroker--ParseUri'],
    ['(isRead eq true', 'RequestBroker--ParseUri'],
    ['isRead eq true isDraft eq true', 'RequestBroker--ParseUri'],
    ['isRead', 'RequestBroker--ParseUri'],
    ['isRead = true', 'RequestBroker--ParseUri'],
    ['', 'RequestBroker--ParseUri'],
    [`subject in (${Array.from({ length: 16 }, (_, index) => `'${index}'`).join(',')})`, 'BadRequest'],
    ['constructor eq null', 'RequestBroker--ParseUri'],
  ])('rejects %s', async ($filter, code) => {
    expect(await subjects({ $filter })).toBe(code)
  })

  test('has specific error messages', async () => {
    expect(await messageOf({ $filter: 'isJunk eq true' })).toBe(
      "Could not find a property named 'isJunk' on type 'microsoft.graph.message'.",
    )
    expect(await messageOf({ $filter: 'isRead = true' })).toBe("Syntax error at position 6 in 'isRead = true'.")
    expect(await messageOf({ $filter: 'toRecipients/any(r:r eq null)' })).toBe(
      'The query filter contains one or more invalid nodes.',
    )
  })

  test('is invalid when the plus of an offset is not escaped', async () => {
    const raw = await get(`${MAILS}?$filter=receivedDateTime%20ge%202026-03-01T00:00:00+01:00`)
    expect([raw.status, raw.body.error.code]).toEqual([400, 'RequestBroker--ParseUri'])
    expect(await subjects({ $filter: 'receivedDateTime ge 2026-03-04T11:00:00+01:00' })).toEqual(['Delta pizza'])
  })
})

describe('$orderby', () => {
  test('sorts by one or several properties in either direction', async () => {
    expect(await subjects({ $orderby: 'receivedDateTime' })).toEqual(['Alpha', "Beta's", 'Gamma', 'Delta pizza'])
    expect(await subjects({ $orderby: 'from/emailAddress/name desc,subject desc' })).toEqual([
      'Gamma',
      "Beta's",
      'Alpha',
      'Delta pizza',
    ])
    expect(await subjects({ $orderby: 'receivedDateTime downwards' })).toBe('RequestBroker--ParseUri')
    expect(await subjects({ $orderby: 'age' })).toBe('RequestBroker--ParseUri')
  })

  const received = 'receivedDateTime ge 2026-03-02T00:00:00Z'
  test.each([
    [received, 'receivedDateTime desc', ['Delta pizza', 'Gamma', "Beta's"]],
    [`${received} and isDraft eq false`, 'receivedDateTime desc', ['Gamma', "Beta's"]],
    [`${received} and receivedDateTime lt 2026-03-04T00:00:00Z and isRead eq true`, 'receivedDateTime', ["Beta's"]],
    ["importance eq 'normal' and subject eq 'Gamma'", 'importance,subject', ['Gamma']],
    ['isDraft eq false', 'receivedDateTime desc', 'InefficientFilter'],
    [`isDraft eq false and ${received}`, 'receivedDateTime desc', 'InefficientFilter'],
    [received, 'receivedDateTime,subject', 'InefficientFilter'],
    ["importance eq 'normal' and subject eq 'Gamma'", 'subject,importance', 'InefficientFilter'],
    ["contains(subject,'a')", 'receivedDateTime desc', 'InefficientFilter'],
  ])('with the filter %s and the order %s', async ($filter, $orderby, expected) => {
    expect(await subjects({ $filter, $orderby })).toEqual(expected)
  })

  test('fails with Microsoft’s message when it is too complex', async () => {
    const { status, body } = await get(MAILS, { $filter: 'isRead eq true', $orderby: 'receivedDateTime' })
    expect([status, body.error.message]).toEqual([
      400,
      'The restriction or sort order is too complex for this operation.',
    ])
  })
})

describe('$search', () => {
  test.each([
    ['"pizza"', ['Delta pizza', 'Alpha']],
    ['pizza', ['Delta pizza', 'Alpha']],
    ['"subject:pizza"', ['Delta pizza']],
    ['"body:pizza"', ['Alpha']],
    ['"subject:\\"delta pizza\\""', ['Delta pizza']],
    ['"from:maya@kestrel.example"', ['Gamma', "Beta's"]],
    ['"from:whitfield"', ['Gamma', "Beta's"]],
    ['"from:maya@elsewhere.example"', ['Gamma', "Beta's"]],
    ['"participants:ines.o\'brien@halden.example OR subject:delta"', ['Delta pizza', 'Gamma', 'Alpha']],
    ['"from:maya AND cc:ines"', ['Gamma']],
    ['"from:maya NOT cc:ines"', ["Beta's"]],
    ['"(from:maya OR subject:alpha) cc:ines"', ['Gamma']],
    ['"received>=2026-03-02 AND received<=2026-03-03"', ['Gamma', "Beta's"]],
    ['"received:03/02/2026"', ["Beta's"]],
    ['"received:2026-03-01..2026-03-02"', ["Beta's", 'Alpha']],
    ['"hasAttachments:true"', []],
    ['"importance:high"', ['Delta pizza']],
    ['"kind:meetings"', []],
    ['"size:1..1000000 subject:alpha"', ['Alpha']],
    ['"nothing" "subject:beta"', ["Beta's"]],
  ])('%s', async ($search, expected) => {
    expect(await subjects({ $search })).toEqual(expected)
  })

  test.each([
    [
      'from:maya@kestrel.example',
      "Syntax error: character ':' is not valid at position 4 in 'from:maya@kestrel.example'.",
    ],
    ['subject:"a b"', "Syntax error: character ':' is not valid at position 7 in 'subject:\"a b\"'."],
    ['"a" AND from:x', "Syntax error: character ':' is not valid at position 12 in '\"a\" AND from:x'."],
    ['"unclosed', "Syntax error: character '\"' is not valid at position 0 in '\"unclosed'."],
    ['"(from:maya"', "The search query '((from:maya)' is not valid."],
  ])('rejects %s', async ($search, message) => {
    const { status, body } = await get(MAILS, { $search })
    expect([status, body.error.code, body.error.message]).toEqual([400, 'BadRequest', message])
  })

  test('cannot be combined with $filter, $orderby or $skip', async () => {
    const $search = '"pizza"'
    expect(await subjects({ $search, $orderby: 'receivedDateTime' })).toBe('SearchWithOrderBy')
    expect(await subjects({ $search, $filter: 'isRead eq true' })).toBe('SearchWithFilter')
    expect(await subjects({ $search, $skip: 1 })).toBe('BadRequest')
  })

  test('returns at most a thousand results, with a $skiptoken in its links', async () => {
    microsoft.fillMailbox(BILAL, { count: 1100, seed: 1 })
    const pages = await pagesOf(get, MAILS, { $search: '"received>=2025-01-01"', $top: 400 })
    expect(pages.map(({ body }) => body.value.length)).toEqual([400, 400, 200])
    expect(pages[0]?.body['@odata.nextLink']).toMatch(/&%24skiptoken=[\w-]+$/)
    expect((await get(MAILS, { $search: '"x"', $skiptoken: 'nonsense' })).status).toBe(400)
  })
})

describe('other parameters', () => {
  test('with a $ must be known and must not be repeated', async () => {
    for (const name of ['$foo', '$apply', '$levels']) expect(await subjects({ [name]: '1' })).toBe('BadRequest')
    const twice = await get(`${MAILS}?$top=1&%24TOP=2`)
    expect([twice.status, twice.body.error.message]).toEqual([
      400,
      "Query option '$TOP' was specified more than once, but it must be specified at most once.",
    ])
  })

  test('without a $ are ignored, even if they have the name of an option', async () => {
    expect(await subjects({ top: 1, filter: 'nonsense', foo: 'bar' })).toHaveLength(4)
  })

  test('are case-insensitive', async () => {
    expect(await subjects({ $Top: 2, $OrderBy: 'receivedDateTime' })).toEqual(['Alpha', "Beta's"])
  })

  test('$select rejects unknown properties', async () => {
    expect(await messageOf({ $select: 'subject,isJunk' })).toContain("named 'isJunk' on type 'microsoft.graph.message'")
  })
})
