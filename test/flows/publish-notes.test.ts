import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Api, START, startApi } from '../platform/graph/api.ts'
import { ADA, type System, startSystem } from './system.ts'

const MAYA = 'maya@kestrel.example'
const CHLOE = 'chloe@meridian.example'

let system: System
let api: Api
beforeAll(async () => {
  system = await startSystem()
  api = await startApi({
    PROVIDER_URLS: system.hub,
    PLATFORM_API_KEY: system.platform.key,
    BASE_URL: 'https://platform.example',
  })
})
afterAll(async () => {
  await api.stop()
  await system.stop()
})

/** Executes an operation as Ada. Throws if it has errors. */
async function execute<Data>(query: string, variables?: object): Promise<Data> {
  const { data, errors } = await api.execute(ADA, query, variables)
  expect(errors).toBeUndefined()
  return data as Data
}

/** Connects an account of Salesforce for Ada. Resolves to the id of the connection. */
async function connectSalesforce(account = ADA): Promise<string> {
  const { credential } = await system.connect('salesforce', account)
  const input = { provider: 'provider-hub', application: 'salesforce', requireConfirmation: false }
  const { startConnection } = await execute<{ startConnection: { connectionId: string } }>(START, { input })
  const { connectionId } = startConnection
  await api.post(
    '/api/v1/connections/registration',
    { connectionId, credential },
    { Authorization: `Bearer ${system.platform.key}` },
  )
  return connectionId
}

const RUN = 'mutation R($input: SyncInput!) { runSync(input: $input) { state error { detail } } }'
const TAG = `query T($email: String!) { searchTags(input: { email: $email }) {
  _id externalIdLinks { metadataType externalId }
} }`
interface Tags {
  searchTags: { _id: string; externalIdLinks: { metadataType: string; externalId: string }[] }[]
}

/** The titles of the notes that are attached to a record of Salesforce. */
function notesOf(recordId: string): unknown[] {
  const { database } = system.sandbox.salesforce.account(ADA).org
  const links = database.findByValue('ContentDocumentLink', 'LinkedEntityId', recordId)
  return links.map(({ ContentDocumentId }) => database.get('ContentNote', String(ContentDocumentId))?.Title)
}

test('a note of a person who is a user of Salesforce is published there, and again when it has changed', async () => {
  const connectionId = await connectSalesforce()
  await execute('mutation T($input: UpsertTagInput!) { upsertOneTag(input: $input) { _id } }', {
    input: { tagType: 'person', alias: 'Maya', email: MAYA },
  })
  const run = await execute<{ runSync: object }>(RUN, { input: { connectionId, sync: 'identifier' } })
  expect(run.runSync).toMatchObject({ state: 'ok' })
  const { searchTags: own } = await execute<Tags>(TAG, { email: ADA })
  expect(own[0]?.externalIdLinks).toContainEqual(expect.objectContaining({ metadataType: 'User' }))
  const { searchTags: maya } = await execute<Tags>(TAG, { email: MAYA })
  const contact = maya[0]?.externalIdLinks.find(({ metadataType }) => metadataType === 'Contact')
  const sharingTags = [{ tagId: maya[0]?._id, shared: false, sharingLevel: 0, sharingApproach: 1 }]
  const note = await execute<{ upsertOneNote: { _id: string } }>(
    'mutation N($input: UpsertNoteInput!) { upsertOneNote(input: $input) { _id } }',
    { input: { title: 'Call with Maya', sharingTags } },
  )
  const input = { _ids: [note.upsertOneNote._id], connectionId }
  for (const title of ['Call with Maya', 'Call with Maya, again']) {
    await execute('mutation N($input: UpsertNoteInput!) { upsertOneNote(input: $input) { _id } }', {
      input: { _id: note.upsertOneNote._id, title },
    })
    await execute('mutation P($input: PublishNotesInput!) { publishNotes(input: $input) { _id } }', { input })
  }
  expect(notesOf(contact?.externalId ?? '').filter((title) => title === 'Call with Maya, again')).toHaveLength(1)
})

test('a note about the person whose account of Salesforce it is published with is published there', async () => {
  const connectionId = await connectSalesforce(CHLOE)
  const { upsertOneTag: chloe } = await execute<{ upsertOneTag: { _id: string } }>(
    'mutation T($input: UpsertTagInput!) { upsertOneTag(input: $input) { _id } }',
    { input: { tagType: 'person', alias: 'Chloe', email: CHLOE } },
  )
  await execute(RUN, { input: { connectionId, sync: 'identifier' } })
  const { searchTags: tags } = await execute<Tags>(TAG, { email: CHLOE })
  expect(tags[0]?.externalIdLinks).toContainEqual(expect.objectContaining({ metadataType: 'User' }))
  const sharingTags = [{ tagId: chloe._id, shared: false, sharingLevel: 0, sharingApproach: 1 }]
  const { upsertOneNote: note } = await execute<{ upsertOneNote: { _id: string } }>(
    'mutation N($input: UpsertNoteInput!) { upsertOneNote(input: $input) { _id } }',
    { input: { title: 'About Chloe', sharingTags } },
  )
  const input = { _ids: [note._id], connectionId }
  for (const _ of [1, 2]) {
    await execute('mutation P($input: PublishNotesInput!) { publishNotes(input: $input) { _id } }', { input })
  }
  const { userId } = system.sandbox.salesforce.account(CHLOE)
  expect(notesOf(userId).filter((title) => title === 'About Chloe')).toHaveLength(1)
})

describe('what differs at Salesforce', () => {
  const PUBLISH = 'mutation P($input: PublishNotesInput!) { publishNotes(input: $input) { _id publishWarnings } }'
  interface Published {
    publishNotes: { publishWarnings: string[] }[]
  }

  /** Creates a note about Maya and publishes it. Resolves to the warnings of the result. */
  async function publishNote(connectionId: string, title: string): Promise<string[] | undefined> {
    const { searchTags: maya } = await execute<Tags>(TAG, { email: MAYA })
    const sharingTags = [{ tagId: maya[0]?._id, shared: false, sharingLevel: 0, sharingApproach: 1 }]
    const { upsertOneNote: note } = await execute<{ upsertOneNote: { _id: string } }>(
      'mutation N($input: UpsertNoteInput!) { upsertOneNote(input: $input) { _id } }',
      { input: { title, sharingTags } },
    )
    const { publishNotes } = await execute<Published>(PUBLISH, { input: { _ids: [note._id], connectionId } })
    return publishNotes[0]?.publishWarnings
  }

  test('is told to the person who publishes: a note that more people see, and one without formatting', async () => {
    const connectionId = await connectSalesforce()
    await execute(RUN, { input: { connectionId, sync: 'identifier' } })
    const { salesforce } = system.sandbox
    expect(await publishNote(connectionId, 'As requested')).toEqual([])
    const message = 'Visibility InternalUsers is not permitted for this linked record.'
    const body = [{ errorCode: 'FIELD_INTEGRITY_EXCEPTION', message, fields: ['Visibility'] }]
    salesforce.faults.add({
      path: '/services/data/*/sobjects/ContentDocumentLink',
      fault: { kind: 'response', status: 400, body },
    })
    expect(await publishNote(connectionId, 'Seen by customers')).toEqual([
      expect.stringContaining('including customers in a portal'),
    ])
    salesforce.account(ADA).org.notesEnabled = false
    expect(await publishNote(connectionId, 'Plain')).toEqual([expect.stringContaining('without formatting')])
  })
})
