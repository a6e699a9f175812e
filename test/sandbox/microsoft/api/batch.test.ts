import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type MicrosoftSandbox, startMicrosoft } from '../../../../sandbox/microsoft/index.ts'
import { ADA, EVERYTHING, replyOf } from '../harness.ts'

let microsoft: MicrosoftSandbox
let authorization: string

beforeEach(async () => {
  microsoft = await startMicrosoft()
  authorization = `Bearer ${microsoft.grant({ account: ADA, scopes: EVERYTHING }).access.token}`
})
afterEach(() => microsoft.stop())

interface Part {
  id?: string
  method?: string
  url?: string
  headers?: Record<string, string>
  dependsOn?: string[]
}

async function batch(requests: unknown, headers: Record<string, string> = { authorization }) {
  const body = typeof requests === 'string' ? requests : JSON.stringify({ requests })
  const init = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } }
  return replyOf(await fetch(`${microsoft.origin}/v1.0/$batch`, init))
}
const part = (id: string, url: string, more: Part = {}) => ({ id, method: 'GET', url, ...more })
const calendarRequests = (count: number) =>
  Array.from({ length: count }, (_, index) => part(String(index), '/me/calendar'))

async function execute(requests: Part[]) {
  const { responses } = (await batch(requests)).body
  return Object.fromEntries(responses.map((response: { id: string }) => [response.id, response]))
}

describe('a batch', () => {
  test('returns a response for each request, in any order', async () => {
    const { status, body } = await batch([
      part('a', '/me?$select=mail'),
      part('b', 'me/messages/nonsense'),
      part('c', '/me/calendars?$top=1'),
    ])
    expect(status).toBe(200)
    expect(body.responses.map(({ id }: { id: string }) => id)).toEqual(['c', 'b', 'a'])
    const [c, b, a] = body.responses
    expect(a).toMatchObject({ status: 200, headers: { 'OData-Version': '4.0' }, body: { mail: ADA } })
    expect(b).toMatchObject({ status: 400, body: { error: { code: 'ErrorInvalidIdMalformed' } } })
    expect(c.body['@odata.nextLink']).toMatch(new RegExp(`^${microsoft.origin}/v1\\.0/me/calendars\\?`))
  })

  test('passes the authorization on to its requests, but not the preferences', async () => {
    const prefer = 'IdType="ImmutableId"'
    const requests = [
      part('with', '/me/messages?$top=1', { headers: { Prefer: prefer } }),
      part('without', '/me/messages?$top=1'),
    ]
    const { responses } = (await batch(requests, { authorization, prefer })).body
    const byId = Object.fromEntries(responses.map((response: { id: string }) => [response.id, response]))
    expect(byId.with.headers['Preference-Applied']).toBe(prefer)
    expect(byId.with.body.value[0].id).toMatch(/^AAkA/)
    expect(byId.without.headers).not.toHaveProperty('Preference-Applied')
    expect(byId.without.body.value[0].id).toMatch(/^AAMk/)
  })

  test('accepts only paths relative to the version', async () => {
    const { a, b } = await execute([part('a', '/v1.0/me'), part('b', `${microsoft.origin}/v1.0/me`)])
    expect(a.body.error.message).toBe("Resource not found for the segment 'v1.0'.")
    expect(b.status).toBe(400)
  })

  test('contains up to twenty requests', async () => {
    expect((await batch(calendarRequests(20))).status).toBe(200)
    const { status, body } = await batch(calendarRequests(21))
    expect([status, body.error.code]).toEqual([400, 'BadRequest'])
  })

  test.each([
    ['not JSON', '{'],
    ['no requests', '{}'],
    ['a request without an id', [{ method: 'GET', url: '/me' }]],
    ['a request without a method', [{ id: '1', url: '/me' }]],
    ['a request that is null', [null]],
    ['a duplicate id', [part('a', '/me'), part('A', '/me')]],
    ['a dependency on an unknown request', [part('a', '/me', { dependsOn: ['b'] })]],
    ['a dependency on itself', [part('a', '/me', { dependsOn: ['a'] })]],
  ])('rejects %s', async (_, requests) => {
    expect((await batch(requests)).status).toBe(400)
  })

  test('requires a token itself', async () => {
    expect((await batch(calendarRequests(1), {})).body.error.code).toBe('InvalidAuthenticationToken')
  })

  test('does not run requests that depend on a failed one', async () => {
    const { a, b, c, d } = await execute([
      part('a', '/me/messages/nonsense'),
      part('b', '/me', { dependsOn: ['a'] }),
      part('c', '/me', { dependsOn: ['b'] }),
      part('d', '/me'),
    ])
    expect([a.status, b.status, c.status, d.status]).toEqual([400, 424, 424, 200])
    expect(microsoft.ledger.count({ path: '/v1.0/me', part: true })).toBe(1)
  })
})

describe('the requests of a batch', () => {
  test('run four at a time', async () => {
    const { responses } = (await batch(calendarRequests(20))).body
    expect(new Set(responses.map(({ status }: { status: number }) => status))).toEqual(new Set([200]))
    expect(microsoft.ledger.maxInFlight(ADA, 'outlook')).toBe(4)
  })

  test('are throttled one by one when more run concurrently', async () => {
    microsoft.settings.batchParallelism = 20
    const { status, body } = await batch(calendarRequests(20))
    const statuses = body.responses.map((response: { status: number }) => response.status)
    expect(status).toBe(200)
    expect(statuses.filter((partStatus: number) => partStatus === 200)).toHaveLength(4)
    const throttled = body.responses.find((response: { status: number }) => response.status === 429)
    expect(throttled.headers['Retry-After']).toBe('10')
    expect(throttled.body.error.code).toBe('ApplicationThrottled')
  })

  test('are subject to faults individually', async () => {
    microsoft.faults.add({ path: '/v1.0/me/calendar', skip: 1, fault: { kind: 'error', name: 'serviceNotAvailable' } })
    const { a, b } = await execute([part('a', '/me/calendar'), part('b', '/me/calendar')])
    expect([a.status, b.status]).toEqual([200, 503])
    expect(b.headers['Retry-After']).toBe('120')
  })
})
