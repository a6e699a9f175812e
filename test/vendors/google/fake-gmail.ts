import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { aText, toHeaders } from './builders.ts'

/** The fault of one request. */
export type Fault =
  | 'nothing'
  | 'server-error'
  | 'reset'
  | 'garbage'
  | 'rate-limit'
  | 'gone'
  | 'refused'
  | 'forbidden'
  | 'malformed'
  | 'no-mail'
  | 'token-forgotten'
  | 'signed-out'

/** Faults after which the same request may succeed; other faults of a message are permanent. */
export const PASSING: readonly Fault[] = ['server-error', 'reset', 'garbage']

export interface FakeMessage {
  id: string
  internalDate: number
  labelIds?: string[]
  from?: string
}

/**
 * A local mailbox with scripted faults. Its page tokens are positions in the list, which is the worst case: mail that
 * arrives shifts them. Its search also finds an address that is part of a longer one.
 */
export class FakeGmail {
  readonly #server: Server
  messages: FakeMessage[] = []
  /** Faults of successive list requests. */
  listFaults: Fault[] = []
  /** Faults of successive requests for a message. */
  messageFaults = new Map<string, Fault[]>()
  /** Mail that arrives after each list request. */
  arriving: FakeMessage[] = []
  readonly queries: string[] = []
  /** Called for each request for a message. */
  onGet: (id: string) => void = () => {}

  private constructor(server: Server) {
    this.#server = server
  }

  static async start(): Promise<FakeGmail> {
    const server = createServer((request, response) => {
      const url = new URL(request.url ?? '', 'http://fake')
      const id = /\/messages\/([^/]+)$/.exec(url.pathname)?.[1]
      if (id) gmail.#get(id, response)
      else gmail.#list(url.searchParams, response)
    })
    const gmail = new FakeGmail(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return gmail
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Resets to an empty mailbox without faults. */
  reset(): void {
    this.messages = []
    this.listFaults = []
    this.messageFaults = new Map()
    this.arriving = []
    this.onGet = () => {}
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  #list(parameters: URLSearchParams, response: ServerResponse): void {
    const query = parameters.get('q') ?? ''
    const limit = Number(parameters.get('maxResults'))
    const start = startOf(parameters.get('pageToken') ?? '')
    const fault = this.listFaults.shift() ?? 'nothing'
    if (fault === 'token-forgotten' ? start > 0 : fault !== 'no-mail' && fault !== 'nothing') {
      fail(fault, response)
      return
    }
    this.queries.push(query)
    const found = this.messages.filter((message) => matches(message, query.toLowerCase())).sort(newestFirst)
    const end = fault === 'no-mail' ? start : start + limit
    const page = found.slice(start, end).map(({ id }) => ({ id, threadId: id }))
    send(response, 200, {
      ...omitUndefined({
        messages: page.length > 0 ? page : undefined,
        nextPageToken: end < found.length ? toToken(this.queries.length, end) : undefined,
      }),
    })
    const arrived = this.arriving.shift()
    if (arrived) this.messages.push(arrived)
  }

  #get(id: string, response: ServerResponse): void {
    this.onGet(id)
    const fault = this.messageFaults.get(id)?.shift() ?? 'nothing'
    const message = this.messages.find((candidate) => candidate.id === id)
    if (!message || (fault !== 'nothing' && fault !== 'malformed')) {
      fail(message ? fault : 'gone', response)
      return
    }
    const { internalDate, labelIds = ['INBOX'], from = 'bob@example.org' } = message
    const headers = fault === 'malformed' ? 'none' : toHeaders({ From: from, Subject: id })
    const payload = { ...aText(`The text of ${id}`), headers }
    send(response, 200, { id, threadId: id, labelIds, internalDate: String(internalDate), payload })
  }
}

/** Tokens differ in each list request, even for an empty page. */
function toToken(list: number, start: number): string {
  return Buffer.from(`${list}.${start}`).toString('base64url')
}

function startOf(token: string): number {
  return Number(Buffer.from(token, 'base64url').toString().split('.')[1] ?? 0)
}

function newestFirst(first: FakeMessage, second: FakeMessage): number {
  return second.internalDate - first.internalDate || (first.id < second.id ? -1 : 1)
}

/** Compares whole seconds with inclusive bounds, and any of the addresses in braces. */
function matches({ internalDate, from = 'bob@example.org' }: FakeMessage, query: string): boolean {
  const second = Math.floor(internalDate / 1000)
  const bound = (name: string) => /^\d+$/.exec(new RegExp(`${name}:(\\S+)`).exec(query)?.[1] ?? '')?.[0]
  const addresses = [...query.matchAll(/from:(\S+)/g)].map(([, address = '']) => address)
  return (
    second >= Number(bound('after') ?? 0) &&
    second <= Number(bound('before') ?? Number.POSITIVE_INFINITY) &&
    (addresses.length === 0 || addresses.some((address) => from.toLowerCase().includes(address)))
  )
}

const REFUSALS: Partial<Record<Fault, [status: number, reason: string]>> = {
  'server-error': [500, 'backendError'],
  'rate-limit': [429, 'rateLimitExceeded'],
  gone: [404, 'notFound'],
  refused: [418, 'teapot'],
  forbidden: [403, 'forbidden'],
  'token-forgotten': [400, 'invalidArgument'],
  'signed-out': [401, 'authError'],
}

function fail(fault: Fault, response: ServerResponse): void {
  const [status, reason] = REFUSALS[fault] ?? []
  if (status) send(response, status, { error: { code: status, message: 'No', errors: [{ reason, message: 'No' }] } })
  else if (fault === 'garbage') response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"id": "ha')
  else response.socket?.destroy()
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=UTF-8' }).end(JSON.stringify(body))
}
