import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from '@jest/globals'
import { sendHttp, type TransportRequest } from '../../../../vendors/salesforce/api/transport.ts'

let server: Server | undefined

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function listen(listener: RequestListener): Promise<string> {
  server = createServer(listener)
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const send = (url: string, overrides: Partial<TransportRequest> = {}) =>
  sendHttp({ url, method: 'GET', headers: {}, allowPrivateAddress: true, ...overrides }, AbortSignal.timeout(25_000))

describe('an outgoing request', () => {
  test.each(['https://localhost:8443/', 'https://localhost.localdomain:8443/'])(
    'reaches no machine of the local network without a configured origin: %s',
    async (url) => {
      const { cause } = (await send(url, { allowPrivateAddress: false }).catch((error) => error)) as {
        cause?: { code?: string }
      }
      expect(cause?.code).toMatch(/^(EADDRNOTAVAIL|ENOTFOUND|EAI_AGAIN)$/)
    },
  )

  test('returns the response unchanged, including a redirect', async () => {
    const url = await listen((_, response) =>
      response.writeHead(302, { Location: 'https://elsewhere.example/' }).end('moved'),
    )
    expect(await send(url)).toMatchObject({
      status: 302,
      headers: { location: 'https://elsewhere.example/' },
      text: 'moved',
    })
  })

  test('sends no cookie of an earlier response', async () => {
    const cookies: (string | undefined)[] = []
    const url = await listen((request, response) => {
      cookies.push(request.headers.cookie)
      response.writeHead(200, { 'Set-Cookie': 'sid=1; Path=/' }).end()
    })
    await send(url)
    await send(url)
    expect(cookies).toEqual([undefined, undefined])
  })

  test('decompresses the response in any script', async () => {
    const url = await listen((_, response) =>
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('桜 😀')),
    )
    expect((await send(url)).text).toBe('桜 😀')
  })

  test('fails if its response exceeds the size limit', async () => {
    const bomb = gzipSync(Buffer.alloc(80 * 1024 * 1024))
    const url = await listen((_, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb))
    await expect(send(url)).rejects.toThrow('exceeds')
  })
})
