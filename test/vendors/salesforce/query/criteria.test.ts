import { describe, expect, test } from '@jest/globals'
import { parseQuery } from '@jetstreamapp/soql-parser-js'
import { OPERATORS, type SearchCriterion } from '../../../../src/contract/index.ts'
import { toCondition, toSupportedOperators } from '../../../../vendors/salesforce/query/criteria.ts'
import { OperandError } from '../../../../vendors/salesforce/query/operands.ts'
import { aField } from '../builders.ts'

const ID = '0015c00002Lz9mUAAR'

function conditionOf(type: string, criterion: Omit<SearchCriterion, 'fieldName'>): string {
  const condition = toCondition(aField({ name: 'F', label: 'Field', type }), { fieldName: 'F', ...criterion })
  if (typeof condition === 'string') return condition
  // The parser does not support times of day.
  parseQuery(`SELECT Id FROM X WHERE ${condition.text.replace(/\d\d:\d\d:\d\d\.\d{3}Z/g, '1')}`)
  return condition.text
}

describe('a criterion', () => {
  test.each<[string, Omit<SearchCriterion, 'fieldName'>, string]>([
    ['string', { operator: 'eq', value: "O'Neill" }, "F = 'O\\'Neill'"],
    ['string', { operator: 'neq', value: 'a' }, "F != 'a'"],
    ['string', { operator: 'contains', value: '50%' }, "F LIKE '%50\\%%'"],
    ['string', { operator: 'notContains', value: 'a' }, "(NOT F LIKE '%a%')"],
    ['string', { operator: 'startsWith', value: 'a_' }, "F LIKE 'a\\_%'"],
    ['string', { operator: 'endsWith', value: 'a' }, "F LIKE '%a'"],
    ['string', { operator: 'between', values: ['a', 'm'] }, "(F >= 'a' AND F <= 'm')"],
    ['string', { operator: 'in', values: ['a', 'b'] }, "F IN ('a','b')"],
    ['string', { operator: 'in', value: 'a' }, "F IN ('a')"],
    ['string', { operator: 'notIn', values: ['a'] }, "F NOT IN ('a')"],
    ['string', { operator: 'isNull' }, 'F = null'],
    ['string', { operator: 'isNotNull' }, 'F != null'],
    ['string', { operator: 'eq', value: null }, 'F = null'],
    ['string', { operator: 'neq', value: null }, 'F != null'],
    ['string', { operator: 'in', values: ['a', null] }, "(F IN ('a') OR F = null)"],
    ['string', { operator: 'notIn', values: ['a', null] }, "(F NOT IN ('a') AND F != null)"],
    ['string', { operator: 'eq', value: 12 }, "F = '12'"],
    ['picklist', { operator: 'eq', value: 'New' }, "F = 'New'"],
    ['email', { operator: 'endsWith', value: '@acme.com' }, "F LIKE '%@acme.com'"],
    ['int', { operator: 'gt', value: 5 }, 'F > 5'],
    ['double', { operator: 'lte', value: '1.50' }, 'F <= 1.5'],
    ['currency', { operator: 'between', values: [1, 2] }, '(F >= 1 AND F <= 2)'],
    ['percent', { operator: 'in', values: [1, '2'] }, 'F IN (1,2)'],
    ['boolean', { operator: 'eq', value: true }, 'F = true'],
    ['boolean', { operator: 'neq', value: 'FALSE' }, 'F != false'],
    ['date', { operator: 'eq', value: '2026-03-16' }, 'F = 2026-03-16'],
    ['date', { operator: 'gte', value: Date.parse('2026-03-16T23:00:00Z') }, 'F >= 2026-03-16'],
    ['date', { operator: 'between', values: ['2026-03-01', '2026-03-31'] }, '(F >= 2026-03-01 AND F <= 2026-03-31)'],
    ['time', { operator: 'lt', value: '10:15' }, 'F < 10:15:00.000Z'],
    ['reference', { operator: 'eq', value: ID.slice(0, 15) }, `F = '${ID}'`],
    ['id', { operator: 'notIn', values: [ID] }, `F NOT IN ('${ID}')`],
    ['multipicklist', { operator: 'eq', value: 'a;b' }, "F = 'a;b'"],
    ['multipicklist', { operator: 'contains', value: 'a' }, "F INCLUDES ('a')"],
    ['multipicklist', { operator: 'in', values: ['a', 'b'] }, "F INCLUDES ('a','b')"],
    ['multipicklist', { operator: 'notContains', value: 'a' }, "F EXCLUDES ('a')"],
    ['multipicklist', { operator: 'notIn', values: ['a', 'b'] }, "F EXCLUDES ('a','b')"],
  ])("becomes a condition for the field's type: %s %j", (type, criterion, expected) => {
    expect(conditionOf(type, criterion)).toBe(expected)
  })

  const [START, END] = ['2026-03-16T00:00:00Z', '2026-03-17T00:00:00Z']
  const SECOND = Date.parse('2026-03-16T09:00:00.500Z')

  test.each<[Omit<SearchCriterion, 'fieldName'>, string]>([
    [{ operator: 'eq', value: '2026-03-16' }, `(F >= ${START} AND F < ${END})`],
    [{ operator: 'neq', value: '2026-03-16' }, `(F < ${START} OR F >= ${END} OR F = null)`],
    [{ operator: 'gt', value: '2026-03-16' }, `F >= ${END}`],
    [{ operator: 'gte', value: '2026-03-16' }, `F >= ${START}`],
    [{ operator: 'lt', value: '2026-03-16' }, `F < ${START}`],
    [{ operator: 'lte', value: '2026-03-16' }, `F < ${END}`],
    [{ operator: 'between', values: ['2026-03-16', '2026-03-16'] }, `(F >= ${START} AND F < ${END})`],
    [{ operator: 'eq', value: SECOND }, '(F >= 2026-03-16T09:00:00Z AND F < 2026-03-16T09:00:01Z)'],
    [{ operator: 'gt', value: SECOND }, 'F >= 2026-03-16T09:00:01Z'],
    [{ operator: 'gte', value: '2026-03-16T10:00:00+01:00' }, 'F >= 2026-03-16T09:00:00Z'],
    [{ operator: 'in', values: ['2026-03-16'] }, `(F >= ${START} AND F < ${END})`],
  ])('on an instant compares with whole days in UTC: %j', (criterion, expected) => {
    expect(conditionOf('datetime', criterion)).toBe(expected)
  })

  test('with an empty list matches nothing or everything, as specified', () => {
    expect(conditionOf('string', { operator: 'in', values: [] })).toBe('never')
    expect(conditionOf('string', { operator: 'notIn', values: [] })).toBe('always')
  })

  test.each<[string, Omit<SearchCriterion, 'fieldName'>]>([
    ['int', { operator: 'eq', value: 'many' }],
    ['int', { operator: 'eq', value: '1e5; x' }],
    ['boolean', { operator: 'eq', value: 'yes' }],
    ['date', { operator: 'eq', value: '2026-02-30' }],
    ['date', { operator: 'eq', value: 'TODAY' }],
    ['datetime', { operator: 'eq', value: '2026-03-16T09:00' }],
    ['datetime', { operator: 'gt', value: 9e15 }],
    ['time', { operator: 'eq', value: 'noon' }],
    ['reference', { operator: 'eq', value: 'Acme' }],
    ['string', { operator: 'eq', value: 'x'.repeat(4_001) }],
    ['string', { operator: 'eq' }],
    ['string', { operator: 'gt', value: null }],
    ['string', { operator: 'between', values: ['a'] }],
    ['string', { operator: 'contains', values: ['a', 'b'] }],
  ])('with an invalid value for its field is rejected: %s %j', (type, criterion) => {
    expect(() => conditionOf(type, criterion)).toThrow(OperandError)
  })
})

describe('the operators of a field', () => {
  const TYPES = [
    'string',
    'textarea',
    'email',
    'phone',
    'url',
    'combobox',
    'picklist',
    'multipicklist',
    'int',
    'long',
    'double',
    'currency',
    'percent',
    'boolean',
    'date',
    'datetime',
    'time',
    'id',
    'reference',
    'encryptedstring',
    'anyType',
  ]
  const OPERAND: Record<string, string> = {
    boolean: 'true',
    date: '2026-03-16',
    datetime: '2026-03-16',
    time: '10:00',
    id: ID,
    reference: ID,
  }

  test.each(TYPES)('produce valid statements: %s', (type) => {
    const value = OPERAND[type] ?? '1'
    for (const operator of toSupportedOperators(aField({ type }))) {
      const values = operator === 'between' ? [value, value] : [value]
      expect(conditionOf(type, { operator, values })).toContain('F')
    }
  })

  test('are all of them for a text, and none for fields that cannot be filtered', () => {
    expect([...toSupportedOperators(aField())].sort()).toEqual([...OPERATORS].sort())
    expect(toSupportedOperators(aField({ type: 'textarea', filterable: false }))).toEqual([])
  })
})
