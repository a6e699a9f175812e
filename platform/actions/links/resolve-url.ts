import type { BusinessObject } from '../../../src/contract/index.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { parseWebUrl } from '../../../src/runtime/web-address.ts'
import type { ConnectionKey } from '../../model/sync.ts'
import { listConnections } from '../../storage/connections/lists.ts'
import { listProviders } from '../../storage/connections/providers.ts'
import { ActionError, resultOrThrow } from '../errors.ts'
import type { ConnectionSource } from '../external-blocks.ts'
import type { ProviderActions } from '../provider-actions.ts'
import { specificity } from './url-patterns.ts'

export const MAX_URL_LENGTH = 2_000

/** Parses a URL that a user pasted. Throws BAD_USER_INPUT unless it is an http or https URL without credentials. */
export function parsePastedUrl(text: string): URL {
  const trimmed = text.trim()
  if (trimmed.length > MAX_URL_LENGTH) throw urlError(`must have at most ${MAX_URL_LENGTH} characters.`)
  const url = parseWebUrl(trimmed)
  if (!url) throw urlError('must be an http or https URL.')
  if (url.username || url.password) throw urlError('must not contain a user name or a password.')
  return url
}

function urlError(message: string): ActionError {
  return new ActionError('BAD_USER_INPUT', `input.url: ${message}`, { argument: 'input.url' })
}

/** Maximum number of connections whose providers are queried about one URL. */
const MAX_CONNECTIONS_TRIED = 5
const MAX_CONNECTIONS = 500

/** The vendor object that a URL stands for, and the connection with which it was fetched. */
export interface ResolvedUrl {
  object: BusinessObject
  source: ConnectionSource
}

/**
 * Queries the providers whose link subscriptions match a URL, the most specific match first. Returns undefined if none of them
 * knows it. Only the providers see the URL. If no provider knows it and a call failed, throws the first failure.
 */
export async function resolveUrl(
  actions: ProviderActions,
  tenantId: string,
  url: URL,
  signal: AbortSignal,
): Promise<ResolvedUrl | undefined> {
  const deadline = actions.readDeadline(signal)
  let failure: unknown
  for (const key of await findSubscribers(actions, tenantId, url)) {
    try {
      const resolved = await resolveWith(actions, key, url, deadline)
      if (resolved) return resolved
    } catch (error) {
      failure ??= error
    }
  }
  if (failure) throw failure
  return undefined
}

async function resolveWith(
  actions: ProviderActions,
  key: ConnectionKey,
  url: URL,
  signal: AbortSignal,
): Promise<ResolvedUrl | undefined> {
  const connection = await actions.openConnection(key)
  const createRequest = () => ({ connectedProvider: connection.connectedProvider, url: url.href })
  const outcome = await actions.call('link', [connection], createRequest, { signal })
  const isUnknown = outcome.kind === 'failed' && outcome.error.status === 404
  return isUnknown ? undefined : { object: withSafeUrls(resultOrThrow(outcome), url), source: connection.current }
}

/** Drops URLs that are not http or https, because users will open them. */
function withSafeUrls({ url, iconUrl, ...object }: BusinessObject, pastedUrl: URL): BusinessObject {
  const safeUrl = parseWebUrl(url)?.href ?? pastedUrl.href
  return { ...object, url: safeUrl, ...omitUndefined({ iconUrl: parseWebUrl(iconUrl)?.href }) }
}

/** The tenant's active connections whose applications subscribe to the URL, the most specific match first. */
async function findSubscribers(
  { deps: { db } }: ProviderActions,
  tenantId: string,
  url: URL,
): Promise<ConnectionKey[]> {
  const [providers, connections] = await Promise.all([
    listProviders(db),
    listConnections(db, tenantId, { status: 'active', size: MAX_CONNECTIONS, page: 0 }),
  ])
  return connections
    .map(({ connectionId, provider, application }) => {
      const definition = providers.find((candidate) => candidate.provider === provider)?.definition
      const subscriptions = definition?.applications.find(({ name }) => name === application)?.linkSubscriptions ?? []
      const specificities = subscriptions.flatMap((subscription) => specificity(subscription, url) ?? [])
      return { connectionId, maxSpecificity: Math.max(-1, ...specificities) }
    })
    .filter(({ maxSpecificity }) => maxSpecificity >= 0)
    .sort((a, b) => b.maxSpecificity - a.maxSpecificity)
    .slice(0, MAX_CONNECTIONS_TRIED)
    .map(({ connectionId }) => ({ tenantId, connectionId }))
}
