import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import * as contract from '../../../src/contract/index.ts'
import {
  ActionItem,
  acceptAliases,
  Calendar,
  Email,
  Event,
  ExecuteQueryRequest,
  Field,
  Highlight,
  OPERATORS,
  PersonReference,
  Transcription,
  type TSchema,
} from '../../../src/contract/index.ts'
import { describeErrors, isValid, validate } from '../../../src/middleware/validate.ts'
import { connectedProvider, everything, fixtureVendor } from '../fixture-vendor.ts'
import { type RunningHub, startHub } from '../hub.ts'

const DAY = { dateStart: 0, dateEnd: 86_400_000 }
const tableMetadata = { metadataType: 'Account' }

/** What reached the handler of the last request. */
let received: Record<string, unknown>
let hub: RunningHub
beforeAll(async () => {
  const keep = (handler: unknown) => async (request: Record<string, unknown>, call: unknown) => {
    received = request
    return (handler as (request: unknown, call: unknown) => unknown)(request, call)
  }
  const { sync = {}, link, tag, queries } = everything
  hub = await startHub({
    vendors: [
      fixtureVendor({
        sync: Object.fromEntries(Object.entries(sync).map(([name, handler]) => [name, keep(handler)])),
        ...({ link: keep(link), tag: keep(tag), queries: keep(queries) } as object),
      }),
    ],
  })
})
afterAll(() => hub.stop())

async function post(path: string, body: object): Promise<number> {
  received = {}
  return (await hub.post(path, { connectedProvider: connectedProvider(), ...body })).status
}

describe('a request', () => {
  const insight = { insightTypeFilters: [] }
  const record = { recordTypeFilters: [{ tableMetadata, externalIds: [] }] }
  const slots = [{ metadataType: 'Contact', tagType: 'person' }]
  const spellings: [path: string, given: object, read: object][] = [
    ['/sync/email', { filter: { limit: 5 } }, { filter: { limit: 5 } }],
    ['/sync/email', { emailFilter: { limit: 5 } }, { filter: { limit: 5 } }],
    ['/sync/email', { filter: { limit: 5 }, emailFilter: { limit: 6 } }, { filter: { limit: 5 } }],
    ['/sync/transcription', { transcriptionFilter: DAY }, { transcriptionFilter: DAY }],
    ['/sync/transcription', { filter: DAY }, { transcriptionFilter: DAY }],
    ['/sync/transcription', { filter: {}, transcriptionFilter: DAY }, { transcriptionFilter: DAY }],
    ['/sync/calendar', { calendarFilter: DAY }, { calendarFilter: DAY }],
    ['/sync/calendar', { filter: DAY }, { calendarFilter: DAY }],
    ['/sync/metadata', { tableMetadata: [tableMetadata] }, { tableMetadata: [tableMetadata] }],
    ['/sync/metadata', { filter: [tableMetadata] }, { tableMetadata: [tableMetadata] }],
    ['/sync/table', { recordFilter: record }, { recordFilter: record }],
    ['/sync/table', { filter: record }, { recordFilter: record }],
    ['/sync/identifier', { externalIdLinkObjects: slots }, { externalIdLinkObjects: slots }],
    ['/sync/identifier', { filter: slots }, { externalIdLinkObjects: slots }],
    ['/sync/insight', { filter: insight }, { filter: insight }],
    ['/sync/insight', { insightFilter: insight }, { filter: insight }],
    ['/acme-all/link', { url: 'https://a' }, { url: 'https://a' }],
    ['/acme-all/link', { uri: 'https://a' }, { url: 'https://a' }],
    ['/acme-all/link', { link: 'https://a' }, { url: 'https://a' }],
    ['/acme-all/link', { link: { url: 'https://a' } }, { url: 'https://a' }],
    ['/acme-all/link', { businessObject: { url: 'https://a' } }, { url: 'https://a' }],
    ['/acme-all/link', { url: 'https://a', uri: 'https://b', link: { url: 'https://c' } }, { url: 'https://a' }],
    ['/tag/tag', { tag: { alias: 'Ada' } }, { tag: { alias: 'Ada' } }],
    ['/tag/tag', { tag: { name: 'Ada' } }, { tag: { alias: 'Ada' } }],
    ['/tag/tag', { tag: { friendlyName: 'Ada' } }, { tag: { alias: 'Ada' } }],
    ['/tag/tag', { tag: { alias: 'Ada', name: 'Bob' } }, { tag: { alias: 'Ada' } }],
    ['/tag/tag', { tags: [{ name: 'Ada' }, { alias: 'Bob' }] }, { tags: [{ alias: 'Ada' }, { alias: 'Bob' }] }],
    [
      '/sync/insight',
      { filter: { insightTypeFilters: [{ tagType: 'person', tags: [{ friendlyName: 'Ada' }] }] } },
      { filter: { insightTypeFilters: [{ tagType: 'person', tags: [{ alias: 'Ada' }] }] } },
    ],
  ]
  test.each(spellings)('to %s with %j reaches the handler in the documented form', async (path, given, read) => {
    expect(await post(path, given)).toBe(200)
    expect(received).toEqual({ connectedProvider: connectedProvider(), ...read })
  })

  test('may hold members nobody knows', async () => {
    expect(await post('/sync/email', { filter: { unknown: 1 }, other: [1], '': 2 })).toBe(200)
  })

  test.each([[null], [0], [false], ['x'], [{ any: [1] }], [[]]])('may have the profile %j', async (profile) => {
    const credential = { ...connectedProvider().credential, profile }
    expect(await post('/sync/email', { connectedProvider: connectedProvider({ credential }), filter: {} })).toBe(200)
    expect(received).toMatchObject({ connectedProvider: { credential: { profile } } })
  })

  test('must have a profile, whatever its value', async () => {
    const { profile: _none, ...credential } = connectedProvider().credential
    const answer = await hub.post('/sync/email', { connectedProvider: connectedProvider({ credential }), filter: {} })
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({
        errors: [{ pointer: '#/connectedProvider/credential/profile', detail: 'is required.' }],
      }),
    ])
  })
})

