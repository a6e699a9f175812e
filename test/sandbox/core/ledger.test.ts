import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { startTestVendor, type TestVendor } from './test-vendor.ts'

let vendor: TestVendor

beforeEach(async () => {
  vendor = await startTestVendor()
})
afterEach(() => vendor.server.stop())

describe('the ledger', () => {
  test('records the account, request, time and cost of each call', async () => {
    vendor.context.clock.advance(60_000)
    await vendor.get('/api/items/7?fields=id&fields=name')
    await vendor.get('/api/nothing', 'bilal')
    expect(vendor.context.ledger.entries()).toMatchObject([
      {
        time: vendor.context.clock.now(),
        method: 'GET',
        path: '/api/items/7',
        query: { fields: 'id,name' },
        account: 'ada',
        api: 'items',
        status: 200,
        units: 3,
        done: true,
      },
      { path: '/api/nothing', account: 'bilal', api: undefined, status: 404, units: 0 },
    ])
    expect(vendor.context.ledger.count({ path: '/api/*/7' })).toBe(1)
    expect(vendor.context.ledger.count({ status: 404, account: 'ada' })).toBe(0)
    expect(vendor.context.ledger.units('ada')).toBe(3)
  })

  test('never holds a secret', async () => {
    const secret = 'canary-5512'
    const query = [
      'code',
      'access_token',
      'refresh_token',
      'token',
      'client_secret',
      'code_verifier',
      'key',
      'id_token_hint',
    ]
    await vendor.get(`/api/items/7?pageToken=p1&${query.map((name) => `${name}=${secret}`).join('&')}`, secret)
    await fetch(`${vendor.server.origin}/work`, {
      method: 'POST',
      body: secret,
      headers: { cookie: secret, 'x-key': secret },
    })
    const [first, second] = vendor.context.ledger.entries()
    expect(first?.query).toMatchObject({ pageToken: 'p1', code: '[redacted]' })
    expect(JSON.stringify([{ ...first, account: undefined }, second])).not.toContain(secret)
  })

  test('records how many requests were in flight at the same time, per account and API', async () => {
    const hung = vendor.context.faults.add({ path: '/api/**', account: 'ada', count: 3, fault: { kind: 'hang' } })
    const responses = [1, 2, 3].map((id) => vendor.get(`/api/items/${id}`))
    await hung.triggered(3)
    await vendor.get('/api/items/4', 'bilal')
    vendor.context.faults.remove(hung.id)
    await Promise.all(responses)
    expect(vendor.context.ledger.maxInFlight('ada')).toBe(3)
    expect(vendor.context.ledger.maxInFlight('ada', 'other')).toBe(0)
    expect(vendor.context.ledger.maxInFlight('bilal', 'items')).toBe(1)
  })

  // Not compressed: a large body of repeated characters would be small on the wire and slow to compress.
  test.each([
    ['small', 2_000, 20],
    ['large', 4_000_000, 5],
  ])('counts consecutive requests as one in flight if their responses are %s', async (_size, length, requests) => {
    const body = 'x'.repeat(length)
    vendor.context.faults.add({ fault: { kind: 'response', status: 200, body }, count: null })
    const headers = { authorization: 'Bearer ada', 'accept-encoding': 'identity' }
    for (let request = 0; request < requests; request++) {
      const response = await fetch(`${vendor.server.origin}/api/items/7`, { headers })
      expect((await response.arrayBuffer()).byteLength).toBe(length)
    }
    expect(vendor.context.ledger.maxInFlight('ada')).toBe(1)
  })

  test('counts requests that arrive together as in flight together, although each is handled at once', async () => {
    const sendFive = () => Promise.all([1, 2, 3, 4, 5].map(async (id) => (await vendor.get(`/api/items/${id}`)).text()))
    // The first requests open the connections.
    await sendFive()
    await sendFive()
    expect(vendor.context.ledger.maxInFlight('ada')).toBeGreaterThan(1)
  })

  test('ends a request whose client has disconnected', async () => {
    const hung = vendor.context.faults.add({ fault: { kind: 'hang' } })
    const controller = new AbortController()
    const response = fetch(`${vendor.server.origin}/api/items/7`, {
      signal: controller.signal,
      headers: { authorization: 'Bearer ada' },
    })
    await hung.triggered()
    controller.abort()
    await expect(response).rejects.toThrow()
    await vendor.get('/api/items/8')
    expect(vendor.context.ledger.entries({ path: '/api/items/7' })).toMatchObject([{ status: 0, done: true }])
  })

  test('deletes the requests that have ended', async () => {
    await vendor.get('/api/items/7')
    vendor.context.ledger.clear()
    expect(vendor.context.ledger.count()).toBe(0)
  })
})
