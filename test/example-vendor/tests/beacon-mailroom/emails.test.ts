import { expect, test } from '@jest/globals'
import { cutNetwork } from '../../../kit/network.ts'
import { mailroom } from '../../vendor/beacon-mailroom/index.ts'
import { aCall, aConnection, replay } from '../builders.ts'

cutNetwork()

const call = aCall({ application: mailroom.name })
const connectedProvider = aConnection(mailroom.name)
const window = { dateStart: Date.parse('2026-03-01T00:00:00Z'), dateEnd: Date.parse('2026-04-01T00:00:00Z') }

test('a message becomes an email; the cursor leads to the next page', async () => {
  const waiting = replay('beacon-mailroom/messages')
  const first = await mailroom.sync?.emails?.({ connectedProvider, filter: { ...window, limit: 2 } }, call)
  expect(first?.items).toEqual([
    {
      blockType: 'email',
      provider: 'provider-hub',
      application: mailroom.name,
      externalId: 'm9',
      uri: 'https://example.beacon.example/messages/m9',
      from: { email: 'bo@acme.test', friendlyName: 'Lind, Bo' },
      to: [{ email: 'ann@example.com', friendlyName: 'Ann Example' }, { email: 'team@example.com' }],
      cc: [],
      subject: 'Prices',
      bodyText: 'Five percent more.',
      dateReceived: Date.parse('2026-03-30T09:00:00Z'),
    },
  ])
  const { cursor = '' } = first?.pagination ?? {}
  const last = await mailroom.sync?.emails?.({ connectedProvider, filter: { ...window, limit: 2, cursor } }, call)
  expect(last?.items.map(({ externalId, from }) => [externalId, from])).toEqual([['m8', undefined]])
  expect(last?.pagination).toEqual({ hasMore: false, pageSize: 1 })
  expect(waiting()).toEqual([])
})

test('mail of nobody is not requested', async () => {
  const filter = { ...window, includeEmails: [] }
  expect((await mailroom.sync?.emails?.({ connectedProvider, filter }, call))?.items).toEqual([])
})
