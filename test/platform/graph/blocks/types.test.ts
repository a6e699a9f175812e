import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { GraphQLObjectType } from 'graphql'
import { schema } from '../../../../platform/graph/schema.ts'
import type { BLOCK_TYPES } from '../../../../platform/storage/postgres/tables/index.ts'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import { calendar, email, event, NOW, table, transcription } from '../../storage/fixtures.ts'
import { type Answer, type Api, codeOf, someone, startApi } from '../api.ts'
import { addBlock, addPerson, addTag, type Content, tenantOf } from '../block-content.ts'
import { countStatements } from '../statements.ts'
import { type Synced, synced } from '../synced-connection.ts'

let api: Api
let content: Content
let ada: Tenant
let acme: Synced
beforeAll(async () => {
  api = await startApi()
  content = { db: api.db, now: NOW }
  ada = await tenantOf(api, someone())
  acme = await synced(api, ada)
  for (const page of PAGES) await acme.keep(page)
})
afterAll(() => api.stop())

const HOUR = 3_600_000
const GRACE = { email: 'grace@navy.example', friendlyName: 'Grace' }
const BOB = { email: 'bob@x.example', friendlyName: 'Bob' }

const MEETING = event('meeting', {
  ...{ description: 'Let us meet.', location: 'Room 1', timeZone: 'Europe/Berlin', allDay: false, busy: true },
  ...{ organizedBy: GRACE, conferenceUrl: 'https://meet.example/1', recurrence: ['RRULE:FREQ=DAILY'] },
  ...{ recurringExternalId: 'series', dateOriginalStart: NOW, iCalUid: 'uid@x', visibility: 'private' },
  ...{ status: 'tentative', dateStart: NOW, dateEnd: NOW + HOUR },
  attendees: [{ ...BOB, responseStatus: 'accepted', optional: true }, GRACE],
})

const TALK = transcription('talk', {
  ...{ dateStart: NOW + 60_000, duration: 1_800_000, organizedBy: GRACE, attendees: [BOB] },
  highlights: [
    { text: 'Begin!', title: 'Start', startOffset: 1, endOffset: 2, speaker: GRACE, uri: 'https://x.example' },
  ],
  outline: [{ title: 'One', text: 'First', startOffset: 0, endOffset: 9, children: [{ title: 'Two' }] }],
  tasks: [
    {
      title: 'Write',
      text: 'it down',
      assignedTo: BOB,
      dateDue: NOW,
      status: 'open',
      externalId: 't1',
      startOffset: 5,
    },
  ],
})

const LETTER = email('letter', {
  ...{ cc: [BOB], bcc: [GRACE], replyTo: [BOB], bodyHtml: '<p onclick="evil()">Dear Ada</p>', unread: true },
  ...{ dateSent: NOW - 1, dateReceived: NOW, threadExternalId: 'conversation', messageId: '<1@x>', inReplyTo: '<0@x>' },
  ...{ labels: ['INBOX'], direction: 'inbound' },
  attachments: [
    {
      externalId: 'a1',
      name: 'plan.pdf',
      mimeType: 'application/pdf',
      size: 3,
      uri: 'https://x.example/a',
      inline: false,
    },
  ],
})

const PEOPLE = table('Contact', { '7': { Name: 'Ada' }, '8': { Name: 'Bob', Phone: '1' } }, 'Contacts')
PEOPLE.metadata.fields = [
  { name: 'Name', label: 'The name', fieldType: 'string', required: true },
  { name: 'Kind', label: 'Kind', fieldType: 'picklist', options: [{ value: 'a', label: 'A' }] },
]

const PAGES: Parameters<Synced['keep']>[0][] = [
  {
    sync: 'calendar',
    items: [calendar('work', [MEETING, event('other', { dateStart: NOW + 5 * HOUR, dateEnd: NOW + 6 * HOUR })])],
  },
  { sync: 'transcription', items: [TALK] },
  { sync: 'email', items: [LETTER] },
  { sync: 'metadata', items: [{ ...PEOPLE, records: [] }] },
  { sync: 'table', items: [PEOPLE] },
]

interface Expectation {
  id: () => Promise<string> | string
  /** The type's own fields with what is selected of them, and what they are. */
  fields: Record<string, readonly [string, unknown]>
}

