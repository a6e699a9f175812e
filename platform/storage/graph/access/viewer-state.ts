import { sql } from 'kysely'
import type { BlockKey, Mutation } from './mutation.ts'

/** A viewer's private state of a block, stored in block_marks. Undefined members are not changed. */
export interface ViewerState {
  favorite?: boolean
  read_status?: 'READ' | 'UNREAD'
}

/** Saves the viewer's own state of a block. Only the viewer is notified. */
export function saveViewerState(mutation: Mutation, block: BlockKey, { favorite, read_status }: ViewerState): void {
  const { send, viewer, now } = mutation
  if (favorite === undefined && read_status === undefined) return
  send(sql`
    insert into block_marks (tenant_id, block_id, favorite, read_status, date_updated)
    values (${viewer.tenantId}, ${block.block_id}, ${favorite ?? false}, ${read_status ?? null}, ${now})
    on conflict (tenant_id, block_id) do update set
      favorite = ${favorite ?? sql.ref('block_marks.favorite')},
      read_status = ${read_status ?? sql.ref('block_marks.read_status')}, date_updated = ${now}`)
  const subject = { subject: 'block', subject_id: block.block_id, subject_type: block.block_type } as const
  mutation.recordTenantChange({ event_type: 'UPDATED', ...subject })
}

/** Marks a thread as read for the viewer, who has just written in it, and as unread for everybody else who sees it. */
export function markUnreadForOthers(mutation: Mutation, thread: BlockKey): void {
  const { viewer, now } = mutation
  const readers = (where: ReturnType<typeof sql>) => sql`
    select reader.tenant_id from sharing s join tenants reader on reader.tenant_id = s.tenant_id and reader.tag_id = s.tag_id
    where ${where} and s.block_tenant_id = ${thread.tenant_id} and s.block_id = ${thread.block_id} and s.shared`
  mutation.sendToReaders(
    thread,
    (isResident) => sql`
    insert into block_marks (tenant_id, block_id, read_status, date_updated)
    select r.tenant_id, ${thread.block_id}::uuid, case when r.tenant_id = ${viewer.tenantId} then 'READ' else 'UNREAD' end,
      ${now}
    from (
      ${readers(sql`s.tenant_id = ${thread.tenant_id}`)} union ${readers(sql`s.tenant_id <> s.block_tenant_id`)}
    ) r where ${isResident} order by r.tenant_id
    on conflict (tenant_id, block_id) do update set read_status = excluded.read_status, date_updated = excluded.date_updated`,
  )
}
