import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Browser } from './browser.ts'

/** A connection as the platform keeps it. */
export interface Connection {
  connectionId: string
  provider: string
  application: string
  credential: Record<string, unknown>
}

/** What one sync brought. */
export interface SyncResult {
  application: string
  sync: string
  pages: number
  items: number
  detail: string
  warnings: string[]
  vendorCalls: number
  milliseconds: number
}

interface Page {
  items: Record<string, unknown>[]
  metadata?: { warnings?: string[] }
  pagination: { hasMore: boolean; cursor?: string }
}

const DAY_MS = 86_400_000

/**
 * The platform's part towards a provider, as small as can be: takes registrations, checks, refreshes and pages through
 * syncs over HTTP. It stands in until the platform itself does this.
 */
export class PlatformPart {
  readonly key: string
  readonly #registrations = new Map<string, Record<string, unknown>>()
  readonly #waiting = new Map<string, (credential: Record<string, unknown>) => void>()
  readonly #server: Server

  constructor(key: string) {
    this.key = key
    this.#server = createServer(async (request, response) => {
      const allowed = request.headers.authorization === `Bearer ${key}`
      if (allowed) {
        const { connectionId, credential } = await readJson(request)
        this.#registrations.set(connectionId as string, credential as Record<string, unknown>)
        this.#waiting.get(connectionId as string)?.(credential as Record<string, unknown>)
      }
      response.writeHead(allowed ? 200 : 401, { 'Content-Type': 'application/json' }).end('{"status":"ok"}')
    })
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  stop(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  /** The credential of a connection, once someone has signed in. */
  registered(connectionId: string): Promise<Record<string, unknown>> {
    return new Promise((resolve) => this.#waiting.set(connectionId, resolve))
  }

  /** Connects an application as a person would: popup, consent page, every box left ticked, Allow. */
  async connect(hub: string, provider: string, application: string, account: string): Promise<Connection> {
    const connectionId = randomUUID()
    const browser = new Browser()
    const consent = await browser.open(`${hub}/auth/connect?${new URLSearchParams({ application, connectionId })}`)
    const form = new URLSearchParams({ account, decision: 'allow' })
    for (const scope of new URL(consent.address).searchParams.get('scope')?.split(' ') ?? [])
      form.append('scope', scope)
    const done = await browser.open(consent.address, form)
    const credential = this.#registrations.get(connectionId)
    if (!credential) throw new Error(`${application} was not connected: ${textOf(done.page)}`)
    return { connectionId, provider, application, credential }
  }

  /** Calls a route of the provider. Throws with the problem's sentence. */
  async call(hub: string, path: string, body: object): Promise<{ body: Record<string, unknown>; vendorCalls: number }> {
    const response = await fetch(`${hub}${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${this.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answer = (await response.json()) as Record<string, unknown>
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${answer.detail}`)
    return { body: answer, vendorCalls: Number(response.headers.get('X-Vendor-Calls') ?? 0) }
  }

  /** Checks the connection's permissions and refreshes its credential, as the platform does before it expires. */
  async checkAndRefresh(hub: string, connection: Connection): Promise<void> {
    const { application, credential } = connection
    const { body } = await this.call(hub, '/auth/check', { application, credential })
    const result = body.result as { status: string; message?: string }
    if (result.status !== 'ok') throw new Error(`${application} lacks permissions: ${result.message}`)
    const refreshed = await this.call(hub, '/auth/refresh', { connectedProvider: connection })
    connection.credential = refreshed.body.credential as Record<string, unknown>
  }

  /** Runs one sync to its last page. */
  async sync(hub: string, connection: Connection, sync: Sync): Promise<SyncResult> {
    const start = performance.now()
    const result = { application: connection.application, sync: sync.name, pages: 0, items: 0, vendorCalls: 0 }
    const warnings: string[] = []
    let inside = 0
    let cursor: string | undefined
    do {
      const answer = await this.call(hub, sync.path, { connectedProvider: connection, ...sync.body(cursor) })
      const { items, metadata, pagination } = answer.body as unknown as Page
      result.pages += 1
      result.items += items.length
      result.vendorCalls += answer.vendorCalls
      inside += sync.inside ? items.reduce((sum, item) => sum + (item[sync.inside as string] as []).length, 0) : 0
      warnings.push(...(metadata?.warnings ?? []))
      cursor = pagination.hasMore && pagination.cursor !== cursor ? pagination.cursor : undefined
    } while (cursor)
    const detail = sync.inside ? `${inside} ${sync.inside}` : ''
    return { ...result, detail, warnings, milliseconds: Math.round(performance.now() - start) }
  }
}

/** A sync route and the body it wants. `inside` names the member of its items that holds what people care about. */
export interface Sync {
  name: string
  path: string
  inside?: string
  body: (cursor?: string) => object
}

/** An application's block of the definition, as far as it says what to sync. */
export interface Promises {
  sobjects: Readonly<Record<string, boolean>>
  externalIds?: readonly { metadataType: string; tagType?: string; tagSubType?: string }[]
}

/** The syncs that an application promises, over a window around now; `people` are looked for by their address. */
export function promisedSyncs(
  { sobjects, externalIds = [] }: Promises,
  now: number,
  people: readonly string[] = [],
): Sync[] {
  const window = { dateStart: now - 30 * DAY_MS, dateEnd: now + 90 * DAY_MS }
  const tables = externalIds.map(({ metadataType }) => ({ metadataType }))
  const slots = externalIds
    .filter(({ tagType }) => tagType === 'person')
    .flatMap((kind) => people.map((email) => ({ ...kind, email })))
  const syncs: Record<string, Sync> = {
    calendar: { name: 'calendar', path: '/sync/calendar', inside: 'events', body: () => ({ calendarFilter: window }) },
    email: {
      name: 'email',
      path: '/sync/email',
      body: (cursor) => ({ filter: { ...window, dateEnd: now, limit: 50, ...(cursor ? { cursor } : {}) } }),
    },
    metadata: { name: 'metadata', path: '/sync/metadata', body: () => ({ tableMetadata: tables }) },
    table: {
      name: 'table',
      path: '/sync/table',
      inside: 'records',
      body: () => ({
        recordFilter: { recordTypeFilters: tables.map((tableMetadata) => ({ tableMetadata, externalIds: [] })) },
      }),
    },
    identifier: { name: 'identifier', path: '/sync/identifier', body: () => ({ externalIdLinkObjects: slots }) },
  }
  const promised = [
    ...(['calendar', 'email', 'table'] as const).filter((name) => sobjects[name]),
    ...(sobjects.table ? ['metadata'] : []),
    ...(slots.length > 0 ? ['identifier'] : []),
  ]
  return promised.flatMap((name) => syncs[name] ?? [])
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString())
}

function textOf(page: string): string {
  const text = page.replace(/<(script|style|title)[\s\S]*?<\/\1>/g, ' ').replace(/<[^>]+>/g, ' ')
  return text.replace(/\s+/g, ' ').trim()
}
