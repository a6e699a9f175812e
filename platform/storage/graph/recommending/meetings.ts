import { sql } from 'kysely'
import type { Tx } from '../../postgres/database.ts'
import { type Viewer, visibleTo } from '../access/visibility.ts'

/** A meeting with people of other companies to which no note is attached. */
export interface UnpreparedMeeting {
  block_id: string
  title: string
  /** Epoch ms. */
  date_start: number
  time_zone: string | null
  i_cal_uid: string | null
  series: string | null
  attendees: { email: string; responseStatus?: string }[]
}

const MAX_MEETINGS = 100

/** Lists the meetings of a tenant that start in a window (epoch ms), the first ones first. */
export async function listUnpreparedMeetings(
  tx: Tx,
  viewer: Viewer,
  from: number,
  to: number,
): Promise<UnpreparedMeeting[]> {
  const { rows } = await sql<UnpreparedMeeting>`
    select b.block_id, b.title, b.date_start, b.detail ->> 'timeZone' as time_zone, b.detail ->> 'iCalUid' as i_cal_uid,
      b.detail ->> 'recurringExternalId' as series, coalesce(b.detail -> 'attendees', '[]') as attendees
    from blocks b join sharing v on v.block_tenant_id = b.tenant_id and v.block_id = b.block_id
    where b.tenant_id = ${viewer.tenantId} and b.block_type = 'event' and b.date_start >= ${from} and b.date_start < ${to}
      and not b.archived and coalesce(b.status, '') <> 'cancelled' and coalesce(b.detail ->> 'allDay', '') <> 'true'
      and ${visibleTo(viewer)}
      and not exists (
        select from blocks e join blocks note on note.tenant_id = e.tenant_id and note.block_type = 'note'
          and not note.archived and (note.parent_id = e.block_id or note.origin_id = e.block_id)
        where e.tenant_id = b.tenant_id and e.block_type = 'event' and e.date_start = b.date_start
          and (e.block_id = b.block_id or e.detail ->> 'iCalUid' = b.detail ->> 'iCalUid')
      )
    order by b.date_start, b.block_id limit ${MAX_MEETINGS}`.execute(tx)
  return rows
}
