import type { Sound } from './answer.ts'
import type { GraphClient } from './graph-client.ts'
import { KEEP_ALIVE, type KeepAlive, type Listening, LiveSocket, SocketClosed } from './live-socket.ts'
import { RETRY, type Retry, reconnecting } from './reconnect.ts'
import type { TypedDocument, VariablesAnd } from './typed-document.ts'

export interface LiveOptions {
  retry?: Retry
  keepAlive?: KeepAlive
  /** A WebSocket class, where there is no global one. */
  webSocket?: unknown
}

export interface SubscribeOptions {
  /** Ends the subscription: the iterator throws the reason. */
  signal?: AbortSignal | undefined
}

/** Hears what happens, over one socket that is opened when it is needed and opened again when it breaks. */
export class GraphLive {
  readonly #retry: Retry
  readonly #socket: LiveSocket
  readonly #over = new AbortController()

  constructor(client: GraphClient, { retry = RETRY, keepAlive = KEEP_ALIVE, webSocket }: LiveOptions = {}) {
    this.#retry = retry
    this.#socket = new LiveSocket(client, keepAlive, webSocket)
  }

  /**
   * What a subscription tells, one after the other. It outlives its socket; what happened while there was none is not
   * told here, see `changes`. Throws GraphRequestError and SignInRequired.
   */
  async *subscribe<Result, Variables>(
    document: TypedDocument<Result, Variables>,
    ...[variables, options = {}]: VariablesAnd<Variables, SubscribeOptions>
  ): AsyncGenerator<Result, void, undefined> {
    yield* this.reconnecting((signal) => this.#tell(document, variables, signal), options)
  }

  /** What `begin` yields, begun anew whenever the socket breaks. */
  reconnecting<Item>(
    begin: (signal: AbortSignal) => AsyncIterable<Item>,
    { signal }: SubscribeOptions = {},
  ): AsyncGenerator<Item, void, undefined> {
    const over = signal ? AbortSignal.any([signal, this.#over.signal]) : this.#over.signal
    return reconnecting(
      () => begin(over),
      (error) => this.#socket.mend(error),
      this.#retry,
      over,
    )
  }

  /** What an operation answers until the socket breaks. It is sent before what is asked after it. To be stopped. */
  listen<Result, Variables>(
    document: TypedDocument<Result, Variables>,
    variables: Variables | undefined,
    signal: AbortSignal,
  ): Listening<Result> {
    return this.#socket.listen(document, variables, signal)
  }

  /** The answer to a query over the socket: the platform has read what was sent before. */
  async ask<Result, Variables>(
    document: TypedDocument<Result, Variables>,
    variables: Variables | undefined,
    signal: AbortSignal,
  ): Promise<Sound<Result>> {
    const { events, stop } = this.listen(document, variables, signal)
    try {
      for await (const answer of events) return answer
    } finally {
      stop()
    }
    throw new SocketClosed()
  }

  /** Ends all that listens (with an AbortError), and closes the socket. */
  close(): void {
    this.#over.abort(new DOMException('The socket was closed.', 'AbortError'))
    this.#socket.close()
  }

  async *#tell<Result, Variables>(
    document: TypedDocument<Result, Variables>,
    variables: Variables | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<Result, void, undefined> {
    const { events, stop } = this.listen(document, variables, signal)
    try {
      for await (const { data } of events) yield data
    } finally {
      stop()
    }
  }
}
