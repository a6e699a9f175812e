import { expect, test } from '@jest/globals'
import { toContactCells } from '../../../platform/recommendations/contact-record.ts'
import type { Field } from '../../../src/contract/index.ts'

const FACTS = { name: 'Maya van Dijk', email: 'maya@kestrel.example', companyId: '001A' }
const field = (name: string, fieldType = 'string', more: Partial<Field> = {}): Field => ({
  name,
  label: name,
  fieldType,
  ...more,
})

test.each<[string, Field[], object | undefined]>([
  [
    'of first and last names',
    [
      field('Id', 'id'),
      field('LastName', 'string', { required: true }),
      field('FirstName'),
      field('Name'),
      field('Email', 'email'),
      field('AccountId', 'reference'),
    ],
    { Email: 'maya@kestrel.example', FirstName: 'Maya van', LastName: 'Dijk', AccountId: '001A' },
  ],
  [
    'of full names',
    [field('full_name', 'string', { required: true }), field('email_address', 'email'), field('company')],
    { email_address: 'maya@kestrel.example', full_name: 'Maya van Dijk' },
  ],
  ['that requires more', [field('Name'), field('Email'), field('Region', 'picklist', { required: true })], undefined],
  ['without an address', [field('Name'), field('Phone')], undefined],
  ['without a name', [field('Email')], undefined],
])('a table %s gets the cells that it has fields for', (_, fields, expected) => {
  const cells = toContactCells(fields, FACTS)
  expect(cells && Object.fromEntries(cells.map(({ name, value }) => [name, value]))).toEqual(expected)
})
