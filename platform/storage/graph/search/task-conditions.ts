import { type RawBuilder, sql } from 'kysely'
import { anyOf } from '../../postgres/conditions.ts'
import type { Viewer } from '../access/visibility.ts'
import type { TaskScope } from './filters.ts'

/** The conditions of a task scope on tasks `b` with visible links `v`. */
export function taskConditions({ tenantId }: Viewer, tasks: TaskScope | undefined): RawBuilder<boolean>[] {
  if (!tasks) return []
  const { pressing, untidy } = tasks
  const isDueBefore = (time: number) => sql<boolean>`b.date_due < ${time}`
  return [
    // A task that a sync brought without its author belongs to the person whose connection it came through.
    sql`(v.assigned or (b.creator_id = ${tenantId} or b.creator_id is null and b.tenant_id = ${tenantId})
      and not exists (select from sharing l where l.tenant_id = ${tenantId} and l.block_id = v.block_id and l.assigned))`,
    ...(pressing ? [anyOf([isDueBefore(pressing.dueBefore), sql`b.priority`])] : []),
    ...(untidy ? [anyOf([isDueBefore(untidy.dueBefore), sql`b.date_due is null`, sql`b.proposed`])] : []),
  ]
}
