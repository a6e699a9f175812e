import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '../../postgres/database.ts'
import { type BlockRow, blockColumns, type Viewer, visibleTo } from '../access/visibility.ts'
import { ownerTenants } from '../search/owner-tenants.ts'
import { visibleParents } from './children.ts'

/** How long before its event a recording may start (ms). */
const MAX_EARLY_START_MS = 15 * 60_000
/** Maximum time between the start of an event and of its recording (ms). */
const MAX_MEETING_MS = 12 * 60 * 60_000

/** The SQL aliases of an event and a transcription. */
interface Pair {
  e: string
  t: string
}

/**
 * Whether a transcription may belong to an event, in whichever calendar it is: their times fit, and they share a person or a
 * conference URL.
 */
function isSameMeeting(pair: Pair): RawBuilder<boolean> {
  const [e, t] = [sql.raw(pair.e), sql.raw(pair.t)]
  return sql<boolean>`${e}.block_type = 'event' and not ${e}.archived
    and ${e}.status is distinct from 'cancelled' and ${e}.detail ->> 'allDay' is distinct from 'true'
    and ${e}.date_start between ${t}.date_start - ${MAX_MEETING_MS}::bigint and ${t}.date_start + ${MAX_EARLY_START_MS}::bigint
    and ${e}.date_end > ${t}.date_start and (${e}.people && ${t}.people or ${isSameAddress(pair)})`
}

function isSameAddress(pair: Pair): RawBuilder<boolean> {
  const [e, t] = [sql.raw(pair.e), sql.raw(pair.t)]
  return sql<boolean>`coalesce(${t}.uri in (${e}.uri, ${e}.detail ->> 'conferenceUrl'), false)`
}

/**
 * Orders candidates by the same URL, then by the same title, because vendors give a transcription that of its event, then by
 * the number of people in common, then by the distance of their start times. Of the copies in several calendars, that of the
 * transcription's owner comes first.
 */
function bestMatchFirst(pair: Pair) {
  const [e, t] = [sql.raw(pair.e), sql.raw(pair.t)]
  return sql`${isSameAddress(pair)} desc, coalesce(${e}.title = ${t}.title, false) desc,
    cardinality(array(select unnest(${e}.people) intersect select unnest(${t}.people))) desc,
    abs(${e}.date_start - ${t}.date_start), ${e}.tenant_id = ${t}.tenant_id desc, ${e}.block_id`
}

/** The tenants whose blocks may belong to a block `w`: its own, and those whose blocks the viewer sees. */
function ownersAround(viewer: Viewer): RawBuilder<string[]> {
  return sql`(array[w.home] || ${ownerTenants(viewer)})`
}

/** Finds the best matching event that the viewer may see for each transcription, by transcription id. */
export async function matchEvents(
  db: Database | Tx,
  viewer: Viewer,
  transcriptionIds: readonly string[],
): Promise<Map<string, BlockRow>> {
  const pair = { e: 'b', t: 't' }
  const { rows } = await sql<BlockRow & { transcription_id: string }>`
    select w.block_id as transcription_id, event.* from ${visibleParents(viewer, transcriptionIds)}
    join blocks t on t.tenant_id = w.home and t.block_id = w.block_id
    cross join lateral (
      select ${blockColumns} from blocks b
      join sharing v on v.block_tenant_id = b.tenant_id and v.block_id = b.block_id
      where b.tenant_id = any(${ownersAround(viewer)}) and ${isSameMeeting(pair)} and ${visibleTo(viewer)}
      order by ${bestMatchFirst(pair)} limit 1
    ) event`.execute(db)
  return new Map(rows.map((row) => [row.transcription_id, row]))
}

/** Whether two events `o` and `e` are one meeting in two calendars: the occurrences of a series share their iCalUid. */
const isCopy = sql`coalesce(o.detail ->> 'iCalUid' = e.detail ->> 'iCalUid' and o.date_start = e.date_start, false)`

/**
 * Finds the transcriptions of each event in chronological order, by event id: those that match no event of another meeting
 * better. Copies of one event in several calendars have the same transcriptions.
 */
export async function matchTranscriptions(
  db: Database | Tx,
  viewer: Viewer,
  eventIds: readonly string[],
): Promise<Map<string, BlockRow[]>> {
  const candidate = { e: 'o', t: 'b' }
  const { rows } = await sql<BlockRow & { event_id: string }>`
    select w.block_id as event_id, ${blockColumns} from ${visibleParents(viewer, eventIds)}
    join blocks e on e.tenant_id = w.home and e.block_id = w.block_id
    join blocks b on b.tenant_id = any(${ownersAround(viewer)})
      and b.block_type = 'transcription' and not b.archived
      and b.date_start between e.date_start - ${MAX_EARLY_START_MS}::bigint and e.date_start + ${MAX_MEETING_MS}::bigint
    join sharing v on v.block_tenant_id = b.tenant_id and v.block_id = b.block_id and ${visibleTo(viewer)}
    where ${isSameMeeting({ e: 'e', t: 'b' })} and (
      select o.block_id = e.block_id or ${isCopy} from blocks o
      where o.tenant_id = any(${ownersAround(viewer)}) and ${isSameMeeting(candidate)} and exists (
        select from sharing v where ${visibleTo(viewer)} and v.block_tenant_id = o.tenant_id and v.block_id = o.block_id
      )
      order by ${bestMatchFirst(candidate)} limit 1
    )
    order by b.date_start, b.block_id`.execute(db)
  return Map.groupBy(rows, ({ event_id }) => event_id)
}
