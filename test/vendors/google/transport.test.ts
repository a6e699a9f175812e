import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from '@jest/globals'
import { sendRequest, type TransportOptions } from '../../../vendors/google/transport.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function startServer(listener: RequestListener): Promise<URL> {
  const created = createServer(listener)
  server = created
  await new Promise<void>((resolve) => created.listen(0, '127.0.0.1', resolve))
  return new URL(`http://127.0.0.1:${(created.address() as AddressInfo).port}/path?q=1`)
}

function send(url: URL, options: Partial<TransportOptions> = {}) {
  return sendRequest(url, {
    headers: new Headers(),
    signal: new AbortController().signal,
    size: 10_000_000,
    ...options,
  })
}

/** Texts whose compressed bytes are few, more than are decompressed at once, and few for a text that is long. */
const TEXTS = {
  small: 'Grüße',
  empty: '',
  large: Array.from({ length: 40_000 }, (_, index) => Math.sin(index)).join(),
  repetitive: 'a'.repeat(3_000_000),
}

test.each(Object.entries(TEXTS))('a %s body is read, compressed or not', async (_, body) => {
  for (const isCompressed of [true, false]) {
    const url = await startServer((_request, response) => {
      response.writeHead(201, { 'X-A': 'b', ...(isCompressed && { 'Content-Encoding': 'gzip' }) })
      response.end(isCompressed ? gzipSync(body) : body)
    })
    const response = await send(url)
    expect([response.status, response.ok, response.headers.get('x-a')]).toEqual([201, true, 'b'])
    expect((await response.text()) === body).toBe(true)
    expect(Buffer.from(await response.arrayBuffer()).toString() === body).toBe(true)
    server?.closeAllConnections()
    server?.close()
  }
})

test('method, headers and a body, as a text or a stream, are sent', async () => {
  const received: [IncomingMessage, string][] = []
  const url = await startServer(async (request, response) => {
    received.push([request, await text(request)])
    response.end()
  })
  const headers = new Headers({ authorization: 'Bearer t' })
  for (const body of ['text', Readable.from(['te', 'xt'])]) await send(url, { method: 'POST', headers, body })
  for (const [{ method, url: path, headers: got }, body] of received) {
    expect([method, path, body]).toEqual(['POST', '/path?q=1', 'text'])
    expect(got).toMatchObject({ authorization: 'Bearer t', 'accept-encoding': 'gzip' })
  }
  expect(received).toHaveLength(2)
})

test.each(Object.entries(TEXTS).slice(2))('a %s body that exceeds the size is refused', async (_, body) => {
  for (const isCompressed of [true, false]) {
    const url = await startServer((_request, response) => {
      if (isCompressed) response.setHeader('Content-Encoding', 'gzip')
      response.end(isCompressed ? gzipSync(body) : body)
    })
    await expect(send(url, { size: 200_000 })).rejects.toThrow('the response exceeds 200000 bytes')
    server?.closeAllConnections()
    server?.close()
  }
})

test('a body that is not gzip, and a connection that breaks, are errors', async () => {
  const garbage = await startServer((_request, response) => {
    response.setHeader('Content-Encoding', 'gzip')
    response.end('not gzip')
  })
  await expect(send(garbage)).rejects.toThrow('incorrect header check')
  server?.close()
  for (const first of ['few bytes', 'x'.repeat(100_000)]) {
    const broken = await startServer((request, response) => {
      response.setHeader('Content-Encoding', 'gzip')
      response.write(gzipSync(first, { level: 0 }), () => request.socket.destroy())
    })
    await expect(send(broken)).rejects.toThrow(/aborted|ECONNRESET|Premature close/)
    server?.close()
  }
})

test('a request ends with the reason of its signal', async () => {
  const url = await startServer(() => undefined)
  const controller = new AbortController()
  const sent = send(url, { signal: controller.signal })
  controller.abort(new Error('enough'))
  await expect(sent).rejects.toThrow('enough')
})
