import { WebSocket } from 'ws'

/** A client of graphql-transport-ws, message by message, so that tests can also say what a client should not. */
export interface TestSocket {
  send(message: object): void
  /** The next message of the platform. */
  next(): Promise<Message>
  /** The messages of one subscription until the given number of events has come. */
  events(id: string, count: number): Promise<Record<string, unknown>[]>
  /** How it was closed. */
  closed: Promise<{ code: number; reason: string }>
  raw: WebSocket
  close(): void
}

export interface Message {
  type: string
  id?: string
  payload?: unknown
}

export interface SocketWish {
  path?: string
  headers?: Record<string, string>
  /** Payload of the first message; undefined: none is sent. */
  init?: Record<string, unknown> | undefined
}

export async function openSocket(
  url: string,
  { path = '/api/v1/graph', headers = {}, init }: SocketWish,
): Promise<TestSocket> {
  const raw = new WebSocket(`${url.replace('http', 'ws')}${path}`, 'graphql-transport-ws', { headers })
  const waiting: Message[] = []
  const wanted: ((message: Message) => void)[] = []
  raw.on('message', (data) => {
    const message = JSON.parse(String(data)) as Message
    const taker = wanted.shift()
    if (taker) taker(message)
    else waiting.push(message)
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    raw.once('close', (code, reason) => resolve({ code, reason: String(reason) })),
  )
  await new Promise<void>((resolve, reject) => raw.once('open', resolve).once('error', reject))
  const send = (message: object) => raw.send(JSON.stringify(message))
  const next = () => {
    const [message] = waiting.splice(0, 1)
    return message ? Promise.resolve(message) : new Promise<Message>((resolve) => wanted.push(resolve))
  }
  const events: TestSocket['events'] = async (id, count) => {
    const found: Record<string, unknown>[] = []
    while (found.length < count) {
      const message = await next()
      if (message.type === 'error') throw new Error(JSON.stringify(message.payload))
      if (message.type === 'next' && message.id === id) {
        const { data, errors } = message.payload as { data: Record<string, unknown>; errors?: unknown }
        if (errors) throw new Error(JSON.stringify(errors))
        found.push(data)
      }
    }
    return found
  }
  if (init) {
    send({ type: 'connection_init', payload: init })
  }
  return { send, next, events, closed, raw, close: () => raw.close() }
}
