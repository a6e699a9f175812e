import type { Email, StandardSyncResponse, SyncEmailRequest } from '../../../../src/contract/index.ts'
import type { Call } from '../../../../src/kit/application.ts'
import { openCursor, sealCursor, toPage, toPageLimit } from '../../../../src/kit/pages.ts'
import { omitUndefined } from '../../../../src/runtime/omit.ts'
import { fetchJson, type List } from '../client.ts'
import type { BeaconSettings } from '../settings.ts'
import { type BeaconMessage, toEmail } from './map/email.ts'

/** Returns one page of the messages in the window, newest first. */
export async function syncEmails(
  { connectedProvider, filter }: SyncEmailRequest,
  call: Call<BeaconSettings>,
): Promise<StandardSyncResponse<Email>> {
  const { connectionId, credential } = connectedProvider
  const { cursor, limit, ...window } = filter
  // An empty list involves nobody.
  if (window.includeEmails?.length === 0) return toPage([])
  const binding = [connectionId, window]
  const query = omitUndefined({
    since: toTime(window.dateStart),
    until: toTime(window.dateEnd),
    with: window.includeEmails?.join(','),
    limit: String(toPageLimit(limit)),
    from: cursor && openCursor<string, BeaconSettings>(call, binding, cursor),
  })
  const { items, next } = await fetchJson<List<BeaconMessage>>('/v1/messages', query, credential, call)
  const emails = items.map((message) => toEmail(message, credential, call))
  return toPage(emails, [], next && sealCursor(call, binding, next))
}

function toTime(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString()
}
