import type { Email, StandardSyncResponse, SyncEmailRequest } from '../../../src/contract/index.ts'
import type { Application, Call } from '../../../src/kit/application.ts'
import { openCursor, sealCursor, toPage, toPageLimit } from '../../../src/kit/pages.ts'
import { beaconAuth } from '../auth.ts'
import { fetchJson } from '../client.ts'
import type { BeaconSettings } from '../settings.ts'
import { type BeaconMessage, toEmail } from './map.ts'

export const mailroom: Application<BeaconSettings> = {
  name: 'beacon-mailroom',
  auth: beaconAuth,
  sync: { emails: syncEmails },
}

interface MessageList {
  messages: BeaconMessage[]
  /** Where the next page begins. */
  next?: string
}

/** Returns one page of the messages in the window, newest first. */
async function syncEmails(
  { connectedProvider, filter }: SyncEmailRequest,
  call: Call<BeaconSettings>,
): Promise<StandardSyncResponse<Email>> {
  const { connectionId, credential } = connectedProvider
  const { cursor, limit, ...range } = filter
  const binding = [connectionId, range]
  const query = new URLSearchParams({ limit: String(toPageLimit(limit)) })
  if (filter.dateStart !== undefined) query.set('since', new Date(filter.dateStart).toISOString())
  if (filter.dateEnd !== undefined) query.set('until', new Date(filter.dateEnd).toISOString())
  if (cursor) query.set('from', openCursor<string, BeaconSettings>(call, binding, cursor))
  const { messages, next } = await fetchJson<MessageList>(`/v1/messages?${query}`, credential, call)
  const items = messages.map((message) => toEmail(message, call))
  return toPage(items, [], next && sealCursor(call, binding, next))
}
