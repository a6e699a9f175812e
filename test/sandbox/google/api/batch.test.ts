import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type GoogleSandbox, SCOPE, startGoogle } from '../../../../sandbox/google/index.ts'
import { ADA, type JsonResponse } from '../harness.ts'

let google: GoogleSandbox
let ids: string[]

beforeEach(async () => {
  google = await startGoogle()
  ids = google
    .account(ADA)
    .mailbox.messages.all()
    .map(({ id }) => id)
})
afterEach(() => google.stop())

const part = (path: string, head: string[] = []) =>
  ['Content-Type: application/http', ...head, '', `GET ${path}`, '', ''].join('\r\n')
const getPart = (id: string | undefined, contentId: string) =>
  part(`/gmail/v1/users/me/messages/${id}?format=minimal`, [`Content-ID: ${contentId}`])

async function batch(
  parts: string[],
  { path = '/batch/gmail/v1', type = 'multipart/mixed; boundary="B"' } = {},
): Promise<Response> {
  const { access } = google.grant({ account: ADA, scopes: [SCOPE.gmailReadonly, SCOPE.calendarReadonly] })
  const body = `${parts.map((text) => `--B\r\n${text}\r\n`).join('')}--B--`
  return fetch(google.origin + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${access.token}`, 'content-type': type },
    body,
  })
}

interface Part {
  contentId: string
  status: number
  body: JsonResponse['body']
}

async function partsOf(response: Response): Promise<Part[]> {
  const boundary = /^multipart\/mixed; boundary=(batch_\S+)$/.exec(response.headers.get('content-type') ?? '')?.[1]
  const pieces = (await response.text()).split(`--${boundary}`).slice(1, -1)
  return pieces.map((piece) => {
    const [outer = '', inner = '', body = ''] = piece.split('\r\n\r\n')
    expect(outer).toContain('Content-Type: application/http')
    expect(inner).toContain('content-type: application/json')
    return {
      contentId: /Content-ID: (.*)/.exec(outer)?.[1] ?? '',
      status: Number(/^HTTP\/1\.1 (\d+)/.exec(inner)?.[1]),
      body: JSON.parse(body),
    }
  })
}

describe('a batch', () => {
  test('returns the responses in order, each with its own id and status', async () => {
    const response = await batch([
      getPart(ids[0], '<item1>'),
      getPart('gone', '<item2>'),
      getPart(ids[1], ''),
      part('/gmail/v1/nothing'),
    ])
    expect(response.status).toBe(200)
    const parts = await partsOf(response)
    expect(parts.map(({ contentId, status }) => [contentId, status])).toEqual([
      ['<response-item1>', 200],
      ['<response-item2>', 404],
      ['response-', 200],
      ['response-', 404],
    ])
    expect([parts[0]?.body.id, parts[2]?.body.id]).toEqual([ids[0], ids[1]])
  })

  test('costs the sum of its parts, and records each part in the ledger', async () => {
    await batch([getPart(ids[0], '<a>'), getPart(ids[1], '<b>')])
    expect(google.ledger.units(ADA)).toBe(40)
    expect(google.ledger.count({ part: true, path: '/gmail/v1/users/me/messages/*', status: 200 })).toBe(2)
  })

  test('applies faults to single parts', async () => {
    google.faults.add({ path: `**/messages/${ids[1]}`, fault: { kind: 'error', name: 'tooManyConcurrentRequests' } })
    google.faults.add({ path: `**/messages/${ids[2]}`, fault: { kind: 'reset' } })
    const parts = await partsOf(await batch(ids.slice(0, 3).map((id) => getPart(id, `<${id}>`))))
    expect(parts.map(({ status }) => status)).toEqual([200, 429, 200])
  })

  test('exceeds the limit of concurrent requests with more than fifty parts', async () => {
    google.settings.gmailUnitsPerMinute = Number.POSITIVE_INFINITY
    const statuses = async (count: number) =>
      (await partsOf(await batch(ids.slice(0, count).map((id) => getPart(id, '<x>'))))).map(({ status }) => status)
    expect(new Set(await statuses(50))).toEqual(new Set([200]))
    const crowd = await statuses(60)
    expect(crowd.filter((status) => status === 200)).toHaveLength(10)
    expect(crowd.filter((status) => status === 429)).toHaveLength(50)
  })

  test('accepts at most a hundred calls', async () => {
    const full = await batch(Array.from({ length: 100 }, () => getPart(ids[0], '<x>')))
    expect(full.status).toBe(200)
    const over = await batch(Array.from({ length: 101 }, () => getPart(ids[0], '<x>')))
    expect(over.status).toBe(400)
    expect(((await over.json()) as JsonResponse['body']).error.message).toBe(
      'Inner request count exceeds the limit. Received: 101, Limit: 100',
    )
  })

  test('accepts paths of its own API only', async () => {
    for (const target of [
      'https://gmail.googleapis.com/gmail/v1/users/me/profile',
      '/calendar/v3/users/me/calendarList',
    ]) {
      expect((await batch([part(target)])).status).toBe(400)
    }
    const calendar = await batch([part('/calendar/v3/users/me/calendarList')], { path: '/batch/calendar/v3' })
    expect((await partsOf(calendar))[0]?.body.kind).toBe('calendar#calendarList')
  })

  test('is rejected if it is malformed', async () => {
    expect((await batch([], {})).status).toBe(400)
    expect((await batch([getPart(ids[0], '<x>')], { type: 'application/json' })).status).toBe(400)
    expect((await batch(['Content-Type: text/plain\r\n\r\nGET /gmail/v1/users/me/profile'])).status).toBe(400)
  })
})
