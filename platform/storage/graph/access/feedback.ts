import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { omitUndefined } from '../../../../src/runtime/omit.ts'
import type { FeedbackTable } from '../../postgres/tables/conversation.ts'
import type { BlockKey, Mutation } from './mutation.ts'

export type FeedbackRow = Pick<Selectable<FeedbackTable>, 'feedback_id' | 'helpful' | 'content'>

/** Saves the viewer's feedback on a block, replacing their earlier feedback. Undefined `content` leaves the text unchanged. */
export async function saveFeedback(
  mutation: Mutation,
  block: BlockKey,
  { helpful, content }: { helpful: boolean; content?: string | null },
): Promise<FeedbackRow> {
  const upsert = mutation.tx
    .insertInto('feedback')
    .values({
      tenant_id: block.tenant_id,
      feedback_id: randomUUID(),
      block_id: block.block_id,
      actor_id: mutation.viewer.tenantId,
      helpful,
      content: content ?? null,
      date_created: mutation.now,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'block_id', 'actor_id']).doUpdateSet(omitUndefined({ helpful, content })),
    )
    .returning(['feedback_id', 'helpful', 'content'])
  const [saved] = await mutation.sendHome(block.tenant_id)(upsert)
  return saved as FeedbackRow
}
