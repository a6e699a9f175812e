import { Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, jest, test } from '@jest/globals'
import type { WebSocket } from 'ws'
import { send } from '../../../../platform/graph/server/web-socket.ts'

function createSocket(state: Partial<WebSocket> = {}) {
  const writes: string[][] = []
  const stream = new Writable({
    decodeStrings: false,
    write: (chunk, _encoding, done) => {
      writes.push([chunk])
      done()
    },
    writev: (chunks, done) => {
      writes.push(chunks.map(({ chunk }) => chunk))
      done()
    },
  })
  const close = jest.fn()
  const socket = {
    readyState: 1,
    OPEN: 1,
    bufferedAmount: 0,
    send: (text: string) => stream.write(text),
    close,
    ...state,
  }
  return { socket: socket as unknown as WebSocket, stream, writes, close }
}

test('the messages of a turn of the event loop are written together, in their order', async () => {
  const { socket, stream, writes } = createSocket()
  for (const text of ['a', 'b', 'c']) send(socket, stream, text)
  expect(writes).toEqual([])
  await nextTurn()
  send(socket, stream, 'd')
  send(socket, stream, 'e')
  await nextTurn()
  expect(writes).toEqual([
    ['a', 'b', 'c'],
    ['d', 'e'],
  ])
})

test('a closing socket is sent nothing, and a client that does not read is disconnected', async () => {
  const closing = createSocket({ readyState: 2 })
  send(closing.socket, closing.stream, 'a')
  const slow = createSocket({ bufferedAmount: 1_000_001 })
  send(slow.socket, slow.stream, 'a')
  await nextTurn()
  expect([closing.writes, slow.close.mock.calls]).toEqual([[], [[1013, 'Client too slow']]])
})
