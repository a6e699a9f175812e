import { formatRelative } from '../../../text/dates.ts'
import { type Item, typeOf } from '../feed.ts'
import type { Description } from './description.ts'

/** An account that has to be signed in to again; only the person can do that, on the connection's page. */
export function reconnect(item: Item): Description | undefined {
  const { connectionId, reason } = item.reconnectRecommendation ?? {}
  if (!connectionId) return undefined
  const isScope = typeOf(item.recommendationType) === 'scope_required'
  return {
    effect: isScope
      ? 'Opens the connection, where you sign in again and allow what is missing. What was imported stays.'
      : 'Opens the connection, where you sign in again. What was imported stays, and what was missed is fetched.',
    before: reason ? [{ label: 'Reason', value: reason }] : [],
    after: [],
    accept: item.displayLabel || (isScope ? 'Allow what is missing' : 'Reconnect'),
    to: `/connections/${connectionId}?reconnect=1`,
  }
}

/** A sync that was paused because it kept failing. */
export function syncPaused(item: Item): Description | undefined {
  const detail = item.syncPausedRecommendation
  if (!detail?.connectionId) return undefined
  const { connectionId, sync, failedCount, datePaused, lastError } = detail
  const name = sync ?? 'sync'
  return {
    effect: `Resumes the ${name} sync and runs it now. If it fails again, it is paused again.`,
    before: [
      {
        label: 'Paused',
        value:
          [datePaused ? formatRelative(datePaused) : '', failedCount ? `after ${failedCount} failed runs` : '']
            .filter(Boolean)
            .join(', ') || 'Yes',
        to: `/connections/${connectionId}`,
      },
      ...(lastError
        ? [{ label: lastError.title || 'Last error', value: lastError.detail || lastError.title || '' }]
        : []),
    ],
    after: [{ label: 'Sync', value: 'Running' }],
    accept: item.displayLabel || 'Resume',
  }
}
