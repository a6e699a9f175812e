import type { BusinessObject } from '../../../src/contract/index.ts'
import { parseWebUrl } from '../../../src/runtime/web-address.ts'
import type { ConnectionKey } from '../../model/sync.ts'
import { listConnections } from '../../storage/connections/lists.ts'
import { listProviders } from '../../storage/connections/providers.ts'
import { ActionError, resultOrThrow } from '../errors.ts'
import type { ConnectionSource } from '../external-blocks.ts'
import type { ProviderActions } from '../provider-actions.ts'
import { specificity } from './url-patterns.ts'

export const MAX_URL_LENGTH = 2_000

/** An address that a person has pasted. Throws BAD_USER_INPUT for what no browser would open as a page. */
export function parsePastedUrl(text: string): URL {
  const trimmed = text.trim()
  if (trimmed.length > MAX_URL_LENGTH) throw urlError(`must have at most ${MAX_URL_LENGTH} characters.`)
  const url = URL.parse(trimmed)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw urlError('must be an http or https address.')
  if (url.username || url.password) throw urlError('must not hold a user name or a password.')
  return url
}

function urlError(message: string): ActionError {
  return new ActionError('BAD_USER_INPUT', `input.url: ${message}`, { argument: 'input.url' })
}

/** Connections that are asked about one address, at most. */
const MAX_CONNECTIONS_ASKED = 5
const MAX_CONNECTIONS = 500

/** What stands behind an address, and the connection by which it was found. */
export interface ResolvedUrl {
  object: BusinessObject
  source: ConnectionSource
}

/**
 * Asks the providers whose subscriptions fit an address, those that fit best first. Undefined: none of them knows it.
 * The address itself is never called. Throws what went wrong where one of them could not be asked.
 */
export async function resolveUrl(
  actions: ProviderActions,
  tenantId: string,
  url: URL,
  signal: AbortSignal,
): Promise<ResolvedUrl | undefined> {
  const limit = actions.readDeadline(signal)
  let failure: unknown
  for (const key of await findSubscribers(actions, tenantId, url)) {
    try {
      const found = await resolveWith(actions, key, url, limit)
      if (found) return found
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
  const question = () => ({ connectedProvider: connection.connectedProvider, url: url.href })
  const outcome = await actions.call('link', [connection], question, { signal })
  const isUnknown = outcome.kind === 'failed' && outcome.error.status === 404
  return isUnknown ? undefined : { object: withSafeUrls(resultOrThrow(outcome), url), source: connection.current }
}

/** People will open these addresses. */
function withSafeUrls({ url, iconUrl, ...object }: BusinessObject, asked: URL): BusinessObject {
  const icon = parseWebUrl(iconUrl)?.href
  return { ...object, url: parseWebUrl(url)?.href ?? asked.href, ...(icon ? { iconUrl: icon } : {}) }
}

/** The tenant's active connections whose applications want to see the address, the best fit first. */
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
      const definition = providers.find((one) => one.provider === provider)?.definition
      const offered = definition?.applications.find(({ name }) => name === application)
      const fits = (offered?.linkSubscriptions ?? []).flatMap((subscription) => specificity(subscription, url) ?? [])
      return { tenantId, connectionId, closest: Math.max(-1, ...fits) }
    })
    .filter((one) => one.closest >= 0)
    .sort((one, other) => other.closest - one.closest)
    .slice(0, MAX_CONNECTIONS_ASKED)
    .map(({ connectionId }) => ({ tenantId, connectionId }))
}
