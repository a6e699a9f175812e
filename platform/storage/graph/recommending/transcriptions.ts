import { sql } from 'kysely'
import type { Tx } from '../../postgres/database.ts'
import { type Viewer, visibleTo } from '../access/visibility.ts'

/** A meeting of the tenant that was transcribed, after which they have not written to anybody who was there. */
export interface TranscribedMeeting {
  block_id: string
  title: string
  transcript: string
  /** When it began (epoch ms). */
  date_start: number
  /** The names by which the tenant is known: their own, and the one that the meeting lists for their address. */
  own_names: string[]
}

const MAX_MEETINGS = 50

/** Lists the transcribed meetings of the tenant since a time (epoch ms), the newest first. */
export async function listTranscribedMeetings(
  tx: Tx,
  viewer: Viewer,
  { since, ownEmail }: { since: number; ownEmail: string },
): Promise<TranscribedMeeting[]> {
  const { rows } = await sql<TranscribedMeeting>`
    select b.block_id, b.title, b.large -> 'transcript' ->> 'text' as transcript, b.date_start,
      array_remove(array(
        select person ->> 'friendlyName' from jsonb_array_elements(
          coalesce(b.detail -> 'attendees', '[]') || coalesce(b.detail -> 'organizedBy', '[]')
        ) as person where lower(person ->> 'email') = ${ownEmail}
      ) || own.friendly_name || own.alias, null) as own_names
    from blocks b join sharing v on v.block_tenant_id = b.tenant_id and v.block_id = b.block_id
    join tags own on own.tenant_id = ${viewer.tenantId} and own.tag_id = ${viewer.tagId}
    where b.tenant_id = ${viewer.tenantId} and b.block_type = 'transcription' and b.date_start >= ${since}
      and b.large -> 'transcript' ->> 'text' is not null and not b.archived and ${visibleTo(viewer)}
      and not exists (
        select from blocks later where later.tenant_id = b.tenant_id and later.block_type = 'email'
          and later.date_updated >= ${since} and later.detail ->> 'direction' = 'outbound'
          and later.date_associated > b.date_end and later.people && array_remove(b.people, ${ownEmail})
      )
      and not exists (
        select from blocks task where task.tenant_id = b.tenant_id and task.parent_id = b.block_id
          and task.block_type = 'task'
      )
    order by b.date_start desc, b.block_id limit ${MAX_MEETINGS}`.execute(tx)
  return rows
}
