import { expect, test } from '@jest/globals'
import nock from 'nock'
import { UNKNOWN_OUTCOME } from '../../../../src/contract/index.ts'
import { cutNetwork } from '../../../kit/network.ts'
import { mailroom } from '../../vendor/beacon-mailroom/index.ts'
import { API_ORIGIN } from '../../vendor/client.ts'
import { aCall, aConnection, replay } from '../builders.ts'

cutNetwork()

const call = aCall({ application: mailroom.name })
const connectedProvider = aConnection(mailroom.name)

const metadata = { metadataType: 'Account' }
const created = { values: [{ name: 'Name', value: 'Lind AS' }] }

test('a record is created and another one updated; an empty text clears a field', async () => {
  const waiting = replay('beacon-mailroom/a-record-created-and-one-updated')
  const updated = { externalId: 'a8', values: [{ name: 'Industry', value: '' }] }
  const table = await mailroom.upsert?.table?.(
    { connectedProvider, table: { metadata, records: [created, updated] } },
    call,
  )
  expect(table?.records).toEqual([{ externalId: 'a9', ...created }, updated])
  expect(waiting()).toEqual([])
})

test('a record that is refused is named, and the ids of the others are not lost', async () => {
  const waiting = replay('beacon-mailroom/a-record-that-is-refused')
  const refused = { values: [{ name: 'Industry', value: 'Mining' }] }
  const table = { metadata, records: [created, refused] }
  await expect(mailroom.upsert?.table?.({ connectedProvider, table }, call)).rejects.toMatchObject({
    status: 422,
    problem: 'partial-failure',
    options: {
      errors: [{ pointer: '#/table/records/1', detail: expect.stringContaining('does not accept these values') }],
      extensions: { table: { records: [{ externalId: 'a9' }, refused] } },
    },
  })
  expect(waiting()).toEqual([])
})

const RECORDS = '/v1/tables/Account/records'
const TABLE = { type: 'Account', label: 'Company', fields: [] }

test.each([
  ['no response', () => nock(API_ORIGIN).post(RECORDS).replyWithError('The connection was lost.')],
  ['a 502', () => nock(API_ORIGIN).post(RECORDS).reply(502, 'not JSON')],
  ['a response that cannot be read', () => nock(API_ORIGIN).post(RECORDS).reply(200, '<html>')],
])('after %s, a record may have been created, and the others are not sent', async (_response, respond) => {
  nock(API_ORIGIN).get('/v1/tables/Account').reply(200, TABLE)
  nock(API_ORIGIN).post(RECORDS).reply(200, { id: 'a9', type: 'Account', fields: {} })
  respond()
  const table = { metadata, records: [created, created, created] }
  const error = await mailroom.upsert?.table?.({ connectedProvider, table }, call).catch((caught) => caught)
  expect(error).toMatchObject({
    problem: 'partial-failure',
    options: { extensions: { table: { records: [{ externalId: 'a9' }, created, created] } } },
  })
  expect(error).toHaveProperty('options.errors', [
    { pointer: '#/table/records/1', detail: expect.stringContaining('It may exist'), code: UNKNOWN_OUTCOME },
    { pointer: '#/table/records/2', detail: 'was not sent, because of the error before it.' },
  ])
})

test.each([
  [503, 'unavailable'],
  [409, 'conflict'],
])('a record that is refused with %i does not exist', async (status, code) => {
  nock(API_ORIGIN).get('/v1/tables/Account').reply(200, TABLE)
  nock(API_ORIGIN).post(RECORDS).reply(200, { id: 'a9', type: 'Account', fields: {} })
  nock(API_ORIGIN)
    .post(RECORDS)
    .reply(status, { error: { code, message: 'Refused.' } })
  const table = { metadata, records: [created, created] }
  const error = await mailroom.upsert?.table?.({ connectedProvider, table }, call).catch((caught) => caught)
  expect(error).toHaveProperty('options.errors', [{ pointer: '#/table/records/1', detail: expect.any(String) }])
})
