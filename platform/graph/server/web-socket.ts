import type { Writable } from 'node:stream'
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
/** The amount of buffered data from which events wait until it is written (bytes), and how long they wait (ms). */
const DRAIN_BYTES = 100_000
const MAX_DRAIN_MS = 10_000
const PING_INTERVAL_MS = 12_000
const PING_GROUPS = 12

/**
 * Sends a message over the socket's stream, together with the others of this turn of the event loop: an import sends many.
 * A client that does not read would fill the memory, so it is disconnected; it catches up by `changes`.
 */
export function send(socket: WebSocket, stream: Writable, text: string): void {
  if (socket.readyState !== socket.OPEN) return
  cork(stream)
  socket.send(text)
  if (socket.bufferedAmount > MAX_BUFFERED_BYTES) close(socket, 'slow')
}

const corked = new Set<Writable>()

function cork(stream: Writable): void {
  if (corked.has(stream)) return
  if (corked.size === 0) setImmediate(uncorkAll)
  corked.add(stream)
  stream.cork()
}

function uncorkAll(): void {
  const streams = [...corked]
  corked.clear()
  for (const stream of streams) stream.uncork()
}

const draining = new WeakMap<Writable, Promise<void>>()

/**
 * Resolves when little is buffered for a client, or its socket has closed. Many events may be ready at once; a client that
 * reads them as they are written is not slow. One that does not is disconnected.
 */
export async function untilDrained(socket: WebSocket, stream: Writable): Promise<void> {
  while (socket.readyState === socket.OPEN && socket.bufferedAmount > DRAIN_BYTES) {
    const drained = draining.get(stream) ?? waitForDrain(socket, stream)
    draining.set(stream, drained)
    await drained
  }
}

async function waitForDrain(socket: WebSocket, stream: Writable): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(() => close(socket, 'slow'), MAX_DRAIN_MS).unref()
  stream.once('drain', resolve).once('close', resolve)
  await promise
  clearTimeout(timer)
  stream.off('drain', resolve).off('close', resolve)
  draining.delete(stream)
}

export function close(socket: WebSocket, cause: keyof typeof CLOSE): void {
  const [code, reason] = CLOSE[cause]
  socket.close(code, reason)
}

/** Pings the clients of all sockets, and terminates the sockets whose previous ping was not answered. */
export class KeepAlive {
  /** The sockets that are pinged together: one group each second, so that they are not all pinged at once. */
  readonly #groups = Array.from({ length: PING_GROUPS }, () => new Set<WebSocket>())
  readonly #silent = new WeakSet<WebSocket>()
  #next = 0
  #timer: NodeJS.Timeout | undefined

  /** Starts pinging a socket, for the first time after PING_INTERVAL_MS. Returns how to stop. */
  add(socket: WebSocket): () => void {
    const group = this.#groups.at(this.#next - 1) as Set<WebSocket>
    group.add(socket)
    socket.on('pong', () => this.#silent.delete(socket))
    this.#timer ??= setInterval(() => this.#pingGroup(), PING_INTERVAL_MS / PING_GROUPS).unref()
    return () => group.delete(socket)
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #pingGroup(): void {
    const group = this.#groups[this.#next] as Set<WebSocket>
    this.#next = (this.#next + 1) % PING_GROUPS
    for (const socket of group) {
      if (this.#silent.has(socket)) {
        socket.terminate()
        continue
      }
      this.#silent.add(socket)
      socket.ping()
    }
  }
}
