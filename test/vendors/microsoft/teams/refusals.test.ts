import { describe, expect, test } from '@jest/globals'
import { impatient } from '../../../kit/call.ts'
import { cutNetwork } from '../../../kit/network.ts'
import { problemOf } from '../builders.ts'
import { replay } from '../recordings.ts'
import { ALL_SCOPES, aKeyCredential, aTeamsCredential, syncAll, syncTranscriptions, teamsCall } from './builders.ts'

cutNetwork()

const ALL = aTeamsCredential(ALL_SCOPES)

describe('while the organization does not allow applications to read transcripts', () => {
  test('the sync fails after a second try, with what an administrator has to do, and not as an expired connection', async () => {
    const waiting = replay('teams/transcripts-are-off')
    const problem = await problemOf(syncTranscriptions())
    expect(problem).toMatchObject({
      status: 403,
      problem: 'scope-required',
      message: expect.stringMatching(
        /administrator.*Teams admin center.*Transcript API access.*Connecting again does not/,
      ),
    })
    expect(waiting()).toEqual([])
  })

  test('the sync fails at once if there is no time for a second try', async () => {
    replay('teams/transcripts-are-off')
    const call = teamsCall({ budget: impatient() })
    expect(await problemOf(syncTranscriptions({}, call))).toMatchObject({ status: 403, problem: 'scope-required' })
    expect(call.meter.calls).toBe(3)
  })

  test('and has just allowed it, refusals and successes take turns and nothing is lost', async () => {
    const waiting = replay('teams/transcripts-are-allowed-by-turns')
    const { items, metadata } = await syncTranscriptions()
    expect(items).toHaveLength(1)
    expect(metadata?.warnings).toEqual([expect.stringContaining('optional')])
    expect(waiting()).toEqual([])
  })
})

describe('while the organization does not allow names of speakers', () => {
  test('texts have none, with one warning for all of them', async () => {
    const waiting = replay('teams/names-of-speakers-are-off')
    const { items, metadata } = await syncTranscriptions()
    expect(items.map(({ transcript }) => transcript.text)).toEqual([
      '[00:00:01] Goodbye.',
      '[00:00:01] Hello, thanks for joining.',
    ])
    const warnings = metadata?.warnings?.filter((warning) => warning.includes('names of speakers'))
    expect(warnings).toEqual([expect.stringMatching(/administrator.*Include speaker attribution/)])
    expect(waiting()).toEqual([])
  })
})

describe('a meeting that Teams refuses', () => {
  test('is named in a warning by its title and day, and the others are delivered', async () => {
    const waiting = replay('teams/meetings-that-are-refused')
    const { items, warnings } = await syncAll()
    expect(items.map(({ title }) => title)).toEqual(['Weekly'])
    const sorted = warnings.filter((warning) => warning.startsWith('The meeting')).sort()
    expect(sorted).toEqual([
      expect.stringMatching(/^The meeting “Channel” \(5 November 2026\) was left out\./),
      expect.stringMatching(
        /^The meeting “Review at Fabrikam” \(3 November 2026\) .* belongs to another organization\./,
      ),
      expect.stringMatching(/^The meeting “Teams meeting, 4 November 2026” .* people whom its invitation names\./),
    ])
    expect(waiting()).toEqual([])
  })

  test('is the error of the sync if there are several and nothing was read', async () => {
    replay('teams/every-meeting-is-refused')
    const problem = await problemOf(syncTranscriptions())
    expect(problem).toMatchObject({ status: 403, problem: 'scope-required' })
    expect(problem.message).toContain('people whom its invitation names')
  })

  test('is the administrator’s if the application that a key belongs to has no access policy', async () => {
    replay('teams/no-application-access-policy')
    const problem = await problemOf(syncTranscriptions({}, teamsCall(), aKeyCredential()))
    expect(problem).toMatchObject({ status: 403, problem: 'scope-required' })
    expect(problem.message).toMatch(/An administrator of Teams creates an application access policy.*30 minutes/)
  })

  test('is named if Graph returns nothing for its join URL', async () => {
    replay('teams/a-meeting-that-is-not-found')
    expect((await syncTranscriptions()).metadata?.warnings).toEqual([
      expect.stringMatching(/^The meeting “Weekly” \(2 November 2026\) was left out\. Microsoft does not find this/),
    ])
  })

  test('is named if its transcript has expired', async () => {
    replay('teams/an-expired-transcript')
    const { items, warnings } = await syncAll()
    expect(items.map(({ title }) => title)).toEqual(['Weekly'])
    expect(warnings).toContainEqual(
      expect.stringMatching(/^The transcript of “Channel” \(5 November 2026\) was left out\..*has expired/),
    )
  })
})

describe('attendance and insights', () => {
  test('that are refused are left out without a warning', async () => {
    const waiting = replay('teams/attendance-and-insights-are-refused')
    const { items, metadata } = await syncTranscriptions({}, teamsCall(), ALL)
    expect(items[0]?.attendees.map(({ email }) => email)).toEqual(['bob@example.org'])
    expect(items[0]).not.toHaveProperty('tasks')
    expect(metadata).toBeUndefined()
    expect(waiting()).toEqual([])
  })

  test('without their permissions are not requested, and one warning says what is missing', async () => {
    replay('teams/a-meeting-with-everything')
    const call = teamsCall()
    const { items, metadata } = await syncTranscriptions({}, call, aTeamsCredential())
    expect(items[0]?.attendees.map(({ email }) => email)).toEqual(['bob@example.org'])
    expect(metadata?.warnings).toEqual([
      expect.stringMatching(/OnlineMeetingArtifact\.Read\.All and OnlineMeetingAiInsight\.Read\.All are missing/),
    ])
    expect(call.meter.calls).toBe(4)
  })
})

describe('a personal Microsoft account', () => {
  const personal = aTeamsCredential(ALL_SCOPES, { tenantId: '9188040d-6c67-4c5b-b112-36a304b66dad' })

  test('has no transcripts: the sync says so and requests nothing', async () => {
    const call = teamsCall()
    expect(await problemOf(syncTranscriptions({}, call, personal))).toMatchObject({
      status: 403,
      problem: 'scope-required',
      message: expect.stringContaining('work and school accounts only'),
    })
    expect(call.meter.calls).toBe(0)
  })
})
