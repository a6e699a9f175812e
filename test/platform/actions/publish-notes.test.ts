import { hash, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { codeOf, type GraphResponse, newEmail } from '../graph/api.ts'
import { PUBLISH, startTestPlatform, TAG, type TestPlatform } from './api.ts'
import { credentialsExpired, problem, type ReceivedRequest } from './provider.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await startTestPlatform()
})
afterAll(() => platform.stop())
afterEach(() => platform.reset())

const hashOf = (...content: string[]) => Buffer.from(hash('sha256', JSON.stringify(content), 'hex'), 'hex')
const publish = (email: string, input: object): Promise<GraphResponse> => platform.execute(email, PUBLISH, { input })

interface Note {
  _id: string
  externalId: string
  title: string
  documentHtml: string
  tags: object[]
}
const notesOf = ({ body }: ReceivedRequest) => body.externalNotes as Note[]
const published = () => platform.provider.requests.filter(({ path }) => path === '/upsert/notes').map(notesOf)
/** Gives each new note an id that is derived from its title. */
const withIds = (request: ReceivedRequest) =>
  notesOf(request).map((note) => ({ ...note, externalId: note.externalId || `v-${note.title}` }))

describe('publishNotes', () => {
  test('creates notes at the vendor, linked to its records of their tags, and updates them the next time', async () => {
    const email = newEmail()
    const connectionId = await platform.connect(email)
    platform.provider.on('/tag/tag', () => ({
      body: { externalId: 'p-1', tagType: 'person', alias: 'Grace', email: 'grace@navy.example' },
    }))
    platform.provider.on('/upsert/notes', (request) => ({ body: withIds(request) }))
    const record = { connectionId, metadataType: 'Contact', externalId: 'p-1' }
    const tag = await platform.execute(email, TAG, { input: record })
    const { _id: tagId } = tag.data.tagFromRecord as { _id: string }
    const document = JSON.stringify({
      type: 'doc',
      content: [
        { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Minutes' }] },
        { type: 'paragraph', content: [{ type: 'text', text: '<b>', marks: [{ type: 'bold' }] }] },
      ],
    })
    const sharingTags = [{ tagId, shared: false, sharingLevel: 0, sharingApproach: 1 }]
    const id = await platform.note(email, { title: 'one', document, sharingTags })
    const response = await publish(email, { _ids: [id, id], connectionId })
    expect(response.errors).toBeUndefined()
    expect(response.data.publishNotes).toEqual([{ _id: id, title: 'one' }])
    expect(published()[0]).toEqual([
      {
        _id: id,
        externalId: '',
        title: 'one',
        uri: `https://platform.example/app/blocks/${id}`,
        tags: [{ externalId: 'p-1', tagType: 'person' }],
        documentHtml: '<h2>Minutes</h2><p><strong>&lt;b&gt;</strong></p>',
      },
    ])
    await publish(email, { _ids: [id], connectionId })
    expect(published()[1]).toMatchObject([{ _id: id, externalId: 'v-one' }])
  })

  test('stores the ids of notes that were written, and lists those that were not', async () => {
    const email = newEmail()
    const connectionId = await platform.connect(email)
    const ids = [
      await platform.note(email, { title: 'good' }),
      await platform.note(email, { title: 'bad' }),
      await platform.note(email, { title: 'lost' }),
    ]
    platform.provider.on('/upsert/notes', (request) => {
      const notes = notesOf(request)
      const warnings = ['Seen by all.', 7]
      const externalNotes = [{ ...notes[0], externalId: 'v-good', warnings }, notes[1], notes[2]]
      const errors = [
        { pointer: '#/externalNotes/1/title', detail: 'Too bad.', code: 'RULE' },
        { pointer: '#/externalNotes/2', detail: 'Look for it.', code: 'UNKNOWN_OUTCOME' },
      ]
      return problem(422, 'partial-failure', 'Two failed.', { externalNotes, errors })
    })
    const response = await publish(email, { _ids: ids, connectionId })
    expect(codeOf(response)).toBe('UPSTREAM_FAILED')
    expect(response.errors?.[0]?.extensions).toMatchObject({
      published: [ids[0]],
      publishWarnings: [{ _id: ids[0], warnings: ['Seen by all.'] }],
      notes: [
        { _id: ids[1], state: 'refused', errors: [{ detail: 'Too bad.', code: 'RULE' }] },
        { _id: ids[2], state: 'unknown', errors: [{ detail: 'Look for it.' }] },
      ],
    })
    platform.provider.on('/upsert/notes', (request) => ({ body: withIds(request) }))
    expect((await publish(email, { _ids: ids.slice(0, 2), connectionId })).errors).toBeUndefined()
    expect(published()[1]).toMatchObject([{ externalId: 'v-good' }, { title: 'bad' }])
    const unknown = await publish(email, { _ids: ids, connectionId })
    expect([codeOf(unknown), unknown.errors?.[0]?.extensions.state]).toEqual(['CONFLICT', 'unknown'])
    expect(published()).toHaveLength(2)
    const again = await publish(email, { _ids: ids, connectionId, repeatUnknown: true })
    expect(again.errors).toBeUndefined()
  })

  test('writes the remaining notes with a newer credential if the old one expires part-way', async () => {
    const email = newEmail()
    const connectionId = await platform.connect(email)
    const ids = [await platform.note(email, { title: 'a' }), await platform.note(email, { title: 'b' })]
    platform.provider.on('/auth/refresh', () => ({ body: { credential: { accessToken: 'token-2' } } }))
    platform.provider.on(
      '/upsert/notes',
      (request) => {
        const [first, second] = notesOf(request)
        const errors = [{ pointer: '#/externalNotes/1', detail: 'Sign in again.' }]
        return credentialsExpired({ externalNotes: [{ ...first, externalId: 'v-a' }, second], errors })
      },
      (request) => ({ body: withIds(request) }),
    )
    expect((await publish(email, { _ids: ids, connectionId })).errors).toBeUndefined()
    expect(published().map((notes) => notes.map(({ title }) => title))).toEqual([['a', 'b'], ['b']])
    await publish(email, { _ids: ids, connectionId })
    expect(published()[2]).toMatchObject([{ externalId: 'v-a' }, { externalId: 'v-b' }])
  })

  test('stores an id that came with a rejection, even if the second attempt fails', async () => {
    const email = newEmail()
    const connectionId = await platform.connect(email)
    const id = await platform.note(email)
    platform.provider.on('/auth/refresh', () => ({ body: { credential: { accessToken: 'token-2' } } }))
    platform.provider.on(
      '/upsert/notes',
      (request) => {
        const errors = [{ pointer: '#/externalNotes/0', detail: 'Made, but not attached.' }]
        return credentialsExpired({ externalNotes: [{ ...notesOf(request)[0], externalId: 'v-1' }], errors })
      },
      () => 'cut',
      (request) => ({ body: withIds(request) }),
    )
    const lost = await publish(email, { _ids: [id], connectionId })
    expect(lost.errors?.[0]).toMatchObject({ message: expect.stringContaining('can be sent again') })
    expect((await publish(email, { _ids: [id], connectionId })).errors).toBeUndefined()
    expect(published().map((notes) => notes[0]?.externalId)).toEqual(['', 'v-1', 'v-1'])
  })

  test('updates a note although another process ended while updating it', async () => {
    const email = newEmail()
    const connectionId = await platform.connect(email)
    const id = await platform.note(email, { title: 'one' })
    platform.provider.on(
      '/upsert/notes',
      () => 'cut',
      (request) => ({ body: withIds(request) }),
    )
    await publish(email, { _ids: [id], connectionId })
    await publish(email, { _ids: [id], connectionId, repeatUnknown: true })
    const { db } = platform.api
    const abandoned = {
      intent_id: randomUUID(),
      state: 'begun' as const,
      route: '/upsert/notes',
      request_hash: hashOf(connectionId, id),
    }
    const tenant = await db
      .selectFrom('connections')
      .select('tenant_id')
      .where('connection_id', '=', connectionId)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('write_intents')
      .values({
        ...tenant,
        ...abandoned,
        connection_id: connectionId,
        request_key: `note ${id} ${connectionId}`,
        date_created: 1,
        date_updated: 1,
      })
      .execute()
    expect((await publish(email, { _ids: [id], connectionId })).errors).toBeUndefined()
    expect(published().at(-1)).toMatchObject([{ externalId: 'v-one' }])
  })

  test('does not write a note again if the outcome of the first attempt is unknown', async () => {
    const email = newEmail()
    const connectionId = await platform.connect(email)
    const id = await platform.note(email)
    platform.provider.on('/upsert/notes', () => 'cut')
    const lost = await publish(email, { _ids: [id], connectionId })
    expect(lost.errors?.[0]?.extensions).toMatchObject({ code: 'UPSTREAM_FAILED', state: 'unknown' })
    expect(codeOf(await publish(email, { _ids: [id], connectionId }))).toBe('CONFLICT')
    expect(published()).toHaveLength(1)
  })

  test('writes a note once in concurrent requests', async () => {
    const email = newEmail()
    const connectionId = await platform.connect(email)
    const id = await platform.note(email)
    platform.provider.on('/upsert/notes', (request) => ({ body: withIds(request) }))
    const responses = await Promise.all(Array.from({ length: 4 }, () => publish(email, { _ids: [id], connectionId })))
    expect(responses.map(codeOf).filter((code) => code !== undefined && code !== 'CONFLICT')).toEqual([])
    expect(
      published()
        .flat()
        .filter(({ externalId }) => externalId === ''),
    ).toHaveLength(1)
  })

  test('reports that the account has to be reconnected, and changes the status of the connection', async () => {
    const email = newEmail()
    const connectionId = await platform.connect(email)
    const id = await platform.note(email)
    platform.provider.on('/auth/refresh', () => credentialsExpired())
    platform.provider.on('/upsert/notes', () => credentialsExpired())
    const response = await publish(email, { _ids: [id], connectionId })
    expect(response.errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', status: 'reconnect_required' })
    const { data } = await platform.execute(email, `{ connection(input: { _id: "${connectionId}" }) { status } }`)
    expect(data.connection).toEqual({ status: 'reconnect_required' })
  })

  test('accepts shared notes that the viewer may edit, and no others', async () => {
    const [owner, recipient] = [newEmail(), newEmail()]
    const connectionId = await platform.connect(recipient)
    const id = await platform.note(owner)
    platform.provider.on('/upsert/notes', (request) => ({ body: withIds(request) }))
    expect(codeOf(await publish(recipient, { _ids: [id], connectionId }))).toBe('NOT_FOUND')
    await platform.share(owner, id, recipient, 0)
    expect(codeOf(await publish(recipient, { _ids: [id], connectionId }))).toBe('FORBIDDEN')
    await platform.share(owner, id, recipient, 1)
    expect((await publish(recipient, { _ids: [id], connectionId })).data.publishNotes).toMatchObject([{ _id: id }])
  })
})
