import { createHash, randomUUID, sign, X509Certificate } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type MicrosoftSandbox, startMicrosoft } from '../../../../sandbox/microsoft/index.ts'
import { ADA, BILAL, type Get, postForm, withToken } from '../harness.ts'
import { asOrganizer, byJoinUrl, joinUrlOf } from './meeting-harness.ts'

let microsoft: MicrosoftSandbox
let get: Get
let meetings: string

beforeEach(async () => {
  microsoft = await startMicrosoft()
  get = withToken(microsoft, await requestToken())
  meetings = `/v1.0/users/${ADA}/onlineMeetings`
})
afterEach(() => microsoft.stop())

/** A token of the customer's application, for its certificate. */
async function requestToken(): Promise<string> {
  const { tenant = '', clientId = '', certificate = '', privateKey = '' } = microsoft.formValues ?? {}
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const thumbprint = createHash('sha256').update(new X509Certificate(certificate).raw).digest('base64url')
  const now = Math.floor(microsoft.clock.now() / 1000)
  const claims = {
    aud: `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/token`,
    iss: clientId,
    sub: clientId,
    jti: randomUUID(),
    nbf: now,
    exp: now + 300,
  }
  const input = `${encode({ alg: 'RS256', typ: 'JWT', 'x5t#S256': thumbprint })}.${encode(claims)}`
  const signature = sign('sha256', Buffer.from(input), privateKey).toString('base64url')
  const { body } = await postForm(`${microsoft.origin}/${tenant}/oauth2/v2.0/token`, {
    grant_type: 'client_credentials',
    client_id: clientId,
    scope: 'https://graph.microsoft.com/.default',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: `${input}.${signature}`,
  })
  return body.access_token
}

describe('an application', () => {
  test('reads the meetings of the user in the path', async () => {
    const { status, body } = await get(meetings, byJoinUrl(joinUrlOf(microsoft, 'partner-stand-up')))
    expect(status).toBe(200)
    const path = `${meetings}/${encodeURIComponent(body.value[0].id)}/transcripts`
    const [transcript] = (await get(path)).body.value
    const content = await get(`${path}/${encodeURIComponent(transcript.id)}/content`, {}, { accept: 'text/vtt' })
    expect(content.body).toContain('<v Ada Moreau>')
    expect((await get('/v1.0/me/onlineMeetings')).status).toBe(400)
  })

  test('needs a policy for this user', async () => {
    const filter = byJoinUrl(joinUrlOf(microsoft, 'partner-stand-up'))
    const other = await get(`/v1.0/users/${BILAL}/onlineMeetings`, filter)
    expect([other.status, other.body.error.message]).toEqual([403, 'No application access policy found for this app.'])
    microsoft.settings.meetingPolicies = []
    expect((await get(meetings, filter)).status).toBe(403)
    expect((await get(`${meetings}/getAllTranscripts(meetingOrganizerUserId='x')`)).status).toBe(403)
  })

  test('needs the role of the API', async () => {
    microsoft.registration.roles = ['Calendars.Read']
    get = withToken(microsoft, await requestToken())
    const filter = byJoinUrl(joinUrlOf(microsoft, 'partner-stand-up'))
    expect(await get(meetings, filter)).toMatchObject({ status: 403, body: { error: { code: 'Forbidden' } } })
  })
})

describe('all transcripts of an organizer', () => {
  const all = (parameters: string) => get(`${meetings}/getAllTranscripts${parameters}`, { $top: 50 })

  test('are listed by the id of the organizer, and within two times', async () => {
    const { id } = microsoft.account(ADA)
    const { status, body } = await all(`(meetingOrganizerUserId='${id}')`)
    expect([status, body.value.length]).toEqual([200, 7])
    const window = 'startDateTime=2026-03-09T00:00:00Z,endDateTime=2026-03-12T00:00:00Z'
    expect((await all(`(meetingOrganizerUserId='${id}',${window})`)).body.value).toHaveLength(2)
    const $filter = `MeetingOrganizer/User/Id eq '${id}'`
    expect((await get(`${meetings}/getAllTranscripts`, { $filter, $top: 3 })).body).toMatchObject({
      value: { length: 3 },
      '@odata.nextLink': expect.stringContaining('skiptoken'),
    })
    expect((await all("(meetingOrganizerUserId='somebody')")).body.value).toEqual([])
  })

  test('need the organizer, and times in UTC', async () => {
    for (const parameters of ['', '(startDateTime=2026-03-09T00:00:00Z)', '(meetingOrganizerUserId)']) {
      expect(await all(parameters)).toMatchObject({ status: 400, body: { error: { code: 'BadRequest' } } })
    }
    const { id } = microsoft.account(ADA)
    expect((await all(`(meetingOrganizerUserId='${id}',startDateTime=2026-03-09)`)).status).toBe(400)
  })

  test('are refused to users and by the switch of the organization', async () => {
    const { id } = microsoft.account(ADA)
    const own = asOrganizer(microsoft)
    expect((await own(`${meetings}/getAllTranscripts(meetingOrganizerUserId='${id}')`)).status).toBe(403)
    microsoft.settings.graphTranscripts = 'disabled'
    expect((await all(`(meetingOrganizerUserId='${id}')`)).body.error.innerError.code).toBe(
      'GraphAccessToTranscriptsDisabled',
    )
  })
})
