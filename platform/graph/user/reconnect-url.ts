import { connectUrl, findApplications } from '../../connections/application-catalog.ts'
import { findConnection } from '../../storage/connections/lists.ts'
import { listProviders, type StoredProvider } from '../../storage/connections/providers.ts'
import { type BatchFunction, load } from '../batch-loader.ts'
import type { GraphContext } from '../context.ts'

const readProviders: BatchFunction<'all', StoredProvider[]> = async ({ db }) =>
  new Map([['all', await listProviders(db)]])

/** The URL at which a person signs in again; null while no provider offers the application. */
export async function loadConnectUrl(
  context: GraphContext,
  { connectionId, provider, application }: { connectionId: string; provider: string; application: string },
): Promise<string | null> {
  const providers = (await load(context, readProviders, 'all')) ?? []
  const [available] = findApplications({ provider, application }, providers)
  if (!available) return null
  const connection = await findConnection(context.db, { tenantId: context.viewer.tenantId, connectionId })
  return connectUrl(available, { connectionId, email: connection?.email, method: connection?.connectMethod })
}
