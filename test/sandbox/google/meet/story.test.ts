import { afterEach, describe, expect, test } from '@jest/globals'
import { Clock } from '../../../../sandbox/core/time/clock.ts'
import { type GoogleSandbox, SCOPE, startGoogle } from '../../../../sandbox/google/index.ts'
import { ADA, createGet } from '../harness.ts'
import { createMeetGet, findRecord, listAll, RECORDS } from './harness.ts'

let google: GoogleSandbox
afterEach(() => google.stop())

async function readTexts(): Promise<Map<string, string>> {
  const get = createMeetGet(google)
  const records = await listAll(get, RECORDS, 'conferenceRecords', { pageSize: 100 })
  const texts = new Map<string, string>()
  for (const { name, space } of records) {
    const { meetingCode } = (await get(`/v2/${space}`)).body
    const { transcripts = [] } = (await get(`/v2/${name}/transcripts`)).body
    for (const transcript of transcripts) {
      const entries = await listAll(get, `/v2/${transcript.name}/entries`, 'transcriptEntries', { pageSize: 100 })
      const text = entries.map((entry) => entry.text).join('\n')
      texts.set(meetingCode, `${texts.get(meetingCode) ?? ''}\n${text}`)
    }
  }
  return texts
}

describe.each(['2026-03-16T09:00:00Z', '2026-07-05T23:30:00Z', '2028-02-29T12:00:00Z'])(
  'the meetings of a sandbox that starts at %s',
  (start) => {
    test('have taken place, all but one of them, and belong to events where there are some', async () => {
      google = await startGoogle({ clock: new Clock({ start }) })
      const now = google.clock.now()
      const conferences = google.account(ADA) && (await listAll(createMeetGet(google), RECORDS, 'conferenceRecords'))
      expect(conferences).toHaveLength(11)
      expect(conferences.filter(({ endTime }) => endTime === undefined)).toHaveLength(1)
      expect(conferences.every(({ startTime }) => Date.parse(startTime) < now)).toBe(true)
      const events = await createGet(google, ADA)('/calendar/v3/calendars/primary/events', {
        timeMin: new Date(now - 30 * 86_400_000).toISOString(),
        timeMax: new Date(now).toISOString(),
        singleEvents: true,
        maxResults: 2500,
      })
      const overlapping = conferences.filter(({ startTime, endTime }) =>
        events.body.items.some(
          ({
            hangoutLink,
            start: from,
            end: to,
          }: {
            hangoutLink?: string
            start: { dateTime: string }
            end: { dateTime: string }
          }) =>
            hangoutLink &&
            Date.parse(from.dateTime) < Date.parse(endTime) &&
            Date.parse(to.dateTime) > Date.parse(startTime),
        ),
      )
      expect(overlapping.length).toBeGreaterThanOrEqual(9)
    })
  },
)

describe('the story', () => {
  test('holds promises, decisions, customers and a meeting in German', async () => {
    google = await startGoogle()
    const texts = await readTexts()
    expect(texts.get('kfw-eekl-yqz')).toContain("I'll send the proposal by Friday")
    expect(texts.get('hld-rnwl-tms')).toContain("I'll get the legal sign-off for it by next Wednesday")
    expect(texts.get('hbg-mess-sta')).toContain('Ich schicke Ihnen das Logo bis Freitag')
    expect(texts.get('ppl-rvws-abc')).toContain('decisions of today')
    const all = [...texts.values()].join('\n')
    for (const name of ['Halden Trelast', 'Kestrel Freight', 'Kōwhai Foods', 'Sakurai', 'Студия «Волна»']) {
      expect(all).toContain(name)
    }
    expect(all).not.toContain('This stays between the three of us')
  })

  test('is in the organizer’s Drive, where the document outlives the record', async () => {
    google = await startGoogle()
    const get = createMeetGet(google)
    const [transcript] = (await get(`/v2/${await findRecord(get, 'hld-rnwl-tms')}/transcripts`)).body.transcripts
    google.clock.advance(31 * 86_400_000)
    const drive = createGet(google, ADA, [SCOPE.driveMeetReadonly])
    const path = `/drive/v3/files/${transcript.docsDestination.document}/export`
    const { status, body } = await drive(path, { mimeType: 'text/plain' })
    expect(status).toBe(200)
    expect(body).toContain('Ada Moreau: Hello Ingrid!')
    expect((await createMeetGet(google)(`/v2/${transcript.name}`)).status).toBe(404)
  })
})
