import { describe, expect, test } from '@jest/globals'
import nock from 'nock'
import { sealCursor } from '../../../src/kit/pages.ts'
import { initialPosition, toBinding } from '../../../vendors/microsoft/outlook-mail/cursor.ts'
import { toMailQuery } from '../../../vendors/microsoft/outlook-mail/query.ts'
import { userSegments } from '../../../vendors/microsoft/user-segments.ts'
import { cutNetwork } from '../../kit/network.ts'
import {
  aCalendar,
  aCredential,
  aMessage,
  anEvent,
  calendarCall,
  mailCall,
  syncCalendar,
  syncEmails,
} from './builders.ts'

cutNetwork()

const KEY = aCredential({ email: 'ann+1@example.com', profile: { method: 'key' } })
const OWN = '/v1.0/users/ann%2B1%40example.com/'

/** Serves a mailbox, whoever asks for it, and returns the requested paths. */
function serveMailbox(): string[] {
  const paths: string[] = []
  nock('https://graph.microsoft.com')
    .persist()
    .get(/.*/)
    .query(true)
    .reply(200, (request: Request) => {
      const url = new URL(request.url)
      paths.push(url.pathname + url.search)
      if (url.pathname.endsWith('/timeZone')) return { value: 'UTC' }
      if (url.pathname.includes('/mailFolders/')) return { id: url.pathname.split('/').at(-1), childFolderCount: 0 }
      if (url.pathname.endsWith('/calendars')) return { value: [aCalendar()] }
      if (url.pathname.endsWith('/calendarView')) return { value: [anEvent()] }
      const isFirst = paths.filter((requested) => requested.includes('/messages?')).length === 1
      return { value: isFirst ? [aMessage()] : [] }
    })
  return paths
}

describe('the paths of the connected user', () => {
  test.each([
    ['a sign-in', aCredential(), ['me']],
    ['a sign-in with a profile', aCredential({ profile: { scopes: [] } }), ['me']],
    ['a key', KEY, ['users', 'ann+1@example.com']],
  ])('after %s', (_, credential, expected) => {
    expect(userSegments(credential)).toEqual(expected)
  })

  test.each([
    ['calendars', () => syncCalendar({}, calendarCall(), KEY)],
    ['mail', () => syncEmails({}, mailCall(), KEY)],
  ])('with a key, every request for %s names the mailbox', async (_, sync) => {
    const paths = serveMailbox()
    expect((await sync()).items).toHaveLength(1)
    expect(paths.filter((path) => !path.startsWith(OWN))).toEqual([])
  })

  test('a sync that a sign-in began goes on with a key', async () => {
    const paths = serveMailbox()
    const call = mailCall()
    const query = toMailQuery(['me'], {}, 20)
    const position = { ...initialPosition(query, { leftOut: [] }, call.clock()), link: '/me/messages?$skip=20' }
    const cursor = sealCursor(call, toBinding('connection-1', {}, query), position)
    expect((await syncEmails({ cursor }, call, KEY)).items).toHaveLength(1)
    expect(paths.filter((path) => !path.startsWith(OWN))).toEqual([])
  })
})
