import { describe, expect, test } from '@jest/globals'
import {
  identityCell,
  initialCells,
  type RecordField,
  shownFields,
} from '../../../../console/src/pages/tags/systems/cells.ts'
import { kindsFor, systemsOf, systemsWithout } from '../../../../console/src/pages/tags/systems/eligible.ts'
import { isUnknownOutcome, refusalsOf, warningsOf } from '../../../../console/src/pages/tags/systems/outcomes.ts'
import { GraphRequestError } from '../../../../platform/client/index.ts'
import { sampleTag } from './sample-tag.ts'

const field = (name: string, change: Partial<RecordField> = {}): RecordField => ({
  name,
  label: name,
  fieldType: 'string',
  required: false,
  options: [],
  ...change,
})
const maya = sampleTag({
  email: 'maya@kestrel.example',
  phoneNumber: '+1 555',
  companyLinks: {
    externalIdLinks: [{ provider: 'hub', application: 'crm', externalId: '001', metadataType: 'Account' }],
  },
})

describe('the systems of a person', () => {
  const application = (name: string, table: boolean) => ({
    name,
    label: name,
    provider: 'hub',
    iconUrl: null,
    sobjects: { table },
  })
  const connection = (_id: string, name: string, status: 'active' | 'expired' = 'active') => ({
    _id,
    application: name,
    provider: 'hub',
    label: name,
    email: null,
    status,
  })
  const applications = [application('crm', true), application('mail', false)]

  test('are active accounts with records', () => {
    const systems = systemsOf(applications, [
      connection('1', 'crm'),
      connection('2', 'mail'),
      connection('3', 'crm', 'expired'),
    ] as Parameters<typeof systemsOf>[1])
    expect(systems.map(({ _id }) => _id)).toEqual(['1'])
  })

  test('offer to add a tag where it has no record', () => {
    const systems = [connection('1', 'crm'), connection('2', 'erp')] as Parameters<typeof systemsWithout>[0]
    const link = { _id: 'l', provider: 'hub', application: 'crm', externalId: '1', metadataType: 'Contact', url: null }
    expect(systemsWithout(systems, sampleTag({ externalIdLinks: [link] })).map(({ _id }) => _id)).toEqual(['2'])
  })

  test('create those kinds first that suit the tag, and only what may be created there', () => {
    const type = (tableId: string, label: string, create = true) => ({
      _id: tableId,
      tableId,
      label,
      metadataType: label,
      operations: { create },
    })
    const table = (_id: string, connectionId = 'c') => ({
      _id,
      title: _id,
      provider: 'hub',
      application: 'crm',
      connectionId,
    })
    const data = {
      recordTypes: [
        type('deal', 'Deal'),
        type('lead', 'Lead'),
        type('account', 'Account'),
        type('contact', 'Contact'),
        type('x', 'Contact'),
        type('ro', 'Contact', false),
      ],
      tables: [table('deal'), table('lead'), table('account'), table('contact'), table('x', 'other'), table('ro')],
    }
    const labels = (tag: Parameters<typeof kindsFor>[0]) => kindsFor(tag, 'c', data).map(({ label }) => label)
    expect(labels(maya)).toEqual(['Contact', 'Lead', 'Deal', 'Account'])
    expect(labels(sampleTag({ tagType: 'topic', tagSubType: 'organization' }))).toEqual([
      'Account',
      'Deal',
      'Lead',
      'Contact',
    ])
  })
})

describe('a new record', () => {
  const fields = [
    field('First_Name'),
    field('LastName', { required: true }),
    field('Email', { fieldType: 'email' }),
    field('Phone'),
    field('AccountId', { fieldType: 'reference' }),
    field('Stage', { required: true }),
    field('Fax'),
  ]

  test('is looked for by the address, before it is created', () => {
    expect(identityCell(fields, maya)).toEqual({ fieldName: 'Email', value: 'maya@kestrel.example', operator: 'eq' })
    const company = sampleTag({ tagType: 'topic', emailDomain: 'kestrel.example', alias: 'Kestrel' })
    expect(identityCell([field('Name'), field('Website')], company)).toEqual({
      fieldName: 'Website',
      value: 'kestrel.example',
      operator: 'contains',
    })
    expect(identityCell([field('Name')], company)?.value).toBe('Kestrel')
    expect(identityCell([field('Amount')], company)).toBeUndefined()
  })

  test('has what is known, and the company by its id in that system', () => {
    expect(initialCells(fields, maya, 'crm')).toEqual({
      First_Name: 'Maya',
      LastName: 'Whitfield',
      Email: 'maya@kestrel.example',
      Phone: '+1 555',
      AccountId: '001',
    })
    expect(initialCells(fields, maya, 'another')).not.toHaveProperty('AccountId')
  })

  test('asks for what is required or known', () => {
    const shown = shownFields(fields, initialCells(fields, sampleTag({ alias: 'Bo' }), 'crm'))
    expect(shown.map(({ name }) => name)).toEqual(['LastName', 'Stage'])
  })
})

describe('outcomes of publishing', () => {
  const failed = (extensions: Record<string, unknown>) =>
    new GraphRequestError({ errors: [{ code: 'UPSTREAM_FAILED', message: 'x', extensions }] })

  test('name each note that was refused', () => {
    const notes = [
      { _id: 'n1', state: 'refused', errors: ['The title is too long.'] },
      { _id: 'n2', state: 'unknown', errors: [] },
      { _id: 'n3', state: 'refused', errors: [{ message: 'No access.' }] },
    ]
    expect(refusalsOf(failed({ notes }))).toEqual([
      { id: 'n1', reason: 'The title is too long.' },
      { id: 'n2', reason: 'It is not known whether it was written.' },
      { id: 'n3', reason: 'No access.' },
    ])
    expect(isUnknownOutcome(failed({ notes }))).toBe(true)
    expect(isUnknownOutcome(failed({ notes: [notes[0]] }))).toBe(false)
  })

  test('may have any form', () => {
    expect(refusalsOf(failed({ notes: [null, 1, { _id: 2 }] }))).toEqual([])
    expect(refusalsOf(failed({ notes: 'x' }))).toEqual([])
    expect(refusalsOf(new Error('x'))).toEqual([])
    expect(isUnknownOutcome(failed({ state: 'unknown' }))).toBe(true)
    expect(isUnknownOutcome(undefined)).toBe(false)
  })

  test('say each warning once', () => {
    expect(
      warningsOf([{ publishWarnings: ['a', 'b'] }, { publishWarnings: ['a'] }, { publishWarnings: null }]),
    ).toEqual(['a', 'b'])
  })
})