describe('the limit of a page', () => {
  test.each([0, -1, 1.5, '10', null, [], true])('%j is refused', async (limit) => {
    for (const [path, name, window] of [
      ['/sync/email', 'filter', {}],
      ['/sync/transcription', 'transcriptionFilter', DAY],
      ['/sync/calendar', 'calendarFilter', DAY],
    ] as const) {
      const answer = await hub.post(path, { connectedProvider: connectedProvider(), [name]: { ...window, limit } })
      expect([answer.status, await answer.json()]).toEqual([
        400,
        expect.objectContaining({ errors: [expect.objectContaining({ pointer: `#/${name}/limit` })] }),
      ])
    }
  })

  test.each([1, 500, 501, 1_000_000])('%d is taken', async (limit) => {
    expect(await post('/sync/email', { filter: { limit } })).toBe(200)
  })
})

describe('the dates of a window', () => {
  test.each([
    [{ dateStart: 5, dateEnd: 4 }, 'dateEnd'],
    [{ dateStart: '5', dateEnd: 6 }, 'dateStart'],
    [{ dateStart: 5, dateEnd: '6' }, 'dateEnd'],
    [{ dateStart: 5 }, 'dateEnd'],
    [{ dateEnd: 5 }, 'dateStart'],
    [{ dateStart: null, dateEnd: 5 }, 'dateStart'],
    [{ dateStart: '2026-01-01', dateEnd: '2026-01-02' }, 'dateStart'],
  ])('%j are refused at %s', async (window, member) => {
    for (const name of ['calendar', 'transcription']) {
      const answer = await hub.post(`/sync/${name}`, {
        connectedProvider: connectedProvider(),
        [`${name}Filter`]: window,
      })
      const { errors } = (await answer.json()) as { errors: { pointer: string }[] }
      expect([answer.status, errors.map(({ pointer }) => pointer)]).toEqual([
        400,
        expect.arrayContaining([`#/${name}Filter/${member}`]),
      ])
    }
  })

  test.each([
    [{}, 200],
    [{ dateStart: 5 }, 200],
    [{ dateEnd: 5 }, 200],
    [{ dateStart: 5, dateEnd: 5 }, 200],
    [{ dateStart: 5, dateEnd: 4 }, 400],
    [{ dateEnd: '5' }, 400],
  ])('%j of mail are answered with %d', async (filter, status) => {
    expect(await post('/sync/email', { filter })).toBe(status)
  })
})

