import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { kindOfFile } from '../../../../console/src/pages/blocks/email/kind-of-file.ts'
import { formatValue } from '../../../../console/src/pages/blocks/kinds/format-value.ts'
import { toShownValues } from '../../../../console/src/pages/blocks/kinds/record-values.ts'
import { addressOf, nameOf, responseOf } from '../../../../console/src/pages/blocks/people.ts'
import { linkedTags } from '../../../../console/src/pages/blocks/tags-of.ts'
import { isHtml } from '../../../../console/src/pages/blocks/text/is-html.ts'
import { beginningOf, toTextParts } from '../../../../console/src/pages/blocks/text/parts.ts'

const URLS = (text: string) => toTextParts(text).flatMap(({ url }) => url ?? [])

describe('a plain text', () => {
  test('is split at its URLs, without the punctuation around them', () => {
    expect(toTextParts('See https://example.com/a, then reply.')).toEqual([
      { text: 'See ' },
      { text: 'https://example.com/a', url: 'https://example.com/a' },
      { text: ', then reply.' },
    ])
    expect(URLS('(https://example.com/x) <https://a.example/?week=now> “https://b.example.”')).toEqual([
      'https://example.com/x',
      'https://a.example/?week=now',
      'https://b.example',
    ])
    expect(URLS('https://wiki.example/Ada_(name)')).toEqual(['https://wiki.example/Ada_(name)'])
    expect(URLS('javascript:hit() http:// www.example.com')).toEqual([])
  })

  test('stays what it is', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('https://a.example/', ')', '(', '.', ' ', '\n', '<', 'é', 'http://')),
        (words) => {
          const text = words.join('')
          expect(
            toTextParts(text)
              .map((part) => part.text)
              .join(''),
          ).toBe(text)
        },
      ),
    )
  })

  test('is cut at the end of a line', () => {
    expect(beginningOf('short', 100)).toBe('short')
    expect(beginningOf('aaaa aaaa\nbbbb bbbb', 12)).toBe('aaaa aaaa')
    expect(beginningOf('a'.repeat(50), 10)).toBe('a'.repeat(10))
    expect(beginningOf('😀'.repeat(10), 3).isWellFormed()).toBe(true)
  })

  test('is told from HTML', () => {
    expect(isHtml('<p>Agenda</p>')).toBe(true)
    expect(isHtml('one<br>two')).toBe(true)
    expect(isHtml('<a href="https://example.com">x</a>')).toBe(true)
    expect(isHtml('Board <https://kestrel.example/board?week=now>')).toBe(false)
    expect(isHtml('a < b and c > d')).toBe(false)
  })
})

describe('people and tags', () => {
  test('have the name of the graph, of the vendor, or their address', () => {
    const person = { email: 'ada@meridian.example', friendlyName: 'Ada M.', tag: { alias: 'Ada Moreau' } }
    expect(nameOf(person)).toBe('Ada Moreau')
    expect(nameOf({ ...person, tag: null })).toBe('Ada M.')
    expect(nameOf({ email: 'ada@meridian.example', friendlyName: ' ' })).toBe('ada@meridian.example')
    expect(nameOf({})).toBe('Unknown')
    expect(addressOf(person)).toBe('ada@meridian.example')
    expect(addressOf({ email: 'ADA@meridian.example', friendlyName: 'ada@meridian.example' })).toBe('')
  })

  test('respond in words, and unknown responses are none', () => {
    expect(responseOf('accepted').label).toBe('Accepted')
    expect(responseOf('TENTATIVE').label).toBe('Maybe')
    expect(responseOf('<script>').label).toBe('No response')
    expect(responseOf(null).label).toBe('No response')
  })

  test('are listed once, people first, without oneself', () => {
    const tags = ['topic 1', 'person 2', 'person 2', 'person 3'].map((name) => ({
      tag: { _id: name, tagType: name.split(' ')[0] ?? '' },
    }))
    expect(linkedTags([...tags, { tag: null }], 'person 3').map(({ _id }) => _id)).toEqual(['person 2', 'topic 1'])
  })
})

describe('values', () => {
  const reader = { locale: 'en-GB', timeZone: 'Europe/Paris' }
  const options = [
    { value: 'won', label: 'Closed won' },
    { value: 'a', label: 'Alpha' },
  ]
  test('are shown as people read them', () => {
    expect(formatValue('won', { fieldType: 'picklist', options }, reader)).toBe('Closed won')
    expect(formatValue('a;won;other', { fieldType: 'multipicklist', options }, reader)).toBe('Alpha, Closed won, other')
    expect(formatValue('true', { fieldType: 'boolean' }, reader)).toBe('Yes')
    expect(formatValue('2026-11-23', { fieldType: 'date' }, reader)).toBe('23 Nov 2026')
    expect(formatValue('2026-11-23T12:00:00.000+0000', { fieldType: 'datetime' }, reader)).toBe('23 Nov 2026, 13:00')
    expect(formatValue('2026-99-99', { fieldType: 'date' }, reader)).toBe('2026-99-99')
    expect(formatValue('1234567.5', { fieldType: 'currency' }, reader)).toBe('1,234,567.5')
    expect(formatValue('20', { fieldType: 'percent' }, reader)).toBe('20 %')
    expect(formatValue('12e400', { fieldType: 'number' }, reader)).toBe('12e400')
    expect(formatValue('0048 123', { fieldType: 'phone' }, reader)).toBe('0048 123')
    expect(formatValue('plain', undefined, reader)).toBe('plain')
  })

  test('follow the order of the fields; empty ones are left out, ids and unknown fields come last', () => {
    const fields = [
      { name: 'Id', label: 'Record ID', fieldType: 'id' },
      { name: 'Name', label: 'Full name', fieldType: 'string' },
      { name: 'City', label: '', fieldType: 'string' },
    ]
    const values = ['Extra', 'City', 'Id', 'Name', 'Blank'].map((name) => ({
      name,
      value: name === 'Blank' ? ' ' : name,
      reasoning: null,
    }))
    const shown = toShownValues([...values, { name: 'Nothing', value: null, reasoning: null }], fields)
    expect(shown.map(({ label }) => label)).toEqual(['Full name', 'City', 'Record ID', 'Extra'])
  })

  test('files have a kind in words', () => {
    expect(kindOfFile('application/pdf', null)).toBe('PDF')
    expect(kindOfFile('text/plain; charset=utf-8', 'a.txt')).toBe('Text')
    expect(kindOfFile(null, 'drawing.dwg')).toBe('DWG')
    expect(kindOfFile('application/octet-stream', 'nothing')).toBe('')
  })
})