const own = (type: Parameters<typeof addBlock>[2], seed: Parameters<typeof addBlock>[3]) => () =>
  addBlock(content, ada, type, seed)

const PERSON = '{ email friendlyName tag { email } }'
const person = ({ email, friendlyName }: typeof BOB) => ({ email, friendlyName, tag: { email } })
const document = '{"type":"doc"}'

const TYPES: Record<(typeof BLOCK_TYPES)[number], Expectation> = {
  note: {
    id: async () => {
      const templateReferenceBlock = { id: await own('note', { template: true })(), blockType: 'note' }
      const detail = { templateReferenceBlock, templateInstructions: 'Be brief.', recommendationId: 'r' }
      return own('note', { detail })()
    },
    fields: {
      templateReferenceBlock: ['{ id blockType }', { id: expect.any(String), blockType: 'note' }],
      templateInstructions: ['', 'Be brief.'],
      recommendationId: ['', 'r'],
    },
  },
  task: {
    id: async () => {
      const bob = await addPerson(content, ada, BOB.email)
      const topic = await addTag(content, ada)
      const links = [{ tag: bob, assigned: true }, { tag: topic }]
      const dates = { date_due: NOW, date_remind_me: NOW - 1, date_completed: NOW + 1 }
      const id = await addBlock(content, ada, 'task', { links, status: 'completed', priority: true, ...dates })
      await addBlock(content, ada, 'task', { parent_id: id, parent_type: 'task', status: 'completed' })
      await addBlock(content, ada, 'task', { parent_id: id, parent_type: 'task', archived: true })
      await addBlock(content, ada, 'note', { parent_id: id, parent_type: 'task' })
      return id
    },
    fields: {
      status: ['', 'completed'],
      dateDue: ['', NOW],
      dateRemindMe: ['', NOW - 1],
      dateCompleted: ['', NOW + 1],
      priority: ['', true],
      assignedTags: ['{ email }', [{ email: BOB.email }]],
      subtaskCount: ['', 1],
    },
  },
  email: {
    id: () => acme.idOf('letter'),
    fields: {
      subject: ['', 'Subject of letter'],
      direction: ['', 'inbound'],
      cleanBodyHtml: ['', '<p>Dear Ada</p>'],
      bodyText: ['', 'Dear Ada, all is well.'],
      from: [PERSON, person(GRACE)],
      to: ['{ email tag { email } }', [{ email: 'ada@acme.example', tag: { email: 'ada@acme.example' } }]],
      cc: [PERSON, [person(BOB)]],
      bcc: ['{ email }', [{ email: GRACE.email }]],
      replyTo: ['{ email }', [{ email: BOB.email }]],
      dateSent: ['', NOW - 1],
      dateReceived: ['', NOW],
      threadId: ['', 'conversation'],
      messageId: ['', '<1@x>'],
      inReplyTo: ['', '<0@x>'],
      labels: ['', ['INBOX']],
      unread: ['', true],
      hasAttachments: ['', true],
      attachments: [
        '{ _id name mimeType size uri inline }',
        [
          {
            _id: 'a1',
            name: 'plan.pdf',
            mimeType: 'application/pdf',
            size: 3,
            uri: 'https://x.example/a',
            inline: false,
          },
        ],
      ],
    },
  },
  event: {
    id: () => acme.idOf('meeting'),
    fields: {
      dateStart: ['', NOW],
      dateEnd: ['', NOW + HOUR],
      allDay: ['', false],
      timeZone: ['', 'Europe/Berlin'],
      location: ['', 'Room 1'],
      description: ['', 'Let us meet.'],
      organizedBy: [PERSON, person(GRACE)],
      attendees: [
        '{ email friendlyName responseStatus optional tag { email } }',
        [
          { ...person(BOB), responseStatus: 'accepted', optional: true },
          { ...person(GRACE), responseStatus: 'none', optional: false },
        ],
      ],
      status: ['', 'tentative'],
      conferenceUrl: ['', 'https://meet.example/1'],
      recurrence: ['', ['RRULE:FREQ=DAILY']],
      recurringExternalId: ['', 'series'],
      dateOriginalStart: ['', NOW],
      iCalUid: ['', 'uid@x'],
      calendar: ['{ externalId name timeZone }', { externalId: 'work', name: 'Work', timeZone: 'Europe/Berlin' }],
      visibility: ['', 'private'],
      busy: ['', true],
      transcriptions: ['{ externalId }', [{ externalId: 'talk' }]],
    },
  },
  message: {
    id: own('message', {
      thread_id: 'a thread',
      document,
      large: { bodyHtml: '<p>Hi</p>' },
      detail: { dateEdited: NOW },
    }),
    fields: {
      bodyHtml: ['', '<p>Hi</p>'],
      bodyDocument: ['', document],
      threadId: ['', 'a thread'],
      author: ['{ self }', { self: true }],
      dateEdited: ['', NOW],
    },
  },
  thread: {
    id: async () => {
      const id = await addBlock(content, ada, 'thread')
      await addBlock(content, ada, 'message', { title: 'first', thread_id: id, date_created: NOW })
      await addBlock(content, ada, 'message', { title: 'last', parent_id: id, date_created: NOW + 1 })
      await addBlock(content, ada, 'message', { title: 'gone', thread_id: id, archived: true, date_created: NOW + 2 })
      return id
    },
    fields: {
      readStatus: ['', 'READ'],
      messageCount: ['', 2],
      dateLastMessage: ['', NOW + 1],
      participants: ['{ tagType }', [{ tagType: 'person' }]],
      messages: ['{ title }', [{ title: 'last' }, { title: 'first' }]],
    },
  },
  transcription: {
    id: () => acme.idOf('talk'),
    fields: {
      dateStart: ['', NOW + 60_000],
      dateEnd: ['', NOW + 1_860_000],
      duration: ['', 1_800_000],
      organizedBy: ['{ email }', { email: GRACE.email }],
      attendees: [PERSON, [person(BOB)]],
      transcript: ['{ title text }', TALK.transcript],
      highlights: [
        `{ text title startOffset endOffset speaker ${PERSON} uri }`,
        [{ ...TALK.highlights?.[0], speaker: person(GRACE) }],
      ],
      outline: [
        '{ title text startOffset endOffset children { title children { title } } }',
        [{ ...TALK.outline?.[0], children: [{ title: 'Two', children: [] }] }],
      ],
      tasks: [
        `{ title text assignedTo ${PERSON} dateDue status externalId startOffset }`,
        [{ ...TALK.tasks?.[0], assignedTo: person(BOB) }],
      ],
      processingStage: ['', 'processed'],
      event: ['{ externalId }', { externalId: 'meeting' }],
    },
  },
  document: {
    id: own('document', {
      detail: {
        ...{ metadataType: 'plan', connectionId: 'c', fileName: 'plan.html', mimeType: 'text/html', size: 4 },
        ...{ url: 'https://docs.example/1', version: '3', organizedBy: BOB },
      },
      large: { documentHtml: '<h1>Plan</h1>' },
    }),
    fields: {
      documentHtml: ['', '<h1>Plan</h1>'],
      metadataType: ['', 'plan'],
      connectionId: ['', 'c'],
      fileName: ['', 'plan.html'],
      mimeType: ['', 'text/html'],
      size: ['', 4],
      url: ['', 'https://docs.example/1'],
      version: ['', '3'],
      organizedBy: [PERSON, person(BOB)],
    },
  },
  website: {
    id: own('website', {
      uri: 'https://www.news.example/a',
      detail: {
        ...{ siteName: 'News', description: 'All of it.', favicon: 'f', imageUrl: 'i', author: 'Eve' },
        ...{ datePublished: NOW, language: 'en' },
      },
    }),
    fields: {
      url: ['', 'https://www.news.example/a'],
      domain: ['', 'news.example'],
      siteName: ['', 'News'],
      description: ['', 'All of it.'],
      favicon: ['', 'f'],
      imageUrl: ['', 'i'],
      author: ['', 'Eve'],
      datePublished: ['', NOW],
      language: ['', 'en'],
    },
  },
  table: {
    id: () => acme.idOf('acme.Contact'),
    fields: {
      metadata: [
        '{ metadataType label fields { name label fieldType required options { value label } } }',
        {
          ...{ metadataType: 'Contact', label: 'Contacts' },
          fields: [
            { name: 'Name', label: 'The name', fieldType: 'string', required: true, options: [] },
            { ...PEOPLE.metadata.fields[1], required: false },
          ],
        },
      ],
      recordCount: ['', 2],
      records: ['{ externalId }', expect.arrayContaining([{ externalId: '7' }, { externalId: '8' }])],
    },
  },
  record: {
    id: () => acme.idOf('8'),
    fields: {
      tableId: ['', expect.any(String)],
      metadataType: ['', 'Contact'],
      values: [
        '{ name value reasoning }',
        expect.arrayContaining([
          { name: 'Name', value: 'Bob', reasoning: null },
          { name: 'Phone', value: '1', reasoning: null },
        ]),
      ],
      operations: ['{ create read update }', { create: true, read: true, update: true }],
    },
  },
  calendar: {
    id: () => acme.idOf('work'),
    fields: {
      timeZone: ['', 'Europe/Berlin'],
      name: ['', 'Work'],
      events: ['{ externalId }', [{ externalId: 'other' }, { externalId: 'meeting' }]],
    },
  },
  file: {
    id: own('file', {
      detail: { fileName: 'a.pdf', mimeType: 'application/pdf', size: 9, url: 'https://x.example/f' },
    }),
    fields: {
      fileName: ['', 'a.pdf'],
      mimeType: ['', 'application/pdf'],
      size: ['', 9],
      url: ['', 'https://x.example/f'],
    },
  },
  agent: {
    id: () => linked('agent', { instructions: 'Look out.', enabled: false }),
    fields: {
      instructions: ['', 'Look out.'],
      watching: ['{ id blockType }', [{ id: expect.any(String), blockType: 'note' }]],
      enabled: ['', false],
    },
  },
  workflow: {
    id: own('workflow', { detail: { steps: [{ title: 'One', text: 'Begin.' }], trigger: 'daily' } }),
    fields: {
      steps: ['{ title text }', [{ title: 'One', text: 'Begin.' }]],
      trigger: ['', 'daily'],
      enabled: ['', true],
    },
  },
  reference: {
    id: () => linked('reference', {}),
    fields: { referenceBlock: ['{ id blockType }', { id: expect.any(String), blockType: 'note' }] },
  },
}

