import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from '@jest/globals'
import nock from 'nock'
import type { Call } from '../../../../src/kit/application.ts'
import { Budget } from '../../../../src/kit/budget.ts'
import { type Client, createClient } from '../../../../vendors/salesforce/api/client.ts'
import { path } from '../../../../vendors/salesforce/api/path.ts'
import type { SalesforceSettings } from '../../../../vendors/salesforce/settings.ts'
import { impatient } from '../../../kit/call.ts'
import { cutNetwork } from '../../../kit/network.ts'
import { aCall, aCredential, DATA, INSTANCE, problemOf, SETTINGS } from '../builders.ts'

cutNetwork()

const open = (call = aCall(), credential = aCredential()): Client => createClient(credential, call, '#/credential')
const LIMITS = path`/limits`
const mockLimits = () => nock(INSTANCE).get(`${DATA}/limits`)

describe('a request to an org', () => {
  test('goes to its instance with the token in a header and not in the URL', async () => {
    const credential = aCredential()
    nock(INSTANCE, { reqheaders: { authorization: `Bearer ${credential.accessToken}` } })
      .get(`${DATA}/limits`)
      .reply(200, { DailyApiRequests: { Max: 15_000, Remaining: 14_998 } })
    expect(await open(aCall(), credential).request({ path: LIMITS })).toHaveProperty('DailyApiRequests.Max', 15_000)
  })

  test('transmits any text unchanged', async () => {
    const body = { Name: 'Søren – «桜» 😀 \u2028' }
    nock(INSTANCE).post(`${DATA}/sobjects/Account`, body).reply(201, { id: 'x' })
    expect(await open().request({ path: path`/sobjects/Account`, method: 'POST', body })).toEqual({ id: 'x' })
  })

  test('is counted and costs a unit', async () => {
    mockLimits().reply(200, {})
    const call = aCall()
    await open(call).request({ path: LIMITS })
    expect(call.meter).toMatchObject({ calls: 1, units: 1 })
  })

  test('is retried only by the hub, and never if it is a write', async () => {
    nock(INSTANCE).get(`${DATA}/limits`).times(5).reply(503, '', { 'Retry-After': '0' })
    nock(INSTANCE).post(`${DATA}/limits`).times(2).reply(503, '', { 'Retry-After': '0' })
    const call = aCall()
    expect(await problemOf(open(call).request({ path: LIMITS }))).toMatchObject({ status: 503 })
    const { calls, waits } = call.meter
    expect([calls > 1, waits]).toEqual([true, calls - 1])
    await problemOf(open(call).request({ path: LIMITS, method: 'POST', body: {} }))
    expect(call.meter).toMatchObject({ calls: calls + 1, waits })
  })

  test('does not follow redirects, so the token reaches no other host', async () => {
    const elsewhere = nock('https://elsewhere.example').get('/').reply(200, {})
    mockLimits().reply(302, '', { Location: 'https://elsewhere.example/' })
    expect(await problemOf(open(aCall({ budget: impatient() })).request({ path: LIMITS }))).toMatchObject({
      status: 502,
    })
    expect(elsewhere.isDone()).toBe(false)
  })

  test('does not refresh the token by itself', async () => {
    mockLimits().reply(401, [{ errorCode: 'INVALID_SESSION_ID', message: 'Session expired or invalid' }])
    const token = nock(SETTINGS.loginUrl).post('/services/oauth2/token').reply(200, {})
    const call = aCall()
    expect(await problemOf(open(call).request({ path: LIMITS }))).toMatchObject({
      status: 401,
      problem: 'credentials-expired',
    })
    expect(call.meter.calls).toBe(1)
    expect(token.isDone()).toBe(false)
  })

  test('is one of at most five concurrent requests of a user', async () => {
    let [inFlight, maxInFlight] = [0, 0]
    nock(INSTANCE)
      .get(`${DATA}/limits`)
      .times(20)
      .reply(async () => {
        inFlight += 1
        maxInFlight = Math.max(maxInFlight, inFlight)
        await new Promise((resolve) => setImmediate(resolve))
        inFlight -= 1
        return [200, {}]
      })
    const clients = [open(), open(aCall(), aCredential({ email: 'ANN@example.com' }))]
    await Promise.all(Array.from({ length: 20 }, (_, index) => clients[index % 2]?.request({ path: LIMITS })))
    expect(maxInFlight).toBe(5)
  })

  test("logs one warning when the org's API calls run out", async () => {
    const lines: object[] = []
    const log = {
      debug() {},
      info() {},
      error() {},
      warn: (fields: object) => lines.push(fields),
    } as unknown as Call['log']
    for (const used of ['10', '14500', '14600']) {
      mockLimits().reply(200, {}, { 'Sforce-Limit-Info': `api-usage=${used}/15000` })
    }
    const client = open(aCall({ log }))
    for (let times = 0; times < 3; times += 1) await client.request({ path: LIMITS })
    expect(lines).toEqual([{ used: 14_500, limit: 15_000 }])
  })
})

describe('before anything is sent', () => {
  test.each([
    'https://evil.example',
    'https://acme.my.salesforce.com.evil.example',
    'http://acme.my.salesforce.com',
    'https://127.0.0.1',
  ])("a host that is not Salesforce's is rejected: %s", async (instanceUrl) => {
    const trap = nock(instanceUrl).get(/.*/).reply(200, {})
    const call = aCall()
    expect(() => open(call, aCredential({ instanceUrl }))).toThrow(expect.objectContaining({ status: 400 }))
    expect(call.meter.calls).toBe(0)
    expect(trap.isDone()).toBe(false)
  })

  test('a credential without a host is rejected', () => {
    const { instanceUrl: _, ...credential } = aCredential()
    expect(() => open(aCall(), credential)).toThrow(expect.objectContaining({ status: 400 }))
  })

  test.each(['', 'two\r\nlines', 'Grüße', 'with space'])(
    'a token that is not allowed in a header is rejected: «%s»',
    (accessToken) => {
      expect(() => open(aCall(), aCredential({ accessToken }))).toThrow(
        expect.objectContaining({
          options: expect.objectContaining({
            errors: [expect.objectContaining({ pointer: '#/credential/accessToken' })],
          }),
        }),
      )
    },
  )
})

describe('a misbehaving server', () => {
  let server: Server | undefined

  afterEach(() => {
    server?.closeAllConnections()
    server?.close()
  })

  async function strange(listener: Parameters<typeof createServer>[1]): Promise<[Call<SalesforceSettings>, Client]> {
    nock.enableNetConnect('127.0.0.1')
    server = createServer(listener as never)
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const call = aCall({ settings: { ...SETTINGS, origin }, budget: impatient() })
    return [call, open(call, aCredential({ instanceUrl: origin }))]
  }

  test('that breaks off a response fails this request only', async () => {
    const [, client] = await strange(((_request: never, response: import('node:http').ServerResponse) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' })
      response.write('{"a":')
      setImmediate(() => response.destroy())
    }) as never)
    expect(await problemOf(client.request({ path: LIMITS }))).toMatchObject({ status: 502, problem: 'vendor-error' })
  })

  test('that never ends a response causes a timeout', async () => {
    const [call] = await strange(((_request: never, response: import('node:http').ServerResponse) => {
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.write('{"a":')
    }) as never)
    const client = open({ ...call, budget: new Budget(60) }, aCredential({ instanceUrl: String(call.settings.origin) }))
    expect(await problemOf(client.request({ path: LIMITS }))).toMatchObject({ status: 504 })
  })
})
