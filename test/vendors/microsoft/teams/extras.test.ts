import { describe, expect, test } from '@jest/globals'
import { Budget } from '../../../../src/kit/budget.ts'
import { impatient } from '../../../kit/call.ts'
import { cutNetwork } from '../../../kit/network.ts'
import { defineRecordings, type Recording } from '../../../kit/recordings.ts'
import { problemOf } from '../builders.ts'
import { recording } from '../recordings.ts'
import { ALL_SCOPES, aTeamsCredential, syncTranscriptions, teamsCall } from './builders.ts'

cutNetwork()

const ALL = aTeamsCredential(ALL_SCOPES)

/** Ann's weekly meeting, with another response to the requests whose path has this end. */
function serve(path: RegExp, change: Partial<Recording>): void {
  const exchanges = recording('teams/a-meeting-with-everything')
  defineRecordings(exchanges.map((exchange) => (path.test(exchange.path) ? { ...exchange, ...change } : exchange)))
}

const read = (budget = impatient()) => syncTranscriptions({}, teamsCall({ budget }), ALL)

describe('what a transcription has beside its text', () => {
  test.each([
    ['the list of who attended', /attendanceReports$/, ['bob@example.org'], true],
    [
      'the tasks and notes of Copilot',
      /aiInsights$/,
      ['bob@example.org', 'ann@example.com', 'cleo@example.net'],
      false,
    ],
  ])('is left out if Graph fails, and the warning says of which meeting: %s', async (part, path, emails, hasTasks) => {
    serve(path, { status: 503, response: '' })
    const { items, metadata } = await read()
    expect(items[0]?.attendees.map(({ email }) => email)).toEqual(emails)
    expect(items[0]?.tasks !== undefined).toBe(hasTasks)
    expect(metadata?.warnings).toEqual([
      expect.stringMatching(
        new RegExp(`^The transcript of “Weekly” \\(2 November 2026\\) comes without ${part}\\. Microsoft `),
      ),
    ])
  })

  test.each([
    ['action items that are no list', { actionItems: {} }],
    ['action items that are none', { actionItems: [null] }],
    ['notes whose title is a number', { meetingNotes: [{ title: 7 }] }],
  ])('does not keep a transcript from being delivered if it has another form: %s', async (_, insight) => {
    serve(/aiInsights\/[^/]+$/, { response: { id: 'odd', ...insight } })
    const { items, metadata } = await read()
    expect(items).toHaveLength(1)
    expect(items[0]).not.toHaveProperty('tasks')
    expect(metadata?.warnings).toEqual([
      'The transcript of “Weekly” (2 November 2026) comes without the tasks and notes of Copilot. Microsoft does not document the form in which it returned them.',
    ])
  })

  test('does not keep a transcript from being delivered if its attendance has another form', async () => {
    serve(/expand=attendanceRecords$/, { response: { id: 'odd', attendanceRecords: [null] } })
    const { items, metadata } = await read()
    expect(items[0]?.attendees.map(({ email }) => email)).toEqual(['bob@example.org'])
    expect(items[0]?.tasks).toHaveLength(2)
    expect(metadata?.warnings).toHaveLength(1)
  })

  test('that is rate limited is read again with the transcript', async () => {
    serve(/attendanceReports$/, { status: 429, response: {}, rawHeaders: { 'Retry-After': '120' } })
    expect(await problemOf(read(new Budget(60_000)))).toMatchObject({ status: 429 })
  })
})
