import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import { calendar, email, event, NOW, table, transcription } from '../../storage/fixtures.ts'
import { type Api, newEmail, startApi } from '../api.ts'
import { addBlock, addPerson, tenantOf } from '../block-content.ts'
import { createSyncedConnection, type SyncedConnection } from '../synced-connection.ts'

const ESTHER = { email: 'Esther@navy.example', friendlyName: 'Esther' }

let api: Api
let paul: Tenant
let connection: SyncedConnection
beforeAll(async () => {
  api = await startApi()
  paul = await tenantOf(api, newEmail())
  connection = await createSyncedConnection(api, paul)
  const own = { email: paul.email.toUpperCase() }
  const tasks = [{ title: 'Write to her', externalId: '1' }]
  await connection.commitPage({
    sync: 'email',
    items: [
      email('received', { from: ESTHER }),
      email('sent', { from: own }),
      email('sent-by-alias', { from: { email: 'sales@acme.example' }, direction: 'outbound' }),
    ],
  })
  await connection.commitPage({
    sync: 'calendar',
    items: [calendar('work', [event('invited', { organizedBy: ESTHER }), event('invites', { organizedBy: own })])],
  })
  await connection.commitPage({ sync: 'transcription', items: [transcription('talk', { organizedBy: ESTHER, tasks })] })
  await connection.commitPage({ sync: 'table', items: [table('Contact', { '7': { Name: 'Ada' } })] })
})
afterAll(() => api.stop())

const creatorOf = async (externalId: string, person = paul.email) => {
  const query = 'query ($input: FindBlockInput!) { block(input: $input) { creator { name self } } }'
  const input = { _id: await connection.findBlockId(externalId) }
  const { data } = await api.execute(person, query, { input })
  return (data.block as { creator: unknown }).creator
}

const EXPECTED: [string, object | null][] = [
  ['received', { name: 'Esther', self: false }],
  ['sent', { name: expect.any(String), self: true }],
  ['sent-by-alias', { name: expect.any(String), self: true }],
  ['invited', { name: 'Esther', self: false }],
  ['invites', { name: expect.any(String), self: true }],
  ['talk', { name: 'Esther', self: false }],
  ['talk.task.1', null],
  ['work', null],
  ['Contact/7', null],
]

const externalIdOf = (id: string) => id.replace('Contact/', '')

test.each(EXPECTED)('the creator of %s is its sender, organizer or author, or nobody', async (id, creator) => {
  expect(await creatorOf(externalIdOf(id))).toEqual(creator)
})

test('without a scope, a search returns what the viewer wrote and not everything that their connection brought', async () => {
  const { data } = await api.execute(paul.email, '{ searchGraph { externalId } }')
  const ids = (data.searchGraph as { externalId: string }[]).map(({ externalId }) => externalId)
  expect(ids.toSorted()).toEqual(['invites', 'sent', 'sent-by-alias'])
})

test('a person who is shown a mail that they wrote is its creator', async () => {
  const author = await tenantOf(api, newEmail())
  await connection.commitPage({ sync: 'email', items: [email('from-author', { from: { email: author.email } })] })
  const block = await connection.findBlockId('from-author')
  const tagId = await addPerson({ db: api.db, now: NOW }, paul, author.email)
  await api.execute(
    paul.email,
    'mutation ($input: AddSharingTagInput!) { addSharingTag(input: $input) { block { _id } } }',
    {
      input: {
        referenceBlock: { id: block },
        sharingTag: { tagId, shared: true, sharingLevel: 0, sharingApproach: 1 },
      },
    },
  )
  expect(await creatorOf('from-author', author.email)).toEqual({ name: author.email, self: true })
  const { data } = await api.execute(author.email, '{ searchGraph { externalId } }')
  expect(data.searchGraph).toEqual([{ externalId: 'from-author' }])
})

test('action items without an assignee remain among the tasks of the person whose meeting it was', async () => {
  const { data } = await api.execute(
    paul.email,
    '{ searchGraph(input: { scopeToHousekeepingTasks: true }) { externalId } }',
  )
  expect(data.searchGraph).toEqual([{ externalId: 'talk.task.1' }])
})

test('the migration corrects the creators of what was synced before', async () => {
  await sql`update blocks set creator_id = tenant_id, creator_email = null, creator_name = null`.execute(api.db)
  const note = await addBlock({ db: api.db, now: NOW }, paul, 'note', { title: 'Mine' })
  const file = new URL('../../../../platform/storage/postgres/migrations/012-creators.sql', import.meta.url)
  const [, update = ''] = /;\s+(update[\s\S]*)$/.exec(await readFile(file, 'utf8')) ?? []
  await sql.raw(update).execute(api.db)
  for (const [id, creator] of EXPECTED) expect([id, await creatorOf(externalIdOf(id))]).toEqual([id, creator])
  const { creator_id } = await api.db
    .selectFrom('blocks')
    .select('creator_id')
    .where('block_id', '=', note)
    .executeTakeFirstOrThrow()
  expect(creator_id).toBe(paul.tenantId)
})
