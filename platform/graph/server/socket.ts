import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ExecutionArgs, ExecutionResult, GraphQLError } from 'graphql'
import { type Context, GRAPHQL_TRANSPORT_WS_PROTOCOL, makeServer } from 'graphql-ws'
import { type WebSocket, WebSocketServer } from 'ws'
import { parseBearer } from '../../../src/runtime/bearer.ts'
import { trustConnection } from '../../../src/runtime/connections.ts'
import type { Authenticator } from '../../sign-in/authenticator.ts'
import { IssuerUnreachable, Unauthenticated } from '../../sign-in/errors.ts'
import { isUnavailable } from '../../storage/postgres/database.ts'
import { formatError, GraphError } from '../errors.ts'
import { LiveEvents, SlowConsumerError } from '../live/follow.ts'
import { type AdmissionControl, countLoad, RATE_LIMIT_EXCEEDED } from './admission.ts'
import { deliverEvents } from './deliver-events.ts'
import { EventResults, toSelectionKey, toSenderKey } from './event-results.ts'
import { type ExecuteDeps, executeWithTimeout, type Sender, subscribe } from './execute.ts'
import { type GraphLimits, MAX_TIMER_MS } from './limits.ts'
import type { Operation } from './operations.ts'
import { toSender } from './sender.ts'
import { close, KeepAlive, send, untilDrained } from './web-socket.ts'

export interface SocketDeps extends ExecuteDeps {
  viewers: Pick<Authenticator, 'authenticate'>
  admission: AdmissionControl
  limits: GraphLimits
}

/** The maximum size of a client's message (bytes). */
const MAX_MESSAGE_BYTES = 1_000_000
const MAX_SUBSCRIPTIONS = 100
/** How long a client may take to confirm that its socket closes. A stop waits for all of them. */
const CLOSE_TIMEOUT_MS = 2_000

/**
 * The state of a socket. `request`, which opened it, is kept until the socket is authenticated; then `sender` and `expiry`
 * are set.
 */
interface Extra {
  socket: WebSocket
  stream: Duplex
  request?: IncomingMessage
  sender?: Sender
  expiry?: NodeJS.Timeout
}

type SocketContext = Context<Record<string, unknown> | undefined, Extra>

/** Execution arguments as graphql-ws passes them from `onSubscribe` to `execute` and `subscribe`. */
type PreparedArgs = ExecutionArgs & {
  prepared: Operation
  sender: Sender
  extra: Extra
  /** The id of the operation, chosen by the client. */
  id: string
}

/** GraphQL over WebSocket (graphql-transport-ws): subscriptions, queries and mutations. */
export class GraphSocket {
  readonly #deps: SocketDeps
  readonly #sockets = new WebSocketServer(SOCKET_OPTIONS)
  readonly #keepAlive = new KeepAlive()
  readonly #protocol
  readonly #results: EventResults

