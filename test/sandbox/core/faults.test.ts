import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { Fault } from '../../../sandbox/core/fault.ts'
import { startTiny, type Tiny } from './tiny-vendor.ts'

let tiny: Tiny
let worked = 0

beforeEach(async () => {
  worked = 0
  tiny = await startTiny(() => worked++)
})
afterEach(() => tiny.server.stop())

const item = () => tiny.get('/api/items/7')
const work = () => fetch(`${tiny.server.origin}/work`, { method: 'POST' })
const script = (fault: Fault, rule = {}) => tiny.stage.faults.add({ ...rule, fault })

describe('scripted faults', () => {
  test('answer in place of the vendor', async () => {
    script({ kind: 'answer', status: 418, headers: { 'x-pot': 'tea' }, body: { short: true } })
    const answer = await item()
    expect([answer.status, answer.headers.get('x-pot'), await answer.json()]).toEqual([418, 'tea', { short: true }])
    expect((await item()).status).toBe(200)
  })

  test('speak with the vendor’s own errors, and refuse errors it does not have', async () => {
    script({ kind: 'error', name: 'outOfOrder' })
    expect(await (await item()).json()).toEqual({ error: 'out of order' })
    expect(() => script({ kind: 'error', name: 'outOfLuck' })).toThrow('outOfOrder')
    expect(() => script({ kind: 'mood' } as unknown as Fault)).toThrow('reset-in-body')
  })

  test('strike the call they are meant for and no other', async () => {
    script(
      { kind: 'html' },
      { path: '/api/*/7', method: 'GET', account: 'ada', query: { page: '2' }, skip: 1, count: 2 },
    )
    const statuses = async (path: string, account?: string) => (await tiny.get(path, account)).status
    expect(await statuses('/api/items/7?page=1')).toBe(200)
    expect(await statuses('/api/items/8?page=2')).toBe(200)
    expect(await statuses('/api/items/7?page=2', 'bilal')).toBe(200)
    const sequence = []
    for (let call = 0; call < 4; call++) sequence.push(await statuses('/api/items/7?page=2'))
    expect(sequence).toEqual([200, 502, 502, 200])
  })

  test.each<[Fault, string]>([
    [{ kind: 'reset' }, 'ECONNRESET'],
    [{ kind: 'close' }, 'UND_ERR_SOCKET'],
  ])('break the connection before the answer: %j', async (fault, code) => {
    script(fault)
    await expect(item()).rejects.toMatchObject({ cause: { code } })
    expect(tiny.stage.ledger.entries({ path: '/api/**' })).toMatchObject([{ status: 0, fault: fault.kind }])
  })

  test('break the connection in the middle of the body', async () => {
    script({ kind: 'reset-in-body' })
    const answer = await item()
    expect(answer.status).toBe(200)
    await expect(answer.text()).rejects.toThrow()
  })

  test('cut a body that is complete for HTTP', async () => {
    script({ kind: 'truncated' })
    const text = await (await item()).text()
    expect(text).toMatch(/^\{"id":"7"/)
    expect(() => JSON.parse(text)).toThrow(SyntaxError)
  })

  test('send the body under a wrong type, as no gzip, and as far too much of it', async () => {
    script({ kind: 'content-type' })
    expect((await item()).headers.get('content-type')).toContain('text/html')
    script({ kind: 'gzip-garbage' })
    await expect((await item()).text()).rejects.toThrow()
    script({ kind: 'gzip-bomb', bytes: 3_000_000 })
    expect((await (await item()).text()).length).toBe(3_000_000)
  })

  test('drip the proper body byte after byte', async () => {
    script({ kind: 'drip', bytes: 500, everyMs: 1 })
    expect(await (await item()).json()).toMatchObject({ id: '7' })
  })

  test('leave a call without an answer until the rule is removed', async () => {
    const hung = script({ kind: 'hang' })
    const waiting = item()
    await hung.struck()
    expect(tiny.stage.ledger.inFlight('ada')).toBe(1)
    expect((await item()).status).toBe(200)
    tiny.stage.faults.remove(hung.id)
    expect(await (await waiting).json()).toMatchObject({ id: '7' })
    expect(tiny.stage.ledger.inFlight('ada')).toBe(0)
  })

  test('let the work be done although its answer is lost, when told so', async () => {
    script({ kind: 'reset' }, { path: '/work' })
    await expect(work()).rejects.toThrow()
    expect(worked).toBe(0)
    script({ kind: 'answer', status: 503, processed: true }, { path: '/work' })
    expect((await work()).status).toBe(503)
    expect(worked).toBe(1)
  })

  test('strike at random in the same way for the same seed', async () => {
    const run = async () => {
      const made = tiny.stage.faults.random({ seed: 11, chances: { unavailable: 0.4, html: 0.2 } })
      const statuses = []
      for (let call = 0; call < 30; call++) statuses.push((await item()).status)
      for (const { id } of made) tiny.stage.faults.remove(id)
      return statuses
    }
    const first = await run()
    expect(new Set(first)).toEqual(new Set([200, 502, 503]))
    expect(await run()).toEqual(first)
  })
})
