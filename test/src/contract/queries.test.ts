import { afterAll, describe, expect, test } from '@jest/globals'
import { ExecuteQueryRequest, OPERATORS } from '../../../src/contract/index.ts'
import { isValid } from '../../../src/middleware/validate.ts'
import { connectedProvider } from '../fixture-vendor.ts'
import { startRecordingHub } from './recording-hub.ts'

const { hub, post, received } = await startRecordingHub()
afterAll(() => hub.stop())

describe('a search', () => {
  const search = async (searchCriteria: unknown) => {
    const status = await post('/execute/query', { metadataType: 'Account', searchCriteria })
    return { status, criteria: received().searchCriteria as { fieldName: string; operator: string; value: unknown }[] }
  }

  const spellings: [string, string][] = [
    ...OPERATORS.map((operator): [string, string] => [operator, operator]),
    ...OPERATORS.map((operator): [string, string] => [operator.toUpperCase(), operator]),
    ...(Object.entries({
      '=': 'eq',
      '==': 'eq',
      equals: 'eq',
      IS: 'eq',
      '!=': 'neq',
      '<>': 'neq',
      NOT_EQUALS: 'neq',
      '>': 'gt',
      '>=': 'gte',
      '<': 'lt',
      '<=': 'lte',
      like: 'contains',
      NOT_IN: 'notIn',
      is_null: 'isNull',
      IS_NOT_NULL: 'isNotNull',
      starts_with: 'startsWith',
      CONTAINS_TOKEN: 'contains',
      NOT_CONTAINS_TOKEN: 'notContains',
      HAS_PROPERTY: 'isNotNull',
      NOT_HAS_PROPERTY: 'isNull',
    }) as [string, string][]),
  ]
  test.each(spellings)('with the operator %s means %s', async (operator, expected) => {
    const { status, criteria } = await search([{ fieldName: 'Name', operator, value: 'x' }])
    expect([status, criteria]).toEqual([200, [{ fieldName: 'Name', operator: expected, value: 'x' }]])
  })

  test.each(['fieldName', 'name', 'field', 'propertyName'])('names its field with %s', async (member) => {
    expect((await search([{ [member]: 'Name', value: 'x' }])).criteria).toEqual([
      { fieldName: 'Name', operator: 'eq', value: 'x' },
    ])
  })

  test('has the default operator eq, or in if there are several values', async () => {
    expect((await search([{ fieldName: 'A', value: 1 }])).criteria[0]?.operator).toBe('eq')
    expect((await search([{ fieldName: 'A', values: [1, 2] }])).criteria[0]?.operator).toBe('in')
  })

  test('may be an object of fields and their values', async () => {
    expect((await search({ Name: 'x', Age: 7 })).criteria).toEqual([
      { fieldName: 'Name', operator: 'eq', value: 'x' },
      { fieldName: 'Age', operator: 'eq', value: 7 },
    ])
  })

  test.each(['regex', '', 'constructor', 'toString', '__proto__', 7, null])(
    'with the operator %j is refused with the list of valid ones',
    async (operator) => {
      const response = await hub.post('/execute/query', {
        connectedProvider: connectedProvider(),
        metadataType: 'Account',
        searchCriteria: [{ fieldName: 'A', operator, value: 1 }],
      })
      const problem = (await response.json()) as { errors: { pointer: string; detail: string }[] }
      expect(response.status).toBe(400)
      expect(problem.errors.map(({ pointer }) => pointer)).toContain('#/searchCriteria/0/operator')
      if (typeof operator === 'string') expect(JSON.stringify(problem)).toContain('notContains')
    },
  )

  test('requires a connection', async () => {
    const response = await hub.post('/execute/query', { metadataType: 'Account' })
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ errors: [expect.objectContaining({ pointer: '#/connectedProvider' })] }),
    ])
  })

  test('refuses a type with a dot', () => {
    expect(isValid(ExecuteQueryRequest, { metadataType: 'a.b' })).toBe(false)
  })
})
