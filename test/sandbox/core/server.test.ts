import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { startTiny, type Tiny } from './tiny-vendor.ts'

let tiny: Tiny

beforeEach(async () => {
  tiny = await startTiny()
})
afterEach(() => tiny.server.stop())

describe('an origin', () => {
  test('listens on the loopback address only', () => {
    expect(tiny.server.origin).toBe(`http://127.0.0.1:${tiny.server.port}`)
  })

  test('hands percent-decoded segments to its routes', async () => {
    expect(await (await tiny.get('/api/items/a%2Fb%23c%40d')).json()).toMatchObject({ id: 'a/b#c@d' })
  })

  test.each(['/api/items', '/api/items/7/8', '/api/items/%E0%A4%A', '/API/items/7'])(
    'answers %s in the vendor’s own form for unknown paths',
    async (path) => {
      const answer = await tiny.get(path)
      expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining(' here')])
    },
  )

  test('compresses when it is asked to and not otherwise', async () => {
    const encoding = async (accepted: string) => {
      const answer = await fetch(`${tiny.server.origin}/api/items/7`, { headers: { 'accept-encoding': accepted } })
      expect(await answer.json()).toMatchObject({ id: '7' })
      return answer.headers.get('content-encoding')
    }
    expect(await encoding('gzip')).toBe('gzip')
    expect(await encoding('identity')).toBeNull()
  })

  test('tells sandbox time in its Date header', async () => {
    tiny.stage.clock.advance(3_600_000)
    expect((await tiny.get('/api/items/7')).headers.get('date')).toBe('Mon, 16 Mar 2026 10:00:00 GMT')
  })

  test('slows down API calls by its latency', async () => {
    tiny.stage.latency = 40
    const begin = performance.now()
    await tiny.get('/api/items/7')
    expect(performance.now() - begin).toBeGreaterThanOrEqual(39)
  })

  test('stops although calls are still waiting for their answers', async () => {
    const hung = tiny.stage.faults.add({ fault: { kind: 'hang' } })
    const call = tiny.get('/api/items/7')
    await hung.struck()
    await Promise.all([tiny.server.stop(), expect(call).rejects.toThrow()])
  })
})