  constructor(deps: SocketDeps) {
    this.#deps = deps
    this.#results = new EventResults(deps)
    this.#protocol = makeServer<SocketContext['connectionParams'], Extra>({
      onConnect: (ctx) => this.#admit(ctx),
      onSubscribe: (ctx, id, payload) => this.#prepare(ctx, id, payload),
      execute: (args) => executeWithTimeout(this.#deps, (args as PreparedArgs).prepared, (args as PreparedArgs).sender),
      subscribe: (args) => this.#subscribe(args as PreparedArgs),
      onClose: ({ extra }) => clearTimeout(extra.expiry),
    })
  }

  /** Handles the upgrade of an HTTP request to a socket. */
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    this.#sockets.handleUpgrade(request, stream, head, (socket) => this.#open(socket, stream, request))
  }

  /** Closes all sockets; clients reconnect elsewhere. */
  stop(): void {
    this.#keepAlive.stop()
    for (const socket of this.#sockets.clients) close(socket, 'goingAway')
    this.#sockets.close()
  }

  #open(socket: WebSocket, stream: Duplex, request: IncomingMessage): void {
    const { log } = this.#deps
    const extra: Extra = { socket, stream, request }
    const closed = this.#protocol.opened(
      {
        protocol: socket.protocol,
        send: (text) => send(socket, stream, text),
        close: (code, reason) => socket.close(code, reason),
        onMessage: (take) =>
          socket.on('message', (message) => {
            take(String(message)).catch((error: unknown) => {
              log.error({ err: error }, 'socket closed after an error')
              close(socket, 'internal')
            })
          }),
      },
      extra,
    )
    const endPing = this.#keepAlive.add(socket)
    socket.on('error', (error) => log.debug({ err: error }, 'socket error'))
    socket.once('close', (code, reason) => {
      endPing()
      closed(code, String(reason)).catch((error: unknown) => log.warn({ err: error }, 'socket cleanup failed'))
    })
  }

  /** Authenticates a socket; false refuses it (4403). The socket is closed when its token expires. */
  async #admit(context: SocketContext): Promise<boolean> {
    const { extra, connectionParams = {} } = context
    const { socket, request } = extra
    const headers = request?.headers ?? {}
    const token = parseBearer(headers.authorization) ?? tokenIn(connectionParams)
    // A socket is open for hours, and needs neither its headers nor the token any more.
    delete extra.request
    delete (context as { connectionParams?: unknown }).connectionParams
    try {
      const { viewer, dateExpires } = await this.#deps.viewers.authenticate(token)
      // The socket may have closed in the meantime, and then nothing would clear the timer.
      if (socket.readyState !== socket.OPEN) return false
      if (request) trustConnection(request)
      const header = (name: string) => text(headers[name]) ?? text(connectionParams[name]) ?? ''
      extra.sender = toSender({ header, requestId: crypto.randomUUID() }, viewer)
      const remainingMs = Math.min(Math.max(dateExpires - this.#deps.graph.now(), 0), MAX_TIMER_MS)
      extra.expiry = setTimeout(() => close(socket, 'expired'), remainingMs)
      return true
    } catch (error) {
      if (error instanceof Unauthenticated) {
        if (error.code === 'UNAUTHENTICATED_TOKEN_EXPIRED') close(socket, 'expired')
        return false
      }
      const isTemporary = error instanceof IssuerUnreachable || isUnavailable(error)
      close(socket, isTemporary ? 'unavailable' : 'internal')
      this.#deps.log.error({ err: error }, 'socket authentication failed')
      return false
    }
  }

  #prepare(
    { extra, subscriptions }: SocketContext,
    id: string,
    payload: object,
  ): PreparedArgs | readonly GraphQLError[] {
    const { admission, graph, log, schema } = this.#deps
    const sender = { ...(extra.sender as Sender), requestId: crypto.randomUUID() }
    const refused = (errors: readonly GraphQLError[]) =>
      errors.map((error) => formatError(error, sender.requestId, log))
    const prepared = admission.operations.prepare(payload)
    if (!admission.rates.admit(sender.viewer.tenantId, countLoad([prepared]), graph.now()).allowed)
      return refused([RATE_LIMIT_EXCEEDED])
    if ('errors' in prepared) return refused(prepared.errors)
    if (Object.keys(subscriptions).length > MAX_SUBSCRIPTIONS) return refused([TOO_MANY_SUBSCRIPTIONS])
    const { document, operation } = prepared
    // graphql-ws selects the operation by this name.
    const operationName = operation.name ? { operationName: operation.name.value } : {}
    return { schema, document, ...operationName, prepared, sender, extra, id }
  }

  async #subscribe(args: PreparedArgs): Promise<AsyncIterable<never> | ExecutionResult> {
    const { prepared: operation, sender, extra, id } = args
    const source = await subscribe(this.#deps, operation, sender)
    if (!(source instanceof LiveEvents)) return source
    const keys = { senderKey: toSenderKey(sender), selectionKey: toSelectionKey(operation) }
    const start = `{"id":${JSON.stringify(id)},"type":"next","payload":`
    return deliverEvents(source, {
      result: (event) => this.#results.find({ operation, sender, ...keys }, event),
      untilReady: () => untilDrained(extra.socket, extra.stream),
      send: (result) => send(extra.socket, extra.stream, `${start}${result}}`),
      toClientError: (error) => this.#toClientError(args, error),
    })
  }

  /** The error with which a subscription ends. A client that is too slow is disconnected; it catches up by `changes`. */
  #toClientError({ sender, extra }: PreparedArgs, error: unknown): Error {
    if (!(error instanceof SlowConsumerError)) return formatError(error as Error, sender.requestId, this.#deps.log)
    close(extra.socket, 'slow')
    return error
  }
}

const TOO_MANY_SUBSCRIPTIONS = new GraphError(
  'RATE_LIMITED',
  `A socket may carry at most ${MAX_SUBSCRIPTIONS} operations at a time.`,
)

function handleProtocols(protocols: ReadonlySet<string>): string | false {
  return protocols.has(GRAPHQL_TRANSPORT_WS_PROTOCOL) && GRAPHQL_TRANSPORT_WS_PROTOCOL
}

/** Not written where they are used, because the types of ws do not know `closeTimeout` yet. */
const SOCKET_OPTIONS = {
  noServer: true,
  maxPayload: MAX_MESSAGE_BYTES,
  closeTimeout: CLOSE_TIMEOUT_MS,
  handleProtocols,
}

/** The token in the parameters of the first message: browsers cannot set headers of a WebSocket. */
function tokenIn(params: Record<string, unknown>): string | undefined {
  const candidates = [params.Authorization, params.authorization, params.accessToken, params.token].map(text)
  const [first] = candidates.filter((token) => token !== undefined)
  return first === undefined ? undefined : (parseBearer(first) ?? first)
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
