import { describe, expect, test } from '@jest/globals'
import { COMPANIES, PEOPLE } from '../../../sandbox/core/fixtures.ts'
import { isTimeZone } from '../../../sandbox/core/time/zones.ts'
import type { MicrosoftAccount } from '../../../sandbox/microsoft/account.ts'
import { WINDOWS_ZONES } from '../../../sandbox/microsoft/api/windows-zones.ts'
import { toIanaZone, toWindowsName } from '../../../sandbox/microsoft/api/zone-names.ts'
import { occurrencesIn } from '../../../sandbox/microsoft/calendar/occurrence.ts'
import { sampleAccounts } from '../../../sandbox/microsoft/seed/index.ts'

const DAY_MS = 86_400_000
const STARTS = ['2026-03-16T09:00:00Z', '2026-07-05T23:30:00Z', '2027-01-01T00:00:00Z', '2028-02-29T12:00:00Z']

function adaAt(start: string): MicrosoftAccount {
  const [ada] = sampleAccounts(Date.parse(start))
  if (!ada) throw new Error('The sample account of Ada is missing')
  return ada
}

describe.each(STARTS)('the sample accounts of a sandbox that starts at %s', (start) => {
  const ada = adaAt(start)
  const now = Date.parse(start)
  const window = { from: now - 60 * DAY_MS, to: now + 120 * DAY_MS }
  const occurrences = ada.calendars.flatMap((calendar) => occurrencesIn(calendar, window))

  test('have messages of the last weeks and none in the future', () => {
    const received = ada.mailbox.messages.map(({ receivedAt }) => receivedAt)
    expect(received.length).toBeGreaterThan(110)
    expect(Math.max(...received)).toBeLessThanOrEqual(now)
    expect(Math.min(...received)).toBeGreaterThan(now - 68 * DAY_MS)
  })

  test('have events before and after the start, and an occurrence of every series', () => {
    const keys = new Set(occurrences.map(({ record }) => record.key))
    const all = ada.calendars.flatMap(({ events }) => [...events.keys()])
    expect([...new Set(all)].filter((key) => !keys.has(key))).toEqual([])
    expect(occurrences.filter(({ endsAt }) => endsAt < now).length).toBeGreaterThan(40)
    expect(occurrences.filter(({ startsAt }) => startsAt > now).length).toBeGreaterThan(80)
    expect(occurrences.every(({ startsAt, endsAt }) => startsAt <= endsAt)).toBe(true)
  })

  test('contain all people of the fixtures', () => {
    const text = JSON.stringify([ada.mailbox.messages, occurrences])
    for (const { name, email } of Object.values(PEOPLE)) {
      expect([email, text.includes(email), text.includes(JSON.stringify(name))]).toEqual([email, true, true])
    }
  })
})

describe('sample accounts with the same start', () => {
  test('have the same ids', () => {
    const [first, second] = [adaAt(STARTS[0] ?? ''), adaAt(STARTS[0] ?? '')]
    const idsOf = ({ mailbox }: MicrosoftAccount) => mailbox.messages.map((message) => mailbox.getIds(message))
    expect(idsOf(first)).toEqual(idsOf(second))
  })
})

describe('time zone names', () => {
  test('map every Windows name to an existing IANA zone', () => {
    const zones = Object.entries(WINDOWS_ZONES)
    expect(zones.length).toBeGreaterThan(130)
    expect(zones.filter(([, zone]) => !isTimeZone(zone))).toEqual([])
    for (const [name, zone] of zones) expect(toIanaZone(name)).toBe(zone)
  })

  test('exist for the time zone of every company', () => {
    for (const { timeZone } of Object.values(COMPANIES)) expect(toIanaZone(toWindowsName(timeZone))).toBeDefined()
    expect(toWindowsName('Europe/Oslo')).toBe('W. Europe Standard Time')
    expect(toWindowsName('Asia/Tokyo')).toBe('Tokyo Standard Time')
  })
})
