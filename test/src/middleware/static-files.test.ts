import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { send } from '../http.ts'
import { PLATFORM_KEY, type RunningHub, startHub } from '../hub.ts'

let hub: RunningHub
beforeAll(async () => {
  hub = await startHub()
})
afterAll(() => hub.stop())

describe('a file of the public folder', () => {
  test('is served to anyone, for a day, as an image in which nothing can run', async () => {
    const response = await send(`${hub.url}/icons/acme-all.svg`)
    expect(response.status).toBe(200)
    expect(response.text).toBe(readFileSync(new URL('../public/icons/acme-all.svg', import.meta.url), 'utf8'))
    expect(response.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'max-age=86400',
      'x-content-type-options': 'nosniff',
    })
    expect(response.headers['content-security-policy']).toContain("default-src 'none'")
    expect(response.headers['content-security-policy']).toContain('sandbox')
  })

  test('has headers for HEAD', async () => {
    const response = await send(`${hub.url}/icon.svg`, { method: 'HEAD' })
    expect([response.status, response.text, response.headers['content-type']]).toEqual([200, '', 'image/svg+xml'])
  })

  test('cannot be written to', async () => {
    const response = await send(`${hub.url}/icon.svg`, { method: 'POST' })
    expect(response.status).toBe(401)
  })
})

describe('anything else than a file of the public folder', () => {
  const paths = [
    '/.hidden',
    '/%2ehidden',
    '/icons/../.hidden',
    '/icons',
    '/icons/',
    '/',
    '/../hub.ts',
    '/..%2fhub.ts',
    '/%2e%2e/hub.ts',
    '/%2e%2e%2fhub.ts',
    '/icons/..%2f..%2fhub.ts',
    '/..%5chub.ts',
    '/....//hub.ts',
    '/%c0%ae%c0%ae/hub.ts',
    '/icon.svg%00.png',
    '/icon.svg/',
    '/%',
    `/${'a'.repeat(5_000)}`,
  ]

  test.each(paths)('%s requires the key, and is not found with it', async (path) => {
    const withoutKey = await send(`${hub.url}${path}`)
    const platform = await send(`${hub.url}${path}`, { headers: { Authorization: `Bearer ${PLATFORM_KEY}` } })
    expect([withoutKey.status, platform.status]).toEqual([401, 404])
  })
})
