import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { FeedbackTable } from '../../postgres/tables/conversation.ts'
import type { BlockKey, Mutation } from './mutation.ts'

export type FeedbackRow = Pick<Selectable<FeedbackTable>, 'feedback_id' | 'helpful' | 'content'>

/** What the viewer says of a block; said again, it takes the place of what was said before. */
export async function saveFeedback(
  mutation: Mutation,
  block: BlockKey,
  { helpful, content }: { helpful: boolean; content?: string | null },
): Promise<FeedbackRow> {
  return mutation.tx
    .insertInto('feedback')
    .values({
      ...{ tenant_id: block.tenant_id, feedback_id: randomUUID(), block_id: block.block_id },
      ...{ actor_id: mutation.viewer.tenantId, helpful, content: content ?? null, date_created: mutation.now },
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'block_id', 'actor_id'])
        .doUpdateSet({ helpful, ...(content === undefined ? {} : { content }) }),
    )
    .returning(['feedback_id', 'helpful', 'content'])
    .executeTakeFirstOrThrow()
}
