import type { ConnectionFieldsFragment } from '../../../../platform/client/index.ts'
import { toLine } from '../../text/blocks.ts'
import { countOf } from '../../text/numbers.ts'
import { healthOf, isWorthListing, matchesFilter, sortByHealth } from '../connections/health.ts'

/** A connection that needs the person. */
export interface Trouble {
  connectionId: string
  /** The application and its account, such as “Mail, ada@meridian.example”. */
  name: string
  /** What the link to its page says, such as “Connect again”. */
  label: string
  sentence: string
}

/** How all syncs are. Times are epoch ms. */
export interface OverallHealth {
  level: 'good' | 'starting' | 'trouble'
  sentence: string
  /** When something was last imported, if it ever was. */
  lastSuccess: number | undefined
  /** Worst first. */
  troubles: readonly Trouble[]
}

/** Undefined if nothing is connected. `now` is epoch ms. */
export function describeHealth(
  connections: readonly ConnectionFieldsFragment[],
  now: number,
): OverallHealth | undefined {
  const listed = connections.filter((connection) => isWorthListing(connection) && connection.status !== 'disconnected')
  if (listed.length === 0) return undefined
  const troubles = sortByHealth(listed, now).flatMap((connection) => {
    const health = healthOf(connection, now)
    if (!matchesFilter(health, 'attention')) return []
    const name = connection.email ? `${connection.label}, ${connection.email}` : connection.label
    return [{ connectionId: connection._id, name, label: health.label, sentence: toLine(health.sentence) }]
  })
  const successes = listed.flatMap(({ syncs }) => syncs.flatMap(({ dateLastSuccess }) => dateLastSuccess ?? []))
  const lastSuccess = successes.length === 0 ? undefined : Math.max(...successes)
  const isStarting = listed.some((connection) => healthOf(connection, now).state === 'first-sync')
  const accounts = countOf(listed.length, 'account')
  if (troubles.length > 0) {
    const verb = troubles.length === 1 ? 'needs' : 'need'
    return { level: 'trouble', sentence: `${troubles.length} of ${accounts} ${verb} you`, lastSuccess, troubles }
  }
  if (isStarting) {
    return { level: 'starting', sentence: `Your data is being imported from ${accounts}`, lastSuccess, troubles }
  }
  const all = listed.length === 1 ? 'Your account is' : `All ${accounts} are`
  return { level: 'good', sentence: `${all} up to date`, lastSuccess, troubles }
}
