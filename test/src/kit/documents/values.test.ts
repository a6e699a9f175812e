import { describe, expect, test } from '@jest/globals'
import { readFields, readFormat, readText, requireText } from '../../../../src/kit/documents/configuration.ts'
import { readValues, selectValues, toInputs } from '../../../../src/kit/documents/values.ts'
import { createCall } from '../../../kit/call.ts'

const { log } = createCall({})

function textOf(value: unknown): string | undefined {
  return readValues([{ name: ' Name ', value }]).get('Name')
}

describe('values', () => {
  test.each([
    ['text', 'text'],
    ['', ''],
    [null, ''],
    [12.5, '12.5'],
    [0, '0'],
    [false, 'false'],
    ['two\r\nlines\u0000\u0007', 'two\nlines'],
    ['half \ud800', 'half \ufffd'],
  ])('%j becomes «%s»', (value, text) => {
    expect(textOf(value)).toBe(text)
  })

  test.each([[{}], [[]], [['a']], [undefined]])('%j is refused with its position', (value) => {
    const values = [
      { name: 'A', value: 'a' },
      { name: 'B', value },
    ]
    expect(() => readValues(values)).toThrow(
      expect.objectContaining({
        status: 400,
        options: expect.objectContaining({ errors: [expect.objectContaining({ pointer: '#/values/1/value' })] }),
      }),
    )
  })

  test('that are missing are named', () => {
    expect(() => selectValues(['A', 'B', 'C'], new Map([['B', '']]), log)).toThrow(
      '#/values: must have a value for “A”, “C”.',
    )
  })

  test('that are missing or unknown in great number are listed in part, and found in linear time', () => {
    const names = Array.from({ length: 100_000 }, (_, index) => `n${index}`)
    const select = (inTemplate: string[], entered: string[], warn = () => {}) =>
      selectValues(inTemplate, new Map(entered.map((name) => [name, 'x'])), { ...log, warn })
    expect(() => select(names, [])).toThrow(/“n18”, “n19” and 99980 more\.$/)
    expect(select(names, names).size).toBe(100_000)
    const warnings: unknown[] = []
    select([], names, (...line: unknown[]) => void warnings.push(line[0]))
    expect(warnings).toEqual([{ names: names.slice(0, 20), count: 100_000 }])
  })

  test('that no template has are left out, with a warning that does not contain them', () => {
    const warnings: unknown[] = []
    const values = new Map([
      ['A', 'a'],
      ['Other', 'private'],
    ])
    const selected = selectValues(['A'], values, { ...log, warn: (...line) => warnings.push(line) })
    expect([...selected]).toEqual([['A', 'a']])
    expect(JSON.stringify(warnings)).toContain('Other')
    expect(JSON.stringify(warnings)).not.toContain('private')
  })

  test('are entered by the user', () => {
    expect(toInputs(['First name'])).toEqual([
      { name: 'First name', label: 'First name', valueSource: { kind: 'userInput' } },
    ])
  })
})

describe('a configuration', () => {
  test('has texts, which are trimmed', () => {
    expect(readText({ folder: ' x ' }, 'folder')).toBe('x')
    for (const folder of [undefined, null, ' ']) expect(readText({ folder }, 'folder')).toBeUndefined()
    expect(() => readText({ folder: 1 }, 'folder')).toThrow('#/configuration/folder: must be a text.')
    expect(() => requireText(undefined, 'template', 'a link')).toThrow('#/configuration/template: is required: a link.')
  })

  test('has a format, of which the first is the default', () => {
    expect(readFormat({}, ['document', 'pdf'])).toBe('document')
    expect(readFormat({ format: 'PDF' }, ['document', 'pdf'])).toBe('pdf')
    expect(() => readFormat({ format: 'odt' }, ['document', 'pdf'])).toThrow('must be one of: document, pdf.')
  })

  test('has fields, each once', () => {
    expect(readFields({ fields: ['A', ' A ', 'B'] })).toEqual(['A', 'B'])
    for (const fields of [undefined, null, []]) expect(readFields({ fields })).toBeUndefined()
    expect(() => readFields({ fields: 'A' })).toThrow('#/configuration/fields: must be a list of names.')
    expect(() => readFields({ fields: ['A', 7] })).toThrow('#/configuration/fields/1: must be a name.')
  })
})
