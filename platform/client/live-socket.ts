import { type Client, createClient } from 'graphql-ws/client'
import { AsyncQueue } from './async-queue.ts'
import { GraphRequestError, SignInRequired } from './errors.ts'
import type { GraphClient } from './graph-client.ts'
import { type OperationResult, type SuccessfulResult, toResult, unwrap } from './result.ts'
import type { TypedDocument } from './typed-document.ts'

/** A running operation. */
export interface ActiveOperation<Result> {
  events: AsyncIterable<SuccessfulResult<Result>>
  stop(): void
}

/** Close codes of the platform and of graphql-transport-ws: the token expired, or was rejected. */
const EXPIRED = 4401
const FORBIDDEN = 4403
/** Close codes after which a new socket would be closed too. */
const FATAL_CLOSE_CODES: readonly unknown[] = [4004, 4005, 4400, 4406, 4409, 4429]
/** Codes of errors that a later attempt may not meet. */
const TRANSIENT_CODES: readonly string[] = ['RATE_LIMITED', 'TIMEOUT', 'UNREACHABLE', 'SERVICE_UNAVAILABLE']

/** A quiet socket is pinged at this interval and closed when no pong arrives within this time (ms). */
export interface KeepAlive {
  pingMs: number
  pongMs: number
}

export const DEFAULT_KEEP_ALIVE: KeepAlive = { pingMs: 15_000, pongMs: 10_000 }
/** An unused socket is kept open for this time, in case it is needed again at once (ms). */
const IDLE_MS = 250

/** The socket closed before the result arrived. */
export class SocketClosed extends Error {}

export interface SocketOptions {
  keepAlive: KeepAlive
  /** A WebSocket class; undefined for the global one. */
  webSocket: unknown
  /** Called with true when the socket was opened and the token accepted, with false when it closed. */
  onConnectionChange: (isConnected: boolean) => void
}

/** How a client identifies itself. */
type ClientIdentity = Pick<GraphClient, 'endpoint' | 'headers' | 'tokens'>

/** The socket that all operations share. It is opened with the first one, with the client's token. */
export class LiveSocket {
  readonly #client: ClientIdentity
  readonly #socket: Client
  /** The token that the socket was opened with, and the one that was rejected last. */
  #sentToken = ''
  #rejectedToken = ''
  /** Consecutive sockets that were closed because of their token. */
  #rejections = 0
  #pongTimer: ReturnType<typeof setTimeout> | undefined

  constructor(client: ClientIdentity, { keepAlive, webSocket, onConnectionChange }: SocketOptions) {
    const { pingMs, pongMs } = keepAlive
    this.#client = client
    this.#socket = createClient({
      url: client.endpoint.replace(/^http/, 'ws'),
      connectionParams: () => this.#createConnectionParams(),
      lazy: true,
      // GraphLive reconnects itself, so that it can look for missed changes.
      retryAttempts: 0,
      lazyCloseTimeout: IDLE_MS,
      keepAlive: pingMs,
      webSocketImpl: webSocket,
      on: {
        connected: () => {
          this.#rejections = 0
          onConnectionChange(true)
        },
        ping: (isReceived) => {
          if (!isReceived) this.#pongTimer = setTimeout(() => this.#socket.terminate(), pongMs)
        },
        pong: (isReceived) => {
          if (isReceived) clearTimeout(this.#pongTimer)
        },
        closed: (event) => {
          this.#onClosed(event)
          onConnectionChange(false)
        },
      },
    })
  }

  /** Starts an operation; its results arrive until the socket closes. The caller must stop it. */
  listen<Result, Variables>(
    document: TypedDocument<Result, Variables>,
    variables: Variables | undefined,
    signal: AbortSignal,
  ): ActiveOperation<Result> {
    const query = document.toString()
    const results = new AsyncQueue<OperationResult>()
    const stop = this.#socket.subscribe(variables ? { query, variables: { ...variables } } : { query }, {
      next: (message) => results.push(toResult(message)),
      error: (error) => results.fail(Array.isArray(error) ? new GraphRequestError(toResult({ errors: error })) : error),
      complete: () => results.end(),
    })
    // The library would silently reopen a socket that was closed normally.
    const stopWatching = this.#socket.on('closed', (event) => results.fail(event))
    const abort = () => results.fail(signal.reason)
    signal.addEventListener('abort', abort)
    if (signal.aborted) abort()
    return {
      events: unwrapAll<Result>(results),
      stop: () => {
        signal.removeEventListener('abort', abort)
        stopWatching()
        stop()
      },
    }
  }

  /** Refreshes a rejected token. Throws errors that a new socket would not resolve. */
  async recover(error: unknown): Promise<void> {
    const code = getCloseCode(error)
    if (code === EXPIRED || code === FORBIDDEN) {
      if (this.#rejections > 1) throw new SignInRequired({ cause: error })
      await this.#renewToken()
    } else if (FATAL_CLOSE_CODES.includes(code)) {
      throw new Error(`The socket was closed with ${code}.`, { cause: error })
    } else if (code === undefined && error instanceof Error && !isTransient(error)) {
      throw error
    }
  }

  async #renewToken(): Promise<void> {
    try {
      await this.#client.tokens.renew(this.#rejectedToken)
    } catch (error) {
      if (!(error instanceof Error && isTransient(error))) throw error
      // There is no new token yet. The next socket is closed because of the old one, which says nothing about a new one.
      this.#rejections = 0
    }
  }

  close(): void {
    clearTimeout(this.#pongTimer)
    // A socket that fails to open needs no closing.
    Promise.resolve(this.#socket.dispose()).catch(() => {})
  }

  async #createConnectionParams(): Promise<Record<string, string>> {
    this.#sentToken = await this.#client.tokens.current()
    return { ...this.#client.headers, Authorization: `Bearer ${this.#sentToken}` }
  }

  #onClosed(event: unknown): void {
    clearTimeout(this.#pongTimer)
    const code = getCloseCode(event)
    if (code !== EXPIRED && code !== FORBIDDEN) return
    this.#rejections += 1
    this.#rejectedToken = this.#sentToken
  }
}

async function* unwrapAll<Result>(
  results: AsyncQueue<OperationResult>,
): AsyncGenerator<SuccessfulResult<Result>, void, undefined> {
  for await (const result of results) yield unwrap<Result>(result)
}

function getCloseCode(event: unknown): unknown {
  return typeof event === 'object' && event !== null && 'code' in event && 'reason' in event ? event.code : undefined
}

function isTransient(error: Error): boolean {
  return error instanceof SocketClosed || (error instanceof GraphRequestError && TRANSIENT_CODES.includes(error.code))
}
