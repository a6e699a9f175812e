import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { aMessage, anEvent, aRecipient, aTime } from './builders.ts'

/** The fault of one request. */
export type Fault =
  | 'nothing'
  | 'server-error'
  | 'reset'
  | 'garbage'
  | 'rate-limit'
  | 'too-slow'
  | 'no-mail'
  | 'gone'
  | 'refused'
  | 'malformed'

/** Faults after which the same request may succeed; other faults of a message are permanent. */
export const PASSING: readonly Fault[] = ['server-error', 'reset', 'garbage']

export interface FakeMessage {
  id: string
  /** Epoch ms. Graph returns whole seconds. */
  received: number
  isDraft?: boolean
  folder?: string
  from?: string
}

/** A timed event (epoch ms), or an all-day event as dates with an exclusive end. */
export type FakeEvent = { id: string; start: number; end: number } | { id: string; start: string; end: string }

/**
 * A local mailbox with scripted faults. Its links are positions in the list, which is the worst case: mail that arrives
 * shifts them. Its calendar interprets the dates of all-day events as UTC, and includes events that only touch the
 * window.
 */
export class FakeGraph {
  readonly #server: Server
  messages: FakeMessage[] = []
  /** Faults of successive list requests. */
  listFaults: Fault[] = []
  /** Faults of successive requests for a message; `malformed` also applies to its entry in a list. */
  messageFaults = new Map<string, Fault[]>()
  /** Mail that arrives after each list request. */
  arriving: FakeMessage[] = []
  events: FakeEvent[] = []
  zone = 'UTC'
  #lists = 0

  private constructor(server: Server) {
    this.#server = server
  }

  static async start(): Promise<FakeGraph> {
    const server = createServer((request, response) =>
      graph.#respond(new URL(request.url ?? '', 'http://fake'), response),
    )
    const graph = new FakeGraph(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return graph
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  #respond({ pathname, searchParams }: URL, response: ServerResponse): void {
    const message = /^\/v1\.0\/me\/messages\/([^/]+)$/.exec(pathname)?.[1]
    if (message) this.#get(decodeURIComponent(message), response)
    else if (pathname === '/v1.0/me/messages') this.#list(searchParams, response)
    else if (pathname.endsWith('/calendarView')) this.#view(searchParams, response)
    else if (pathname.endsWith('/timeZone')) send(response, 200, { value: this.zone })
    else if (pathname.endsWith('/calendars')) send(response, 200, { value: [{ id: 'c=', name: 'Calendar' }] })
    else send(response, 200, { id: `${pathname.split('/').pop()}=`, childFolderCount: 0 })
  }

  #list(parameters: URLSearchParams, response: ServerResponse): void {
    const top = Number(parameters.get('$top'))
    const start = Number(parameters.get('$skiptoken')?.split('.')[1] ?? 0)
    const fault = this.listFaults.shift() ?? 'nothing'
    if (fault === 'too-slow' ? top > 1 : fault !== 'no-mail' && fault !== 'nothing') {
      fail(fault, response)
      return
    }
    this.#lists += 1
    const found = this.messages.filter((message) => matches(message, parameters.get('$filter') ?? '')).sort(newestFirst)
    const end = fault === 'no-mail' ? start : start + top
    const value = found.slice(start, end).map((message) => this.#json(message))
    const next = new URLSearchParams(parameters)
    next.set('$skiptoken', `${this.#lists}.${end}`)
    const link = `https://graph.microsoft.com/v1.0/me/messages?${next}`
    send(response, 200, { value, ...omitUndefined({ '@odata.nextLink': end < found.length ? link : undefined }) })
    const arrived = this.arriving.shift()
    if (arrived) this.messages.push(arrived)
  }

  #get(id: string, response: ServerResponse): void {
    const faults = this.messageFaults.get(id) ?? []
    const fault = faults[0] === 'malformed' ? 'nothing' : (faults.shift() ?? 'nothing')
    const message = this.messages.find((candidate) => candidate.id === id)
    if (message && fault === 'nothing') send(response, 200, this.#json(message))
    else fail(message ? fault : 'gone', response)
  }

  #json({ id, received, isDraft = false, folder = 'inbox=', from = 'bob@example.org' }: FakeMessage) {
    const receivedDateTime = `${new Date(received).toISOString().slice(0, 19)}Z`
    const toRecipients = this.messageFaults.get(id)?.[0] === 'malformed' ? {} : [aRecipient('ann@example.com')]
    return {
      ...aMessage({ id, receivedDateTime, isDraft, parentFolderId: folder, from: aRecipient(from) }),
      toRecipients,
    }
  }

  #view(parameters: URLSearchParams, response: ServerResponse): void {
    const [from, to] = ['startDateTime', 'endDateTime'].map((name) => Date.parse(parameters.get(name) ?? ''))
    const isIn = ({ start, end }: FakeEvent) => instantOf(end) >= (from ?? 0) && instantOf(start) <= (to ?? 0)
    send(response, 200, { value: this.events.filter(isIn).map(eventJson) })
  }
}

function instantOf(time: number | string): number {
  return typeof time === 'number' ? time : Date.parse(time)
}

function eventJson({ id, start, end }: FakeEvent) {
  const [from, to] = [start, end].map((time) => aTime(new Date(time).toISOString().slice(0, 19)))
  return anEvent({ id, isAllDay: typeof start === 'string', start: from ?? null, end: to ?? null })
}

function newestFirst(first: FakeMessage, second: FakeMessage): number {
  return second.received - first.received || (first.id < second.id ? -1 : 1)
}

/** Sorts by the milliseconds, which are stored but never returned. */
function matches({ received }: FakeMessage, filter: string): boolean {
  const bound = (word: string) => Date.parse(new RegExp(`receivedDateTime ${word} (\\S+)`).exec(filter)?.[1] ?? '')
  const [from, to] = [bound('ge'), bound('lt')]
  return (Number.isNaN(from) || received >= from) && received < to
}

const REFUSALS: Partial<Record<Fault, [status: number, code: string]>> = {
  'server-error': [500, 'ErrorInternalServerError'],
  'rate-limit': [429, 'ApplicationThrottled'],
  'too-slow': [504, ''],
  gone: [404, 'ErrorItemNotFound'],
  refused: [418, 'teapot'],
}

function fail(fault: Fault, response: ServerResponse): void {
  const [status, code] = REFUSALS[fault] ?? []
  if (status) send(response, status, { error: { code, message: 'No' } })
  else if (fault === 'garbage') response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"id": "ha')
  else response.socket?.destroy()
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json;odata.metadata=minimal' }).end(JSON.stringify(body))
}
