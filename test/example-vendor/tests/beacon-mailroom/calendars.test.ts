import { expect, test } from '@jest/globals'
import { cutNetwork } from '../../../kit/network.ts'
import { mailroom } from '../../vendor/beacon-mailroom/index.ts'
import { aCall, aConnection, replay } from '../builders.ts'

cutNetwork()

const call = aCall({ application: mailroom.name })
const connectedProvider = aConnection(mailroom.name)
const window = { dateStart: Date.parse('2026-03-01T00:00:00Z'), dateEnd: Date.parse('2026-04-01T00:00:00Z') }

test('a calendar has the events of all pages; one that cannot be read is named in a warning', async () => {
  const waiting = replay('beacon-mailroom/calendars')
  const page = await mailroom.sync?.calendar?.({ connectedProvider, calendarFilter: window }, call)
  const [calendar] = page?.items ?? []
  expect([page?.items.length, calendar?.externalId, calendar?.title, calendar?.timeZone]).toEqual([
    1,
    'c9',
    'Ann',
    'Europe/Oslo',
  ])
  expect(calendar?.events.map(({ externalId }) => externalId)).toEqual(['e9', 'e8'])
  expect(calendar?.events[0]).toEqual({
    blockType: 'event',
    externalId: 'e9',
    uri: 'https://example.beacon.example/events/e9',
    title: 'Prices',
    dateStart: Date.parse('2026-03-30T09:00:00Z'),
    dateEnd: Date.parse('2026-03-30T10:00:00Z'),
    location: 'Oslo',
    organizedBy: { email: 'ann@example.com', friendlyName: 'Ann Example' },
    attendees: [{ email: 'bo@acme.test', friendlyName: 'Bo Lind', responseStatus: 'tentative' }],
  })
  expect(page?.metadata?.warnings).toEqual([expect.stringContaining('“Team” (c8)')])
  expect(waiting()).toEqual([])
})
