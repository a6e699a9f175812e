import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { startTiny, type Tiny } from './tiny-vendor.ts'

let tiny: Tiny

beforeEach(async () => {
  tiny = await startTiny()
})
afterEach(() => tiny.server.stop())

describe('the ledger', () => {
  test('writes down who called what, when, and what it cost', async () => {
    tiny.stage.clock.advance(60_000)
    await tiny.get('/api/items/7?fields=id&fields=name')
    await tiny.get('/api/nothing', 'bilal')
    expect(tiny.stage.ledger.entries()).toMatchObject([
      {
        time: tiny.stage.clock.now(),
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
    expect(tiny.stage.ledger.count({ path: '/api/*/7' })).toBe(1)
    expect(tiny.stage.ledger.count({ status: 404, account: 'ada' })).toBe(0)
    expect(tiny.stage.ledger.units('ada')).toBe(3)
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
    await tiny.get(`/api/items/7?pageToken=p1&${query.map((name) => `${name}=${secret}`).join('&')}`, secret)
    await fetch(`${tiny.server.origin}/work`, {
      method: 'POST',
      body: secret,
      headers: { cookie: secret, 'x-key': secret },
    })
    const [first, second] = tiny.stage.ledger.entries()
    expect(first?.query).toMatchObject({ pageToken: 'p1', code: '[redacted]' })
    expect(JSON.stringify([{ ...first, account: undefined }, second])).not.toContain(secret)
  })

  test('counts how many calls were in flight together, for each account and API', async () => {
    const hung = tiny.stage.faults.add({ path: '/api/**', account: 'ada', count: 3, fault: { kind: 'hang' } })
    const calls = [1, 2, 3].map((id) => tiny.get(`/api/items/${id}`))
    await hung.struck(3)
    await tiny.get('/api/items/4', 'bilal')
    tiny.stage.faults.remove(hung.id)
    await Promise.all(calls)
    expect(tiny.stage.ledger.maxInFlight('ada')).toBe(3)
    expect(tiny.stage.ledger.maxInFlight('ada', 'other')).toBe(0)
    expect(tiny.stage.ledger.maxInFlight('bilal', 'items')).toBe(1)
  })

  test('takes calls one after another for one in flight, however long their answers', async () => {
    tiny.stage.faults.add({ fault: { kind: 'answer', status: 200, body: 'x'.repeat(4_000_000) }, count: null })
    for (let call = 0; call < 20; call++) await (await tiny.get('/api/items/7')).text()
    expect(tiny.stage.ledger.maxInFlight('ada')).toBe(1)
  })

  test('sees calls that arrive together in flight together, although each is answered at once', async () => {
    const crowd = () => Promise.all([1, 2, 3, 4, 5].map(async (id) => (await tiny.get(`/api/items/${id}`)).text()))
    // The first crowd opens the connections.
    await crowd()
    await crowd()
    expect(tiny.stage.ledger.maxInFlight('ada')).toBeGreaterThan(1)
  })

  test('no longer counts a call whose client has gone', async () => {
    const hung = tiny.stage.faults.add({ fault: { kind: 'hang' } })
    const gone = new AbortController()
    const call = fetch(`${tiny.server.origin}/api/items/7`, {
      signal: gone.signal,
      headers: { authorization: 'Bearer ada' },
    })
    await hung.struck()
    gone.abort()
    await expect(call).rejects.toThrow()
    await tiny.get('/api/items/8')
    expect(tiny.stage.ledger.entries({ path: '/api/items/7' })).toMatchObject([{ status: 0, done: true }])
  })

  test('forgets what has ended', async () => {
    await tiny.get('/api/items/7')
    tiny.stage.ledger.clear()
    expect(tiny.stage.ledger.count()).toBe(0)
  })
})
