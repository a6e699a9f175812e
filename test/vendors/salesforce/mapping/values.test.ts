import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { toFieldValue, toValueText } from '../../../../vendors/salesforce/mapping/values.ts'
import { aField } from '../builders.ts'

describe('a value that is read', () => {
  test.each([
    ['string', 'Ünïcode 😀', 'Ünïcode 😀'],
    ['double', 300.0, '300'],
    ['percent', 33.5, '33.5'],
    ['boolean', false, 'false'],
    ['date', '2010-01-01', '2010-01-01'],
    ['datetime', '2011-07-07T00:37:00.000+0000', '2011-07-07T00:37:00.000Z'],
    ['datetime', '2011-07-07T02:37:00.000+0200', '2011-07-07T00:37:00.000Z'],
    ['time', '10:15:00.000Z', '10:15:00.000Z'],
    ['multipicklist', 'four;six', 'four;six'],
    ['reference', '0015c00002Lz9mUAAR', '0015c00002Lz9mUAAR'],
    ['string', null, ''],
    ['string', undefined, ''],
  ])('becomes text: %s %s', (type, value, text) => {
    expect(toValueText(aField({ type }), value)).toBe(text)
  })
})

describe('a value that is written', () => {
  test.each([
    ['string', 'Ann', 'Ann'],
    ['string', ' Ann ', ' Ann '],
    ['boolean', 'TRUE', true],
    ['boolean', 'false', false],
    ['int', '-12', -12],
    ['double', '1.50', 1.5],
    ['currency', '.5', 0.5],
    ['percent', '33', 33],
    ['date', '2024-02-29', '2024-02-29'],
    ['datetime', '2026-03-16T10:00:00+01:00', '2026-03-16T09:00:00.000Z'],
    ['datetime', '1773651600000', '2026-03-16T09:00:00.000Z'],
    ['time', '10:15', '10:15:00.000Z'],
    ['time', '10:15:30.5Z', '10:15:30.500Z'],
    ['reference', '0015c00002Lz9mU', '0015c00002Lz9mUAAR'],
    ['string', '', null],
    ['double', '', null],
  ])('is converted to the type of its field: %s «%s»', (type, text, value) => {
    expect(toFieldValue(aField({ type }), text)).toEqual({ value })
  })

  test.each([
    ['boolean', 'yes'],
    ['boolean', ''],
    ['int', '1.5'],
    ['int', '9007199254740993'],
    ['double', '1,5'],
    ['double', 'NaN'],
    ['double', '0x10'],
    ['date', '2023-02-29'],
    ['date', '16.3.2026'],
    ['datetime', '2026-03-16 09:00'],
    ['datetime', '2026-03-16T09:00:00'],
    ['time', '25:00'],
    ['reference', '0015c00002Lz9mUAAQ'],
    ['reference', 'Acme'],
  ])("of the wrong type is rejected with the field's name: %s «%s»", (type, text) => {
    expect(toFieldValue(aField({ type, label: 'Size' }), text)).toEqual({
      problem: expect.stringMatching(/^Size .+\.$/),
    })
  })

  test('is never empty for a required field', () => {
    expect(toFieldValue(aField({ nillable: false }), '')).toEqual({ problem: 'Title cannot be empty.' })
    expect(toFieldValue(aField({ nillable: false, defaultedOnCreate: true }), '')).toEqual({ value: null })
  })

  test('is not truncated if it is too long', () => {
    expect(toFieldValue(aField({ length: 3 }), 'four')).toEqual({
      problem: 'Title may have at most 3 characters, but has 4.',
    })
  })

  const options = [
    { value: 'four', label: 'Four' },
    { value: 'six', label: 'Six' },
  ]

  test('must be one of the options only if the picklist is restricted', () => {
    const field = aField({ type: 'picklist', options })
    expect(toFieldValue(field, 'five')).toEqual({ value: 'five' })
    expect(toFieldValue({ ...field, restricted: true }, 'five')).toEqual({
      problem: 'Title does not have the option “five”; it has four, six.',
    })
    expect(toFieldValue({ ...field, restricted: true }, 'six')).toEqual({ value: 'six' })
  })

  test('of several options is joined with semicolons, and each of them is checked', () => {
    const field = aField({ type: 'multipicklist', options, restricted: true })
    expect(toFieldValue(field, 'four; six')).toEqual({ value: 'four;six' })
    expect(toFieldValue(field, 'four;five')).toHaveProperty('problem')
  })

  test('that was read can be written back', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const field = aField({ type: 'double' })
        expect(toFieldValue(field, toValueText(field, value))).toEqual({
          value: value === 0 ? expect.any(Number) : value,
        })
      }),
    )
  })
})
