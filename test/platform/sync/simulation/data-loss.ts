import { toEntries } from '../memory-store/entries.ts'
import type { MemoryStore } from '../memory-store/store.ts'
import type { StoredConnection, StoredSync } from '../memory-store/stored.ts'
import type { Account } from './account.ts'
import { type InvariantChecker, nameOf } from './invariant-checker.ts'
import { DAY, MINUTE } from './scenario.ts'

/** Returns what is wrong with the final state of the store, after days without faults. */
export function findDataLoss(
  store: MemoryStore,
  accounts: ReadonlyMap<string, Account>,
  now: number,
  checker: InvariantChecker,
): string[] {
  const problems: string[] = []
  let stored = 0
  for (const connection of store.connections.values()) {
    const account = accounts.get(connection.connectionId)
    stored += connection.items.size
    if (account) {
      problems.push(...missingItems(connection, account, now, checker), ...superfluousRefreshes(account, checker))
    }
    for (const sync of connection.syncs.values()) problems.push(...notRecovered(sync, now))
  }
  if (stored !== checker.counts.created) problems.push(`${checker.counts.created} were created, ${stored} are stored`)
  return problems
}

/** Everything in a window that was read must be stored, as it was when it was last read. */
function missingItems(
  connection: StoredConnection,
  account: Account,
  now: number,
  { readFrom }: InvariantChecker,
): string[] {
  const { items, syncs, connectionId } = connection
  const findMissing = (expected: readonly [string, string][]) =>
    expected.filter(([key, content]) => items.get(key) !== content).map(([key]) => `${connectionId}: ${key} is lost`)
  const wasRead = (sync: StoredSync | undefined, { date }: { date: number }) =>
    sync !== undefined && date >= (readFrom.get(sync) ?? 0) && date < (sync.state.dateReadUntil ?? 0) - 15 * MINUTE
  const mails = account.mails.filter((mail) => wasRead(syncs.get('email'), mail)).map((mail) => account.mail(mail))
  const meetings = account.meetings
    .filter((meeting) => wasRead(syncs.get('transcription'), meeting))
    .map((meeting) => account.meeting(meeting))
  const window = { dateStart: now - 29 * DAY, dateEnd: now + 89 * DAY }
  const lastChange = now - DAY
  const calendars = syncs.has('calendar') ? [account.calendar(window, lastChange)] : []
  const unlinkedTags = syncs.has('identifier') ? connection.tags.filter(({ _id }) => !items.has(`link ${_id}`)) : []
  return [
    ...findMissing(toEntries({ sync: 'email', items: mails })),
    ...findMissing(toEntries({ sync: 'transcription', items: meetings })),
    ...findMissing(toEntries({ sync: 'calendar', items: calendars })),
    ...findMissing(syncs.has('table') ? rowEntries(account, lastChange) : []),
    ...unlinkedTags.map(({ _id }) => `${connectionId}: ${_id} has no link`),
  ]
}

function rowEntries(account: Account, date: number): [string, string][] {
  return account.rowsAt(date).map(({ externalId, values }) => [`row Contact ${externalId}`, JSON.stringify(values)])
}

/** Each token is refreshed once, except for refreshes whose result was lost. */
function superfluousRefreshes(account: Account, { counts }: InvariantChecker): string[] {
  const repeated = [...account.refreshes.values()].reduce((sum, refreshes) => sum + refreshes - 1, 0)
  const problems =
    account.callsWithExpiredToken > 0
      ? [`${account.callsWithExpiredToken} calls with a credential that was known to have expired`]
      : []
  return repeated > counts.lostRefreshes
    ? [...problems, `${repeated} superfluous refreshes for ${account.connectionId}`]
    : problems
}

/** Every sync must be healthy, with a recent success and a next run. */
function notRecovered(sync: StoredSync, now: number): string[] {
  const { state, connection } = sync
  if (connection.status !== 'active') return [`${nameOf(sync)}: its connection is ${connection.status}`]
  if (state.health !== 'healthy') return [`${nameOf(sync)}: is ${state.health} after days without faults`]
  const isScheduled = (state.dateNextRun ?? 0) > now - MINUTE
  const hasRecentSuccess = (state.dateLastSuccess ?? 0) > now - 1.2 * DAY
  if (isScheduled && hasRecentSuccess) return []
  return [`${nameOf(sync)}: has not run since ${new Date(state.dateLastSuccess ?? 0).toJSON()}`]
}
