import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** What is known of a connection. */
interface Connection {
  address: string
  /** When it was opened, or when its latest request ended (ms of the process clock). */
  waitingSince: number
  request?: IncomingMessage
  response?: ServerResponse
  /** It speaks another protocol now. */
  isUpgraded?: boolean
}

/** The connections of a server, and what it has closed since its start because there were too many. */
export interface ConnectionCounts {
  /** Connections that are open and speak HTTP. */
  http: number
  /** Connections that are open and speak another protocol since a request for it. */
  upgraded: number
  /** Closed at once, because every other one was in use. */
  refused: number
  /** Closed to make room for a new one. */
  replaced: number
}

export const NO_CONNECTIONS: Readonly<ConnectionCounts> = { http: 0, upgraded: 0, refused: 0, replaced: 0 }

const trusted = new WeakSet<object>()

/** Marks the connection of a request as that of an authenticated client: others lose their connection before it does. */
export function trustConnection(request: IncomingMessage): void {
  trusted.add(request.socket)
}

/**
 * The connections of a server. When there are too many, of all clients or of one address, the one that has waited longest
 * for a request to be completed is closed, so that slow clients cannot keep others out. Connections of authenticated
 * clients are closed only when they are idle and there are no others; requests that are being handled are never cut off.
 */
export class Connections {
  readonly #connections = new Map<Socket, Connection>()
  readonly #max: number
  readonly #maxPerAddress: number
  readonly #counts: ConnectionCounts

  /** `counts` is kept up to date. */
  constructor(max: number, maxPerAddress: number, counts: ConnectionCounts = { ...NO_CONNECTIONS }) {
    this.#max = max
    this.#maxPerAddress = maxPerAddress
    this.#counts = counts
  }

  /** Adds a new connection, and closes another one or this one if there are too many. */
  open(socket: Socket): void {
    const connection = { address: socket.remoteAddress ?? '', waitingSince: performance.now() }
    const ofAddress = [...this.#connections].filter(([, { address }]) => address === connection.address)
    const hasRoom =
      (ofAddress.length < this.#maxPerAddress || this.#closeOne(ofAddress)) &&
      (this.#connections.size < this.#max || this.#closeOne([...this.#connections]))
    if (!hasRoom) {
      this.#counts.refused += 1
      socket.destroy()
      return
    }
    this.#connections.set(socket, connection)
    this.#counts.http += 1
    socket.once('close', () => this.#delete(socket))
  }

  /** A request has begun: its headers have arrived. */
  begin(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#connections.get(request.socket)
    if (!connection) return
    Object.assign(connection, { request, response })
    response.once('close', () => {
      connection.waitingSince = performance.now()
      delete connection.request
    })
  }

  upgrade(request: IncomingMessage): void {
    const connection = this.#connections.get(request.socket)
    if (!connection || connection.isUpgraded) return
    connection.isUpgraded = true
    this.#counts.http -= 1
    this.#counts.upgraded += 1
  }

  /** Closes the connection among `candidates` that can be spared best. Returns whether there was one. */
  #closeOne(candidates: readonly [Socket, Connection][]): boolean {
    const spare = candidates.filter(([socket, connection]) => canBeSpared(socket, connection))
    const unauthenticated = spare.filter(([socket]) => !trusted.has(socket))
    const [oldest] = (unauthenticated.length > 0 ? unauthenticated : spare).sort(
      ([, a], [, b]) => a.waitingSince - b.waitingSince,
    )
    if (!oldest) return false
    const [socket] = oldest
    this.#counts.replaced += 1
    this.#delete(socket)
    socket.destroy()
    return true
  }

  /** A connection that was replaced reports its end once more. */
  #delete(socket: Socket): void {
    const connection = this.#connections.get(socket)
    if (!connection) return
    this.#connections.delete(socket)
    this.#counts[connection.isUpgraded ? 'upgraded' : 'http'] -= 1
  }
}

/**
 * Whether nothing is being handled: the connection is idle or, of an unauthenticated client, its request has not arrived completely,
 * or it speaks another protocol.
 */
function canBeSpared(socket: Socket, { request, response, isUpgraded }: Connection): boolean {
  if (isUpgraded) return !trusted.has(socket)
  if (!request) return true
  return !trusted.has(socket) && !request.complete && !response?.headersSent
}
