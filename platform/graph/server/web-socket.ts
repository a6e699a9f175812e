import type { WebSocket } from 'ws'

/** Close codes of graphql-transport-ws and WebSocket, and their reasons. */
const CLOSE = {
  goingAway: [1001, 'The platform is stopping'],
  slow: [1013, 'Client too slow'],
  unavailable: [1013, 'Try again later'],
  expired: [4401, 'The token has expired'],
  forbidden: [4403, 'Forbidden'],
  internal: [4500, 'Internal server error'],
} as const

/** The maximum amount of data that is buffered for a client (bytes). */
const MAX_BUFFERED_BYTES = 1_000_000
const PING_INTERVAL_MS = 12_000

/** Sends a message. A client that does not read would fill the memory, so it is disconnected; it catches up by `changes`. */
export function send(socket: WebSocket, text: string): void {
  if (socket.readyState !== socket.OPEN) return
  socket.send(text)
  if (socket.bufferedAmount > MAX_BUFFERED_BYTES) close(socket, 'slow')
}

export function close(socket: WebSocket, cause: keyof typeof CLOSE): void {
  const [code, reason] = CLOSE[cause]
  socket.close(code, reason)
}

/** Pings a client and terminates the socket when the previous ping was not answered. Returns how to stop. */
export function keepAlive(socket: WebSocket): () => void {
  let hasResponded = true
  socket.on('pong', () => {
    hasResponded = true
  })
  const timer = setInterval(() => {
    if (!hasResponded) return socket.terminate()
    hasResponded = false
    socket.ping()
  }, PING_INTERVAL_MS)
  return () => clearInterval(timer)
}
