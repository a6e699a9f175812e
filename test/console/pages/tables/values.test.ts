import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Column, toColumn } from '../../../../console/src/pages/tables/values/column.ts'
import { enterValue, toEditable } from '../../../../console/src/pages/tables/values/enter-value.ts'
import { showValue } from '../../../../console/src/pages/tables/values/show-value.ts'
import { fromWallClock, isDay, nextDay, toWallClock } from '../../../../console/src/pages/tables/values/zoned.ts'
import { defaultPreferences, writePreferences } from '../../../../console/src/text/preferences.ts'

beforeAll(() => {
  Object.assign(globalThis, { localStorage: { getItem: () => null, setItem: () => {} } })
  writePreferences({ timeZone: 'Europe/Paris', locale: 'de-DE' })
})
// Other test files of this process share them.
afterAll(() => writePreferences(defaultPreferences()))

function column(fieldType: string, more: Partial<Column> = {}): Column {
  return { ...toColumn({ name: 'F', label: 'Field', fieldType, required: false, options: [] }), ...more }
}

const STAGES = {
  options: [
    { value: 'won', label: 'Closed Won' },
    { value: 'lost', label: 'Closed Lost' },
  ],
}

describe('a value is shown', () => {
  test.each<[string, string, string]>([
    ['currency', '1234.5', '1.234,50'],
    ['percent', '90', '90 %'],
    ['number', '1e3', '1.000'],
    ['number', 'unknown', 'unknown'],
    ['currency', '', ''],
    ['boolean', 'true', 'Yes'],
    ['boolean', 'maybe', 'maybe'],
    ['date', '2026-02-28', '28. Feb. 2026'],
    ['date', '2026-02-31', '2026-02-31'],
    ['datetime', 'no time', 'no time'],
    ['html', '<p>Hello <b>you</b></p>', 'Hello you'],
    ['of a future kind', 'as it is', 'as it is'],
  ])('%s %j as %j', (fieldType, value, shown) => {
    expect(showValue(column(fieldType), value)).toBe(shown)
  })

  test('with the labels of its options, and without one as it is', () => {
    expect(showValue(column('picklist', STAGES), 'won')).toBe('Closed Won')
    expect(showValue(column('picklist', STAGES), 'old')).toBe('old')
    expect(showValue(column('multipicklist', STAGES), 'won;lost')).toBe('Closed Won, Closed Lost')
  })
})

describe('what is entered becomes a value', () => {
  test.each<[string, string, string]>([
    ['currency', '1.234,50', '1234.50'],
    ['currency', '1234.5', '1234.5'],
    ['percent', '90 %', '90'],
    ['integer', '-3', '-3'],
    ['boolean', 'Yes', 'true'],
    ['boolean', '0', 'false'],
    ['date', '2026-03-16', '2026-03-16'],
    ['datetime', '2026-03-16T09:30', '2026-03-16T08:30:00.000Z'],
    ['datetime', '2026-07-16 09:30', '2026-07-16T07:30:00.000Z'],
    ['datetime', '2026-03-16T09:30:00Z', '2026-03-16T09:30:00.000Z'],
    ['text', ' two\nlines ', ' two\nlines '],
    ['string', '  trimmed ', 'trimmed'],
    ['currency', ' ', ''],
  ])('%s %j as %j', (fieldType, text, value) => {
    expect(enterValue(column(fieldType), text)).toEqual({ value })
  })

  test.each<[string, string, string]>([
    ['currency', 'a lot', 'Field must be a number.'],
    ['integer', '1.5', 'Field must be a whole number.'],
    ['boolean', 'perhaps', 'Field must be yes or no.'],
    ['date', '31.12.2026', 'Field must be a date such as 2026-03-16.'],
    ['date', '2026-02-30', 'Field must be a date such as 2026-03-16.'],
    ['datetime', 'soon', 'Field must be a date with a time, such as 2026-03-16 09:30.'],
  ])('unless %s is given %j', (fieldType, text, problem) => {
    expect(enterValue(column(fieldType), text)).toEqual({ problem })
  })

  test('of a list of options by their value or their label', () => {
    expect(enterValue(column('picklist', STAGES), 'closed won')).toEqual({ value: 'won' })
    expect(enterValue(column('picklist', STAGES), 'Won?')).toEqual({ problem: 'Field has no option “Won?”.' })
    expect(enterValue(column('multipicklist', STAGES), 'won; Closed Lost')).toEqual({ value: 'won;lost' })
  })

  test('but not nothing, where something is required', () => {
    expect(enterValue(column('string', { required: true }), '  ')).toEqual({ problem: 'Field cannot be empty.' })
  })

  test('that begins with the wall-clock time of the person', () => {
    expect(toEditable(column('datetime'), '2026-03-16T08:30:00Z')).toBe('2026-03-16T09:30')
    expect(toEditable(column('currency'), '12.5')).toBe('12.5')
  })
})

test('wall-clock times are those of the time zone, also where clocks change', () => {
  for (const text of ['2026-03-29T01:30:00', '2026-03-29T03:30:00', '2026-10-25T12:00:00']) {
    expect(toWallClock(fromWallClock(text, 'Europe/Paris'), 'Europe/Paris')).toBe(text)
  }
  expect(fromWallClock('no time', 'Europe/Paris')).toBeNaN()
  expect([nextDay('2026-12-31'), nextDay('2028-02-28')]).toEqual(['2027-01-01', '2028-02-29'])
  expect([isDay('2026-02-29'), isDay('2028-02-29')]).toEqual([false, true])
})
