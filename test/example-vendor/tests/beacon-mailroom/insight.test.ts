import { expect, test } from '@jest/globals'
import nock from 'nock'
import { cutNetwork } from '../../../kit/network.ts'
import { mailroom } from '../../vendor/beacon-mailroom/index.ts'
import { MAX_ACTIVITIES } from '../../vendor/beacon-mailroom/sync-insight.ts'
import { API_ORIGIN } from '../../vendor/client.ts'
import { aCall, aConnection, replay } from '../builders.ts'

cutNetwork()

const call = aCall({ application: mailroom.name })
const connectedProvider = aConnection(mailroom.name)

test('activities of all pages become rows that carry the id of their tag, also of one that is linked', async () => {
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
    {
      externalId: 'x8',
      values: [
        { name: 'About', value: 'a8' },
        { name: 'Summary', value: 'An offer was sent.' },
        { name: 'Time', value: '2026-03-28T09:00:00.000Z' },
      ],
    },
  ])
  expect(waiting()).toEqual([])
})

test('what exceeds the maximum is named in a warning', async () => {
  const activity = { id: 'x9', about: 'a9', summary: 'A call.', time: '2026-03-30T09:00:00.000Z' }
  const items = Array.from({ length: MAX_ACTIVITIES + 1 }, () => activity)
  nock(API_ORIGIN).get('/v1/activities').query(true).reply(200, { items })
  const filter = { insightTypeFilters: [{ tagType: 'topic', tags: [{ externalId: 'a9' }] }] }
  const page = await mailroom.sync?.insight?.({ connectedProvider, filter }, call)
  expect(page?.items[0]?.tables[0]?.records).toHaveLength(MAX_ACTIVITIES)
  expect(page?.metadata?.warnings).toEqual([expect.stringContaining(`more than ${MAX_ACTIVITIES} activities`)])
})
