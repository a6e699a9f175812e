import type { WebSocket } from 'ws'

/** Close codes of graphql-transport-ws and of WebSocket itself, with the reasons that go with them. */
const CLOSE = {
  goingAway: [1001, 'The platform is stopping'],
  slow: [1013, 'Too slow for its events'],
  later: [1013, 'Try again later'],
  expired: [4401, 'The token has expired'],
  forbidden: [4403, 'Forbidden'],
  internal: [4500, 'Internal server error'],
} as const

/** What may wait for a client to read it (bytes). */
const MAX_BUFFERED_BYTES = 1_000_000
const PING_INTERVAL_MS = 12_000

/** A client that does not read fills memory: it is sent away and catches up by `changes`. */
export function send(socket: WebSocket, text: string): void {
  if (socket.readyState !== socket.OPEN) return
  socket.send(text)
  if (socket.bufferedAmount > MAX_BUFFERED_BYTES) close(socket, 'slow')
}

export function close(socket: WebSocket, why: keyof typeof CLOSE): void {
  const [code, reason] = CLOSE[why]
  socket.close(code, reason)
}

/** Finds out that a client has gone without a word. */
export function keepAlive(socket: WebSocket): () => void {
  let isAnswered = true
  socket.on('pong', () => {
    isAnswered = true
  })
  const timer = setInterval(() => {
    if (!isAnswered) return socket.terminate()
    isAnswered = false
    socket.ping()
  }, PING_INTERVAL_MS)
  return () => clearInterval(timer)
}
