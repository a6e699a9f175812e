import { expect, test } from '@jest/globals'
import {
  type Connection,
  type ConnectionFilter,
  healthOf,
  isWorthListing,
  matchesFilter,
  matchesText,
  sortByHealth,
} from '../../../../console/src/pages/connections/health.ts'
import { NOW, sampleConnection, sampleSync } from './samples.ts'

const DAY = 86_400_000
const ERROR = { type: 'x', title: 'Vendor error', status: 502, detail: 'The vendor is down.' }

test.each<[string, Partial<Connection>, string, RegExp]>([
  ['works', {}, 'healthy', /^Imports mail\.$/],
  ['has to be connected again', { status: 'reconnect_required', reason: 'It was revoked.' }, 'reconnect', /^It was/],
  ['has to be, for no known reason', { status: 'reconnect_required' }, 'reconnect', /Connect the account again/],
  ['waits for a person', { status: 'unconfirmed' }, 'unconfirmed', /confirm that ada@meridian\.example/],
  ['has no address', { status: 'unconfirmed', email: null }, 'unconfirmed', /this account/],
  [
    'fails',
    { syncs: [sampleSync({ health: 'failing', lastError: ERROR, failureCount: 4 })] },
    'failing',
    /4 times.*down/,
  ],
  ['was stopped', { syncs: [sampleSync({ health: 'paused' })] }, 'stopped', /did not succeed/],
  ['lacks a permission', { scopeMessage: 'Allow mail.' }, 'permission', /^Allow mail/],
  ['is unsteady', { syncs: [sampleSync({ health: 'degraded', lastError: ERROR })] }, 'degraded', /down/],
  ['has a certificate that ends', { dateCertificateEnd: NOW + 29 * DAY }, 'certificate', /ends on/],
  ['has one that has ended', { dateCertificateEnd: NOW - DAY }, 'certificate', /ended on/],
  ['has one that lasts', { dateCertificateEnd: NOW + 31 * DAY }, 'healthy', /Imports/],
  ['is paused', { syncs: [sampleSync({ pausedByUser: true, health: 'failing' })] }, 'paused', /You have paused/],
  [
    'is in parts',
    { syncs: [sampleSync(), sampleSync({ sync: 'calendar', pausedByUser: true })] },
    'healthy',
    /paused: Cal/,
  ],
  [
    'has just been connected',
    { syncs: [sampleSync({ dateLastSuccess: null, lastRun: null })] },
    'first-sync',
    /first time/,
  ],
  ['imports nothing', { syncs: [] }, 'ready', /Used when/],
  ['is disconnected', { status: 'disconnected' }, 'disconnected', /still there/],
])('a connection that %s', (_what, changes, state, sentence) => {
  const health = healthOf(sampleConnection(changes), NOW)
  expect(health).toMatchObject({ state, sentence: expect.stringMatching(sentence) })
})

test('those that need a person most come first, then the names', () => {
  const list = [
    sampleConnection({ _id: 'ok-b', label: 'B' }),
    sampleConnection({ _id: 'gone', status: 'disconnected' }),
    sampleConnection({ _id: 'ok-a', label: 'A' }),
    sampleConnection({ _id: 'permission', scopeMessage: 'Allow it.' }),
    sampleConnection({ _id: 'again', status: 'reconnect_required' }),
  ]
  expect(sortByHealth(list, NOW).map(({ _id }) => _id)).toEqual(['again', 'permission', 'ok-a', 'ok-b', 'gone'])
})

test.each<[Partial<Connection>, readonly ConnectionFilter[]]>([
  [{}, ['all', 'working']],
  [{ status: 'reconnect_required' }, ['all', 'attention']],
  [{ dateCertificateEnd: NOW }, ['all', 'attention']],
  [{ syncs: [sampleSync({ pausedByUser: true })] }, ['all', 'working']],
  [{ status: 'disconnected' }, ['disconnected']],
])('%j is listed under %j', (changes, filters) => {
  const health = healthOf(sampleConnection(changes), NOW)
  const all: readonly ConnectionFilter[] = ['all', 'attention', 'working', 'disconnected']
  expect(all.filter((filter) => matchesFilter(health, filter))).toEqual(filters)
})

test('attempts that were given up are not listed', () => {
  const isListed = (changes: Partial<Connection>) => isWorthListing(sampleConnection(changes))
  expect(isListed({ status: 'pending', connectMethod: null })).toBe(false)
  expect(isListed({ status: 'disconnected', connectMethod: null })).toBe(false)
  expect(isListed({ status: 'disconnected' })).toBe(true)
  expect(isListed({ status: 'unconfirmed' })).toBe(true)
})

test('are found by account and application', () => {
  const connection = sampleConnection()
  expect([' ADA@', 'mail', 'bob'].map((text) => matchesText(connection, text))).toEqual([true, true, false])
  expect(matchesText(sampleConnection({ email: null }), '')).toBe(true)
})
