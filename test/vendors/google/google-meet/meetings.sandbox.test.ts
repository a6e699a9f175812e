import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type GoogleSandbox, SCOPE, startGoogle } from '../../../../sandbox/google/index.ts'
import { problemOf } from '../builders.ts'
import { ADA, BILAL, countRequests, DAY_MS, meetingsOf } from './sandbox-meetings.ts'

let google: GoogleSandbox
beforeEach(async () => {
  google = await startGoogle()
})
afterEach(() => google.stop())

const titlesOf = (items: readonly { title: string }[]) => items.map(({ title }) => title)

describe('the meetings of an account', () => {
  test('are delivered newest first, with the titles of their events', async () => {
    const { items, pages } = await meetingsOf(google).readAll()
    expect(titlesOf(items)).toEqual([
      'Logistics World: Standbau',
      'Stand-up',
      'Pipeline review',
      'Pipeline review',
      'Halden: terms of the renewal',
      expect.stringMatching(/^Google Meet, \d+ \w+ \d{4}$/),
      'Kestrel weekly',
      'Kestrel weekly',
      'Kestrel weekly',
    ])
    const starts = items.map(({ dateStart }) => dateStart)
    expect(starts).toEqual([...starts].sort((a, b) => b - a))
    expect(pages).toBe(1)
  })

  test('are named if their transcript is not ready or refused, and not mentioned if there is none', async () => {
    const { warnings } = await meetingsOf(google).readAll()
    expect(warnings).toEqual([
      expect.stringMatching(/^The transcript of “Google Meet, .*” is not ready yet/),
      expect.stringMatching(/^The transcript of “Kōwhai: launch check” \(.*\) is not ready yet/),
      expect.stringMatching(
        /^The meeting “Board pre-read” \(.*\) was left out\. .*does not let this account read the transcript/,
      ),
    ])
  })

  test('arrive later, when their transcript is ready', async () => {
    const { readAll } = meetingsOf(google)
    const before = titlesOf((await readAll()).items)
    google.clock.advance(30 * 60_000)
    const after = titlesOf((await readAll()).items)
    expect(before).not.toContain('Kōwhai: launch check')
    expect(after).toContain('Kōwhai: launch check')
  })

  test('have separate items for a meeting that was transcribed twice and for each occurrence of a series', async () => {
    const { items } = await meetingsOf(google).readAll()
    expect(new Set(items.map(({ externalId }) => externalId)).size).toBe(items.length)
    const twice = items.filter(({ title }) => title === 'Pipeline review')
    expect(new Set(twice.map(({ externalId }) => externalId.replace(/\/transcripts.*/, ''))).size).toBe(1)
    expect(twice.map(({ transcript }) => transcript.text.split('\n')[0])).toEqual([
      expect.stringContaining("We're recording again"),
      expect.stringContaining('Right, pipeline.'),
    ])
  })

  test('have as attendees the guests, and who else was there and has an address', async () => {
    const { items } = await meetingsOf(google).readAll()
    const emailsOf = (title: string) => items.find((item) => item.title === title)?.attendees.map(({ email }) => email)
    expect(emailsOf('Halden: terms of the renewal')).toEqual([
      ADA,
      'ingrid@halden.example',
      'lars@halden.example',
      'esther@meridian.example',
    ])
    const call = items.find(({ title }) => title.startsWith('Google Meet'))
    expect(call?.attendees.map(({ email }) => email).sort()).toEqual([ADA, 'dmitri@meridian.example'])
    expect(call).not.toHaveProperty('organizedBy')
    expect(call?.transcript.text).toContain('Tom:')
  })

  test('are the same on pages of one', async () => {
    const { readAll } = meetingsOf(google)
    const whole = await readAll()
    const single = await readAll({ limit: 1 })
    expect(single.items).toEqual(whole.items)
    expect(single.warnings.sort()).toEqual(whole.warnings.sort())
    expect(single.pages).toBeGreaterThanOrEqual(whole.items.length)
  })

  test('older than thirty days do not exist, and are not missed', async () => {
    const dateStart = google.clock.now() - 90 * DAY_MS
    const { items, warnings } = await meetingsOf(google).readAll({ dateStart })
    expect(items).toHaveLength(9)
    expect(warnings.join()).not.toContain('30 days')
  })

  test('overlap the window: they ended after its start and began before its end', async () => {
    const { readAll } = meetingsOf(google)
    const [fair] = (await readAll()).items
    const [start, end] = [fair?.dateStart ?? 0, (fair?.dateStart ?? 0) + (fair?.duration ?? 0)]
    const inWindow = async (dateStart: number, dateEnd: number) =>
      titlesOf((await readAll({ dateStart, dateEnd })).items).includes(fair?.title ?? '')
    expect(await inWindow(start + 60_000, start + 120_000)).toBe(true)
    expect(await inWindow(end - 60_000, end + DAY_MS)).toBe(true)
    expect(await inWindow(end + 60_000, end + DAY_MS)).toBe(false)
    expect(await inWindow(start - DAY_MS, start - 60_000)).toBe(false)
  })
})

