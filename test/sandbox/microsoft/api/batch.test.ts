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
const parts = (count: number) => Array.from({ length: count }, (_, index) => part(String(index), '/me/calendar'))

async function perform(requests: Part[]) {
  const { responses } = (await batch(requests)).body
  return Object.fromEntries(responses.map((response: { id: string }) => [response.id, response]))
}

describe('a batch', () => {
  test('answers each part by itself, in an order of its own', async () => {
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

  test('hands the caller on to its parts, but no preferences', async () => {
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

  test('takes paths below the version only', async () => {
    const { a, b } = await perform([part('a', '/v1.0/me'), part('b', `${microsoft.origin}/v1.0/me`)])
    expect(a.body.error.message).toBe("Resource not found for the segment 'v1.0'.")
    expect(b.status).toBe(400)
  })

  test('holds up to twenty requests', async () => {
    expect((await batch(parts(20))).status).toBe(200)
    const { status, body } = await batch(parts(21))
    expect([status, body.error.code]).toEqual([400, 'BadRequest'])
  })

  test.each([
    ['not JSON', '{'],
    ['no requests', '{}'],
    ['a request without an id', [{ method: 'GET', url: '/me' }]],
    ['a request without a method', [{ id: '1', url: '/me' }]],
    ['a request that is none', [null]],
    ['one id twice', [part('a', '/me'), part('A', '/me')]],
    ['a dependency on nothing', [part('a', '/me', { dependsOn: ['b'] })]],
    ['a dependency on itself', [part('a', '/me', { dependsOn: ['a'] })]],
  ])('refuses %s', async (_, requests) => {
    expect((await batch(requests)).status).toBe(400)
  })

  test('asks for a token itself', async () => {
    expect((await batch(parts(1), {})).body.error.code).toBe('InvalidAuthenticationToken')
  })

  test('does not try what depends on a failed part', async () => {
    const { a, b, c, d } = await perform([
      part('a', '/me/messages/nonsense'),
      part('b', '/me', { dependsOn: ['a'] }),
      part('c', '/me', { dependsOn: ['b'] }),
      part('d', '/me'),
    ])
    expect([a.status, b.status, c.status, d.status]).toEqual([400, 424, 424, 200])
    expect(microsoft.ledger.count({ path: '/v1.0/me', part: true })).toBe(1)
  })
})

describe('parts and the limits of the mailbox', () => {
  test('run four at a time', async () => {
    const { responses } = (await batch(parts(20))).body
    expect(new Set(responses.map(({ status }: { status: number }) => status))).toEqual(new Set([200]))
    expect(microsoft.ledger.maxInFlight(ADA, 'outlook')).toBe(4)
  })

  test('are refused one by one when more run together', async () => {
    microsoft.settings.batchParallelism = 20
    const { status, body } = await batch(parts(20))
    const statuses = body.responses.map((one: { status: number }) => one.status)
    expect(status).toBe(200)
    expect(statuses.filter((one: number) => one === 200)).toHaveLength(4)
    const refused = body.responses.find((one: { status: number }) => one.status === 429)
    expect(refused.headers['Retry-After']).toBe('10')
    expect(refused.body.error.code).toBe('ApplicationThrottled')
  })

  test('are struck by faults of their own', async () => {
    microsoft.faults.add({ path: '/v1.0/me/calendar', skip: 1, fault: { kind: 'error', name: 'serviceNotAvailable' } })
    const { a, b } = await perform([part('a', '/me/calendar'), part('b', '/me/calendar')])
    expect([a.status, b.status]).toEqual([200, 503])
    expect(b.headers['Retry-After']).toBe('120')
  })
})
