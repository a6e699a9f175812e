import { expect } from '@jest/globals'
import type { Api } from '../api.ts'
import type { TestUser } from '../block-operations.ts'
import { subscribe } from '../server/live-api.ts'
import { openSocket } from '../server/socket-client.ts'

export interface LiveEvents {
  /** A block whose changes tell that all earlier changes were delivered. */
  marker: string
  /** Resolves to the events of blocks since it was called before. */
  next(): Promise<LiveEvent[]>
  close(): void
}

export interface LiveEvent {
  _id: string
}

const BLOCKS = 'subscription S { blockChanged { eventType _id blockType actor block { title access } } }'

/** Subscribes to the changes of all blocks that a person sees. */
export async function followBlocks(api: Api, user: TestUser): Promise<LiveEvents> {
  const { _id: marker } = (await user.run('upsertOneNote', { title: '0' })) as unknown as LiveEvent
  const socket = await openSocket(api.url, { init: { Authorization: `Bearer ${await api.issuer.token(user.email)}` } })
  expect((await socket.next()).type).toBe('connection_ack')
  const id = await subscribe(socket, BLOCKS)
  let marks = 0
  const next = async () => {
    marks += 1
    await user.run('upsertOneNote', { _id: marker, title: String(marks) })
    const events: LiveEvent[] = []
    for (;;) {
      const [data] = await socket.events(id, 1)
      const event = (data as { blockChanged: LiveEvent }).blockChanged
      if (event._id === marker) return events
      events.push(event)
    }
  }
  return { marker, next, close: socket.close }
}
