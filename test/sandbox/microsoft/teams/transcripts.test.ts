import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type MicrosoftSandbox, SCOPE, startMicrosoft } from '../../../../sandbox/microsoft/index.ts'
import { ADA, type Get, itemsOf, pagesOf } from '../harness.ts'
import { asOrganizer, joinUrlOf, meetingPath, readVtt, transcriptPath } from './meeting-harness.ts'

const STAND_UP = 'partner-stand-up'
const VTT = { accept: 'text/vtt' }
const UNATTRIBUTED = { accept: 'application/vnd.microsoft.graph.transcript+text' }

let microsoft: MicrosoftSandbox
let get: Get

beforeEach(async () => {
  microsoft = await startMicrosoft()
  get = asOrganizer(microsoft)
})
afterEach(() => microsoft.stop())

describe('transcripts', () => {
  test('of a series are listed together, in pages', async () => {
    const path = `${await meetingPath(get, microsoft, STAND_UP)}/transcripts`
    const pages = await pagesOf(get, path)
    expect(pages.map(({ body }) => body.value.length)).toEqual([2, 1])
    expect(pages[0]?.body['@odata.count']).toBe(2)
    const [first, second] = itemsOf(pages)
    expect(first).toEqual({
      id: expect.stringMatching(/^MSMjMCMj/),
      meetingId: expect.stringMatching(/^MSo/),
      callId: expect.any(String),
      contentCorrelationId: expect.stringMatching(/-0$/),
      createdDateTime: '2026-03-04T08:15:20.0000000Z',
      endDateTime: '2026-03-04T08:21:20.0000000Z',
      transcriptContentUrl: expect.stringMatching(/^https:\/\/graph\.microsoft\.com\/v1\.0\/\$metadata#/),
      meetingOrganizer: {
        application: null,
        device: null,
        user: expect.objectContaining({ displayName: null, userIdentityType: 'aadUser' }),
      },
    })
    expect(second.endDateTime).toBe(second.createdDateTime)
    const { body } = await get(`${path}/${encodeURIComponent(first.id)}`, { $select: 'createdDateTime' })
    expect(body).toMatchObject({ id: first.id, createdDateTime: first.createdDateTime })
    expect(body).not.toHaveProperty('callId')
    const correlated = await get(path, { $filter: `contentcorrelationId eq '${second.contentCorrelationId}'` })
    expect(correlated.body.value).toHaveLength(1)
    expect((await get(path, { $orderby: 'createdDateTime' })).status).toBe(400)
  })

  test('are two where transcription was stopped and started again', async () => {
    const { body } = await get(`${await meetingPath(get, microsoft, 'halden-contract-wording')}/transcripts`)
    expect(body.value).toHaveLength(2)
    expect(body.value[0].callId).toBe(body.value[1].callId)
  })

  test('appear a while after the end', async () => {
    const path = `${await meetingPath(get, microsoft, 'sakurai-delivery')}/transcripts`
    expect((await get(path)).body).toMatchObject({ '@odata.count': 0, value: [] })
    microsoft.settings.transcriptDelayMs = 5 * 60_000
    expect((await get(path)).body.value).toHaveLength(1)
    expect((await get(`${await meetingPath(get, microsoft, 'fair-budget')}/transcripts`)).body.value).toEqual([])
  })

  test('need their own scope', async () => {
    const path = await transcriptPath(get, microsoft, STAND_UP)
    const withoutScope = asOrganizer(microsoft, ADA, [SCOPE.meetings])
    for (const suffix of ['', '/content', '/metadataContent']) {
      expect(await withoutScope(path + suffix)).toMatchObject({ status: 403, body: { error: { code: 'Forbidden' } } })
    }
  })

  test('can be added with their meeting', async () => {
    const start = microsoft.clock.now() - 60 * 60_000
    const session = {
      start,
      end: start + 60_000,
      participants: [{ speaker: 'ada', address: ADA }],
      transcripts: [{ talk: 'ada: Hello.', delayMs: 0 }],
    }
    const event = { key: 'added', subject: 'Added', start: '2026-03-16T09:00', end: '2026-03-16T09:30' }
    expect(microsoft.addMeeting(ADA, event, session)).toMatchObject({
      subject: 'Added',
      joinUrl: joinUrlOf(microsoft, 'added'),
    })
    microsoft.addMeetingSession(ADA, 'added', { ...session, start: start + 120_000, end: start + 180_000 })
    expect((await get(`${await meetingPath(get, microsoft, 'added')}/transcripts`)).body.value).toHaveLength(2)
    expect(() => microsoft.addMeetingSession(ADA, 'unknown', session)).toThrow('no Teams meeting')
    const uninvited = { ...session, transcripts: [{ talk: 'bilal: Hello.' }] }
    expect(() => microsoft.addMeetingSession(ADA, 'added', uninvited)).toThrow('not among the participants')
  })
})

describe('the content', () => {
  test('is WebVTT in three styles', async () => {
    expect(await readVtt(get, microsoft, STAND_UP, 0)).toMatch(
      /^WEBVTT\n\n0:0:1\.500 --> 0:0:\d\.\d+\n<v Ada Moreau>Good morning\..*<\/v>\n/,
    )
    expect(await readVtt(get, microsoft, STAND_UP, 1)).toMatch(/^WEBVTT\n\n00:00:01\.500 --> 00:00:0\d\.\d{3}\n<v /)
    const rich = await readVtt(get, microsoft, STAND_UP, 2)
    expect(rich).toMatch(/^WEBVTT\r\n\r\nNOTE\r\n.*\r\n\r\n0-e3c0000\r\n-00:00:02\.500 --> /s)
    for (const part of [
      '<v.loud ',
      '&amp;',
      '&lt;draft>',
      '\r\n00:10:30.000 --> 00:11:00.000\r\n',
      '\r\n[inaudible]',
    ]) {
      expect(rich).toContain(part)
    }
    expect(await readVtt(get, microsoft, 'halden-contract-wording')).toMatch(/^WEBVTT\n\n-0:0:1\.0 --> /)
  })

  test('is what Accept or $format say, and nothing else', async () => {
    const path = `${await transcriptPath(get, microsoft, STAND_UP)}/content`
    expect((await get(path, {}, VTT)).headers.get('content-type')).toBe('text/vtt')
    expect((await get(path, { $format: 'text/vtt' }, { accept: '*/*' })).body).toMatch(/^WEBVTT/)
    for (const accept of [
      '*/*',
      'application/json',
      'text/vtt, */*',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ]) {
      expect(await get(path, {}, { accept })).toMatchObject({
        status: 400,
        body: { error: { code: 'BadRequest', message: `Invalid format '${accept}'` } },
      })
    }
    expect((await get(path, { $format: UNATTRIBUTED.accept }, VTT)).status).toBe(400)
  })

  test('has a form without names, with or without a header', async () => {
    const path = `${await transcriptPath(get, microsoft, STAND_UP)}/content`
    const bare = await get(path, {}, UNATTRIBUTED)
    expect(bare.headers.get('content-type')).toBe(UNATTRIBUTED.accept)
    expect(bare.body).toMatch(/^00:00:01\.500 --> \S+\nGood morning\..*\n\n00:/)
    expect(bare.body).not.toContain('Ada')
    microsoft.settings.unattributedForm = 'webvtt'
    expect((await get(path, {}, UNATTRIBUTED)).body).toMatch(/^WEBVTT\n00:00:01\.500 --> \S+\nGood morning\..*\n00:/)
  })

  test('has a form with JSON in its cues', async () => {
    const { body } = await get(`${await transcriptPath(get, microsoft, STAND_UP)}/metadataContent`)
    const [header, cue = ''] = body.split('\n\n')
    expect(header).toBe('WEBVTT')
    expect(JSON.parse(cue.split('\n')[1] ?? '')).toMatchObject({
      startDateTime: '2026-03-04T08:15:21.5000000+00:00',
      speakerName: 'Ada Moreau',
      spokenLanguage: 'en-us',
    })
  })
})

describe('the switches of the organization', () => {
  test('refuse lists, metadata and content alike when Graph has no access', async () => {
    const path = await transcriptPath(get, microsoft, STAND_UP)
    microsoft.settings.graphTranscripts = 'disabled'
    const list = path.slice(0, path.lastIndexOf('/'))
    for (const target of [list, path, `${path}/content`, `${path}/metadataContent`]) {
      const { status, body } = await get(target, {}, VTT)
      expect(status).toBe(403)
      expect(body.error).toMatchObject({
        code: 'Forbidden',
        message: 'Graph API access to transcripts is disabled for this tenant.',
        innerError: { code: 'GraphAccessToTranscriptsDisabled' },
      })
    }
    expect((await get(await meetingPath(get, microsoft, STAND_UP))).status).toBe(200)
    microsoft.settings.transcriptErrors = 'outer'
    const { error } = (await get(path)).body
    expect(error.code).toBe('GraphAccessToTranscriptsDisabled')
    expect(error.innerError).not.toHaveProperty('code')
  })

  test('work at every second request after a change', async () => {
    const path = `${await meetingPath(get, microsoft, STAND_UP)}/transcripts`
    microsoft.settings.graphTranscripts = 'flapping'
    const statuses = []
    for (let count = 0; count < 4; count++) statuses.push((await get(path)).status)
    expect(statuses).toEqual([200, 403, 200, 403])
  })

  test('refuse names, and leave the form without them', async () => {
    const path = await transcriptPath(get, microsoft, STAND_UP)
    microsoft.settings.speakerAttribution = 'disabled'
    for (const target of [`${path}/content`, `${path}/metadataContent`]) {
      const { status, body } = await get(target, {}, VTT)
      expect([status, body.error.innerError.code]).toEqual([403, 'SpeakerAttributionNotAllowed'])
      expect(body.error.message).toContain(UNATTRIBUTED.accept)
    }
    expect((await get(`${path}/content`, {}, UNATTRIBUTED)).status).toBe(200)
    expect((await get(path)).status).toBe(200)
  })
})
