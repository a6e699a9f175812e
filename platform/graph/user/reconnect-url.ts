import { connectUrl, findApplications } from '../../connections/application-catalog.ts'
import { type KnownProvider, listProviders } from '../../storage/connections/providers.ts'
import type { GraphContext } from '../context.ts'
import { load, type Reader } from '../together.ts'

const readProviders: Reader<'all', KnownProvider[]> = async ({ db }) => new Map([['all', await listProviders(db)]])

/** Where a person signs in again; null while no provider offers the application. */
export async function loadConnectUrl(
  context: GraphContext,
  { connectionId, provider, application }: { connectionId: string; provider: string; application: string },
): Promise<string | null> {
  const providers = (await load(context, readProviders, 'all')) ?? []
  const [offer] = findApplications({ provider, application }, providers)
  return offer ? connectUrl(offer, connectionId) : null
}