describe('a missing filter', () => {
  test.each([
    ['/sync/email', '#/filter'],
    ['/sync/transcription', '#/transcriptionFilter'],
    ['/sync/calendar', '#/calendarFilter'],
    ['/sync/metadata', '#/tableMetadata'],
    ['/sync/table', '#/recordFilter'],
    ['/sync/identifier', '#/externalIdLinkObjects'],
    ['/sync/insight', '#/filter'],
  ])('of %s is pointed at by its documented name', async (path, pointer) => {
    const answer = await hub.post(path, { connectedProvider: connectedProvider() })
    expect(await answer.json()).toMatchObject({ errors: [{ pointer, detail: 'is required.' }] })
  })
})

describe('a search', () => {
  const search = async (searchCriteria: unknown) => {
    const status = await post('/execute/query', { metadataType: 'Account', searchCriteria })
    return { status, criteria: received.searchCriteria as { fieldName: string; operator: string; value: unknown }[] }
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
  test.each(spellings)('with the operator %s means %s', async (operator, read) => {
    const { status, criteria } = await search([{ fieldName: 'Name', operator, value: 'x' }])
    expect([status, criteria]).toEqual([200, [{ fieldName: 'Name', operator: read, value: 'x' }]])
  })

  test.each(['fieldName', 'name', 'field', 'propertyName'])('names its field by %s', async (member) => {
    expect((await search([{ [member]: 'Name', value: 'x' }])).criteria).toEqual([
      { fieldName: 'Name', operator: 'eq', value: 'x' },
    ])
  })

  test('means equality when it names no operator, one of several when it has several values', async () => {
    expect((await search([{ fieldName: 'A', value: 1 }])).criteria[0]?.operator).toBe('eq')
    expect((await search([{ fieldName: 'A', values: [1, 2] }])).criteria[0]?.operator).toBe('in')
  })

  test('may be an object of fields and values', async () => {
    expect((await search({ Name: 'x', Age: 7 })).criteria).toEqual([
      { fieldName: 'Name', operator: 'eq', value: 'x' },
      { fieldName: 'Age', operator: 'eq', value: 7 },
    ])
  })

  test.each(['regex', '', 'constructor', 'toString', '__proto__', 7, null])(
    'with the operator %j is refused with the list of those there are',
    async (operator) => {
      const answer = await hub.post('/execute/query', {
        connectedProvider: connectedProvider(),
        metadataType: 'Account',
        searchCriteria: [{ fieldName: 'A', operator, value: 1 }],
      })
      const problem = (await answer.json()) as { errors: { pointer: string; detail: string }[] }
      expect(answer.status).toBe(400)
      expect(problem.errors.map(({ pointer }) => pointer)).toContain('#/searchCriteria/0/operator')
      if (typeof operator === 'string') expect(JSON.stringify(problem)).toContain('notContains')
    },
  )

  test('needs a connection to run with', async () => {
    const answer = await hub.post('/execute/query', { metadataType: 'Account' })
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ errors: [expect.objectContaining({ pointer: '#/connectedProvider' })] }),
    ])
  })

  test('never asks for a type with a dot', () => {
    expect(isValid(ExecuteQueryRequest, { metadataType: 'a.b' })).toBe(false)
  })
})

