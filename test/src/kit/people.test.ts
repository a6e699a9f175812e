import { describe, expect, test } from '@jest/globals'
import { normalizeAddresses, toPeople, toPerson } from '../../../src/kit/people.ts'

describe('a person', () => {
  test.each([
    ['ada@acme.example', undefined, { email: 'ada@acme.example' }],
    [' Ada@Acme.Example ', ' Ada Lovelace ', { email: 'ada@acme.example', friendlyName: 'Ada Lovelace' }],
    ['ada@acme.example', 'ADA@acme.example', { email: 'ada@acme.example' }],
    ['ada@acme.example', '', { email: 'ada@acme.example' }],
    ['ada+tag@acme.example', null, { email: 'ada+tag@acme.example' }],
    ['ädä@müller.example', 'Ä', { email: 'ädä@müller.example', friendlyName: 'Ä' }],
  ])('%j with the name %j is %j', (address, name, expected) => {
    expect(toPerson(address, name)).toEqual(expected)
  })

  test.each([
    undefined,
    null,
    '',
    ' ',
    'ada',
    '/O=ACME/CN=ada',
    'a b@c',
    'a@b@c',
    '@acme.example',
    'ada@',
    'Ann_fabrikam.com#EXT#@contoso.onmicrosoft.com',
    'live.com#ann@outlook.example',
    'nameid:live.com#ann@outlook.example',
  ])('is undefined without an email address: %j', (address) => {
    expect(toPerson(address, 'Ada')).toBeUndefined()
  })
})

describe('the people of a header', () => {
  const table: [string, object[]][] = [
    ['ada@acme.example', [{ email: 'ada@acme.example' }]],
    ['Ada <Ada@Acme.example>', [{ email: 'ada@acme.example', friendlyName: 'Ada' }]],
    [
      '"Lovelace, Ada" <a@b.c>, Bob <b@b.c>',
      [
        { email: 'a@b.c', friendlyName: 'Lovelace, Ada' },
        { email: 'b@b.c', friendlyName: 'Bob' },
      ],
    ],
    ['=?utf-8?B?w4RkYQ==?= <a@b.c>', [{ email: 'a@b.c', friendlyName: 'Äda' }]],
    ['=?iso-8859-1?Q?J=F6rg?= <j@b.c>', [{ email: 'j@b.c', friendlyName: 'Jörg' }]],
    ['Team: ada@b.c, bob@b.c;', [{ email: 'ada@b.c' }, { email: 'bob@b.c' }]],
    ['undisclosed-recipients:;', []],
    ['', []],
    ['nobody', []],
    ['a@b.c, A@B.C, "A" <a@b.c>', [{ email: 'a@b.c' }]],
  ]
  test.each(table)('%j are %j', (header, expected) => {
    expect(toPeople([header])).toEqual(expected)
  })

  test('of several headers are unique', () => {
    expect(toPeople(['a@b.c', 'b@b.c', 'a@b.c'])).toEqual([{ email: 'a@b.c' }, { email: 'b@b.c' }])
  })

  test('of a header made to be slow are parsed in time', () => {
    const hostile = [`"${'\\"'.repeat(50_000)}`, '<'.repeat(50_000), `${'a:'.repeat(20_000)};`, ','.repeat(100_000)]
    const begun = performance.now()
    for (const header of hostile) expect(Array.isArray(toPeople([header]))).toBe(true)
    expect(performance.now() - begun).toBeLessThan(5_000)
  })
})

test('addresses are trimmed, in lower case, unique and sorted', () => {
  expect(normalizeAddresses([' Bob@acme.example', 'ada@acme.example', 'bob@ACME.example '])).toEqual([
    'ada@acme.example',
    'bob@acme.example',
  ])
})
