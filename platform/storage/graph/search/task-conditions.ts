import { type RawBuilder, sql } from 'kysely'
import { anyOf } from './link-conditions.ts'
import type { Viewer } from '../access/visibility.ts'

/** The viewer's own tasks: those assigned to them, and those they created that nobody is assigned to. Times are epoch ms. */
export interface TaskScope {
  /** Only what presses: due before this time, or marked as a priority. */
  pressing?: { dueBefore: number }
  /** Only what needs tidying up: proposed, without a due date, or due before this time. */
  untidy?: { dueBefore: number }
}

/** What is asked of tasks `b`. */
export function taskConditions({ tenantId }: Viewer, tasks: TaskScope | undefined): RawBuilder<boolean>[] {
  if (!tasks) return []
  const { pressing, untidy } = tasks
  const isDueBefore = (time: number) => sql<boolean>`b.date_due < ${time}`
  return [
    sql`(v.assigned or b.creator_id = ${tenantId} and not exists (select from sharing l
      where l.tenant_id = ${tenantId} and l.block_id = v.block_id and l.assigned))`,
    ...(pressing ? [anyOf([isDueBefore(pressing.dueBefore), sql`b.priority`])] : []),
    ...(untidy ? [anyOf([isDueBefore(untidy.dueBefore), sql`b.date_due is null`, sql`b.proposed`])] : []),
  ]
}