/** A block that stands on a note, and on something that nobody shares with its owner. */
async function linked(type: 'agent' | 'reference', detail: Record<string, unknown>): Promise<string> {
  const [id, note] = [await addBlock(content, ada, type, { detail }), await addBlock(content, ada, 'note')]
  const { tenantId } = ada
  await api.db
    .insertInto('block_links')
    .values(
      [note, randomUUID()].map((target_id) => ({
        ...{ tenant_id: tenantId, source_id: id, target_id, kind: 'watches', date_created: NOW },
      })),
    )
    .execute()
  return id
}

const nameOf = (type: string) => `${type[0]?.toUpperCase()}${type.slice(1)}`

function block(_id: string, type: string, selection: string, by = ada.email): Promise<Answer> {
  const query = `query Q($input: FindBlockInput!) { block(input: $input) { __typename ... on ${nameOf(type)} { ${selection} } } }`
  return api.ask(by, query, { input: { _id } })
}

describe.each(Object.entries(TYPES))('a block of type %s', (type, { id, fields }) => {
  test('has all its fields', async () => {
    const selection = Object.entries(fields).map(([name, [inside]]) => `${name} ${inside}`)
    const { data, errors } = await block(await id(), type, selection.join(' '))
    expect(errors).toBeUndefined()
    const values = Object.fromEntries(Object.entries(fields).map(([name, [, value]]) => [name, value]))
    expect(data.block).toEqual({ __typename: nameOf(type), ...values })
  })

  test('has no field that is not looked at here', () => {
    const common = Object.keys((schema.getType('Block') as GraphQLObjectType).getFields())
    const all = Object.keys((schema.getType(nameOf(type)) as GraphQLObjectType).getFields())
    expect(all.filter((name) => !common.includes(name) && !(name in fields))).toEqual([])
  })
})

