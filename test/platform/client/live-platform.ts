import { changes } from '../../../platform/client/changes.ts'
import { BlockChangedDocument, type BlockChangedSubscription } from '../../../platform/client/documents.ts'
import type { GraphClient } from '../../../platform/client/graph-client.ts'
import { GraphLive, type LiveOptions } from '../../../platform/client/graph-live.ts'
import { appendChanges, type Change } from '../../../platform/storage/changes.ts'
import type { Tenant } from '../../../platform/storage/connections/tenants.ts'
import { inTransaction } from '../../../platform/storage/postgres/database.ts'
import { type Api, startApi } from '../graph/api.ts'
import type { Content } from '../graph/block-content.ts'
import { createPerson, type Person } from './person.ts'
import { startProxy, type TcpProxy } from './tcp-proxy.ts'

/** A platform whose clients connect through a proxy that can cut their sockets. */
export interface LivePlatform {
  api: Api
  proxy: TcpProxy
  content: Content
  createPerson(): Promise<Person>
  /** Creates a GraphLive that reconnects without delay. */
  connect(client: GraphClient, options?: LiveOptions): GraphLive
  /** Appends changes of blocks to the change feed, an update for each id. `change` overrides its members. */
  appendBlockChanges(tenant: Tenant, ids: readonly string[], change?: Partial<Change>): Promise<void>
  /** Loads the sequences of all block changes of a tenant. */
  loadSequences(tenant: Tenant): Promise<number[]>
  /** Closes all connections and restores the proxy. */
  reset(): void
  stop(): Promise<void>
}

const RETRY = { minMs: 5, maxMs: 50 }

export async function startLivePlatform(): Promise<LivePlatform> {
  const api = await startApi()
  const proxy = await startProxy(api.url)
  const content: Content = { db: api.db, now: 1_700_000_000_000 }
  const connections: GraphLive[] = []
  return {
    api,
    proxy,
    content,
    createPerson: () => createPerson(api, { url: proxy.url }),
    connect: (client, options = {}) => {
      const live = new GraphLive(client, { retry: RETRY, ...options })
      connections.push(live)
      return live
    },
    appendBlockChanges: (tenant, ids, change = {}) => {
      const blockChanges = ids.map(
        (id): Change => ({
          event_type: 'UPDATED',
          subject: 'block',
          subject_id: id,
          subject_type: 'note',
          ...change,
        }),
      )
      return inTransaction(api.db, (tx) => appendChanges(tx, tenant.tenantId, blockChanges, content.now))
    },
    loadSequences: async ({ tenantId }) => {
      const rows = await api.db
        .selectFrom('change_events')
        .select('sequence')
        .where('tenant_id', '=', tenantId)
        .where('subject', '=', 'block')
        .orderBy('sequence')
        .execute()
      return rows.map(({ sequence }) => sequence)
    },
    reset: () => {
      for (const live of connections.splice(0)) live.close()
      proxy.restore()
    },
    stop: async () => {
      await proxy.stop()
      await api.stop()
    },
  }
}

/** Follows all block changes; missed ones are yielded without their blocks. */
export function followBlocks(live: GraphLive, options: { since?: string; signal?: AbortSignal } = {}) {
  const followed = {
    document: BlockChangedDocument,
    variables: {},
    subject: 'block' as const,
    pick: ({ blockChanged }: BlockChangedSubscription) => blockChanged,
  }
  return changes(live, followed, options)
}
