import { describe, expect, test } from '@jest/globals'
import {
  beginWriting,
  byRecord,
  type CellEdit,
  discard,
  type Edits,
  enter,
  settle,
  unwritten,
} from '../../../../console/src/pages/tables/editing/edits.ts'
import { checkRecord, toFormColumns } from '../../../../console/src/pages/tables/editing/new-record.ts'
import {
  mayRepeat,
  needsReconnect,
  toWriteProblem,
} from '../../../../console/src/pages/tables/editing/write-problems.ts'
import { GraphRequestError } from '../../../../platform/client/index.ts'

const change = (recordId: string, field: string, value: string) => ({ recordId, field, value })
const cellsOf = (edits: Edits): CellEdit[] => [...edits.values()]
const NONE: Edits = new Map()

function refusal(code: string, extensions: Record<string, unknown>): GraphRequestError {
  return new GraphRequestError({ errors: [{ message: 'Refused.', code, extensions }] })
}

describe('what is entered into a table', () => {
  const drafts = enter(NONE, [change('1', 'Amount', '5'), change('1', 'Stage', 'won'), change('2', 'Amount', '6')])

  test('is a draft until it is written, and saved after that', () => {
    const cells = unwritten(drafts, '1')
    expect(cells.map(({ field }) => field)).toEqual(['Amount', 'Stage'])
    const writing = beginWriting(drafts, cells)
    expect(unwritten(writing, '1')).toEqual([])
    const saved = settle(writing, cells)
    expect(cellsOf(saved).map(({ status }) => status)).toEqual(['saved', 'saved', 'draft'])
    expect(cellsOf(enter(saved, [change('3', 'Amount', '1')])).map(({ recordId }) => recordId)).toEqual(['2', '3'])
  })

  test('stays when it is refused, with the reason at the cell that it is about', () => {
    const cells = unwritten(drafts, '1')
    const byField = new Map([['Amount', 'Too much.']])
    const refused = settle(beginWriting(drafts, cells), cells, { status: 'refused', message: 'Refused.', byField })
    expect(cellsOf(refused).slice(0, 2)).toMatchObject([
      { value: '5', status: 'refused', message: 'Too much.' },
      { value: 'won', status: 'refused', message: expect.stringContaining('another value') },
    ])
    expect(unwritten(refused, '1')).toHaveLength(2)
  })

  test('is not settled by the outcome of what was sent before', () => {
    const cells = unwritten(drafts, '2')
    const again = enter(beginWriting(drafts, cells), [change('2', 'Amount', '7')])
    expect(settle(again, cells).get('2 Amount')).toEqual({ ...change('2', 'Amount', '7'), status: 'draft' })
  })

  test('is refused at once if it is no value of the field', () => {
    const [cell] = cellsOf(enter(NONE, [{ ...change('1', 'Amount', 'x'), problem: 'No number.' }]))
    expect(cell).toMatchObject({ value: 'x', status: 'refused', message: 'No number.', problem: 'No number.' })
  })

  test('can be discarded, and is listed by record', () => {
    expect([...byRecord(drafts).keys()]).toEqual(['1', '2'])
    expect(cellsOf(discard(drafts, [change('1', 'Stage', '')])).map(({ field }) => field)).toEqual(['Amount', 'Amount'])
  })
})

describe('a failed write', () => {
  test('names the cells that the vendor names', () => {
    const errors = [
      { pointer: '#/table/records/0/values/1', detail: 'Too much.' },
      { pointer: '#/table/records/0', detail: 'No.' },
    ]
    const problem = toWriteProblem(refusal('BAD_USER_INPUT', { errors }), ['Stage', 'Amount'])
    expect(problem).toEqual({ status: 'refused', message: 'Refused.', byField: new Map([['Amount', 'Too much.']]) })
  })

  test('names the cell that the platform names', () => {
    const { byField } = toWriteProblem(refusal('BAD_USER_INPUT', { argument: 'input.values[0].value' }), [
      'Stage',
      'Amount',
    ])
    expect([...byField.keys()]).toEqual(['Stage'])
  })

  test.each([
    ['UPSTREAM_FAILED', { state: 'unknown' }],
    ['UPSTREAM_FAILED', { state: 'begun' }],
    ['UNREACHABLE', {}],
    ['TIMEOUT', {}],
  ])('has an unknown outcome: %s %j', (code, extensions) => {
    expect(toWriteProblem(refusal(code, extensions), ['Stage']).status).toBe('unknown')
  })

  test('says whether it may be repeated, and whether the account must be connected again', () => {
    expect(mayRepeat(refusal('CONFLICT', { state: 'unknown' }))).toBe(true)
    expect(mayRepeat(refusal('CONFLICT', {}))).toBe(false)
    expect(needsReconnect(refusal('CONFLICT', { status: 'reconnect_required' }))).toBe(true)
    expect(needsReconnect(new Error('x'))).toBe(false)
  })
})

test('a new record has its required fields first, and is sent without what is empty', () => {
  const field = (name: string, required: boolean, fieldType = 'string') => ({
    name,
    label: name,
    fieldType,
    required,
    options: [],
  })
  const { required, optional } = toFormColumns([
    field('Phone', false),
    field('Name', true),
    field('Amount', false, 'currency'),
  ])
  expect([required, optional].map((columns) => columns.map(({ name }) => name))).toEqual([
    ['Name'],
    ['Phone', 'Amount'],
  ])
  const { values, problems } = checkRecord(
    [...required, ...optional],
    new Map([
      ['Phone', ' 1 '],
      ['Amount', 'x'],
    ]),
  )
  expect(values).toEqual([{ name: 'Phone', value: '1' }])
  expect([...problems.keys()]).toEqual(['Name', 'Amount'])
})
