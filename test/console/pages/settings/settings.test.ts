import { describe, expect, test } from '@jest/globals'
import { describeLocale, listLocales } from '../../../../console/src/pages/settings/locales.ts'
import { listRemembered } from '../../../../console/src/pages/settings/remembered.ts'
import { describeScopes, toAccounts } from '../../../../console/src/pages/settings/scopes.ts'
import { curlExample } from '../../../../console/src/pages/settings/scripts.ts'
import { describeValidity, readAuthTime } from '../../../../console/src/pages/settings/session-times.ts'
import { describeTimeZone, listTimeZones, matchesTimeZone } from '../../../../console/src/pages/settings/time-zones.ts'

const NOW = Date.UTC(2026, 10, 23, 12)

describe('time zones', () => {
  test('are listed with their offset of this time of the year', () => {
    expect(describeTimeZone('Europe/Paris', NOW)).toBe('Europe/Paris (GMT+1)')
    expect(describeTimeZone('Europe/Paris', Date.UTC(2026, 6, 1))).toBe('Europe/Paris (GMT+2)')
    const names = listTimeZones(NOW).map(({ value }) => value)
    expect(names).toEqual(expect.arrayContaining(['UTC', 'Asia/Tokyo', 'America/New_York']))
    expect(new Set(names).size).toBe(names.length)
  })

  test.each([
    ['new york', true],
    ['New_York', true],
    ['gmt-5', true],
    ['', true],
    ['york new', false],
    ['gmt-6', false],
  ])('New York is found by “%s”: %s', (search, isFound) => {
    const [zone] = listTimeZones(NOW, ['America/New_York'])
    expect(zone && matchesTimeZone(zone, search)).toBe(isFound)
  })
})

test('formats of dates have names, and the chosen one is always among them', () => {
  expect(describeLocale('en-GB')).toBe('English (United Kingdom)')
  const values = listLocales(['en-DK', 'de-DE']).map(({ value }) => value)
  expect(values).toEqual(expect.arrayContaining(['en-DK', 'de-DE', 'ja-JP']))
  expect(new Set(values).size).toBe(values.length)
})

describe('the session', () => {
  test.each([
    [12 * 60_000 + 59_000, 'It is valid for 12 minutes.'],
    [60_000, 'It is valid for 1 minute.'],
    [59_500, 'It is valid for 60 seconds.'],
    [0, 'It is not valid any more.'],
  ])('with %d ms left: %s', (left, text) => {
    expect(describeValidity(NOW + left, NOW)).toBe(text)
  })

  // The name has characters that base64url writes in another way than base64.
  test('began when the ID token says so', () => {
    const token = (claims: object) => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.y`
    expect(readAuthTime(token({ name: '???>>>ÿ', auth_time: 1_700_000_000 }))).toBe(1_700_000_000_000)
    expect(readAuthTime(token({ auth_time: 'yesterday' }))).toBeUndefined()
    for (const broken of [undefined, '', 'x', 'x.%%%.y', `x.${btoa('no JSON')}.y`]) {
      expect(readAuthTime(broken)).toBeUndefined()
    }
  })
})

test('the example for scripts takes the token from a variable', () => {
  const example = curlExample('https://platform.example/api/v1/graph', 'Europe/Paris')
  expect(example).toContain('Bearer $ACCESS_TOKEN')
  expect(example).toContain("'x-user-timezone: Europe/Paris'")
})

describe('what accounts may do', () => {
  const NONE = { calendar: false, email: false, function: false, message: false, table: false, transcription: false }
  const connection = (members: object) => ({
    _id: '1',
    application: 'mail',
    label: 'Mail',
    email: 'ada@x.example',
    status: 'active' as const,
    reason: null,
    scopeMessage: null,
    connectMethod: 'oauth' as const,
    ...members,
  })
  const applications = [{ name: 'mail', label: 'Mail', sobjects: { ...NONE, email: true } }]

  test('is said in words', () => {
    expect(describeScopes({ sobjects: { ...NONE, email: true, calendar: true } })).toBe('Read mail and read calendars')
    expect(describeScopes({ sobjects: NONE })).toBe('Nothing at present')
  })

  test('is listed for accounts that are connected, with what they lack', () => {
    const connections = [
      connection({ _id: 'z', label: 'Zebra', application: 'gone' }),
      connection({ _id: 'expired', status: 'reconnect_required', reason: 'Revoked.' }),
      connection({ _id: 'left', status: 'disconnected' }),
      connection({ _id: 'limited', email: null, scopeMessage: 'Mail is missing.', connectMethod: 'key' }),
    ]
    expect(toAccounts({ connections, applications })).toEqual([
      {
        id: 'limited',
        label: 'Mail',
        email: undefined,
        scopes: 'Read mail',
        problem: 'Mail is missing.',
        isByKey: true,
      },
      {
        id: 'expired',
        label: 'Mail',
        email: 'ada@x.example',
        scopes: 'Read mail',
        problem: 'Revoked.',
        isByKey: false,
      },
      {
        id: 'z',
        label: 'Zebra',
        email: 'ada@x.example',
        scopes: 'This application is not offered any more',
        problem: undefined,
        isByKey: false,
      },
    ])
    expect(toAccounts({ connections: null, applications: [] })).toEqual([])
  })
})

test('everything that is stored is listed, also what nobody knows', () => {
  const storage = (entries: Record<string, string>): Storage => {
    const keys = Object.keys(entries)
    return {
      ...entries,
      length: keys.length,
      key: (index) => keys[index] ?? null,
      getItem: (key) => entries[key] ?? null,
    } as Storage
  }
  const local = storage({ 'provider-hub.preferences': '{}', unknown: 'abc' })
  const found = listRemembered(local, storage({ 'provider-hub.draft.me.note': '12345' }))
  expect(found.map(({ label, place, size }) => [label, place, size])).toEqual([
    ['Your time zone and format of dates', 'browser', 2],
    ['unknown', 'browser', 3],
    ['A draft of a note that is not saved', 'tab', 5],
  ])
})
