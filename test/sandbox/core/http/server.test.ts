import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { startTestVendor, type TestVendor } from '../test-vendor.ts'

let vendor: TestVendor

beforeEach(async () => {
  vendor = await startTestVendor()
})
afterEach(() => vendor.server.stop())

describe('a mock server', () => {
  test('listens on the loopback address only', () => {
    expect(vendor.server.origin).toBe(`http://127.0.0.1:${vendor.server.port}`)
  })

  test('passes percent-decoded segments to its routes', async () => {
    expect(await (await vendor.get('/api/items/a%2Fb%23c%40d')).json()).toMatchObject({ id: 'a/b#c@d' })
  })

  test.each(['/api/items', '/api/items/7/8', '/api/items/%E0%A4%A', '/API/items/7'])(
    'returns the vendor’s own error for the unknown path %s',
    async (path) => {
      const response = await vendor.get(path)
      expect([response.status, await response.text()]).toEqual([404, expect.stringContaining(' here')])
    },
  )

  test('compresses a response only if the client accepts gzip', async () => {
    const encoding = async (acceptedEncoding: string) => {
      const response = await fetch(`${vendor.server.origin}/api/items/7`, {
        headers: { 'accept-encoding': acceptedEncoding },
      })
      expect(await response.json()).toMatchObject({ id: '7' })
      return response.headers.get('content-encoding')
    }
    expect(await encoding('gzip')).toBe('gzip')
    expect(await encoding('identity')).toBeNull()
  })

  test('sends sandbox time in its Date header', async () => {
    vendor.context.clock.advance(3_600_000)
    expect((await vendor.get('/api/items/7')).headers.get('date')).toBe('Mon, 16 Mar 2026 10:00:00 GMT')
  })

  test('delays responses of an API by its latency', async () => {
    vendor.context.latency = 40
    const start = performance.now()
    await vendor.get('/api/items/7')
    expect(performance.now() - start).toBeGreaterThanOrEqual(39)
  })

  test('stops while responses are pending', async () => {
    const hung = vendor.context.faults.add({ fault: { kind: 'hang' } })
    const response = vendor.get('/api/items/7')
    await hung.triggered()
    await Promise.all([vendor.server.stop(), expect(response).rejects.toThrow()])
  })
})
