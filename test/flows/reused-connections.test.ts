import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Api, START, startApi } from '../platform/graph/api.ts'
import { ADA, type System, startSystem } from './system.ts'

const ROUNDS = 15
/** Node warns of a leak above ten; a request in progress needs a few. */
const MAX_LISTENERS = 8
const EVENTS = ['close', 'error', 'end', 'data', 'drain', 'timeout', 'free']

const sockets = new Map<Socket, { requests: number; maxListeners: number }>()

/** Notes a connection of a client or a server. */
function onSocket(message: unknown): void {
  sockets.set((message as { socket: Socket }).socket, { requests: 0, maxListeners: 0 })
}

/** Counts a request that a server has received, and the listeners of all connections at this time. */
function onRequest(message: unknown): void {
  const { request } = message as { request: IncomingMessage }
  const received = sockets.get(request.socket)
  if (received) received.requests += 1
  for (const [socket, entry] of sockets) {
    entry.maxListeners = Math.max(entry.maxListeners, ...EVENTS.map((event) => socket.listenerCount(event)))
  }
}

let system: System
let api: Api
beforeAll(async () => {
  subscribe('net.client.socket', onSocket)
  subscribe('net.server.socket', onSocket)
  subscribe('http.server.request.start', onRequest)
  system = await startSystem()
  api = await startApi({ PROVIDER_URLS: system.hub, PLATFORM_API_KEY: system.platform.key })
})
afterAll(async () => {
  await api.stop()
  await system.stop()
  unsubscribe('net.client.socket', onSocket)
  unsubscribe('net.server.socket', onSocket)
  unsubscribe('http.server.request.start', onRequest)
})

test.each(['google-calendar', 'outlook-mail', 'salesforce'])(
  'requests for %s leave no listeners on the connections that they share',
  async (application) => {
    const { credential } = await system.connect(application)
    const input = { provider: 'provider-hub', application, requireConfirmation: false }
    const { data } = await api.execute(ADA, START, { input })
    const { connectionId } = data.startConnection as { connectionId: string }
    const headers = { Authorization: `Bearer ${system.platform.key}` }
    await api.post('/api/v1/connections/registration', { connectionId, credential }, headers)
    const sync = { 'google-calendar': 'calendar', 'outlook-mail': 'email', salesforce: 'metadata' }[application]
    for (let round = 0; round < ROUNDS; round += 1) {
      const query = 'mutation R($input: SyncInput!) { runSync(input: $input) { state } }'
      const { errors } = await api.execute(ADA, query, { input: { connectionId, sync } })
      expect(errors).toBeUndefined()
      expect((await fetch(`${system.hub}/sync/${sync}`, { method: 'POST', body: '{}' })).status).toBe(401)
    }
    const counts = [...sockets.values()]
    expect(Math.max(...counts.map(({ requests }) => requests))).toBeGreaterThanOrEqual(ROUNDS)
    expect(Math.max(...counts.map(({ maxListeners }) => maxListeners))).toBeLessThanOrEqual(MAX_LISTENERS)
  },
)
