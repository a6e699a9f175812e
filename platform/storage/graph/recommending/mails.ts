import { sql } from 'kysely'
import type { Tx } from '../../postgres/database.ts'
import { type Viewer, visibleTo } from '../access/visibility.ts'

/** A mail that the tenant has sent and that was neither followed by another one of theirs nor by a task. */
export interface SentMail {
  block_id: string
  title: string
  text: string | null
  /** Epoch ms. */
  date_associated: number
  recipients: { friendlyName?: string; email: string }[]
}

const MAX_MAILS = 300

/** Lists the last mail of the tenant in each conversation since a time (epoch ms), the newest first. */
export async function listLastSentMails(tx: Tx, viewer: Viewer, since: number): Promise<SentMail[]> {
  const { rows } = await sql<SentMail>`
    select b.block_id, b.title, coalesce(b.large ->> 'bodyText', b.text) as text, b.date_associated,
      coalesce(b.detail -> 'to', '[]') as recipients
    from blocks b join sharing v on v.block_tenant_id = b.tenant_id and v.block_id = b.block_id
    where b.tenant_id = ${viewer.tenantId} and b.block_type = 'email' and b.date_updated >= ${since}
      and b.date_associated >= ${since} and b.detail ->> 'direction' = 'outbound' and not b.archived
      and ${visibleTo(viewer)}
      and not exists (
        select from blocks later where later.tenant_id = b.tenant_id and later.thread_id = b.thread_id
          and later.block_type = 'email' and later.detail ->> 'direction' = 'outbound'
          and later.date_associated > b.date_associated
      )
      and not exists (
        select from blocks task where task.tenant_id = b.tenant_id and task.parent_id = b.block_id
          and task.block_type = 'task'
      )
    order by b.date_associated desc, b.block_id limit ${MAX_MAILS}`.execute(tx)
  return rows
}
