import { expect, test } from '@jest/globals'
import { cutNetwork } from '../../../kit/network.ts'
import { mailroom } from '../../vendor/beacon-mailroom/index.ts'
import { aCall, aConnection, replay } from '../builders.ts'

cutNetwork()

const call = aCall({ application: mailroom.name })
const connectedProvider = aConnection(mailroom.name)

test('activities become rows that carry the id of their tag, also of one that is linked', async () => {
  const waiting = replay('beacon-mailroom/activities')
  const linked = { externalIdLinks: [{ application: mailroom.name, externalId: 'a8' }] }
  const filter = { insightTypeFilters: [{ tagType: 'topic', tags: [{ externalId: 'a9' }, linked] }] }
  const page = await mailroom.sync?.insight?.({ connectedProvider, filter }, call)
  expect(page?.items[0]?.tables[0]?.records).toEqual([
    {
      externalId: 'x9',
      values: [
        { name: 'About', value: 'a9' },
        { name: 'Summary', value: 'The order was confirmed.' },
        { name: 'Time', value: '2026-03-30T09:00:00.000Z' },
      ],
    },
  ])
  expect(waiting()).toEqual([])
})
