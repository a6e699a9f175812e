import type { ConnectionFieldsFragment } from '../../../../platform/client/index.ts'
import { formatDay } from '../../text/dates.ts'
import { describeImports, isRunning, SYNC_WORDS, type Sync } from './sync-words.ts'

export type Connection = ConnectionFieldsFragment

/** The states of a connection, from the one that needs a person most to the one that needs nobody. */
export const STATES = [
  'reconnect',
  'unconfirmed',
  'stopped',
  'failing',
  'permission',
  'degraded',
  'certificate',
  'paused',
  'first-sync',
  'healthy',
  'ready',
  'pending',
  'disconnected',
] as const
export type ConnectionState = (typeof STATES)[number]

/** The state of a connection at a glance. */
export interface ConnectionHealth {
  state: ConnectionState
  /** A few words, such as “Sign in again”. */
  label: string
  /** What is the matter, and what to do. */
  sentence: string
  /** Name of a colour of the theme. */
  color: string
}

/** A person is told of the end of a certificate from this time before it (ms). */
export const CERTIFICATE_NOTICE_MS = 30 * 86_400_000

const LABELS: Readonly<Record<ConnectionState, readonly [label: string, color: string]>> = {
  reconnect: ['Connect again', 'red'],
  unconfirmed: ['Confirm the account', 'orange'],
  stopped: ['Stopped', 'red'],
  failing: ['Failing', 'red'],
  permission: ['Permission missing', 'orange'],
  degraded: ['Unsteady', 'yellow'],
  certificate: ['Certificate ends', 'orange'],
  paused: ['Paused by you', 'gray'],
  'first-sync': ['First sync', 'blue'],
  healthy: ['Up to date', 'green'],
  ready: ['Ready', 'green'],
  pending: ['Not connected yet', 'gray'],
  disconnected: ['Disconnected', 'gray'],
}

/** How a connection is. `now` is epoch ms. */
export function healthOf(connection: Connection, now: number): ConnectionHealth {
  const [state, sentence] = assess(connection, now)
  const [label, color] = LABELS[state]
  return { state, label, color, sentence }
}

function assess(connection: Connection, now: number): [ConnectionState, string] {
  const { status, reason, email, syncs } = connection
  if (status === 'disconnected')
    return ['disconnected', 'Nothing is imported any more. What was imported is still there.']
  if (status === 'pending') return ['pending', 'No account was connected yet.']
  if (status === 'reconnect_required') {
    return ['reconnect', reason ?? 'The access has ended. Connect the account again to continue importing.']
  }
  if (status === 'unconfirmed') {
    return ['unconfirmed', `Nothing is imported until you confirm that ${email ?? 'this account'} is yours.`]
  }
  return assessActive(connection, syncs, now)
}

function assessActive(
  { scopeMessage, dateCertificateEnd }: Connection,
  syncs: readonly Sync[],
  now: number,
): [ConnectionState, string] {
  const running = syncs.filter(({ pausedByUser }) => !pausedByUser)
  const named = (health: Sync['health']) => running.find((sync) => sync.health === health)
  const stopped = named('paused')
  if (stopped) return ['stopped', describeTrouble(stopped)]
  const failing = named('failing')
  if (failing) return ['failing', describeTrouble(failing)]
  if (scopeMessage) return ['permission', scopeMessage]
  const degraded = named('degraded')
  if (degraded) return ['degraded', describeTrouble(degraded)]
  if (dateCertificateEnd !== null && dateCertificateEnd - now < CERTIFICATE_NOTICE_MS) {
    const verb = dateCertificateEnd < now ? 'ended on' : 'ends on'
    return ['certificate', `The certificate of the key ${verb} ${formatDay(dateCertificateEnd, now)}. Renew it.`]
  }
  if (syncs.length === 0)
    return ['ready', 'Used when you paste a link or make a document. Nothing is imported by itself.']
  if (running.length === 0) return ['paused', 'You have paused it. Resume it to continue importing.']
  if (running.some(isFirstSync)) return ['first-sync', 'Your data is being imported for the first time.']
  const imports = `Imports ${describeImports(running)}.`
  const paused = syncs.filter(({ pausedByUser }) => pausedByUser).map(({ sync }) => SYNC_WORDS[sync].label)
  return [
    'healthy',
    paused.length === 0 ? imports : `${imports} You have paused: ${new Intl.ListFormat('en').format(paused)}.`,
  ]
}

/** Whether a sync has not been read completely yet. */
export function isFirstSync(sync: Sync): boolean {
  return sync.dateLastSuccess === null && sync.health === 'healthy' && (sync.dateNextRun !== null || isRunning(sync))
}

/** What happened to a sync, in a sentence. */
export function describeTrouble({ sync, lastError, failureCount }: Sync): string {
  const { label } = SYNC_WORDS[sync]
  if (!lastError) return `${label}: the last runs did not succeed.`
  const times = failureCount > 1 ? ` (${failureCount} times in a row)` : ''
  return `${label}${times}: ${lastError.detail}`
}

/** Which connections are worth listing: attempts that were given up have never had an account. */
export function isWorthListing({ status, connectMethod }: Connection): boolean {
  return status !== 'pending' && (status !== 'disconnected' || connectMethod !== null)
}

/** Worst first, then by name and account. */
export function sortByHealth(connections: readonly Connection[], now: number): Connection[] {
  const rankOf = (connection: Connection) => STATES.indexOf(healthOf(connection, now).state)
  return connections.toSorted(
    (a, b) => rankOf(a) - rankOf(b) || a.label.localeCompare(b.label) || (a.email ?? '').localeCompare(b.email ?? ''),
  )
}

/** What the list can be restricted to. */
export const FILTERS = ['all', 'attention', 'working', 'disconnected'] as const
export type ConnectionFilter = (typeof FILTERS)[number]

const ATTENTION: ReadonlySet<ConnectionState> = new Set(STATES.slice(0, STATES.indexOf('paused')))

export function matchesFilter({ state }: ConnectionHealth, filter: ConnectionFilter): boolean {
  if (filter === 'all') return state !== 'disconnected'
  if (filter === 'disconnected') return state === 'disconnected'
  return ATTENTION.has(state) === (filter === 'attention') && state !== 'disconnected'
}

/** Whether a connection has the text in the name of its application or its account, in any case. */
export function matchesText({ label, email, application }: Connection, text: string): boolean {
  const requested = text.trim().toLowerCase()
  return [label, email ?? '', application].some((value) => value.toLowerCase().includes(requested))
}
