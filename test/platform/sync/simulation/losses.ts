import type { Account } from './account.ts'
import { type Books, nameOf } from './books.ts'
import type { MemoryStore, StoredConnection, StoredSync } from './memory-store.ts'
import { toParts } from './parts.ts'
import { DAY, MINUTE } from './plan.ts'

/** What is not as it must be when all has been quiet for days. */
export function findLosses(
  store: MemoryStore,
  accounts: ReadonlyMap<string, Account>,
  now: number,
  books: Books,
): string[] {
  const found: string[] = []
  let stored = 0
  for (const connection of store.connections.values()) {
    const account = accounts.get(connection.connectionId)
    stored += connection.items.size
    if (account) found.push(...lossesOf(connection, account, now, books), ...refreshedTwice(account, books))
    for (const sync of connection.syncs.values()) found.push(...stuck(sync, now))
  }
  if (stored !== books.counts.created) found.push(`${books.counts.created} were created, ${stored} are there`)
  return found
}

/** Whatever the provider had in a window that was read is there, as it was when it was read last. */
function lossesOf(connection: StoredConnection, account: Account, now: number, { readFrom }: Books): string[] {
  const { items, syncs, connectionId } = connection
  const missing = (wanted: readonly [string, string][]) =>
    wanted.filter(([key, content]) => items.get(key) !== content).map(([key]) => `${connectionId}: ${key} is lost`)
  const read = (sync: StoredSync | undefined, { date }: { date: number }) =>
    sync !== undefined && date >= (readFrom.get(sync) ?? 0) && date < (sync.state.dateReadUntil ?? 0) - 15 * MINUTE
  const mails = account.mails.filter((mail) => read(syncs.get('email'), mail)).map((mail) => account.mail(mail))
  const held = account.meetings.filter((one) => read(syncs.get('transcription'), one))
  const meetings = held.map((meeting) => account.meeting(meeting))
  const window = { dateStart: now - 29 * DAY, dateEnd: now + 89 * DAY }
  const settled = now - DAY
  return [
    ...missing(toParts({ sync: 'email', items: mails })),
    ...missing(toParts({ sync: 'transcription', items: meetings })),
    ...(syncs.has('calendar')
      ? missing(toParts({ sync: 'calendar', items: [account.calendar(window, settled)] }))
      : []),
    ...(syncs.has('table') ? missing(rowsOf(account, settled)) : []),
    ...(syncs.has('identifier')
      ? connection.tags
          .filter(({ _id }) => !items.has(`link ${_id}`))
          .map(({ _id }) => `${connectionId}: ${_id} has no link`)
      : []),
  ]
}

function rowsOf(account: Account, at: number): [string, string][] {
  return account.rowsAt(at).map(({ externalId, values }) => [`row Contact ${externalId}`, JSON.stringify(values)])
}

/** Each expiry is met by one refresh, but for those whose outcome was lost on the way. */
function refreshedTwice(account: Account, { counts }: Books): string[] {
  const more = [...account.refreshes.values()].reduce((sum, times) => sum + times - 1, 0)
  const found = account.usedExpired > 0 ? [`${account.usedExpired} calls with a credential known to have ended`] : []
  return more > counts.lostRefreshes ? [...found, `${more} refreshes too many for ${account.connectionId}`] : found
}

/** By now every sync is well, and its next run lies ahead. */
function stuck(sync: StoredSync, now: number): string[] {
  const { state, connection } = sync
  if (connection.status !== 'active') return [`${nameOf(sync)}: its connection is ${connection.status}`]
  if (state.health !== 'healthy') return [`${nameOf(sync)}: is ${state.health} after days without trouble`]
  const isAhead = (state.dateNextRun ?? 0) > now - MINUTE
  const isRecent = (state.dateLastSuccess ?? 0) > now - 1.2 * DAY
  return isAhead && isRecent ? [] : [`${nameOf(sync)}: is stuck since ${new Date(state.dateLastSuccess ?? 0).toJSON()}`]
}
