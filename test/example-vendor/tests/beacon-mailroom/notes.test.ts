import { expect, test } from '@jest/globals'
import { cutNetwork } from '../../../kit/network.ts'
import { mailroom } from '../../vendor/beacon-mailroom/index.ts'
import { aCall, aConnection, replay } from '../builders.ts'

cutNetwork()

const call = aCall({ application: mailroom.name })
const connectedProvider = aConnection(mailroom.name)

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
