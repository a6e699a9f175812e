import { describe, expect, test } from '@jest/globals'
import { describeTable, problemOfConnection, toTableRows } from '../../../../console/src/pages/tables/list-rows.ts'
import {
  QUERY_OPERATORS,
  queryOperatorsOf,
  readCriteria,
  toCriterion,
  writeCriteria,
} from '../../../../console/src/pages/tables/query/criteria.ts'
import { referencedIds, type TargetTable, targetOf } from '../../../../console/src/pages/tables/records/references.ts'
import { toColumn } from '../../../../console/src/pages/tables/values/column.ts'
import { OPERATORS } from '../../../../src/contract/index.ts'

const column = (fieldType: string, label = 'Field', name = 'F') =>
  toColumn({ name, label, fieldType, required: false, options: [] })

describe('a condition of a query', () => {
  test('has the operators of the API', () => {
    expect(Object.keys(QUERY_OPERATORS).sort()).toEqual([...OPERATORS].sort())
    expect(queryOperatorsOf(column('currency'))).not.toContain('contains')
    expect(queryOperatorsOf(column('boolean'))).toEqual(['eq'])
  })

  test.each<[string, Parameters<typeof toCriterion>[0], object]>([
    [
      'date',
      { field: 'F', operator: 'between', value: '2026-01-01', other: '2026-02-01' },
      { operator: 'between', values: ['2026-01-01', '2026-02-01'] },
    ],
    ['string', { field: 'F', operator: 'in', value: 'a, b' }, { operator: 'in', values: ['a', 'b'] }],
    ['string', { field: 'F', operator: 'in', value: 'only' }, { operator: 'in', values: ['only'] }],
    ['string', { field: 'F', operator: 'contains', value: ' x' }, { operator: 'contains', value: ' x' }],
    ['string', { field: 'F', operator: 'isNull', value: '' }, { operator: 'isNull' }],
    [
      'datetime',
      { field: 'F', operator: 'gt', value: '2026-01-01T00:00:00Z' },
      { operator: 'gt', value: '1767225600000' },
    ],
  ])('of a %s is sent as the API has it: %j', (fieldType, criterion, expected) => {
    expect(toCriterion(criterion, column(fieldType))).toEqual({ criterion: { fieldName: 'F', ...expected } })
  })

  test('is not sent without what it needs', () => {
    expect(toCriterion({ field: 'F', operator: 'eq', value: ' ' }, column('string'))).toEqual({
      problem: 'Enter a value for Field.',
    })
    expect(toCriterion({ field: 'F', operator: 'between', value: '1' }, column('number'))).toHaveProperty('problem')
    expect(toCriterion({ field: 'F', operator: 'gt', value: 'x' }, column('number'))).toEqual({
      problem: 'Field must be a number.',
    })
    expect(toCriterion({ field: 'F', operator: 'eq', value: 'x' }, undefined)).toEqual({ problem: 'Choose a field.' })
  })

  test('stands in the URL', () => {
    const criteria = [
      { field: 'A', operator: 'between' as const, value: '1', other: '2' },
      { field: 'B', operator: 'isNull' as const, value: '' },
    ]
    expect(readCriteria(writeCriteria(criteria))).toEqual(criteria)
    for (const text of [null, '', '{', '7', '[[1]]', '[["A","explode","1"]]']) expect(readCriteria(text)).toEqual([])
  })
})

describe('references', () => {
  const target = (_id: string, metadataType: string, recordCount = 1, connectionId = 'c'): TargetTable => ({
    _id,
    title: metadataType,
    connectionId,
    recordCount,
    metadata: { metadataType, label: metadataType },
  })
  const tables = [
    target('few', 'Account', 2),
    target('all', 'Account', 9),
    target('plan', 'AccountPlan'),
    target('foreign', 'Contact', 5, 'other'),
  ]
  const table = { _id: 't', connectionId: 'c' }

  test('lead to the table that the field is named after, and to the fullest of several', () => {
    expect(targetOf(column('reference', 'Account ID', 'AccountId'), table, tables)?._id).toBe('all')
    expect(targetOf(column('reference', 'Plan', 'AccountPlanId'), table, tables)?._id).toBe('plan')
    expect(targetOf(column('reference', 'Contact ID'), table, tables)).toBeUndefined()
    expect(targetOf(column('string', 'Account ID'), table, tables)).toBeUndefined()
  })

  test('are loaded once for each record', () => {
    const rows = ['b', 'a', 'b', '', null].map((value) => ({ values: [{ name: 'AccountId', value }] }))
    expect([...referencedIds(rows, new Map([['AccountId', target('all', 'Account')]]))]).toEqual([['all', ['a', 'b']]])
  })
})

describe('the list of tables', () => {
  const metadata = (fields: { name: string; label: string }[] = []) => ({ label: 'X', metadataType: 'X', fields })
  const base = { provider: 'hub', application: 'crm', connectionId: 'c', dateUpdated: 1, access: 'RW' as const }
  const data = {
    tables: [
      {
        ...base,
        _id: 'computed',
        title: 'Case',
        recordCount: null,
        metadata: metadata([{ name: 'tagExternalId', label: 'Account' }]),
      },
      { ...base, _id: 'lead', title: 'Lead', recordCount: 3, metadata: metadata() },
      { ...base, _id: 'case', title: 'Case', recordCount: 3, metadata: null },
    ],
    recordTypes: [{ tableId: 'computed', operations: { create: false, update: false } }],
    connections: [{ _id: 'c', label: 'CRM', email: 'ada@meridian.example', status: 'reconnect_required' as const }],
  }

  test('has what can be written first, by name, and says where each comes from', () => {
    const rows = toTableRows(data, '')
    expect(rows.map(({ id }) => id)).toEqual(['case', 'lead', 'computed'])
    expect(rows[2]).toMatchObject({
      detail: 'CRM · ada@meridian.example · by Account',
      isReadOnly: true,
      recordCount: 0,
    })
    expect(rows[0]?.problem?.title).toBe('CRM needs you to sign in again')
  })

  test('is searched by all words, in names and origins', () => {
    expect(toTableRows(data, 'case crm').map(({ id }) => id)).toEqual(['case', 'computed'])
    expect(toTableRows(data, 'case account').map(({ id }) => id)).toEqual(['computed'])
    expect(toTableRows({ tables: null, recordTypes: null, connections: null }, '')).toEqual([])
  })

  test('says what is wrong with a connection', () => {
    expect(problemOfConnection({ label: 'CRM', status: 'active' })).toBeUndefined()
    expect(problemOfConnection({ label: 'CRM', status: 'active' }, true)?.title).toContain('sign in again')
    expect(problemOfConnection({ label: 'CRM', status: 'disconnected' })?.title).toBe('CRM is disconnected')
    expect(describeTable({ application: null, connectionId: null, metadata: null }, [])).toBe('Created here')
  })
})
