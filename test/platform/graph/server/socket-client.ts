import { WebSocket } from 'ws'

/** A message-level client of graphql-transport-ws, which can also violate the protocol. */
export interface TestSocket {
  send(message: object): void
  /** Resolves to the server's next message. */
  next(): Promise<Message>
  /** Resolves to the data of a subscription's next `count` events. */
  events(id: string, count: number): Promise<Record<string, unknown>[]>
  /** Resolves when the socket is closed. */
  closed: Promise<{ code: number; reason: string }>
  raw: WebSocket
  close(): void
}

export interface Message {
  type: string
  id?: string
  payload?: unknown
}

export interface SocketOptions {
  path?: string
  headers?: Record<string, string>
  /** The payload of connection_init; if undefined, no such message is sent. */
  init?: Record<string, unknown> | undefined
}

export async function openSocket(
  url: string,
  { path = '/api/v1/graph', headers = {}, init }: SocketOptions,
): Promise<TestSocket> {
  const raw = new WebSocket(`${url.replace('http', 'ws')}${path}`, 'graphql-transport-ws', { headers })
  const received: Message[] = []
  const receivers: ((message: Message) => void)[] = []
  raw.on('message', (data) => {
    const message = JSON.parse(String(data)) as Message
    const receiver = receivers.shift()
    if (receiver) receiver(message)
    else received.push(message)
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    raw.once('close', (code, reason) => resolve({ code, reason: String(reason) })),
  )
  await new Promise<void>((resolve, reject) => raw.once('open', resolve).once('error', reject))
  const send = (message: object) => raw.send(JSON.stringify(message))
  const next = () => {
    const [message] = received.splice(0, 1)
    return message ? Promise.resolve(message) : new Promise<Message>((resolve) => receivers.push(resolve))
  }
  const events: TestSocket['events'] = async (id, count) => {
    const results: Record<string, unknown>[] = []
    while (results.length < count) {
      const message = await next()
      if (message.type === 'error') throw new Error(JSON.stringify(message.payload))
      if (message.type === 'next' && message.id === id) {
        const { data, errors } = message.payload as { data: Record<string, unknown>; errors?: unknown }
        if (errors) throw new Error(JSON.stringify(errors))
        results.push(data)
      }
    }
    return results
  }
  if (init) {
    send({ type: 'connection_init', payload: init })
  }
  return { send, next, events, closed, raw, close: () => raw.close() }
}
