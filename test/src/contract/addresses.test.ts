import { describe, expect, test } from '@jest/globals'
import { toPage } from '../../../src/kit/pages.ts'
import { connectedProvider, email, everything, fixtureVendor } from '../fixture-vendor.ts'
import { startHub } from '../hub.ts'

const UNSAFE = 'javascript:alert(1)'
const provenance = { provider: 'fixture', application: 'acme-all' }

/** The response of a hub whose handlers return these items. */
async function respond(changes: object, path: string, body: object) {
  const hub = await startHub({ vendors: [fixtureVendor(changes)] })
  const response = await hub.post(path, { connectedProvider: connectedProvider(), ...body })
  const result = (await response.json()) as Record<string, never>
  await hub.stop()
  return result
}

const syncEmails = (items: object[]) =>
  respond({ sync: { ...everything.sync, emails: async () => toPage(items as never) } }, '/sync/email', { filter: {} })

describe('the addresses of items', () => {
  test.each([
    'https://vendor.example/m1',
    'http://vendor.example',
    'mailto:ada@acme.example',
    'tel:+4930123456',
    'HTTPS://VENDOR.EXAMPLE',
  ])('are delivered as %s', async (uri) => {
    expect(await syncEmails([{ ...email('m1'), uri }])).toMatchObject({ items: [{ uri }] })
  })

  test.each([
    UNSAFE,
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'file:///etc',
    'vbscript:x',
    '/relative',
    'nothing',
  ])('that are %j are dropped with a warning, and the item is delivered', async (uri) => {
    const { items, metadata } = await syncEmails([{ ...email('m1'), uri }, email('m2')])
    expect(items).toEqual([{ ...email('m1'), uri: '' }, email('m2')])
    expect(metadata).toEqual({
      warnings: ['The address at #/uri of the item m1 was left out: it is not http, https, mailto or tel.'],
    })
  })

  test('of attachments and events are treated alike', async () => {
    const attachment = { externalId: 'a1', name: 'a', mimeType: 'text/plain', size: 1 }
    const mail = await syncEmails([{ ...email('m1'), attachments: [attachment, { ...attachment, uri: UNSAFE }] }])
    expect(mail).toMatchObject({ items: [{ attachments: [attachment, attachment] }] })
    expect(JSON.stringify(mail)).not.toContain('javascript')
    const event = { blockType: 'event', externalId: 'e1', title: 'x', dateStart: 0, dateEnd: 1, attendees: [] }
    const calendar = {
      blockType: 'calendar',
      ...provenance,
      externalId: 'c1',
      timeZone: 'UTC',
      events: [{ ...event, uri: UNSAFE, conferenceUrl: 'tel:+1', description: UNSAFE }],
    }
    const sync = { ...everything.sync, calendar: async () => toPage([calendar as never]) }
    const result = await respond({ sync }, '/sync/calendar', { calendarFilter: { dateStart: 0, dateEnd: 1 } })
    expect(result).toMatchObject({
      items: [{ events: [{ ...event, conferenceUrl: 'tel:+1', description: UNSAFE }] }],
      metadata: { warnings: [expect.stringContaining('#/events/0/uri of the item c1')] },
    })
  })

  test('of links, records and results of functions are dropped', async () => {
    const link = async ({ url }: { url: string }) => ({
      ...provenance,
      externalId: 'd1',
      url,
      title: 'A',
      iconUrl: UNSAFE,
    })
    const document = await respond({ link }, '/acme-all/link', { url: 'https://vendor.example/d1' })
    expect(document).toEqual({ ...provenance, externalId: 'd1', url: 'https://vendor.example/d1', title: 'A' })
    const record = { ...provenance, metadataType: 'Account', externalId: 'r1', title: 'x', values: [] }
    const queries = async () => ({ records: [{ ...record, uri: UNSAFE }], hasMore: false })
    expect(await respond({ queries }, '/execute/query', { application: 'acme-all', metadataType: 'Account' })).toEqual({
      records: [{ ...record, uri: '' }],
      hasMore: false,
    })
    const functions = {
      'make-report': { inputs: async () => [], execute: async () => ({ outputUrl: UNSAFE, externalId: 'r1' }) },
    }
    expect(await respond({ functions }, '/execute/function', { functionName: 'make-report' })).toEqual({
      externalId: 'r1',
    })
  })
})

test('an event with an impossible date is left out with a warning, and its calendar is delivered', async () => {
  const event = { blockType: 'event', externalId: 'e1', title: 'x', dateStart: 0, dateEnd: 1, attendees: [] }
  const events = [
    event,
    { ...event, externalId: 'e2', dateStart: 9e15 },
    { ...event, externalId: 'e3', dateEnd: Number.NaN },
  ]
  const calendar = { blockType: 'calendar', ...provenance, externalId: 'c1', timeZone: 'UTC', events }
  const sync = { ...everything.sync, calendar: async () => toPage([calendar as never]) }
  const hub = await startHub({ vendors: [fixtureVendor({ sync })], environment: { NODE_ENV: 'production' } })
  const calendarFilter = { dateStart: 0, dateEnd: 1 }
  const response = await hub.post('/sync/calendar', { connectedProvider: connectedProvider(), calendarFilter })
  expect(await response.json()).toMatchObject({
    items: [{ externalId: 'c1', events: [event] }],
    metadata: {
      warnings: [
        'The item e2 was left out: #/dateStart must be <= 8640000000000000.',
        'The item e3 was left out: #/dateEnd must be a number.',
      ],
    },
  })
  await hub.stop()
})

describe('dates and tokens of requests', () => {
  test.each(['-1e999', '1e999', '8.65e15'])('a date of %s is refused', async (date) => {
    const hub = await startHub()
    const body = JSON.stringify({ connectedProvider: connectedProvider(), filter: { dateStart: 0 } })
    const response = await hub.post('/sync/email', body.replace('"dateStart":0', `"dateStart":${date}`))
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ errors: [expect.objectContaining({ pointer: '#/filter/dateStart' })] }),
    ])
    await hub.stop()
  })

  test.each(['\ud800', 'a\0b'])('a refresh token %j is refused', async (refreshToken) => {
    const hub = await startHub()
    const connection = connectedProvider({ credential: { ...connectedProvider().credential, refreshToken } })
    const response = await hub.post('/auth/refresh', { connectedProvider: connection })
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({
        errors: [expect.objectContaining({ pointer: '#/connectedProvider/credential/refreshToken' })],
      }),
    ])
    await hub.stop()
  })

  test('a transcription needs no processing stage', async () => {
    const meeting = {
      blockType: 'transcription' as const,
      ...provenance,
      externalId: 't1',
      uri: 'https://vendor.example/t1',
      title: 'Weekly',
      dateStart: 0,
      duration: 1,
      attendees: [],
      transcript: { title: 'Weekly', text: 'Hello' },
    }
    const sync = { ...everything.sync, transcriptions: async () => toPage([meeting]) }
    const transcriptionFilter = { dateStart: 0, dateEnd: 1 }
    expect(await respond({ sync }, '/sync/transcription', { transcriptionFilter })).toMatchObject({ items: [meeting] })
  })
})
