import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type GoogleSandbox, SCOPE, startGoogle } from '../../../../sandbox/google/index.ts'
import { aCredential, calendarCall, problemOf, SETTINGS, syncCalendar } from '../builders.ts'

const ADA = 'ada@meridian.example'
const DAY_MS = 86_400_000

let google: GoogleSandbox
beforeEach(async () => {
  google = await startGoogle()
})
afterEach(() => google.stop())

function read() {
  const now = google.clock.now()
  const { access } = google.grant({ account: ADA, scopes: [SCOPE.calendarReadonly] })
  const call = calendarCall({ settings: { ...SETTINGS, origin: google.origin }, clock: () => now })
  const window = { dateStart: now - DAY_MS, dateEnd: now + DAY_MS }
  return syncCalendar(window, call, aCredential({ accessToken: access.token, email: ADA }))
}

describe('a 403 without a reason', () => {
  test.each([
    ['the list of calendars', '/calendar/v3/users/me/calendarList'],
    ['the events of every calendar', '/calendar/v3/calendars/*/events'],
  ])('for %s is a missing permission', async (_, path) => {
    google.faults.add({ path, fault: { kind: 'error', name: 'permissionDenied' }, count: null })
    expect(await problemOf(read())).toMatchObject({ status: 403, problem: 'scope-required' })
  })

  test('for the events of one calendar names it', async () => {
    google.faults.add({
      path: `/calendar/v3/calendars/${encodeURIComponent(ADA)}/events`,
      fault: { kind: 'error', name: 'permissionDenied' },
      count: null,
    })
    const { items, metadata } = await read()
    expect(items.length).toBeGreaterThan(0)
    expect(metadata?.warnings).toEqual(expect.arrayContaining([expect.stringMatching(/was left out\. .*not allowed/)]))
  })
})
