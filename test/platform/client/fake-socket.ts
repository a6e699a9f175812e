import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

export interface ReceivedOperation {
  /** The number of the socket, counted from 1. */
  socket: number
  query: string
  variables: { input?: Record<string, unknown> } | undefined
  next(result: object): void
  error(...errors: object[]): void
  complete(): void
  close(code: number): void
}

/** A graphql-transport-ws server that does what a test says. */
export interface FakeSocket {
  url: string
  /** The Authorization values of the connections. */
  tokens: unknown[]
  /** If it returns a close code for a token, the connection is closed with it. */
  getCloseCode: (token: unknown) => number | undefined
  onOperation: (operation: ReceivedOperation) => void
  /** Resolves when all sockets that are open now are closed. */
  untilClosed(): Promise<void>
  stop(): Promise<void>
}

export async function startFakeSocket(): Promise<FakeSocket> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'graphql-transport-ws' })
  await new Promise((resolve) => server.once('listening', resolve))
  let sockets = 0
  const fake: FakeSocket = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tokens: [],
    getCloseCode: () => undefined,
    onOperation: () => {},
    untilClosed: async () => {
      await Promise.all([...server.clients].map((socket) => new Promise((resolve) => socket.once('close', resolve))))
    },
    stop: () => {
      for (const socket of server.clients) socket.terminate()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  server.on('connection', (socket) => {
    sockets += 1
    const number = sockets
    socket.on('message', (text) => handleMessage(fake, socket, number, JSON.parse(String(text))))
  })
  return fake
}

interface Message {
  id?: string
  type: string
  payload?: { Authorization?: string; query: string; variables?: ReceivedOperation['variables'] }
}

function handleMessage(fake: FakeSocket, socket: WebSocket, number: number, { id, type, payload }: Message): void {
  const send = (message: object) => socket.send(JSON.stringify(message))
  if (type === 'connection_init') {
    const token = payload?.Authorization
    fake.tokens.push(token)
    const closeCode = fake.getCloseCode(token)
    if (closeCode) socket.close(closeCode)
    else send({ type: 'connection_ack' })
  } else if (type === 'subscribe') {
    fake.onOperation({
      socket: number,
      query: payload?.query ?? '',
      variables: payload?.variables,
      next: (result) => send({ id, type: 'next', payload: result }),
      error: (...errors) => send({ id, type: 'error', payload: errors }),
      complete: () => send({ id, type: 'complete' }),
      close: (code) => socket.close(code),
    })
  }
}