describe('a thread', () => {
  const FIELDS = 'readStatus messageCount dateLastMessage participants { email } messages(size: 1) { title }'

  test('tells a guest of what is shared with them, and is unread until they have read it', async () => {
    const guest = await tenantOf(api, someone())
    const links = [{ tag: await addPerson(content, ada, guest.email), shared: true }]
    const id = await addBlock(content, ada, 'thread', { links })
    await addBlock(content, ada, 'message', { thread_id: id, links, title: 'seen', date_created: NOW })
    await addBlock(content, ada, 'message', { thread_id: id, title: 'unseen', date_created: NOW + 1 })
    await addPerson(content, guest, ada.email)
    const { data } = await block(id, 'thread', FIELDS, guest.email)
    expect(data.block).toMatchObject({
      ...{ readStatus: 'UNREAD', messageCount: 1, dateLastMessage: NOW, messages: [{ title: 'seen' }] },
      participants: [{ email: ada.email }, { email: guest.email }],
    })
    const mark = { tenant_id: guest.tenantId, block_id: id, read_status: 'READ', date_updated: NOW } as const
    await api.db.insertInto('block_marks').values(mark).execute()
    expect((await block(id, 'thread', 'readStatus', guest.email)).data.block).toMatchObject({ readStatus: 'READ' })
  })

  test('has no messages of a guest who does not share them', async () => {
    const id = await addBlock(content, ada, 'thread')
    const other = await tenantOf(api, someone())
    await addBlock(content, other, 'message', { thread_id: id })
    expect((await block(id, 'thread', FIELDS)).data.block).toMatchObject({ messageCount: 0, messages: [] })
  })
})

