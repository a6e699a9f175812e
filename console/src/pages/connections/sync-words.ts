import type { SyncFieldsFragment, SyncRunFieldsFragment } from '../../../../platform/client/index.ts'
import { countOf } from '../../text/numbers.ts'

export type Sync = SyncFieldsFragment
export type SyncRun = SyncRunFieldsFragment
export type SyncName = Sync['sync']

interface SyncWords {
  label: string
  /** What it imports, in a sentence. */
  imports: string
  /** What one run reads, such as “message”. */
  singular: string
  plural?: string
  /** Where what it imports is found in the console; `searched` lists it by the application that it comes from. */
  path: string
  searched?: true
  /** The words of the link to it. */
  link: string
}

/** What syncs are called. */
export const SYNC_WORDS: Readonly<Record<SyncName, SyncWords>> = {
  calendar: {
    label: 'Calendars',
    imports: 'events',
    singular: 'event',
    path: '/search?kind=event',
    searched: true,
    link: 'Events',
  },
  email: {
    label: 'Mail',
    imports: 'mail',
    singular: 'message',
    path: '/search?kind=email',
    searched: true,
    link: 'Mail',
  },
  transcription: {
    label: 'Meetings',
    imports: 'transcripts of meetings',
    singular: 'transcript',
    path: '/search?kind=transcription',
    searched: true,
    link: 'Transcripts',
  },
  metadata: { label: 'Tables', imports: 'tables', singular: 'table', path: '/tables', link: 'Tables' },
  table: {
    label: 'Records',
    imports: 'records',
    singular: 'record',
    path: '/search?kind=record',
    searched: true,
    link: 'Records',
  },
  identifier: {
    label: 'People and companies',
    imports: 'whom it knows of your people and companies',
    singular: 'match',
    plural: 'matches',
    path: '/people',
    link: 'People',
  },
  insight: {
    label: 'Fields of companies',
    imports: 'what it knows of your companies',
    singular: 'field',
    path: '/companies',
    link: 'Companies',
  },
}

/** Where what a sync has imported is found. */
export function pathOf(sync: SyncName, application: string): string {
  const { path, searched } = SYNC_WORDS[sync]
  return searched ? `${path}&app=${encodeURIComponent(application)}` : path
}

/** Such as “mail”, or “tables, records and what it knows of your companies”. */
export function describeImports(syncs: readonly Pick<Sync, 'sync'>[]): string {
  return new Intl.ListFormat('en').format(syncs.map(({ sync }) => SYNC_WORDS[sync].imports))
}

export const TRIGGER_WORDS: Readonly<Record<SyncRun['trigger'], string>> = {
  schedule: 'As planned',
  manual: 'You started it',
  connect: 'After connecting',
  retry: 'After a failure',
  probe: 'To see whether it works again',
}

type Counted = Pick<SyncRun, 'created' | 'updated' | 'unchanged' | 'skipped' | 'failedCount'>

/** How many items were received. */
export function readCount({ created, updated, unchanged, skipped, failedCount }: Counted): number {
  return created + updated + unchanged + skipped + failedCount
}

/** Such as “2 new, 1 changed, 176 unchanged”; “nothing to read” if nothing was received. */
export function describeCounts(counted: Counted): string {
  const parts: readonly [number, string][] = [
    [counted.created, 'new'],
    [counted.updated, 'changed'],
    [counted.unchanged, 'unchanged'],
    [counted.skipped, 'left out'],
    [counted.failedCount, 'not valid'],
  ]
  const words = parts.flatMap(([count, word]) => (count === 0 ? [] : [`${countOf(count, word, word)}`]))
  return words.length === 0 ? 'nothing to read' : words.join(', ')
}

/** Such as “read 179 messages: 2 new, 177 unchanged”. */
export function describeRun(run: Counted, sync: SyncName): string {
  const { singular, plural } = SYNC_WORDS[sync]
  const count = readCount(run)
  return count === 0 ? 'nothing to read' : `read ${countOf(count, singular, plural)}: ${describeCounts(run)}`
}

/** Whether a run is under way. */
export function isRunning({ lastRun }: Pick<Sync, 'lastRun'>): boolean {
  return lastRun?.state === 'running'
}

/** When the next run starts, in words. `now` is epoch ms. Undefined: no run is planned. */
export function describeNextRun(sync: Sync, isActive: boolean, now: number): string | undefined {
  if (isRunning(sync)) return 'Running now'
  if (!isActive || sync.pausedByUser || sync.dateNextRun === null) return undefined
  const waitMs = sync.dateNextRun - now
  return waitMs <= 0 ? 'Next run: any moment' : `Next run in ${formatCountdown(waitMs)}`
}

const SECOND_MS = 1_000

/** Such as “4:09” or “1:02:30”, from ms; never “0:00” while there is time left. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / SECOND_MS))
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  const pad = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(rest)}` : `${minutes}:${pad(rest)}`
}
