import type { BusinessObject } from '../../../src/contract/index.ts'
import { listConnections } from '../../storage/connections/lists.ts'
import { listProviders } from '../../storage/connections/providers.ts'
import type { ConnectionKey } from '../../model/sync.ts'
import type { Source } from '../external-blocks.ts'
import { answerOf, OutsideFailure } from '../failure.ts'
import type { Outside } from '../provider-actions.ts'
import { closeness } from './url-patterns.ts'
import { webAddress } from '../web-address.ts'

export const LONGEST_URL = 2_000

/** An address that a person has pasted. Throws BAD_USER_INPUT for what no browser would open as a page. */
export function readUrl(text: string): URL {
  const trimmed = text.trim()
  if (trimmed.length > LONGEST_URL) throw refused(`must have at most ${LONGEST_URL} characters.`)
  const url = URL.parse(trimmed)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw refused('must be an http or https address.')
  if (url.username || url.password) throw refused('must not hold a user name or a password.')
  return url
}

function refused(message: string): OutsideFailure {
  return new OutsideFailure('BAD_USER_INPUT', `input.url: ${message}`, { argument: 'input.url' })
}

/** Connections that are asked about one address, at most. */
const MOST_ASKED = 5
const MOST_CONNECTIONS = 500

/** What stands behind an address, and the connection by which it was found. */
export interface Found {
  object: BusinessObject
  source: Source
}

/**
 * Asks the providers whose subscriptions fit an address, those that fit best first. Undefined: none of them knows it.
 * The address itself is never called. Throws what went wrong where one of them could not be asked.
 */
export async function findBehind(
  outside: Outside,
  tenantId: string,
  url: URL,
  signal: AbortSignal,
): Promise<Found | undefined> {
  const limit = outside.inTime(signal)
  let failure: unknown
  for (const key of await subscribers(outside, tenantId, url)) {
    try {
      const found = await askOne(outside, key, url, limit)
      if (found) return found
    } catch (error) {
      failure ??= error
    }
  }
  if (failure) throw failure
  return undefined
}

async function askOne(outside: Outside, key: ConnectionKey, url: URL, signal: AbortSignal): Promise<Found | undefined> {
  const connection = await outside.connection(key)
  const question = () => ({ connectedProvider: connection.connectedProvider, url: url.href })
  const outcome = await outside.ask('link', [connection], question, { signal })
  const isUnknown = outcome.kind === 'failed' && outcome.error.status === 404
  return isUnknown ? undefined : { object: safe(answerOf(outcome), url), source: connection.current }
}

/** People will open these addresses. */
function safe({ url, iconUrl, ...object }: BusinessObject, asked: URL): BusinessObject {
  const icon = webAddress(iconUrl)
  return { ...object, url: webAddress(url) ?? asked.href, ...(icon ? { iconUrl: icon } : {}) }
}

/** The tenant's active connections whose applications want to see the address, the best fit first. */
async function subscribers({ parts: { db } }: Outside, tenantId: string, url: URL): Promise<ConnectionKey[]> {
  const [providers, connections] = await Promise.all([
    listProviders(db),
    listConnections(db, tenantId, { status: 'active', size: MOST_CONNECTIONS, page: 0 }),
  ])
  return connections
    .map(({ connectionId, provider, application }) => {
      const definition = providers.find((one) => one.provider === provider)?.definition
      const offered = definition?.applications.find(({ name }) => name === application)
      const fits = (offered?.linkSubscriptions ?? []).flatMap((subscription) => closeness(subscription, url) ?? [])
      return { tenantId, connectionId, closest: Math.max(-1, ...fits) }
    })
    .filter((one) => one.closest >= 0)
    .sort((one, other) => other.closest - one.closest)
    .slice(0, MOST_ASKED)
    .map(({ connectionId }) => ({ tenantId, connectionId }))
}
