import { EventEmitter, once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, test } from '@jest/globals'
import { NO_CONNECTIONS, trustConnection } from '../../../src/runtime/connections.ts'
import { type HttpServer, type ListenOptions, listen } from '../../../src/runtime/http-server.ts'

const servers: HttpServer[] = []
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await Promise.all(servers.splice(0).map((server) => server.close(0)))
})

/** Starts a server that reads bodies and trusts requests for /trusted. Requests for /wait are answered by `finish`. */
async function start(options: ListenOptions) {
  const waiting = Promise.withResolvers<void>()
  const begun = new EventEmitter()
  const server = await listen(
    async (request, response) => {
      if (request.url === '/trusted') trustConnection(request)
      begun.emit('request')
      request.resume().once('error', () => undefined)
      if (request.method === 'POST') await once(request, 'end').catch(() => undefined)
      if (request.url === '/wait') await waiting.promise
      if (!response.writableEnded) response.end('done')
    },
    0,
    { host: '127.0.0.1', stopGraceMs: 0, ...options },
  )
  servers.push(server)
  /** Opens a connection and sends a request; resolves when the server has its headers. */
  const begin = async (text: string) => {
    const [socket] = await Promise.all([open(server.port, text), once(begun, 'request')])
    return socket
  }
  return { port: server.port, begin, finish: () => waiting.resolve() }
}

/** Opens a connection, from another address of the loopback interface if one is given, and sends text. */
async function open(port: number, text: string, localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  socket.on('error', () => undefined)
  sockets.push(socket)
  await once(socket, 'connect')
  if (text !== '') socket.write(text)
  return socket
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
const slowPost = (path: string) => `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nx`

/** What the server sends first, or an empty text if it closes the connection without a response. */
const response = async (socket: Socket): Promise<string> =>
  Promise.race([once(socket, 'data').then(([data]) => String(data)), once(socket, 'close').then(() => '')])
const isClosed = (socket: Socket) => once(socket, 'close').then(() => true)

describe('the connections of a server', () => {
  test('that send their requests slowly give way to new ones, the oldest first', async () => {
    const { port } = await start({ maxConnections: 3 })
    const slow = [await open(port, slowPost('/')), await open(port, 'GET / HT'), await open(port, '')]
    const closed = isClosed(slow[0] as Socket)
    for (let fresh = 0; fresh < 10; fresh += 1) {
      const socket = await open(port, get('/'))
      expect(await response(socket)).toContain('200 OK')
    }
    expect(await closed).toBe(true)
  })

  test('are limited per address, so that one client cannot take all of them', async () => {
    const { port, begin, finish } = await start({ maxConnections: 10, maxConnectionsPerAddress: 2 })
    const busy = [await begin(get('/wait')), await begin(get('/wait'))]
    expect(await response(await open(port, get('/')))).toBe('')
    expect(await response(await open(port, get('/'), '127.0.0.2'))).toContain('200 OK')
    const responses = busy.map(response)
    finish()
    expect((await Promise.all(responses)).every((text) => text.includes('200 OK'))).toBe(true)
  })

  test('of authenticated clients outlast those of others', async () => {
    const { port, begin } = await start({ maxConnections: 2 })
    const upload = await begin(slowPost('/trusted'))
    await open(port, '')
    for (let fresh = 0; fresh < 5; fresh += 1) expect(await response(await open(port, get('/')))).toContain('200 OK')
    upload.write('x'.repeat(99))
    expect(await response(upload)).toContain('200 OK')
  })

  test('whose requests are being handled are never closed', async () => {
    const { port, begin, finish } = await start({ maxConnections: 1 })
    const busy = await begin(get('/wait'))
    expect(await response(await open(port, get('/')))).toBe('')
    const text = response(busy)
    finish()
    expect(await text).toContain('200 OK')
  })

  test('are counted, those that were refused and those that were replaced too', async () => {
    const connectionCounts = { ...NO_CONNECTIONS }
    const { port, begin, finish } = await start({ maxConnections: 1, connectionCounts })
    const busy = await begin(get('/wait'))
    expect(await response(await open(port, get('/')))).toBe('')
    expect(connectionCounts).toEqual({ http: 1, upgraded: 0, refused: 1, replaced: 0 })
    const text = response(busy)
    finish()
    expect(await text).toContain('200 OK')
    const another = await open(port, get('/'))
    expect(await response(another)).toContain('200 OK')
    expect(connectionCounts).toEqual({ http: 1, upgraded: 0, refused: 1, replaced: 1 })
    another.destroy()
    while (connectionCounts.http > 0) await setImmediate()
    expect(connectionCounts).toEqual({ http: 0, upgraded: 0, refused: 1, replaced: 1 })
  })
})

describe('connections that speak another protocol', () => {
  const upgrade = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: test\r\n\r\n`
  const accept = (request: IncomingMessage, stream: Duplex) => {
    if (request.url === '/trusted') trustConnection(request)
    stream
      .resume()
      .on('error', () => stream.destroy())
      .once('end', () => stream.destroy())
    stream.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: test\r\n\r\n')
  }

  test('give way to new ones until they are authenticated', async () => {
    const connectionCounts = { ...NO_CONNECTIONS }
    const { port } = await start({ maxConnections: 2, upgrade: accept, connectionCounts })
    const [trusted, other] = [await open(port, upgrade('/trusted')), await open(port, upgrade('/other'))]
    expect(await Promise.all([trusted, other].map(response))).toEqual([
      expect.stringContaining('101 '),
      expect.stringContaining('101 '),
    ])
    expect(connectionCounts).toEqual({ http: 0, upgraded: 2, refused: 0, replaced: 0 })
    const closed = isClosed(other)
    expect(await response(await open(port, get('/')))).toContain('200 OK')
    expect(await closed).toBe(true)
    expect(trusted.destroyed).toBe(false)
    expect(connectionCounts).toEqual({ http: 1, upgraded: 1, refused: 0, replaced: 1 })
  })
})

describe('a body', () => {
  test('that does not arrive in time gets a 408, and the connection is closed', async () => {
    const { port } = await start({ bodyTimeoutMs: 100 })
    const socket = await open(port, slowPost('/'))
    const closed = isClosed(socket)
    expect(await response(socket)).toContain('408 Request Timeout')
    expect(await closed).toBe(true)
  })

  test('that nobody reads has no more time', async () => {
    const { port } = await start({ bodyTimeoutMs: 100 })
    const socket = await open(port, 'PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx')
    expect(await response(socket)).toContain('200 OK')
    expect(await isClosed(socket)).toBe(true)
  })
})
