import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ExecutionArgs, ExecutionResult, GraphQLError } from 'graphql'
import { type Context, GRAPHQL_TRANSPORT_WS_PROTOCOL, makeServer } from 'graphql-ws'
import { type WebSocket, WebSocketServer } from 'ws'
import { tokenOf } from '../../http/key-auth.ts'
import { IssuerUnreachable, Unauthenticated } from '../../sign-in/errors.ts'
import type { Viewers } from '../../sign-in/viewers.ts'
import { formatError, GraphError } from '../errors.ts'
import { SlowConsumerError } from '../live/follow.ts'
import { type AdmissionControl, countLoad, RATE_LIMIT_EXCEEDED } from './admission.ts'
import { type ExecuteDeps, executeEvent, executeWithTimeout, type Sender, subscribe } from './execute.ts'
import type { GraphLimits } from './limits.ts'
import type { Operation } from './operations.ts'
import { toSender } from './sender.ts'
import { close, keepAlive, send } from './web-socket.ts'

export interface SocketDeps extends ExecuteDeps {
  viewers: Pick<Viewers, 'admit'>
  admission: AdmissionControl
  limits: GraphLimits
}

/** How much a message of a client may hold (bytes). */
const MAX_MESSAGE_BYTES = 1_000_000
const MAX_SUBSCRIPTIONS = 100
/** setTimeout cannot wait longer. */
const MAX_TIMER_MS = 2_147_483_647

/** What a socket is known by, from its first message on. */
interface Extra {
  socket: WebSocket
  request: IncomingMessage
  sender?: Sender
  expiry?: NodeJS.Timeout
}

type SocketContext = Context<Record<string, unknown> | undefined, Extra>

/** An operation on its way through the library, which hands on what `onSubscribe` has answered. */
type PreparedArgs = ExecutionArgs & { prepared: Operation; sender: Sender }

