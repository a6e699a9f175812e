import { describe, expect, test } from '@jest/globals'
import nock from 'nock'
import { cutNetwork } from '../../../kit/network.ts'
import { problemOf } from '../builders.ts'
import { GRAPH, replay } from '../recordings.ts'
import { ALL_SCOPES, ANN_ID, aTeamsCredential, checkTeams, REQUIRED_SCOPES, teamsCall } from './builders.ts'

cutNetwork()

describe('the check of a connection', () => {
  test.each(['check-of-teams', 'check-without-a-meeting'])('succeeds: %s', async (name) => {
    const waiting = replay(`teams/${name}`)
    expect(await checkTeams()).toEqual({ status: 'ok', accountId: ANN_ID })
    expect(waiting()).toEqual([])
  })

  test('says what an administrator has to do while the organization does not allow it', async () => {
    const waiting = replay('teams/check-while-transcripts-are-off')
    expect(await checkTeams()).toEqual({
      status: 'scope_required',
      message: expect.stringMatching(/administrator.*Teams admin center/),
    })
    expect(waiting()).toEqual([])
  })

  test('says that a personal account has no transcripts', async () => {
    const call = teamsCall()
    const personal = aTeamsCredential(ALL_SCOPES, { tenantId: '9188040d-6c67-4c5b-b112-36a304b66dad' })
    expect(await checkTeams(call, personal)).toEqual({
      status: 'scope_required',
      message: expect.stringContaining('Connect a work or school account'),
    })
    expect(call.meter.calls).toBe(0)
  })

  test.each(REQUIRED_SCOPES)('names a permission that is missing: %s', async (scope) => {
    const scopes = REQUIRED_SCOPES.filter((other) => other !== scope)
    const result = await checkTeams(teamsCall(), aTeamsCredential(scopes))
    expect(result).toEqual({ status: 'scope_required', message: expect.stringContaining('not granted') })
  })

  test('fails with an expired token', async () => {
    nock(GRAPH).get(/./).query(true).times(2).reply(401, '')
    expect(await problemOf(checkTeams())).toMatchObject({ status: 401, problem: 'credentials-expired' })
  })

  test('succeeds if only the newest meeting is refused or Graph is down', async () => {
    nock(GRAPH).get('/v1.0/me').query(true).reply(200, { id: ANN_ID })
    nock(GRAPH).get('/v1.0/me/calendars').query(true).reply(200, { value: [] })
    nock(GRAPH)
      .get('/v1.0/me/calendarView')
      .query(true)
      .reply(403, { error: { code: 'Forbidden', message: 'No' } })
    expect(await checkTeams()).toMatchObject({ status: 'ok' })
  })
})