describe('a meeting', () => {
  /** The event of each transcription, and back. */
  async function matched(sync: Synced, by = ada.email): Promise<Record<string, unknown>> {
    const id = await sync.idOf('calendar')
    const { data } = await block(
      id,
      'calendar',
      'events { externalId transcriptions { externalId event { externalId } } }',
      by,
    )
    const { events } = data.block as { events: { externalId: string; transcriptions: { externalId: string }[] }[] }
    return Object.fromEntries(events.map(({ externalId, transcriptions }) => [externalId, transcriptions]))
  }

  const ofTime = (dateStart: number, minutes: number) => ({ dateStart, dateEnd: dateStart + minutes * 60_000 })
  const meet = (...names: string[]) => ({ attendees: names.map((name) => ({ email: `${name}@x.example` })) })
  const said = (externalId: string, dateStart: number, ...names: string[]) =>
    transcription(externalId, {
      dateStart,
      duration: 60_000,
      ...meet(...names),
      uri: `https://meet.example/${externalId}`,
    })

  test.each<[string, Parameters<typeof event>[1][], ReturnType<typeof said>[], Record<string, string[]>]>([
    [
      'begins a little before its time',
      [{ ...ofTime(NOW, 30), ...meet('ann') }],
      [said('t', NOW - 600_000, 'ann')],
      { e0: ['t'] },
    ],
    [
      'is not what was said long before',
      [{ ...ofTime(NOW, 30), ...meet('ann') }],
      [said('t', NOW - 1_000_000, 'ann')],
      {},
    ],
    [
      'is not what was said afterwards',
      [{ ...ofTime(NOW, 30), ...meet('ann') }],
      [said('t', NOW + 1_800_000, 'ann')],
      {},
    ],
    ['is one of the same people', [{ ...ofTime(NOW, 30), ...meet('ann') }], [said('t', NOW, 'bob')], {}],
    [
      'has the most people in common',
      [
        { ...ofTime(NOW, 30), ...meet('ann') },
        { ...ofTime(NOW - 60_000, 30), ...meet('ann', 'bob') },
      ],
      [said('t', NOW, 'ann', 'bob')],
      { e1: ['t'] },
    ],
    [
      'of the same people is the one that began most closely',
      [
        { ...ofTime(NOW, 60), ...meet('ann') },
        { ...ofTime(NOW + 1_800_000, 60), ...meet('ann') },
      ],
      [said('t1', NOW + 1_800_000, 'ann'), said('t0', NOW + 60_000, 'ann')],
      { e0: ['t0'], e1: ['t1'] },
    ],
    [
      'of one address is the same, whoever came',
      [
        { ...ofTime(NOW, 30), ...meet('ann') },
        { ...ofTime(NOW, 30), conferenceUrl: 'https://meet.example/t', ...meet() },
      ],
      [said('t', NOW, 'ann')],
      { e1: ['t'] },
    ],
    ['is no day', [{ ...ofTime(NOW, 1440), allDay: true, ...meet('ann') }], [said('t', NOW, 'ann')], {}],
    ['was not cancelled', [{ ...ofTime(NOW, 30), status: 'cancelled', ...meet('ann') }], [said('t', NOW, 'ann')], {}],
  ])('%s', async (_, events, transcriptions, expected) => {
    const owner = await tenantOf(api, someone())
    const sync = await synced(api, owner)
    await sync.keep({
      sync: 'calendar',
      items: [
        calendar(
          'calendar',
          events.map((one, at) => event(`e${at}`, one)),
        ),
      ],
    })
    await sync.keep({ sync: 'transcription', items: transcriptions })
    const found = await matched(sync, owner.email)
    const wanted = Object.keys(found).map((externalId) => [
      externalId,
      (expected[externalId] ?? []).map((id) => ({ externalId: id, event: { externalId } })),
    ])
    expect(found).toEqual(Object.fromEntries(wanted))
  })

  test('is told only to those who may see it', async () => {
    const guest = await tenantOf(api, someone())
    const links = [{ tag: await addPerson(content, ada, guest.email), shared: true }]
    const seed = { date_start: NOW, date_end: NOW + HOUR, people: ['eve@x.example'] }
    const id = await addBlock(content, ada, 'transcription', { ...seed, links })
    await addBlock(content, ada, 'event', { ...seed, title: 'hidden' })
    expect((await block(id, 'transcription', 'event { title }')).data.block).toMatchObject({
      event: { title: 'hidden' },
    })
    expect((await block(id, 'transcription', 'event { title }', guest.email)).data.block).toMatchObject({ event: null })
    await addBlock(content, ada, 'event', { ...seed, title: 'shared', date_start: NOW - 1, links })
    const { data } = await block(id, 'transcription', 'event { title }', guest.email)
    expect(data.block).toMatchObject({ event: { title: 'shared' } })
  })
})

