import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { Fault } from '../../../../sandbox/core/faults/kinds.ts'
import { startTestVendor, type TestVendor } from '../test-vendor.ts'

let vendor: TestVendor
let workCalls = 0

beforeEach(async () => {
  workCalls = 0
  vendor = await startTestVendor(() => workCalls++)
})
afterEach(() => vendor.server.stop())

const getItem = () => vendor.get('/api/items/7')
const postWork = () => fetch(`${vendor.server.origin}/work`, { method: 'POST' })
const addFault = (fault: Fault, rule = {}) => vendor.context.faults.add({ ...rule, fault })

describe('scripted faults', () => {
  test('replace the vendor’s response', async () => {
    addFault({ kind: 'response', status: 418, headers: { 'x-pot': 'tea' }, body: { short: true } })
    const response = await getItem()
    expect([response.status, response.headers.get('x-pot'), await response.json()]).toEqual([
      418,
      'tea',
      { short: true },
    ])
    expect((await getItem()).status).toBe(200)
  })

  test('return the vendor’s own errors, and reject unknown errors and kinds', async () => {
    addFault({ kind: 'error', name: 'outOfOrder' })
    expect(await (await getItem()).json()).toEqual({ error: 'out of order' })
    expect(() => addFault({ kind: 'error', name: 'outOfLuck' })).toThrow('outOfOrder')
    expect(() => addFault({ kind: 'mood' } as unknown as Fault)).toThrow('reset-in-body')
  })

  test('apply only to requests that meet all conditions', async () => {
    addFault(
      { kind: 'html' },
      { path: '/api/*/7', method: 'GET', account: 'ada', query: { page: '2' }, skip: 1, count: 2 },
    )
    const getStatus = async (path: string, account?: string) => (await vendor.get(path, account)).status
    expect(await getStatus('/api/items/7?page=1')).toBe(200)
    expect(await getStatus('/api/items/8?page=2')).toBe(200)
    expect(await getStatus('/api/items/7?page=2', 'bilal')).toBe(200)
    const sequence = []
    for (let call = 0; call < 4; call++) sequence.push(await getStatus('/api/items/7?page=2'))
    expect(sequence).toEqual([200, 502, 502, 200])
  })

  test.each<[Fault, string]>([
    [{ kind: 'reset' }, 'ECONNRESET'],
    [{ kind: 'close' }, 'UND_ERR_SOCKET'],
  ])('break the connection before the response: %j', async (fault, code) => {
    addFault(fault)
    await expect(getItem()).rejects.toMatchObject({ cause: { code } })
    expect(vendor.context.ledger.entries({ path: '/api/**' })).toMatchObject([{ status: 0, fault: fault.kind }])
  })

  test('break the connection in the middle of the body', async () => {
    addFault({ kind: 'reset-in-body' })
    const response = await getItem()
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow()
  })

  test('truncate the body of a complete HTTP response', async () => {
    addFault({ kind: 'truncated' })
    const text = await (await getItem()).text()
    expect(text).toMatch(/^\{"id":"7"/)
    expect(() => JSON.parse(text)).toThrow('Unterminated string')
  })

  test('send the body with a wrong content type, as invalid gzip, and as a gzip bomb', async () => {
    addFault({ kind: 'content-type' })
    expect((await getItem()).headers.get('content-type')).toContain('text/html')
    addFault({ kind: 'gzip-garbage' })
    await expect((await getItem()).text()).rejects.toThrow()
    addFault({ kind: 'gzip-bomb', bytes: 3_000_000 })
    expect((await (await getItem()).text()).length).toBe(3_000_000)
  })

  test('send the unchanged body in small chunks', async () => {
    addFault({ kind: 'drip', bytes: 500, everyMs: 1 })
    expect(await (await getItem()).json()).toMatchObject({ id: '7' })
  })

  test('delay a response until the rule is removed', async () => {
    const hang = addFault({ kind: 'hang' })
    const pending = getItem()
    await hang.triggered()
    expect(vendor.context.ledger.inFlight('ada')).toBe(1)
    expect((await getItem()).status).toBe(200)
    vendor.context.faults.remove(hang.id)
    expect(await (await pending).json()).toMatchObject({ id: '7' })
    expect(vendor.context.ledger.inFlight('ada')).toBe(0)
  })

  test('let the vendor process the request although its response is lost, with `processed`', async () => {
    addFault({ kind: 'reset' }, { path: '/work' })
    await expect(postWork()).rejects.toThrow()
    expect(workCalls).toBe(0)
    addFault({ kind: 'response', status: 503, processed: true }, { path: '/work' })
    expect((await postWork()).status).toBe(503)
    expect(workCalls).toBe(1)
  })

  test('apply to the same requests for the same seed', async () => {
    const run = async () => {
      const faults = vendor.context.faults.random({ seed: 11, chances: { unavailable: 0.4, html: 0.2 } })
      const statuses = []
      for (let call = 0; call < 30; call++) statuses.push((await getItem()).status)
      for (const { id } of faults) vendor.context.faults.remove(id)
      return statuses
    }
    const first = await run()
    expect(new Set(first)).toEqual(new Set([200, 502, 503]))
    expect(await run()).toEqual(first)
  })
})
