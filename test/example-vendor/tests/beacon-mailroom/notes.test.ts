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

const prices = { _id: '1', externalId: '', title: 'Prices', documentHtml: '<p>Agreed.</p>', tags: [] }
const untitled = { _id: '2', title: '', documentHtml: '<p>Untitled.</p>', tags: [] }
const routes = { _id: '3', title: 'Routes', documentHtml: '<p>Changed.</p>', tags: [] }

test('a note is created on its records and another one updated', async () => {
  const waiting = replay('beacon-mailroom/a-note-created-and-one-updated')
  const uri = 'https://platform.example/blocks/1'
  const tags = [{ externalId: 'a9', tagType: 'topic' }]
  const externalNotes = [
    { _id: '1', externalId: '', title: 'Prices', documentHtml: '<p>Agreed.</p>', uri, tags },
    { _id: '2', externalId: 'n8', title: 'Routes', documentHtml: '<p>Changed.</p>', tags: [] },
  ]
  const notes = await mailroom.upsert?.notes?.({ connectedProvider, externalNotes }, call)
  expect(notes?.map(({ _id, externalId }) => [_id, externalId])).toEqual([
    ['1', 'n9'],
    ['2', 'n8'],
  ])
  expect(waiting()).toEqual([])
})

test('a note that is refused is named, and the ids of the others are not lost', async () => {
  const waiting = replay('beacon-mailroom/a-note-that-is-refused')
  const externalNotes = [prices, untitled, routes]
  await expect(mailroom.upsert?.notes?.({ connectedProvider, externalNotes }, call)).rejects.toMatchObject({
    status: 422,
    problem: 'partial-failure',
    options: {
      errors: [{ pointer: '#/externalNotes/1', detail: expect.stringContaining('does not accept these values') }],
      extensions: { externalNotes: [{ _id: '1', externalId: 'n9' }, untitled, { _id: '3', externalId: 'n10' }] },
    },
  })
  expect(waiting()).toEqual([])
})

test('a token that ends between two notes has expired, and the id of the first one is not lost', async () => {
  const waiting = replay('beacon-mailroom/a-token-that-ends-between-notes')
  const externalNotes = [prices, routes, untitled]
  await expect(mailroom.upsert?.notes?.({ connectedProvider, externalNotes }, call)).rejects.toMatchObject({
    status: 401,
    problem: 'credentials-expired',
    options: {
      errors: [
        { pointer: '#/externalNotes/1' },
        { pointer: '#/externalNotes/2', detail: 'was not sent, because of the error before it.' },
      ],
      extensions: { externalNotes: [{ _id: '1', externalId: 'n9' }, routes, untitled] },
    },
  })
  expect(waiting()).toEqual([])
})

test('a note whose response is lost may exist, and the others are not sent', async () => {
  nock(API_ORIGIN).post('/v1/notes').replyWithError('The connection was lost.')
  const externalNotes = [prices, routes]
  const error = await mailroom.upsert?.notes?.({ connectedProvider, externalNotes }, call).catch((caught) => caught)
  expect(error).toMatchObject({ problem: 'partial-failure', options: { extensions: { externalNotes } } })
  expect(error).toHaveProperty('options.errors', [
    { pointer: '#/externalNotes/0', detail: expect.stringContaining('It may exist'), code: UNKNOWN_OUTCOME },
    { pointer: '#/externalNotes/1', detail: 'was not sent, because of the error before it.' },
  ])
})

test('an error of all notes is thrown as it is if nothing was written', async () => {
  nock(API_ORIGIN)
    .post('/v1/notes')
    .reply(403, { error: { code: 'forbidden', message: 'This user may not do this.' } })
  const externalNotes = [prices, routes]
  await expect(mailroom.upsert?.notes?.({ connectedProvider, externalNotes }, call)).rejects.toMatchObject({
    status: 403,
    problem: 'scope-required',
  })
})
