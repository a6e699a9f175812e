import { describe, expect, test } from '@jest/globals'
import * as contract from '../../../src/contract/index.ts'
import {
  ActionItem,
  acceptAliases,
  Calendar,
  Email,
  Event,
  Field,
  Highlight,
  PersonReference,
  Transcription,
  type TSchema,
} from '../../../src/contract/index.ts'
import { describeErrors, validate } from '../../../src/middleware/validate.ts'
import { connectedProvider } from '../fixture-vendor.ts'

describe('an item of another provider', () => {
  const person = { email: 'ada@acme.example', friendlyName: 'Ada' }
  const cases: [string, TSchema, object, object][] = [
    ...['body', 'html', 'htmlBody'].map((alias) => mail(alias, { [alias]: '<p>' }, { bodyHtml: '<p>' })),
    ...['text', 'textBody', 'plain'].map((alias) => mail(alias, { [alias]: 'x' }, { bodyText: 'x' })),
    ...['date', 'dateStart', 'internalDate'].map((alias) => mail(alias, { [alias]: 5 }, { dateReceived: 5 })),
    mail('from as a list', { from: [person, { email: 'b@b.c' }] }, { from: person }),
    mail('from as an empty list', { from: [] }, {}),
    mail('from as a string', { from: '"Ada" <Ada@acme.example>' }, { from: person }),
    mail('to as texts', { to: ['ada@acme.example'] }, { to: [{ email: 'ada@acme.example' }] }),
    mail('direction in capitals', { direction: 'INBOUND' }, { direction: 'inbound' }),
    event('summary', { summary: 'T' }, { title: 'T' }),
    event('subject', { subject: 'T' }, { title: 'T' }),
    event('start and end', { start: 1, end: 2 }, { dateStart: 1, dateEnd: 2 }),
    event('organizer', { organizer: person }, { organizedBy: person }),
    event('participants', { participants: [person] }, { attendees: [person] }),
    event('htmlLink', { htmlLink: 'https://a' }, { uri: 'https://a' }),
    event('no end', { dateStart: 7 }, { dateStart: 7, dateEnd: 7 }),
    event('no end, all day', { dateStart: 0, allDay: true }, { dateStart: 0, dateEnd: 86_400_000, allDay: true }),
    event('status in capitals', { status: 'CONFIRMED' }, { status: 'confirmed' }),
    ['a highlight as a string', Highlight, 'said' as never, { text: 'said' }],
    ['a highlight with quote', Highlight, { quote: 'said' }, { text: 'said' }],
    ['a highlight with content', Highlight, { content: 'said' }, { text: 'said' }],
    ['a task as a string', ActionItem, 'do it' as never, { title: 'do it' }],
    ['a task with assignee', ActionItem, { title: 'x', assignee: person }, { title: 'x', assignedTo: person }],
    [
      'a task with an owner as a string',
      ActionItem,
      { title: 'x', owner: 'ada@acme.example' },
      { title: 'x', assignedTo: { email: 'ada@acme.example' } },
    ],
    ['a task with description', ActionItem, { title: 'x', description: 'y' }, { title: 'x', text: 'y' }],
    ['a person as a string', PersonReference, 'Ada <ADA@acme.example>' as never, person],
    ['a field type with another name', Field, { fieldType: 'checkbox' }, { fieldType: 'boolean' }],
    ['a field type in capitals', Field, { fieldType: 'PickList' }, { fieldType: 'picklist' }],
    ['an unknown field type', Field, { fieldType: 'constructor' }, { fieldType: 'constructor' }],
  ]
  test.each(cases)('with %s is accepted and converted to the documented form', (_name, schema, input, expected) => {
    expect(acceptAliases(schema, input)).toEqual(expected)
  })

  function mail(name: string, input: object, expected: object): [string, TSchema, object, object] {
    return [`${name} in a mail`, Email, input, expected]
  }
  function event(name: string, input: object, expected: object): [string, TSchema, object, object] {
    return [`${name} in an event`, Event, input, expected]
  }

  test('uses the documented name if there are several', () => {
    expect(acceptAliases(Email, { bodyHtml: 'a', html: 'b', body: 'c' })).toEqual({ bodyHtml: 'a' })
  })

  test('is converted at any depth', () => {
    const calendar = { events: [{ summary: 'T', start: 1 }] }
    expect(acceptAliases(Calendar, calendar)).toEqual({ events: [{ title: 'T', dateStart: 1, dateEnd: 1 }] })
    expect(calendar).toEqual({ events: [{ summary: 'T', start: 1 }] })
  })

  test('may have highlights, outline and tasks as text with lines', () => {
    const text = '- first\n\n2. second\n  • third'
    expect(acceptAliases(Transcription, { highlights: text, outline: text, tasks: text })).toEqual({
      highlights: ['first', 'second', 'third'].map((line) => ({ text: line })),
      outline: ['first', 'second', 'third'].map((line) => ({ title: line })),
      tasks: ['first', 'second', 'third'].map((line) => ({ title: line })),
    })
  })

  test('that is not an object is left for validation', () => {
    for (const value of [null, 7, 'x', [], undefined]) expect(acceptAliases(Calendar, value)).toEqual(value)
  })
})

describe('the schemas', () => {
  const schemas = Object.entries(contract).filter(([, value]) => isSchema(value)) as [string, TSchema][]

  test.each(schemas.filter(([name]) => name !== 'DateEnd'))('%s can be compiled', (_name, schema) => {
    expect(() => describeErrors(schema, {})).not.toThrow()
  })

  test('report the errors of the branch that the discriminator names', () => {
    expect(describeErrors(contract.AuthCheckResult, { status: 'scope_required' })).toEqual([
      { pointer: '#/message', detail: 'is required.' },
    ])
    expect(describeErrors(contract.AuthConnectResult, { type: 'redirect', url: 7 })).toEqual([
      { pointer: '#/url', detail: 'must be a string.' },
    ])
    expect(describeErrors(contract.AuthConnectResult, { type: 'other' })).toHaveLength(1)
  })

  test('report at most twenty errors, each once, with valid pointers', () => {
    const slots = Array.from({ length: 50 }, () => ({}))
    try {
      validate(contract.SyncIdentifierRequest, { connectedProvider: connectedProvider(), externalIdLinkObjects: slots })
      throw new Error('it was taken')
    } catch (error) {
      const { errors } = (error as { options: { errors: { pointer: string }[] } }).options
      expect(errors).toHaveLength(20)
      expect(errors[0]).toEqual({ pointer: '#/externalIdLinkObjects/0/metadataType', detail: 'is required.' })
    }
  })

  function isSchema(value: unknown): boolean {
    return typeof value === 'object' && value !== null && ('type' in value || 'anyOf' in value || 'oneOf' in value)
  }
})
