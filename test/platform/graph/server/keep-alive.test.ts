import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import type { WebSocket } from 'ws'
import { KeepAlive } from '../../../../platform/graph/server/web-socket.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

function createSocket() {
  const ping = jest.fn()
  const terminate = jest.fn()
  const socket = Object.assign(new EventEmitter(), { ping, terminate })
  return { socket, ping, terminate, as: socket as unknown as WebSocket }
}

test('pings each socket every twelve seconds, and not all in the same second', () => {
  const keepAlive = new KeepAlive()
  const sockets = Array.from({ length: 12 }, createSocket)
  for (const { socket, ping, as } of sockets) {
    ping.mockImplementation(() => socket.emit('pong'))
    keepAlive.add(as)
    jest.advanceTimersByTime(1_000)
  }
  const pings = () => sockets.reduce((sum, { ping }) => sum + ping.mock.calls.length, 0)
  const before = pings()
  jest.advanceTimersByTime(1_000)
  expect(pings() - before).toBe(1)
  jest.advanceTimersByTime(11_000)
  expect(pings() - before).toBe(12)
  keepAlive.stop()
})

test('terminates a socket whose ping was not answered, and no other', () => {
  const keepAlive = new KeepAlive()
  const [silent, alive, ended] = [createSocket(), createSocket(), createSocket()]
  alive.ping.mockImplementation(() => alive.socket.emit('pong'))
  keepAlive.add(silent.as)
  keepAlive.add(alive.as)
  const end = keepAlive.add(ended.as)
  jest.advanceTimersByTime(12_000)
  expect([silent.ping.mock.calls.length, silent.terminate.mock.calls.length]).toEqual([1, 0])
  end()
  jest.advanceTimersByTime(12_000)
  expect([silent, alive, ended].map(({ terminate }) => terminate.mock.calls.length)).toEqual([1, 0, 0])
  keepAlive.stop()
})