describe('large fields', () => {
  const QUERY = `query Q($input: FindBlockInput!) { block(input: $input) { ... on Event {
    transcriptions { title transcript { text } highlights { text } }
  } } }`

  test('are filled for twenty blocks of an answer, which a warning says once', async () => {
    const seed = { date_start: NOW, date_end: NOW + HOUR, people: ['many@x.example'] }
    const _id = await addBlock(content, ada, 'event', seed)
    const large = { transcript: { title: '', text: 'said' }, highlights: [] }
    for (let at = 0; at < 22; at += 1) {
      await addBlock(content, ada, 'transcription', { ...seed, title: `${at}`, date_start: NOW + at, large })
    }
    const { data, errors, extensions } = await api.ask(ada.email, QUERY, { input: { _id } })
    expect(errors).toBeUndefined()
    const filled = { transcript: { text: 'said' }, highlights: [] }
    const empty = { transcript: null, highlights: null }
    expect(data.block).toEqual({
      transcriptions: Array.from({ length: 22 }, (_, at) => ({ title: `${at}`, ...(at < 20 ? filled : empty) })),
    })
    const { warnings } = extensions as { warnings: { code: string }[] }
    expect(warnings.map(({ code }) => code)).toEqual(['LARGE_FIELD_LIMITED'])
  })

  test('cost too much in a long list', async () => {
    const query = `query Q($input: FindBlockInput!) { block(input: $input) { ... on Calendar {
      events(size: 100) { transcriptions { transcript { text } } }
    } } }`
    const { errors } = await api.ask(ada.email, query, { input: { _id: await acme.idOf('work') } })
    expect(codeOf({ errors })).toBe('QUERY_TOO_COMPLEX')
  })
})

