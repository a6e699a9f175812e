import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from '@jest/globals'
import { AnswerTooLarge, type HttpRequest, httpTransport, NotConnected } from '../../../platform/provider/transport.ts'

const servers: Server[] = []
const send = httpTransport(5_000)

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

function request(url: string, parts: Partial<HttpRequest> = {}): HttpRequest {
  return {
    method: 'POST',
    url,
    headers: { 'X-Own': 'yes' },
    signal: new AbortController().signal,
    maxBytes: 1_000,
    ...parts,
  }
}

describe('a request over the network', () => {
  test('arrives as it was sent, and its answer as it was given', async () => {
    const url = await serve(async (incoming, answer) => {
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk as Buffer)
      const { method, headers } = incoming
      answer.writeHead(418, { 'Retry-After': '7' })
      answer.end(JSON.stringify({ method, own: headers['x-own'], body: Buffer.concat(chunks).toString() }))
    })
    const answer = await send(request(url, { body: 'ähm' }))
    expect([answer.status, answer.header('retry-after'), answer.header('x-none')]).toEqual([418, '7', undefined])
    expect(JSON.parse(answer.text)).toEqual({ method: 'POST', own: 'yes', body: 'ähm' })
  })

  test('follows nothing: the key must not travel on', async () => {
    let calls = 0
    const url = await serve((_, answer) => {
      calls += 1
      answer.writeHead(302, { Location: '/' }).end()
    })
    expect([(await send(request(url))).status, calls]).toEqual([302, 1])
  })

  test('reads no more than it was told to', async () => {
    const url = await serve((_, answer) => void answer.end('x'.repeat(1_001)))
    await expect(send(request(url))).rejects.toBeInstanceOf(AnswerTooLarge)
    expect((await send(request(url, { maxBytes: 1_001 }))).text).toHaveLength(1_001)
  })

  test('ends when it is called off, with the reason why', async () => {
    const controller = new AbortController()
    const reason = new Error('enough')
    const url = await serve(() => controller.abort(reason))
    await expect(send(request(url, { signal: controller.signal }))).rejects.toBe(reason)
  })

  test('ends when it is called off in the middle of the answer', async () => {
    const controller = new AbortController()
    const url = await serve((_, answer) => {
      answer.write('the first half')
      setImmediate(() => controller.abort(new Error('enough')))
    })
    await expect(send(request(url, { signal: controller.signal }))).rejects.toThrow()
  })

  test('knows a connection that never was from one that broke', async () => {
    const url = await serve((incoming) => incoming.socket.destroy())
    await expect(send(request(url))).rejects.not.toBeInstanceOf(NotConnected)
    await new Promise((resolve) => servers.pop()?.close(resolve))
    await expect(send(request(url))).rejects.toBeInstanceOf(NotConnected)
  })
})
