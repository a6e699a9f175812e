import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, jest } from '@jest/globals'
import { LiveFeed } from '../../../../platform/graph/live/feed.ts'
import { appendChanges, type Change } from '../../../../platform/storage/changes.ts'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import { inTransaction } from '../../../../platform/storage/postgres/database.ts'
import { type Api, startApi } from '../api.ts'
import type { Content } from '../block-content.ts'
import { openSocket, type SocketOptions, type TestSocket } from './socket-client.ts'

export let api: Api
export let content: Content

const open: TestSocket[] = []

/** Starts a platform whose sockets the tests of a file open. Its exports are set before the first test. */
export function useLiveApi(): void {
  beforeAll(async () => {
    api = await startApi()
    content = { db: api.db, now: 1_700_000_000_000 }
  })
  afterAll(async () => {
    for (const socket of open) socket.close()
    await api.stop()
  })
}

/** Opens a socket that is closed after the tests. */
export async function socketWith(options: SocketOptions): Promise<TestSocket> {
  const socket = await openSocket(api.url, options)
  open.push(socket)
  return socket
}

/** Opens an authenticated socket. */
export async function socketOf(email: string): Promise<TestSocket> {
  const socket = await socketWith({ init: { Authorization: `Bearer ${await api.issuer.token(email)}` } })
  expect((await socket.next()).type).toBe('connection_ack')
  return socket
}

/** Starts a subscription and waits until it listens: changes from then on are reported. */
export async function subscribe(socket: TestSocket, query: string, variables: object = {}): Promise<string> {
  const id = randomUUID()
  const listen = jest.spyOn(LiveFeed.prototype, 'listen')
  try {
    socket.send({ id, type: 'subscribe', payload: { query, variables } })
    while (listen.mock.results.length === 0) await setTimeout(5)
    await listen.mock.results[0]?.value
  } finally {
    listen.mockRestore()
  }
  return id
}

/** Sends a query and resolves to its result. */
export async function ask(socket: TestSocket, query: string) {
  const id = randomUUID()
  socket.send({ id, type: 'subscribe', payload: { query } })
  for (;;) {
    const message = await socket.next()
    if (message.id === id && message.type !== 'complete') return message
    if (message.type === 'error') throw new Error(JSON.stringify(message.payload))
  }
}

/** Appends changes to the feed of a tenant. */
export function recordChanges(tenant: Tenant, changes: readonly Change[]): Promise<void> {
  return inTransaction(api.db, (tx) => appendChanges(tx, tenant.tenantId, changes, content.now))
}

/** A change of a block, by default an update of a note. */
export const changeOf = (subject_id: string, rest: Partial<Change> = {}): Change => ({
  event_type: 'UPDATED',
  subject: 'block',
  subject_id,
  subject_type: 'note',
  ...rest,
})
