import { beforeAll, describe, expect, test } from '@jest/globals'
import { toColumn } from '../../../../console/src/pages/tables/values/column.ts'
import {
  filledFields,
  toColumns,
  visibleColumns,
  whyReadOnly,
} from '../../../../console/src/pages/tables/view/columns.ts'
import {
  describeFilter,
  type Filter,
  isComplete,
  operatorsOf,
  toFieldFilter,
} from '../../../../console/src/pages/tables/view/filters.ts'
import { toRecordsInput } from '../../../../console/src/pages/tables/view/records-input.ts'
import { nextSort, readView, type TableView, writeView } from '../../../../console/src/pages/tables/view/table-view.ts'
import { writePreferences } from '../../../../console/src/text/preferences.ts'

beforeAll(() => {
  Object.assign(globalThis, { localStorage: { getItem: () => null, setItem: () => {} } })
  writePreferences({ timeZone: 'Europe/Paris', locale: 'en-GB' })
})

const field = (name: string, fieldType: string, required = false) => ({
  name,
  label: name,
  fieldType,
  required,
  options: [],
})
const FIELDS = [
  field('Id', 'id'),
  field('Amount', 'currency'),
  field('Name', 'string', true),
  field('Due', 'datetime'),
  field('Owner', 'reference'),
]
const operations = { create: true, update: true }
const recordType = {
  tableId: 't',
  operations,
  createFields: [],
  updateFields: FIELDS.slice(1).map(({ name }) => ({ name })),
}
const table = {
  _id: 't',
  title: 'Deals',
  provider: 'hub',
  application: 'crm',
  connectionId: 'c' as string | null,
  recordCount: 1,
  dateUpdated: 0,
  access: 'RW' as const,
  uri: null,
  metadata: { label: 'Deals', metadataType: 'Deal', fields: FIELDS },
}

describe('the view of a table', () => {
  test('stands in the URL, whatever fields and values are called', () => {
    const view: TableView = {
      search: 'a & b',
      filters: [
        { field: 'a:b%', operator: 'contains', value: 'x:y' },
        { field: 'Name', operator: 'empty', value: '' },
      ],
      sort: { field: 'Amount', direction: 'DESC' },
      columns: ['Name', 'a:b%'],
    }
    const params = writeView(new URLSearchParams('other=1'), view)
    expect(readView(new URLSearchParams(params.toString()))).toEqual(view)
    expect(params.get('other')).toBe('1')
    const cleared = { search: '', filters: [], sort: undefined, columns: undefined }
    expect(writeView(params, cleared).toString()).toBe('other=1')
  })

  test('ignores what nobody can have chosen', () => {
    expect(readView(new URLSearchParams('filter=Name&filter=Name:explode:1&filter=::&columns='))).toEqual({
      search: '',
      filters: [],
    })
  })

  test('is sorted up, down and not at all', () => {
    const up = nextSort(undefined, 'Name')
    const down = nextSort(up, 'Name')
    expect([up, down, nextSort(down, 'Name')]).toEqual([
      { field: 'Name', direction: 'ASC' },
      { field: 'Name', direction: 'DESC' },
      undefined,
    ])
  })

  test('is asked for with the filters that are complete', () => {
    const view = readView(
      new URLSearchParams(
        'q=x&sort=-Amount&filter=Amount:gt:5&filter=Amount:gt:&filter=Gone:is:1&filter=Due:on:2026-07-01',
      ),
    )
    expect(toRecordsInput('t', view, FIELDS, 'Europe/Paris')).toEqual({
      tableId: 't',
      searchString: 'x',
      sortBy: { fieldName: 'Amount', direction: 'DESC' },
      filters: [
        { fieldName: 'Amount', numberFilter: { gt: 5 } },
        { fieldName: 'Due', stringFilter: { gte: '2026-06-30T22:00:00.000Z', lt: '2026-07-01T22:00:00.000Z' } },
      ],
    })
  })
})

describe('a filter', () => {
  test.each<[Filter, string, object]>([
    [
      { field: 'F', operator: 'on', value: '2026-12-31' },
      'date',
      { stringFilter: { gte: '2026-12-31', lt: '2027-01-01' } },
    ],
    [{ field: 'F', operator: 'before', value: '2026-12-31' }, 'date', { stringFilter: { lt: '2026-12-31' } }],
    [{ field: 'F', operator: 'from', value: '2026-12-31' }, 'date', { stringFilter: { gte: '2026-12-31' } }],
    [{ field: 'F', operator: 'false', value: '' }, 'boolean', { stringFilter: { eq: 'false' } }],
    [{ field: 'F', operator: 'lte', value: '2.5' }, 'number', { numberFilter: { lte: 2.5 } }],
    [{ field: 'F', operator: 'present', value: '' }, 'string', { isNull: false }],
    [{ field: 'F', operator: 'endsWith', value: 'x' }, 'string', { stringFilter: { endsWith: 'x' } }],
  ])('%j of a %s is what the API understands', (filter, fieldType, expected) => {
    const { kind } = toColumn(field('F', fieldType))
    expect(operatorsOf(kind)).toContain(filter.operator)
    expect(isComplete(filter, toColumn(field('F', fieldType)))).toBe(true)
    expect(toFieldFilter(filter, kind, 'Europe/Paris')).toEqual({ fieldName: 'F', ...expected })
  })

  test('is not sent with a value that the field cannot have, or for no field', () => {
    const amount = toColumn(field('F', 'currency'))
    expect(isComplete({ field: 'F', operator: 'gt', value: 'x' }, amount)).toBe(false)
    expect(isComplete({ field: 'F', operator: 'contains', value: '5' }, amount)).toBe(false)
    expect(isComplete({ field: 'F', operator: 'gt', value: '5' }, undefined)).toBe(false)
  })

  test('is said in words', () => {
    expect(describeFilter({ field: 'F', operator: 'gte', value: '1000' }, toColumn(field('Amount', 'currency')))).toBe(
      'Amount ≥ 1,000.00',
    )
    expect(describeFilter({ field: 'F', operator: 'empty', value: '' }, toColumn(field('Name', 'string')))).toBe(
      'Name is empty',
    )
  })
})

describe('columns', () => {
  const columns = toColumns(table, recordType)

  test('are read-only for a reason', () => {
    expect(columns.map(({ readOnly }) => readOnly !== undefined)).toEqual([true, false, false, false, false])
    const none = { ...recordType, operations: { create: false, update: false } }
    expect(whyReadOnly(table, recordType)).toBeUndefined()
    expect(whyReadOnly(table, none)).toContain('computes')
    expect(whyReadOnly({ ...table, connectionId: null }, none)).toContain('another person')
    expect(whyReadOnly({ ...table, access: 'READ_ONLY' }, none)).toContain('for reading only')
  })

  test('begin with what is required and filled, without ids, unless they are chosen', () => {
    const names = (chosen?: string[]) =>
      visibleColumns(
        columns,
        chosen,
        filledFields([
          {
            values: [
              { name: 'Owner', value: '1' },
              { name: 'Due', value: 'x' },
              { name: 'Amount', value: '' },
            ],
          },
        ]),
      ).map(({ name }) => name)
    expect(names()).toEqual(['Name', 'Due', 'Owner', 'Amount'])
    expect(names(['Amount', 'Id', 'Gone'])).toEqual(['Amount', 'Id'])
  })
})
