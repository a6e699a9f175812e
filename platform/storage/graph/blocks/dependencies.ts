import { sql } from 'kysely'
import type { BlockKey, Mutation } from '../access/mutation.ts'
import { visibleTo } from '../access/visibility.ts'

/** How a block depends on another: an agent watches it, a workflow starts from it, a reference refers to it. */
export type DependencyKind = 'watches' | 'starts' | 'refers'

/**
 * Replaces the blocks that a locked block depends on. Targets that the viewer cannot see stay, because the viewer cannot
 * have meant them.
 */
export async function replaceDependencies(
  mutation: Mutation,
  { tenant_id, block_id }: BlockKey,
  kind: DependencyKind,
  targetIds: readonly string[],
): Promise<void> {
  const { viewer, now } = mutation
  const write = mutation.write(tenant_id)
  await write(sql`
    delete from block_links l
    where l.tenant_id = ${tenant_id} and l.source_id = ${block_id} and l.kind = ${kind}
      and l.target_id <> all(${targetIds}::uuid[])
      and exists (select from sharing v where ${visibleTo(viewer)} and v.block_id = l.target_id)`)
  await write(sql`
    insert into block_links (tenant_id, source_id, target_id, kind, date_created)
    select ${tenant_id}, ${block_id}, target.id, ${kind}, ${now}::bigint + target.place
    from unnest(${targetIds}::uuid[]) with ordinality as target (id, place)
    on conflict (tenant_id, source_id, target_id, kind) do nothing`)
}
