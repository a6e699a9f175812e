import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

export interface Asked {
  /** How many sockets there have been, this one among them. */
  socket: number
  query: string
  variables: { input?: Record<string, unknown> } | undefined
  next(payload: object): void
  error(...errors: object[]): void
  complete(): void
  close(code: number): void
}

/** The socket of a platform, which does what a test says. */
export interface FakeSocket {
  url: string
  /** The tokens of the first messages. */
  tokens: unknown[]
  /** A close code refuses the socket. */
  admit: (token: unknown) => number | undefined
  answer: (asked: Asked) => void
  /** When no socket is open any more. */
  quiet(): Promise<void>
  stop(): Promise<void>
}

export async function startFakeSocket(): Promise<FakeSocket> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'graphql-transport-ws' })
  await new Promise((resolve) => server.once('listening', resolve))
  let sockets = 0
  const fake: FakeSocket = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tokens: [],
    admit: () => undefined,
    answer: () => {},
    quiet: async () => {
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
    socket.on('message', (text) => take(fake, socket, number, JSON.parse(String(text))))
  })
  return fake
}

interface Message {
  id?: string
  type: string
  payload?: { Authorization?: string; query: string; variables?: Asked['variables'] }
}

function take(fake: FakeSocket, socket: WebSocket, number: number, { id, type, payload }: Message): void {
  const send = (message: object) => socket.send(JSON.stringify(message))
  if (type === 'connection_init') {
    const token = payload?.Authorization
    fake.tokens.push(token)
    const refusal = fake.admit(token)
    if (refusal) socket.close(refusal)
    else send({ type: 'connection_ack' })
  } else if (type === 'subscribe') {
    fake.answer({
      ...{ socket: number, query: payload?.query ?? '', variables: payload?.variables },
      next: (answer) => send({ id, type: 'next', payload: answer }),
      error: (...errors) => send({ id, type: 'error', payload: errors }),
      complete: () => send({ id, type: 'complete' }),
      close: (code) => socket.close(code),
    })
  }
}