/** GraphQL over WebSocket (graphql-transport-ws): subscriptions, and every other operation too. */
export class GraphSocket {
  readonly #parts: SocketDeps
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, handleProtocols })
  readonly #protocol

  constructor(parts: SocketDeps) {
    this.#parts = parts
    this.#protocol = makeServer<SocketContext['connectionParams'], Extra>({
      onConnect: (ctx) => this.#admit(ctx),
      onSubscribe: (ctx, _id, payload) => this.#prepare(ctx, payload),
      execute: (args) =>
        executeWithTimeout(this.#parts, (args as PreparedArgs).prepared, (args as PreparedArgs).sender),
      subscribe: (args) => this.#subscribe(args as PreparedArgs),
      onClose: ({ extra }) => clearTimeout(extra.expiry),
    })
  }

  /** Takes over a request that asks to become a socket. */
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    this.#sockets.handleUpgrade(request, stream, head, (socket) => this.#open(socket, request))
  }

  /** Closes what is open; clients come back to another one. */
  stop(): void {
    for (const socket of this.#sockets.clients) close(socket, 'goingAway')
    this.#sockets.close()
  }

  #open(socket: WebSocket, request: IncomingMessage): void {
    const { log } = this.#parts
    const extra: Extra = { socket, request }
    const closed = this.#protocol.opened(
      {
        protocol: socket.protocol,
        send: (text) => send(socket, text),
        close: (code, reason) => socket.close(code, reason),
        onMessage: (take) =>
          socket.on('message', (message) => {
            take(String(message)).catch((error: unknown) => {
              if (!(error instanceof SlowConsumerError)) log.error({ err: error }, 'a socket is closed by an error')
              close(socket, error instanceof SlowConsumerError ? 'slow' : 'internal')
            })
          }),
      },
      extra,
    )
    const endPing = keepAlive(socket)
    socket.on('error', (error) => log.debug({ err: error }, 'a socket broke'))
    socket.once('close', (code, reason) => {
      endPing()
      closed(code, String(reason)).catch((error: unknown) => log.warn({ err: error }, 'a socket did not close well'))
    })
  }

  /** False refuses the socket (4403). What is admitted is closed when its token expires. */
  async #admit({ extra, connectionParams = {} }: SocketContext): Promise<boolean> {
    const { socket, request } = extra
    const token = tokenOf(request.headers.authorization) ?? tokenIn(connectionParams)
    try {
      const { viewer, dateExpires } = await this.#parts.viewers.admit(token)
      // It may have gone meanwhile; nobody would take the timer back.
      if (socket.readyState !== socket.OPEN) return false
      const header = (name: string) => text(request.headers[name]) ?? text(connectionParams[name]) ?? ''
      extra.sender = toSender({ header, requestId: crypto.randomUUID() }, viewer)
      const left = Math.min(Math.max(dateExpires - this.#parts.graph.now(), 0), MAX_TIMER_MS)
      extra.expiry = setTimeout(() => close(socket, 'expired'), left)
      return true
    } catch (error) {
      if (error instanceof Unauthenticated) {
        if (error.code === 'UNAUTHENTICATED_TOKEN_EXPIRED') close(socket, 'expired')
        return false
      }
      close(socket, error instanceof IssuerUnreachable ? 'later' : 'internal')
      this.#parts.log.error({ err: error }, 'a socket could not be admitted')
      return false
    }
  }

  #prepare({ extra, subscriptions }: SocketContext, payload: object): PreparedArgs | readonly GraphQLError[] {
    const { admission, graph, log, schema } = this.#parts
    const sender = { ...(extra.sender as Sender), requestId: crypto.randomUUID() }
    const refused = (errors: readonly GraphQLError[]) =>
      errors.map((error) => formatError(error, sender.requestId, log))
    const prepared = admission.operations.prepare(payload)
    if (!admission.rates.admit(sender.viewer.tenantId, countLoad([prepared]), graph.now()).allowed)
      return refused([RATE_LIMIT_EXCEEDED])
    if ('errors' in prepared) return refused(prepared.errors)
    if (Object.keys(subscriptions).length > MAX_SUBSCRIPTIONS) return refused([TOO_MANY_SUBSCRIPTIONS])
    const { document, operation } = prepared
    // The library tells by these which of the operations it is.
    const named = operation.name ? { operationName: operation.name.value } : {}
    return { schema, document, ...named, prepared, sender }
  }

  async #subscribe({ prepared, sender }: PreparedArgs): Promise<AsyncIterable<ExecutionResult> | ExecutionResult> {
    const source = await subscribe(this.#parts, prepared, sender)
    if (!(Symbol.asyncIterator in source)) return source
    return executeEvents(source, (event) => executeEvent(this.#parts, prepared, sender, event))
  }
}

const TOO_MANY_SUBSCRIPTIONS = new GraphError(
  'RATE_LIMITED',
  `A socket may carry at most ${MAX_SUBSCRIPTIONS} operations at a time.`,
)

/** The answers to events, in their order. Ends with the events, and they end with it. */
function executeEvents(
  source: AsyncIterable<unknown>,
  answer: (event: unknown) => Promise<ExecutionResult>,
): AsyncIterableIterator<ExecutionResult> {
  const events = source[Symbol.asyncIterator]()
  return {
    [Symbol.asyncIterator]() {
      return this
    },
    async next() {
      const { done, value } = await events.next()
      return done ? { done, value: undefined } : { done: false, value: await answer(value) }
    },
    async return() {
      await events.return?.()
      return { done: true, value: undefined }
    },
  }
}

function handleProtocols(offered: ReadonlySet<string>): string | false {
  return offered.has(GRAPHQL_TRANSPORT_WS_PROTOCOL) && GRAPHQL_TRANSPORT_WS_PROTOCOL
}

/** Browsers cannot set headers of a socket, so the first message may carry the token. */
function tokenIn(params: Record<string, unknown>): string | undefined {
  const given = [params.Authorization, params.authorization, params.accessToken, params.token].map(text)
  const [first] = given.filter((one) => one !== undefined)
  return first === undefined ? undefined : (tokenOf(first) ?? first)
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
