import { type Client, createClient } from 'graphql-ws/client'
import { type Answer, sound, toAnswer } from './answer.ts'
import { GraphRequestError, SignInRequired } from './errors.ts'
import type { GraphClient } from './graph-client.ts'
import { Inbox } from './inbox.ts'
import { RETRY, type Retry, reconnecting } from './reconnect.ts'
import type { TypedDocument, VariablesAnd } from './typed-document.ts'

export interface LiveOptions {
  retry?: Retry
  /** Where there is no global one. */
  webSocket?: unknown
}

export interface SubscribeOptions {
  /** Ends the subscription: the iterator throws the reason. */
  signal?: AbortSignal | undefined
}

/** Close codes of the platform and of graphql-transport-ws. */
const EXPIRED = 4401
const FORBIDDEN = 4403
/** After these the same would only happen again. */
const FATAL: readonly unknown[] = [4004, 4005, 4400, 4406, 4409, 4429]

/** A quiet socket is asked this often whether it is still there, and may take so long to say so (ms). */
const PING_MS = 15_000
const PONG_MS = 10_000
/** How long a socket that nobody uses stays open (ms). */
const IDLE_MS = 1_000

/** Hears what happens, over one socket that is opened when it is needed and opened again when it breaks. */
export class GraphLive {
  readonly #client: GraphClient
  readonly #retry: Retry
  readonly #socket: Client
  readonly #over = new AbortController()
  /** The token that the socket was opened with, and the one that a socket was closed for. */
  #sent = ''
  #refused = ''
  /** Sockets in a row that were closed for their token. */
  #refusals = 0
  #pong: ReturnType<typeof setTimeout> | undefined

  constructor(client: GraphClient, { retry = RETRY, webSocket }: LiveOptions = {}) {
    this.#client = client
    this.#retry = retry
    this.#socket = createClient({
      url: client.endpoint.replace(/^http/, 'ws'),
      connectionParams: () => this.#introduce(),
      // Whoever subscribes comes back itself, so that it can see what it has missed.
      ...{ lazy: true, retryAttempts: 0, lazyCloseTimeout: IDLE_MS, keepAlive: PING_MS },
      ...(webSocket ? { webSocketImpl: webSocket } : {}),
      on: {
        connected: () => {
          this.#refusals = 0
        },
        ping: (isReceived) => {
          if (!isReceived) this.#pong = setTimeout(() => this.#socket.terminate(), PONG_MS)
        },
        pong: (isReceived) => {
          if (isReceived) clearTimeout(this.#pong)
        },
        closed: (event) => this.#closed(event),
      },
    })
  }

  /**
   * What a subscription tells, one after the other. It outlives its socket; what happened while there was none is not
   * told here, see `changes`. Throws GraphRequestError and SignInRequired.
   */
  async *subscribe<Result, Variables>(
    document: TypedDocument<Result, Variables>,
    ...[variables, options = {}]: VariablesAnd<Variables, SubscribeOptions>
  ): AsyncGenerator<Result, void, undefined> {
    yield* this.reconnecting((signal) => this.listen(document, variables, signal), options)
  }

  /** What `begin` yields, begun anew whenever the socket breaks. */
  reconnecting<Item>(
    begin: (signal: AbortSignal) => AsyncIterable<Item>,
    { signal }: SubscribeOptions = {},
  ): AsyncGenerator<Item, void, undefined> {
    const over = signal ? AbortSignal.any([signal, this.#over.signal]) : this.#over.signal
    return reconnecting(
      () => begin(over),
      (error) => this.#mend(error),
      this.#retry,
      over,
    )
  }

  /** One operation over the socket; events and answers come until it breaks. It is sent at once, before others are. */
  listen<Result, Variables>(
    document: TypedDocument<Result, Variables>,
    variables: Variables | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<Result, void, undefined> {
    const inbox = new Inbox<Answer>()
    const stop = this.#socket.subscribe(
      { query: document.toString(), ...(variables ? { variables: { ...variables } } : {}) },
      {
        next: (message) => inbox.put(toAnswer(message)),
        error: (error) => inbox.fail(Array.isArray(error) ? new GraphRequestError(toAnswer({ errors: error })) : error),
        complete: () => inbox.end(),
      },
    )
    // A socket that is closed in good order would be opened again without a word.
    const endWatch = this.#socket.on('closed', (event) => inbox.fail(event))
    const abort = () => inbox.fail(signal.reason)
    signal.addEventListener('abort', abort)
    if (signal.aborted) abort()
    return heard<Result>(inbox, () => {
      signal.removeEventListener('abort', abort)
      endWatch()
      stop()
    })
  }

  /** The answer to a query over the socket, which tells that it is open and has read what was sent before. */
  async ask<Result, Variables>(
    document: TypedDocument<Result, Variables>,
    variables: Variables | undefined,
    signal: AbortSignal,
  ): Promise<Result> {
    for await (const data of this.listen(document, variables, signal)) return data
    throw new SocketClosed()
  }

  /** Ends all that listens, and closes the socket. */
  async close(): Promise<void> {
    this.#over.abort(new DOMException('The socket was closed.', 'AbortError'))
    await Promise.resolve(this.#socket.dispose()).catch(() => {})
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

  /** Gets a new token where the old one was refused; throws what another socket would not change. */
  async #mend(error: unknown): Promise<void> {
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
}

/** A socket that ends before it has answered. */
class SocketClosed extends Error {}

async function* heard<Result>(inbox: Inbox<Answer>, stop: () => void): AsyncGenerator<Result, void, undefined> {
  try {
    for await (const answer of inbox) yield sound<Result>(answer).data
  } finally {
    stop()
  }
}

function closeCode(event: unknown): unknown {
  return typeof event === 'object' && event !== null && 'code' in event && 'reason' in event ? event.code : undefined
}

/** Errors that are over after a while. */
function isPassing(error: Error): boolean {
  return error instanceof SocketClosed || (error instanceof GraphRequestError && error.code === 'RATE_LIMITED')
}
