import { expect, test } from '@jest/globals'
import type { Connection } from '../../../../console/src/pages/connections/health.ts'
import { noticesOf } from '../../../../console/src/pages/connections/notices.ts'
import { NOW, sampleConnection, sampleSync } from './samples.ts'

const keysOf = (changes: Partial<Connection>, isOffered = false) =>
  noticesOf(sampleConnection(changes), NOW, isOffered).map(({ key, connect }) => [key, connect !== undefined])

test.each<[string, Partial<Connection>, [string, boolean][]]>([
  ['nothing is the matter', {}, []],
  ['the access has ended', { status: 'reconnect_required' }, [['reconnect', true]]],
  ['it is disconnected', { status: 'disconnected' }, [['disconnected', true]]],
  ['nothing was connected', { status: 'pending' }, [['pending', true]]],
  ['the account is asked about anyway', { status: 'unconfirmed' }, []],
  [
    'a permission is missing and the certificate ends',
    { scopeMessage: 'Allow it.', dateCertificateEnd: NOW },
    [
      ['permission', true],
      ['certificate', true],
    ],
  ],
  ['a sync was stopped', { syncs: [sampleSync({ health: 'paused' })] }, [['trouble', false]]],
  ['a stopped sync is paused', { syncs: [sampleSync({ health: 'paused', pausedByUser: true })] }, []],
])('the notices if %s', (_what, changes, keys) => {
  expect(keysOf(changes)).toEqual(keys)
})

test('a link can ask to connect again; a reason to do so takes its place', () => {
  expect(keysOf({}, true)).toEqual([['offer', true]])
  expect(keysOf({ status: 'reconnect_required' }, true)).toEqual([['reconnect', true]])
  expect(keysOf({ syncs: [sampleSync({ health: 'paused' })] }, true)).toEqual([
    ['offer', true],
    ['trouble', false],
  ])
})
