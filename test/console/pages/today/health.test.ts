import { expect, test } from '@jest/globals'
import { describeHealth } from '../../../../console/src/pages/today/health.ts'
import type { ConnectionFieldsFragment } from '../../../../platform/client/index.ts'

const NOW = Date.UTC(2026, 10, 23, 12)

type Connection = ConnectionFieldsFragment
type Sync = Connection['syncs'][number]

const sync = (members: Partial<Sync> = {}): Sync => ({
  sync: 'email',
  health: 'healthy',
  pausedByUser: false,
  failureCount: 0,
  dateLastSuccess: NOW - 1_000,
  dateNextRun: NOW + 1_000,
  lastError: null,
  lastRun: null,
  ...members,
})
const connection = (members: Partial<Connection> = {}): Connection => ({
  _id: 'connection-1',
  provider: 'acme',
  application: 'acme-mail',
  label: 'Acme Mail',
  email: 'ada@acme.example',
  status: 'active',
  connectMethod: 'oauth',
  dateCertificateEnd: null,
  reason: null,
  scopeMessage: null,
  dateCreated: NOW,
  dateUpdated: NOW,
  syncs: [sync()],
  ...members,
})

test('nothing is said of nothing', () => {
  expect(describeHealth([], NOW)).toBeUndefined()
  expect(describeHealth([connection({ status: 'disconnected' })], NOW)).toBeUndefined()
})

test('good health is one sentence, with the last time that something was imported', () => {
  const older = connection({ syncs: [sync({ dateLastSuccess: NOW - 9_000 })] })
  expect(describeHealth([older, connection()], NOW)).toEqual({
    level: 'good',
    sentence: 'All 2 accounts are up to date',
    lastSuccess: NOW - 1_000,
    troubles: [],
  })
  expect(describeHealth([connection()], NOW)?.sentence).toBe('Your account is up to date')
})

test('a first sync is told', () => {
  const starting = connection({ syncs: [sync({ dateLastSuccess: null })] })
  expect(describeHealth([starting], NOW)).toMatchObject({ level: 'starting', lastSuccess: undefined })
})

test('what needs the person is named, the worst first', () => {
  const expired = connection({ _id: 'expired', status: 'reconnect_required', reason: 'The access\nhas ended.' })
  const lastError = { type: 'x', title: 'Busy', status: 503, detail: 'The vendor is busy.' }
  const failing = connection({ _id: 'failing', email: null, syncs: [sync({ health: 'failing', lastError })] })
  const health = describeHealth([connection(), failing, expired], NOW)
  expect(health?.sentence).toBe('2 of 3 accounts need you')
  expect(health?.troubles).toEqual([
    {
      connectionId: 'expired',
      name: 'Acme Mail, ada@acme.example',
      label: 'Connect again',
      sentence: 'The access has ended.',
    },
    { connectionId: 'failing', name: 'Acme Mail', label: 'Failing', sentence: 'Mail: The vendor is busy.' },
  ])
  expect(describeHealth([connection(), expired], NOW)?.sentence).toBe('1 of 2 accounts needs you')
})
