import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { RecordingProxy } from '../../record/proxy.ts'

let vendor: Server
let proxy: RecordingProxy
let address: string

beforeEach(async () => {
  vendor = createServer((request, response) => {
    response.writeHead(request.url?.startsWith('/missing') ? 404 : 200, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify({ email: 'ada@meridian.example', authorization: request.headers.authorization }))
  })
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`
  proxy = new RecordingProxy([['/', origin]], '/authorize')
  address = await proxy.listen()
})

afterEach(() => {
  proxy.stop()
  vendor.close()
  vendor.closeAllConnections()
})

test('forwards requests unchanged and returns the vendor’s response', async () => {
  const response = await fetch(`${address}/missing/thing`, { headers: { Authorization: 'Bearer token-of-ada' } })
  expect([response.status, await response.json()]).toEqual([
    404,
    { email: 'ada@meridian.example', authorization: 'Bearer token-of-ada' },
  ])
})

test('records the scrubbed response', async () => {
  await fetch(`${address}/me`, { headers: { Authorization: 'Bearer token-of-ada' } })
  expect(proxy.definitions).toEqual([
    {
      scope: 'http://vendor.example',
      method: 'GET',
      path: '/me',
      status: 200,
      response: { email: 'person-1@example.com', authorization: expect.not.stringContaining('token-of-ada') },
    },
  ])
})

test('redirects to the vendor’s authorization page and does not record it', async () => {
  const response = await fetch(`${address}/authorize?state=s`, { redirect: 'manual' })
  expect([response.status, new URL(response.headers.get('Location') ?? '').pathname]).toEqual([302, '/authorize'])
  expect(proxy.definitions).toEqual([])
})

test('replaces the tenant’s origin in a token response with its own', async () => {
  const tenant = createServer((_request, response) => response.end('{"records":[]}'))
  await new Promise<void>((resolve) => tenant.listen(0, '127.0.0.1', resolve))
  const instance = `http://127.0.0.1:${(tenant.address() as AddressInfo).port}`
  const login = createServer((_request, response) => response.end(JSON.stringify({ instance_url: instance })))
  await new Promise<void>((resolve) => login.listen(0, '127.0.0.1', resolve))
  const tenantProxy = new RecordingProxy(
    [['/oauth2/', `http://127.0.0.1:${(login.address() as AddressInfo).port}`]],
    '/authorize',
  )
  const proxyOrigin = await tenantProxy.listen()
  const token = (await (await fetch(`${proxyOrigin}/oauth2/token`, { method: 'POST' })).json()) as {
    instance_url: string
  }
  expect(token.instance_url).toBe(proxyOrigin)
  expect(await (await fetch(`${proxyOrigin}/data/query`)).json()).toEqual({ records: [] })
  tenantProxy.stop()
  for (const server of [tenant, login]) server.close().closeAllConnections()
})
