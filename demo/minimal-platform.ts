import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { omitUndefined } from '../src/runtime/omit.ts'
import { Browser } from './browser.ts'
import { submitForms } from './forms.ts'

/** A connection as the platform stores it. */
export interface Connection {
  connectionId: string
  provider: string
  application: string
  credential: Record<string, unknown>
}

/** The totals of one sync. */
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
 * A minimal platform for tests and recordings: accepts registrations, checks and refreshes credentials, and requests
 * all pages of a sync over HTTP.
 */
export class MinimalPlatform {
  readonly key: string
  readonly #registrations = new Map<string, Record<string, unknown>>()
  readonly #waiters = new Map<string, (credential: Record<string, unknown>) => void>()
  readonly #server: Server

  constructor(key: string) {
    this.key = key
    this.#server = createServer(async (request, response) => {
      const isAuthorized = request.headers.authorization === `Bearer ${key}`
      if (isAuthorized) {
        const { connectionId, credential } = await readJson(request)
        this.#registrations.set(connectionId as string, credential as Record<string, unknown>)
        this.#waiters.get(connectionId as string)?.(credential as Record<string, unknown>)
      }
      response.writeHead(isAuthorized ? 200 : 401, { 'Content-Type': 'application/json' }).end('{"status":"ok"}')
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

  /** Resolves with the credential of a connection once the user has signed in. */
  waitForCredential(connectionId: string): Promise<Record<string, unknown>> {
    return new Promise((resolve) => this.#waiters.set(connectionId, resolve))
  }

  /**
   * Connects an application as a user would: opens the popup and allows all scopes on the consent page, or fills in the
   * application's form. Throws MissingFormValue.
   */
  async connect(
    hub: string,
    provider: string,
    application: string,
    account: string,
    formValues?: Readonly<Record<string, string>>,
  ): Promise<Connection> {
    const connectionId = randomUUID()
    const address = `${hub}/auth/connect?${new URLSearchParams({ application, connectionId })}`
    const page = await submitForms(new Browser(), address, account, formValues)
    const credential = this.#registrations.get(connectionId)
    if (!credential) throw new Error(`${application} was not connected: ${page}`)
    return { connectionId, provider, application, credential }
  }

  /** Calls a route of the provider. Throws an Error with the problem's detail. */
  async call(hub: string, path: string, body: object): Promise<{ body: Record<string, unknown>; vendorCalls: number }> {
    const response = await fetch(`${hub}${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${this.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    const responseBody = (await response.json()) as Record<string, unknown>
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${responseBody.detail}`)
    return { body: responseBody, vendorCalls: Number(response.headers.get('X-Vendor-Calls') ?? 0) }
  }

  /** Checks the connection's permissions and refreshes its credential. */
  async checkAndRefresh(hub: string, connection: Connection): Promise<void> {
    const { application, credential } = connection
    const { body } = await this.call(hub, '/auth/check', { application, credential })
    const result = body.result as { status: string; message?: string }
    if (result.status !== 'ok') throw new Error(`${application} lacks permissions: ${result.message}`)
    const refreshed = await this.call(hub, '/auth/refresh', { connectedProvider: connection })
    connection.credential = refreshed.body.credential as Record<string, unknown>
  }

  /** Runs one sync up to its last page. */
  async sync(hub: string, connection: Connection, sync: Sync): Promise<SyncResult> {
    const start = performance.now()
    const result = { application: connection.application, sync: sync.name, pages: 0, items: 0, vendorCalls: 0 }
    const warnings: string[] = []
    let memberCount = 0
    let cursor: string | undefined
    do {
      const response = await this.call(hub, sync.path, { connectedProvider: connection, ...sync.body(cursor) })
      const { items, metadata, pagination } = response.body as unknown as Page
      result.pages += 1
      result.items += items.length
      result.vendorCalls += response.vendorCalls
      memberCount += sync.countedMember
        ? items.reduce((sum, item) => sum + (item[sync.countedMember as string] as []).length, 0)
        : 0
      warnings.push(...(metadata?.warnings ?? []))
      cursor = pagination.hasMore && pagination.cursor !== cursor ? pagination.cursor : undefined
    } while (cursor)
    const detail = sync.countedMember ? `${memberCount} ${sync.countedMember}` : ''
    return { ...result, detail, warnings, milliseconds: Math.round(performance.now() - start) }
  }
}

/** A sync route and its request body. `countedMember` names the member of its items whose entries are counted. */
export interface Sync {
  name: string
  path: string
  countedMember?: string
  body: (cursor?: string) => object
}

/** The part of an application's definition that determines its syncs. */
export interface ApplicationDefinition {
  sobjects: Readonly<Record<string, boolean>>
  externalIds?: readonly { metadataType: string; tagType?: string; tagSubType?: string }[]
}

/** Returns the syncs of an application for a window around `now` (epoch ms). `people`: the email addresses to identify. */
export function listSyncs(
  { sobjects, externalIds = [] }: ApplicationDefinition,
  now: number,
  people: readonly string[] = [],
): Sync[] {
  const window = { dateStart: now - 30 * DAY_MS, dateEnd: now + 90 * DAY_MS }
  const tables = externalIds.map(({ metadataType }) => ({ metadataType }))
  const identifierRequests = externalIds
    .filter(({ tagType }) => tagType === 'person')
    .flatMap((kind) => people.map((email) => ({ ...kind, email })))
  const syncs: Record<string, Sync> = {
    calendar: {
      name: 'calendar',
      path: '/sync/calendar',
      countedMember: 'events',
      body: () => ({ calendarFilter: window }),
    },
    email: {
      name: 'email',
      path: '/sync/email',
      body: (cursor) => ({ filter: omitUndefined({ ...window, dateEnd: now, limit: 50, cursor }) }),
    },
    metadata: { name: 'metadata', path: '/sync/metadata', body: () => ({ tableMetadata: tables }) },
    table: {
      name: 'table',
      path: '/sync/table',
      countedMember: 'records',
      body: () => ({
        recordFilter: { recordTypeFilters: tables.map((tableMetadata) => ({ tableMetadata, externalIds: [] })) },
      }),
    },
    identifier: {
      name: 'identifier',
      path: '/sync/identifier',
      body: () => ({ externalIdLinkObjects: identifierRequests }),
    },
  }
  const names = [
    ...(['calendar', 'email', 'table'] as const).filter((name) => sobjects[name]),
    ...(sobjects.table ? ['metadata'] : []),
    ...(identifierRequests.length > 0 ? ['identifier'] : []),
  ]
  return names.flatMap((name) => syncs[name] ?? [])
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString())
}
