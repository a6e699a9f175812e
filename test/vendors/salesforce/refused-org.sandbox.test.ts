import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import type { Connection } from '../../../demo/minimal-platform.ts'
import { ADA, type System, startSystem } from '../../flows/system.ts'

/** Tests over HTTP what the platform reads while an org refuses every call: never an empty page with 200. */
let system: System
let connectedProvider: Connection

beforeAll(async () => {
  system = await startSystem()
  connectedProvider = await system.connect('salesforce')
}, 60_000)
afterAll(() => system.stop())

const account = () => system.sandbox.salesforce.account(ADA)

afterEach(() => {
  account().org.apiEnabled = true
  account().profile.apiEnabled = true
  account().profile.passwordExpired = false
  system.sandbox.salesforce.faults.clear()
})

interface Response {
  status: number
  body: { type?: string; detail?: string; items?: unknown[]; metadata?: { warnings?: string[] } }
}

async function post(path: string, body: object): Promise<Response> {
  const url = `${system.sandbox.salesforce.origin}/lightning/r/Account/${RECORD}/view`
  const response = await system.post(path, { connectedProvider, url, ...body })
  return { status: response.status, body: (await response.json()) as Response['body'] }
}

const RECORD = '0015c00002Lz9mUAAR'
const CONTACTS = { recordTypeFilters: [{ tableMetadata: { metadataType: 'Contact' }, externalIds: [] }] }
const NOTE = { _id: 'n', externalId: '', title: 'Hello', documentHtml: '<p>x</p>' }

const CALLS: [path: string, body: object][] = [
  ['/sync/table', { recordFilter: CONTACTS }],
  ['/sync/metadata', { tableMetadata: [] }],
  [
    '/sync/identifier',
    { externalIdLinkObjects: [{ metadataType: 'Contact', tagType: 'person', email: 'a@b.example' }] },
  ],
  [
    '/sync/insight',
    { filter: { insightTypeFilters: [{ tagType: 'topic', tags: [{ externalId: RECORD, tagType: 'topic' }] }] } },
  ],
  ['/execute/query', { metadataType: 'Account' }],
  ['/tag/tag', { tag: { externalId: RECORD } }],
  ['/salesforce/link', {}],
  ['/upsert/table', { table: { metadata: { metadataType: 'Account' }, records: [{ values: [] }] } }],
  ['/upsert/notes', { externalNotes: [{ ...NOTE, tags: [{ externalId: RECORD, tagType: 'topic' }] }] }],
]

function refuse(status: number, errorCode: string, conditions: { method?: string } = {}): void {
  const body = [{ errorCode, message: 'No.' }]
  const fault = { kind: 'response', status, body } as const
  system.sandbox.salesforce.faults.add({ path: '/services/data/**', count: null, fault, ...conditions })
}

const REFUSALS: [name: string, switchOff: () => void, status: number, sentence: RegExp][] = [
  ['an org without an API', () => (account().org.apiEnabled = false), 403, /^This Salesforce org does not include API/],
  ['a user without API access', () => (account().profile.apiEnabled = false), 403, /^This user may not use/],
  [
    'an expired password',
    () => (account().profile.passwordExpired = true),
    401,
    /^The password .+ has expired\. Sign in/,
  ],
  ['a security policy', () => refuse(403, 'TXN_SECURITY_NO_ACCESS'), 403, /^A security policy of the org/],
  ['an unknown code', () => refuse(403, 'ORG_ON_HOLIDAY'), 403, /^Salesforce does not allow/],
  ['a locked org', () => refuse(403, 'ORG_LOCKED'), 403, /^The Salesforce org is locked/],
  ['an unknown 400', () => refuse(400, 'FANCY_NEW_ERROR'), 500, /did not accept/],
]

describe.each(REFUSALS)('%s', (_, switchOff, expectedStatus, sentence) => {
  test.each(CALLS)('is an error with its own sentence: %s', async (path, body) => {
    switchOff()
    const response = await post(path, body)
    expect(response.body).not.toHaveProperty('items')
    expect([response.status, response.body.detail]).toEqual([expectedStatus, expect.stringMatching(sentence)])
  })
})

test('a single object that is refused is named in a warning, and the page is a success', async () => {
  const { status, body } = await post('/sync/table', {
    recordFilter: { recordTypeFilters: [{ tableMetadata: { metadataType: 'Quote' }, externalIds: [] }] },
  })
  expect([status, body.items, body.metadata?.warnings]).toEqual([200, [], [expect.stringMatching(/^Quote: /)]])
})

test('rows whose object is refused after its description are not an empty table', async () => {
  const body = [{ errorCode: 'INSUFFICIENT_ACCESS_OR_READONLY', message: 'No.' }]
  const fault = { kind: 'response', status: 403, body } as const
  system.sandbox.salesforce.faults.add({ path: '/services/data/*/query', fault })
  const filter = { tableMetadata: { metadataType: 'Contact' }, externalIds: ['0035e00000AbCdFAAV'] }
  const page = await post('/sync/table', { recordFilter: { recordTypeFilters: [filter] } })
  expect([page.status, page.body.items]).toEqual([200, []])
  expect(page.body.metadata?.warnings).toEqual([
    expect.stringMatching(/^Contact 0035e00000AbCdFAAV: Salesforce does not/),
  ])
})

test.each([
  ['/upsert/table', { table: { metadata: { metadataType: 'Lead' }, records: [{ values: [] }] } }, '#/table/records/0'],
  ['/upsert/notes', { externalNotes: [{ ...NOTE, tags: [] }] }, '#/externalNotes/0'],
])('a record that Salesforce rejects with the whole request is named by a pointer: %s', async (path, body, pointer) => {
  refuse(400, 'FIELD_CUSTOM_VALIDATION_EXCEPTION', { method: 'POST' })
  const { status, body: problem } = await post(path, body)
  expect([status, problem]).toEqual([422, expect.objectContaining({ errors: [expect.objectContaining({ pointer })] })])
})
