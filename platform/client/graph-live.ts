import type { GraphClient } from './graph-client.ts'
import { type ActiveOperation, DEFAULT_KEEP_ALIVE, type KeepAlive, LiveSocket, SocketClosed } from './live-socket.ts'
import { DEFAULT_RETRY, type Retry, reconnecting } from './reconnect.ts'
import type { SuccessfulResult } from './result.ts'
import type { TypedDocument, VariablesAnd } from './typed-document.ts'

export interface LiveOptions {
  retry?: Retry
  keepAlive?: KeepAlive
  /** A WebSocket class, where there is no global one. */
  webSocket?: unknown
  /** Called with true when the socket is open, and with false when it closes; it is reopened while it is needed. */
  onConnectionChange?: (isConnected: boolean) => void
}

export interface SubscribeOptions {
  /** Ends the subscription; the iterator throws its reason. */
  signal?: AbortSignal | undefined
}

/** Runs subscriptions over one WebSocket, which is opened when it is needed and reopened when it closes. */
export class GraphLive {
  readonly #retry: Retry
  readonly #socket: LiveSocket
  readonly #closed = new AbortController()

  constructor(
    client: GraphClient,
    {
      retry = DEFAULT_RETRY,
      keepAlive = DEFAULT_KEEP_ALIVE,
      webSocket,
      onConnectionChange = () => {},
    }: LiveOptions = {},
  ) {
    this.#retry = retry
    this.#socket = new LiveSocket(client, { keepAlive, webSocket, onConnectionChange })
  }

  /**
   * Yields the events of a subscription, also across reconnections. Events that occur while the socket is closed are
   * missed; use `changes` to get those too. Throws GraphRequestError and SignInRequired.
   */
  async *subscribe<Result, Variables>(
    document: TypedDocument<Result, Variables>,
    ...[variables, options = {}]: VariablesAnd<Variables, SubscribeOptions>
  ): AsyncGenerator<Result, void, undefined> {
    yield* this.reconnecting((signal) => this.#stream(document, variables, signal), options)
  }

  /** Yields what `begin` yields; begins again whenever the socket closes. */
  reconnecting<Item>(
    begin: (signal: AbortSignal) => AsyncIterable<Item>,
    { signal }: SubscribeOptions = {},
  ): AsyncGenerator<Item, void, undefined> {
    const aborted = signal ? AbortSignal.any([signal, this.#closed.signal]) : this.#closed.signal
    return reconnecting(
      () => begin(aborted),
      (error) => this.#socket.recover(error),
      this.#retry,
      aborted,
    )
  }

  /** Starts an operation on the socket. Operations are sent in the order of the calls. The caller must stop it. */
  listen<Result, Variables>(
    document: TypedDocument<Result, Variables>,
    variables: Variables | undefined,
    signal: AbortSignal,
  ): ActiveOperation<Result> {
    return this.#socket.listen(document, variables, signal)
  }

  /** Executes a query over the socket. The platform has received all earlier operations by then. */
  async query<Result, Variables>(
    document: TypedDocument<Result, Variables>,
    variables: Variables | undefined,
    signal: AbortSignal,
  ): Promise<SuccessfulResult<Result>> {
    const { events, stop } = this.listen(document, variables, signal)
    try {
      for await (const result of events) return result
    } finally {
      stop()
    }
    throw new SocketClosed()
  }

  /** Ends all subscriptions with an AbortError and closes the socket. */
  close(): void {
    this.#closed.abort(new DOMException('The socket was closed.', 'AbortError'))
    this.#socket.close()
  }

  async *#stream<Result, Variables>(
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
