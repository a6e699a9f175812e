import { type Client, createClient } from 'graphql-ws/client'
import { type Answer, type Sound, sound, toAnswer } from './answer.ts'
import { GraphRequestError, SignInRequired } from './errors.ts'
import type { GraphClient } from './graph-client.ts'
import { Inbox } from './inbox.ts'
import type { TypedDocument } from './typed-document.ts'

/** An operation that is going on. */
export interface Listening<Result> {
  events: AsyncIterable<Sound<Result>>
  stop(): void
}

/** Close codes of the platform and of graphql-transport-ws. */
const EXPIRED = 4401
const FORBIDDEN = 4403
/** After these the same would only happen again. */
const FATAL: readonly unknown[] = [4004, 4005, 4400, 4406, 4409, 4429]
/** Errors that another try later may not meet. */
const PASSING: readonly string[] = ['RATE_LIMITED', 'TIMEOUT']

/** A quiet socket is asked this often whether it is still there, and may take so long to say so (ms). */
export interface KeepAlive {
  pingMs: number
  pongMs: number
}

export const KEEP_ALIVE: KeepAlive = { pingMs: 15_000, pongMs: 10_000 }
/** A socket that nobody uses stays open so long, for who leaves and comes back at once (ms). */
const IDLE_MS = 250

/** A socket that ends before it has answered. */
export class SocketClosed extends Error {}

/** What a client says of itself. */
type Introduction = Pick<GraphClient, 'endpoint' | 'headers' | 'tokens'>

/** The socket that operations share: opened when the first is sent, with the token of the client. */
export class LiveSocket {
  readonly #client: Introduction
  readonly #socket: Client
  /** The token that the socket was opened with, and the one that a socket was closed for. */
  #sent = ''
  #refused = ''
  /** Sockets in a row that were closed for their token. */
  #refusals = 0
  #pong: ReturnType<typeof setTimeout> | undefined

  constructor(client: Introduction, { pingMs, pongMs }: KeepAlive, webSocket: unknown) {
    this.#client = client
    this.#socket = createClient({
      url: client.endpoint.replace(/^http/, 'ws'),
      connectionParams: () => this.#introduce(),
      // Whoever listens comes back itself, so that it can see what it has missed.
      ...{ lazy: true, retryAttempts: 0, lazyCloseTimeout: IDLE_MS, keepAlive: pingMs },
      ...(webSocket ? { webSocketImpl: webSocket } : {}),
      on: {
        connected: () => {
          this.#refusals = 0
        },
        ping: (isReceived) => {
          if (!isReceived) this.#pong = setTimeout(() => this.#socket.terminate(), pongMs)
        },
        pong: (isReceived) => {
          if (isReceived) clearTimeout(this.#pong)
        },
        closed: (event) => this.#closed(event),
      },
    })
  }

  /** Sends an operation; before it, what was sent before. What comes, comes until the socket breaks. To be stopped. */
  listen<Result, Variables>(
    document: TypedDocument<Result, Variables>,
    variables: Variables | undefined,
    signal: AbortSignal,
  ): Listening<Result> {
    const inbox = new Inbox<Answer>()
    const stop = this.#socket.subscribe(
      { query: document.toString(), ...(variables ? { variables: { ...variables } } : {}) },
      {
        next: (message) => inbox.put(toAnswer(message)),
        error: (error) => inbox.fail(Array.isArray(error) ? new GraphRequestError(toAnswer({ errors: error })) : error),
        complete: () => inbox.end(),
      },
    )
    // The library would open a socket that was closed in good order again without a word.
    const endWatch = this.#socket.on('closed', (event) => inbox.fail(event))
    const abort = () => inbox.fail(signal.reason)
    signal.addEventListener('abort', abort)
    if (signal.aborted) abort()
    return {
      events: heard<Result>(inbox),
      stop: () => {
        signal.removeEventListener('abort', abort)
        endWatch()
        stop()
      },
    }
  }

  /** Gets a new token where the old one was refused; throws what another socket would not change. */
  async mend(error: unknown): Promise<void> {
    const code = closeCode(error)
    if (code === EXPIRED || code === FORBIDDEN) {
      if (this.#refusals > 1) throw new SignInRequired({ cause: error })
      await this.#client.tokens.renew(this.#refused)
    } else if (FATAL.includes(code)) {
      throw new Error(`The socket was closed with ${code}.`, { cause: error })
    } else if (code === undefined && error instanceof Error && !isPassing(error)) {
      throw error
    }
  }

  close(): void {
    clearTimeout(this.#pong)
    // What never comes to be open needs no closing.
    Promise.resolve(this.#socket.dispose()).catch(() => {})
  }

  async #introduce(): Promise<Record<string, string>> {
    this.#sent = await this.#client.tokens.current()
    return { ...this.#client.headers, Authorization: `Bearer ${this.#sent}` }
  }

  #closed(event: unknown): void {
    clearTimeout(this.#pong)
    const code = closeCode(event)
    if (code !== EXPIRED && code !== FORBIDDEN) return
    this.#refusals += 1
    this.#refused = this.#sent
  }
}

async function* heard<Result>(inbox: Inbox<Answer>): AsyncGenerator<Sound<Result>, void, undefined> {
  for await (const answer of inbox) yield sound<Result>(answer)
}

function closeCode(event: unknown): unknown {
  return typeof event === 'object' && event !== null && 'code' in event && 'reason' in event ? event.code : undefined
}

function isPassing(error: Error): boolean {
  return error instanceof SocketClosed || (error instanceof GraphRequestError && PASSING.includes(error.code))
}
