import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { postForm } from '../../../../src/kit/key-connections/post-form.ts'

const paths: (string | undefined)[] = []
const server = createServer(({ url }, response) => {
  paths.push(url)
  response.writeHead(307, { Location: '/elsewhere', 'Retry-After': '7' }).end('moved')
})
let port: number
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, resolve))
  port = (server.address() as AddressInfo).port
})
beforeEach(() => {
  paths.length = 0
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

const post = (allowsPrivateAddress: boolean, host = '127.0.0.1') => {
  const request = { url: `http://${host}:${port}/token`, fields: { assertion: 'signed' }, allowsPrivateAddress }
  return postForm(request, AbortSignal.timeout(5_000))
}

test('a form with an assertion does not follow redirects', async () => {
  expect(await post(true)).toEqual({ status: 307, retryAfter: '7', text: 'moved' })
  expect(paths).toEqual(['/token'])
})

test('a form with an assertion is not sent to a host with a private address, unless that is configured', async () => {
  await expect(post(false, 'localhost')).rejects.toMatchObject({ cause: { code: 'EADDRNOTAVAIL' } })
  expect(paths).toEqual([])
})