describe('an item of another provider', () => {
  const person = { email: 'ada@acme.example', friendlyName: 'Ada' }
  const cases: [string, TSchema, object, object][] = [
    ...['body', 'html', 'htmlBody'].map((alias) => mail(alias, { [alias]: '<p>' }, { bodyHtml: '<p>' })),
    ...['text', 'textBody', 'plain'].map((alias) => mail(alias, { [alias]: 'x' }, { bodyText: 'x' })),
    ...['date', 'dateStart', 'internalDate'].map((alias) => mail(alias, { [alias]: 5 }, { dateReceived: 5 })),
    mail('from as a list', { from: [person, { email: 'b@b.c' }] }, { from: person }),
    mail('from as an empty list', { from: [] }, {}),
    mail('from as a text', { from: '"Ada" <Ada@acme.example>' }, { from: person }),
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
    ['a highlight as a text', Highlight, 'said' as never, { text: 'said' }],
    ['a highlight with quote', Highlight, { quote: 'said' }, { text: 'said' }],
    ['a highlight with content', Highlight, { content: 'said' }, { text: 'said' }],
    ['a task as a text', ActionItem, 'do it' as never, { title: 'do it' }],
    ['a task with assignee', ActionItem, { title: 'x', assignee: person }, { title: 'x', assignedTo: person }],
    [
      'a task with an owner as a text',
      ActionItem,
      { title: 'x', owner: 'ada@acme.example' },
      { title: 'x', assignedTo: { email: 'ada@acme.example' } },
    ],
    ['a task with description', ActionItem, { title: 'x', description: 'y' }, { title: 'x', text: 'y' }],
    ['a person as a text', PersonReference, 'Ada <ADA@acme.example>' as never, person],
    ['a field type in other words', Field, { fieldType: 'checkbox' }, { fieldType: 'boolean' }],
    ['a field type in capitals', Field, { fieldType: 'PickList' }, { fieldType: 'picklist' }],
    ['a field type nobody knows', Field, { fieldType: 'constructor' }, { fieldType: 'constructor' }],
  ]
  test.each(cases)('with %s is read in the documented form', (_name, schema, given, read) => {
    expect(acceptAliases(schema, given)).toEqual(read)
  })

  function mail(name: string, given: object, read: object): [string, TSchema, object, object] {
    return [`${name} in a mail`, Email, given, read]
  }
  function event(name: string, given: object, read: object): [string, TSchema, object, object] {
    return [`${name} in an event`, Event, given, read]
  }

  test('wins by its documented names', () => {
    expect(acceptAliases(Email, { bodyHtml: 'a', html: 'b', body: 'c' })).toEqual({ bodyHtml: 'a' })
  })

  test('is read however deep it stands', () => {
    const calendar = { events: [{ summary: 'T', start: 1 }] }
    expect(acceptAliases(Calendar, calendar)).toEqual({ events: [{ title: 'T', dateStart: 1, dateEnd: 1 }] })
    expect(calendar).toEqual({ events: [{ summary: 'T', start: 1 }] })
  })

  test('may have highlights, outline and tasks as lines of text', () => {
    const text = '- first\n\n2. second\n  • third'
    expect(acceptAliases(Transcription, { highlights: text, outline: text, tasks: text })).toEqual({
      highlights: ['first', 'second', 'third'].map((line) => ({ text: line })),
      outline: ['first', 'second', 'third'].map((line) => ({ title: line })),
      tasks: ['first', 'second', 'third'].map((line) => ({ title: line })),
    })
  })

  test('that is no object at all is handed on for validation', () => {
    for (const value of [null, 7, 'x', [], undefined]) expect(acceptAliases(Calendar, value)).toEqual(value)
  })
})

describe('the schemas', () => {
  const schemas = Object.entries(contract).filter(([, value]) => isSchema(value)) as [string, TSchema][]

  test.each(schemas.filter(([name]) => name !== 'DateEnd'))('%s can be compiled', (_name, schema) => {
    expect(() => describeErrors(schema, {})).not.toThrow()
  })

  test('tell the branches of a tagged answer apart in one sentence', () => {
    expect(describeErrors(contract.AuthCheckResult, { status: 'scope_required' })).toEqual([
      { pointer: '#/message', detail: 'is required.' },
    ])
    expect(describeErrors(contract.AuthConnectResult, { type: 'redirect', url: 7 })).toEqual([
      { pointer: '#/url', detail: 'must be a string.' },
    ])
    expect(describeErrors(contract.AuthConnectResult, { type: 'other' })).toHaveLength(1)
  })

  test('name twenty mistakes at most, each once, with pointers that can be followed', () => {
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