describe('an organization', () => {
  test('that shows records to organizers only has fewer meetings', async () => {
    google.settings.meetRecordsFor = 'organizer'
    const { items, warnings } = await meetingsOf(google).readAll()
    expect(titlesOf(items)).not.toContain('Kestrel weekly')
    expect(titlesOf(items)).toContain('Stand-up')
    expect(warnings.join()).not.toContain('does not let this account')
  })

  test('that shows transcripts to organizers only names the meetings of others', async () => {
    google.settings.meetArtifactsFor = 'organizer'
    const { items, warnings } = await meetingsOf(google).readAll()
    expect(titlesOf(items)).toContain('Stand-up')
    expect(warnings.filter((warning) => warning.startsWith('The meeting “Kestrel weekly”'))).toHaveLength(3)
  })

  test('that does so for somebody who organizes nothing is an error', async () => {
    google.settings.meetArtifactsFor = 'organizer'
    const dateEnd = google.clock.now() - DAY_MS
    expect(await problemOf(meetingsOf(google, BILAL).readAll({ dateEnd }))).toMatchObject({
      status: 403,
      problem: 'scope-required',
    })
  })

  test('without a directory adds nobody to the guests', async () => {
    google.settings.peopleAddresses = 'none'
    const { items } = await meetingsOf(google).readAll()
    const call = items.find(({ title }) => title.startsWith('Google Meet'))
    expect(call?.attendees.map(({ email }) => email)).toEqual([ADA])
  })
})

test('people whom the directory refuses are left out, and it is asked for the others', async () => {
  const fault = { kind: 'error', name: 'permissionDenied' } as const
  google.faults.add({ path: `/v1/people/${google.account(BILAL).sub}`, fault, count: null })
  const { items, warnings } = await meetingsOf(google).readAll()
  const call = items.find(({ title }) => title.startsWith('Google Meet'))
  expect(call?.attendees.map(({ email }) => email).sort()).toEqual([ADA, 'dmitri@meridian.example'])
  expect(warnings.join()).not.toContain('directory')
})

describe('optional permissions', () => {
  test('that are missing are mentioned once, and cost no request', async () => {
    const { items, warnings } = await meetingsOf(google, ADA, [SCOPE.meetReadonly]).readAll({ limit: 2 })
    expect(warnings.filter((warning) => warning.includes('does not give access'))).toHaveLength(2)
    expect(items.every(({ title }) => title.startsWith('Google Meet, '))).toBe(true)
    expect(Object.keys(countRequests(google)).filter((path) => !path.startsWith('/v2/conference'))).toEqual([])
  })

  test('that are refused are mentioned once', async () => {
    google.faults.add({
      path: '/calendar/v3/calendars/*/events',
      fault: { kind: 'error', name: 'permissionDenied' },
      count: null,
    })
    const { items, warnings } = await meetingsOf(google).readAll({ limit: 3 })
    expect(items).toHaveLength(9)
    expect(warnings.filter((warning) => warning.includes('does not give access to the calendar'))).toHaveLength(1)
    expect(countRequests(google)['/calendar/v3/calendars/primary/events']).toBe(1)
  })

  test('cannot replace the required one', async () => {
    const { readPage } = meetingsOf(google, ADA, [SCOPE.calendarReadonly, SCOPE.directoryReadonly])
    expect(await problemOf(readPage())).toMatchObject({ status: 403, problem: 'scope-required' })
  })
})
