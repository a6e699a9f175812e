import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { matchesQuery, toGmailQuery, toMailQuery } from '../../../../vendors/google/gmail/query.ts'
import { randomRuns } from '../../../kit/random-runs.ts'
import { aMessage } from '../builders.ts'

const NOW = Date.parse('2026-01-12T09:00:00Z')

describe('the query', () => {
  test('uses whole seconds, one more on each side', () => {
    const search = toMailQuery({ dateStart: 1_388_552_400_999 })
    expect(toGmailQuery(search, 1_391_230_800_001, [])).toBe('after:1388552399 before:1391230802 -in:drafts -in:chats')
  })

  test('has no lower bound when the window begins before 1970', () => {
    expect(toGmailQuery(toMailQuery({ dateStart: -5 }), NOW, [])).not.toContain('after')
  })

  test('searches for each address in all recipient and sender headers', () => {
    expect(toGmailQuery({ chunks: [] }, NOW, ['a@x.org', "o'neil@x.org"])).toContain(
      '{from:a@x.org to:a@x.org cc:a@x.org bcc:a@x.org ' +
        `from:"o'neil@x.org" to:"o'neil@x.org" cc:"o'neil@x.org" bcc:"o'neil@x.org"}`,
    )
  })

  test('contains one chunk of the addresses, and all chunks together contain each address once', () => {
    const includeEmails = Array.from({ length: 55 }, (_, index) => `someone${index}@x.org`)
    const { chunks } = toMailQuery({ includeEmails: [...includeEmails, 'SOMEONE7@x.org '] })
    expect(chunks.map((chunk) => chunk.length)).toEqual([20, 20, 15])
    expect(chunks.flat().toSorted()).toEqual(includeEmails.toSorted())
  })

  test('stays short when the addresses are long', () => {
    const includeEmails = Array.from({ length: 30 }, (_, index) => `${index}${'x'.repeat(240)}@x.org`)
    const search = toMailQuery({ includeEmails })
    for (const chunk of search.chunks) expect(toGmailQuery(search, NOW, chunk).length).toBeLessThan(4_200)
    expect(search.chunks.flat()).toHaveLength(30)
  })

  test('is the same filter for any order and case of its addresses', () => {
    expect(toMailQuery({ includeEmails: ['b@x.org', 'A@x.org'] })).toEqual(
      toMailQuery({ includeEmails: ['a@x.org ', 'b@x.org', 'a@X.ORG'] }),
    )
  })

  test.each(['a\0b@x.org', 'a b@x.org', '"a"@x.org', 'a@b@c', 'nobody', `${'x'.repeat(320)}@x.org`])(
    'does not search for an invalid address: %j',
    (address) => {
      expect(toMailQuery({ includeEmails: [address] }).chunks).toEqual([])
    },
  )

  test('cannot be changed by the content of an address', () => {
    const spice = [
      '"',
      '\\',
      '}',
      '{',
      '(',
      ')',
      ' OR ',
      ' -in:',
      'in:anywhere',
      '\n',
      '\0',
      ':',
      ',',
      '@',
      '|',
      '\u2028',
    ]
    const hostile = fc
      .array(fc.oneof(fc.constantFrom(...spice), fc.string()), { maxLength: 8 })
      .map((parts) => parts.join(''))
    const address = fc.oneof(
      hostile,
      fc.tuple(hostile, hostile).map(([local, domain]) => `${local}@${domain}`),
      fc.emailAddress(),
    )
    fc.assert(
      fc.property(fc.array(address, { maxLength: 5 }), (includeEmails) => {
        const search = toMailQuery({ includeEmails })
        for (const chunk of search.chunks)
          expect(shapeOf(toGmailQuery(search, NOW, chunk))).toBe(shapeOf(expected(chunk)))
      }),
      { numRuns: randomRuns(2_000) },
    )
  })

  /** A query with harmless addresses instead of these. */
  function expected(chunk: readonly string[]): string {
    return toGmailQuery(
      { chunks: [] },
      NOW,
      chunk.map(() => 'plain@x.org'),
    )
  }

  /** The structure of a query: words, operators and brackets, without quoted text. */
  function shapeOf(query: string): string {
    return query.replace(/"[^"]*"/g, 'value').replace(/(from|to|cc|bcc):[^\s{}()"]+/g, '$1:value')
  }
})

describe('a listed message matches', () => {
  const search = toMailQuery({ dateStart: 1_000, dateEnd: 2_000 })
  test.each([
    ['from the first millisecond of the window', '1000', true],
    ['not before it', '999', false],
    ['to its last millisecond', '1999', true],
    ['not on its end', '2000', false],
  ])('%s', (_, internalDate, expected) => {
    expect(matchesQuery(aMessage({ internalDate }), search, 0)).toBe(expected)
  })

  test.each([['DRAFT'], ['CHAT']])('unless it is a %s', (label) => {
    expect(matchesQuery(aMessage({ labelIds: ['INBOX', label] }), toMailQuery({}), 0)).toBe(false)
  })

  test.each([
    ['From', true],
    ['Sender', true],
    ['To', true],
    ['Cc', true],
    ['Bcc', true],
    ['Reply-To', true],
    ['Subject', false],
  ])('if an address of the filter is in %s: %s', (name, expected) => {
    const message = aMessage({}, { From: 'else@x.org', [name]: 'Ann <ANN@x.org>' })
    expect(matchesQuery(message, toMailQuery({ includeEmails: ['ann@x.org'] }), 0)).toBe(expected)
  })

  test('in the chunk of its participants, whatever its replies say', () => {
    const others = Array.from({ length: 25 }, (_, index) => `a${String(index).padStart(2, '0')}@x.org`)
    const search = toMailQuery({ includeEmails: [...others, 'zoe@x.org'] })
    const message = aMessage({}, { From: 'zoe@x.org', 'Reply-To': 'a00@x.org' })
    expect([0, 1].map((chunk) => matchesQuery(message, search, chunk))).toEqual([false, true])
  })

  test('not because an address of the filter is part of another address or of a name', () => {
    const message = aMessage({}, { From: '"ann@x.org" <joann@x.org>', To: 'ann@x.org.uk' })
    expect(matchesQuery(message, toMailQuery({ includeEmails: ['ann@x.org'] }), 0)).toBe(false)
  })
})