describe('lists inside a block', () => {
  test('are cut at a hundred, twenty unless asked for, and the cost counts them', async () => {
    const id = await addBlock(content, ada, 'table', { detail: { metadata: PEOPLE.metadata } })
    for (let at = 0; at < 25; at += 1) {
      const seed = {
        parent_id: id,
        parent_type: 'table',
        date_created: NOW + at,
        title: `${at}`,
        detail: { values: [] },
      }
      await addBlock(content, ada, 'record', { ...seed, external_id: `row ${at}` } as never)
    }
    const titles = async (args: string) => {
      const { data, extensions } = await block(id, 'table', `records${args} { title }`)
      const { records } = data.block as { records: { title: string }[] }
      return { titles: records.map(({ title }) => Number(title)), warnings: extensions?.warnings }
    }
    const newest = Array.from({ length: 25 }, (_, at) => 24 - at)
    expect((await titles('')).titles).toEqual(newest.slice(0, 20))
    expect((await titles('(size: 10, page: 2)')).titles).toEqual(newest.slice(20))
    expect((await titles('(page: 1)')).titles).toEqual(newest.slice(0, 20))
    expect((await titles('(size: 0)')).titles).toEqual([])
    expect((await titles('(externalIds: ["row 3", "no row"])')).titles).toEqual([3])
    expect(await titles('(size: 101)')).toMatchObject({
      titles: newest,
      warnings: [{ code: 'SIZE_CLAMPED', applied: 100 }],
    })
  })

  test('say once that they are cut, however many blocks have one', async () => {
    const owner = await tenantOf(api, someone())
    for (let at = 0; at < 3; at += 1) await addBlock(content, owner, 'table', { detail: { metadata: PEOPLE.metadata } })
    const { data, extensions } = await api.ask(owner.email, '{ tables { records(size: 101) { _id } } }')
    expect(data.tables).toHaveLength(3)
    expect(extensions?.warnings).toHaveLength(1)
  })

  test.each([
    ['', undefined],
    ['(size: 100)', 'QUERY_TOO_COMPLEX'],
  ])('cost what they may hold: %p', async (args, code) => {
    const inside = '{ transcriptions { tags { externalIdLinks { _id } } } }'
    expect(codeOf(await block(await acme.idOf('work'), 'calendar', `events${args} ${inside}`))).toBe(code)
  })

  test('take a bounded number of statements, however many rows and blocks there are', async () => {
    const owner = await tenantOf(api, someone())
    const bob = await addPerson(content, owner, BOB.email)
    const id = await addBlock(content, owner, 'calendar')
    const grow = async (count: number) => {
      for (let at = 0; at < count; at += 1) {
        const seed = {
          date_start: NOW + at * 24 * HOUR,
          date_end: NOW + at * 24 * HOUR + HOUR,
          people: [`p${at}@x.example`],
        }
        await addBlock(content, owner, 'event', {
          ...seed,
          parent_id: id,
          parent_type: 'calendar',
          detail: { attendees: [BOB] },
        })
        await addBlock(content, owner, 'transcription', { ...seed, large: { outline: [] }, links: [{ tag: bob }] })
      }
    }
    const query = `query Q($input: FindBlockInput!) { block(input: $input) { ... on Calendar { events(size: 100) {
      title calendar { name } attendees { tag { email } } transcriptions { outline { title } event { title } tags { alias } }
    } } } }`
    await grow(2)
    const few = await countStatements(api.db, owner, query, { input: { _id: id } })
    await grow(12)
    const many = await countStatements(api.db, owner, query, { input: { _id: id } })
    expect((many.data.block as { events: unknown[] }).events).toHaveLength(14)
    expect(many.statements).toBe(few.statements)
  })

  test('of threads, tasks and records take as many statements for ten as for one', async () => {
    const owner = await tenantOf(api, someone())
    const query = `query Q($input: GraphSearchInput!) { searchGraph(input: $input) {
      ... on Thread { readStatus messageCount dateLastMessage participants { alias } messages { bodyHtml author { name } } }
      ... on Task { subtaskCount assignedTags { alias } }
      ... on Record { operations { update } }
      ... on Agent { watching { id } }
    } }`
    const input = { blockTypes: ['thread', 'task', 'record', 'agent'], size: 100 }
    const table = await addBlock(content, owner, 'table', { detail: { metadata: PEOPLE.metadata } })
    const grow = async (count: number) => {
      for (let at = 0; at < count; at += 1) {
        const [thread, task] = [await addBlock(content, owner, 'thread'), await addBlock(content, owner, 'task')]
        await addBlock(content, owner, 'message', { thread_id: thread, large: { bodyHtml: 'x' } })
        await addBlock(content, owner, 'task', { parent_id: task, parent_type: 'task' })
        await addBlock(content, owner, 'record', { parent_id: table, parent_type: 'table', detail: { values: [] } })
        await addBlock(content, owner, 'agent')
      }
    }
    await grow(1)
    const one = await countStatements(api.db, owner, query, { input })
    await grow(9)
    const ten = await countStatements(api.db, owner, query, { input })
    expect(ten.data.searchGraph).toHaveLength(50)
    expect(ten.statements).toBe(one.statements)
  })
})
