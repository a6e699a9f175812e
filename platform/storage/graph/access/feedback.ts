import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { FeedbackTable } from '../../postgres/tables/conversation.ts'
import type { BlockKey, Edit } from './mutation.ts'

export type FeedbackRow = Pick<Selectable<FeedbackTable>, 'feedback_id' | 'helpful' | 'content'>

/** What the viewer says of a block; said again, it takes the place of what was said before. */
export async function giveFeedback(
  edit: Edit,
  block: BlockKey,
  { helpful, content }: { helpful: boolean; content?: string | null },
): Promise<FeedbackRow> {
  return edit.tx
    .insertInto('feedback')
    .values({
      ...{ tenant_id: block.tenant_id, feedback_id: randomUUID(), block_id: block.block_id },
      ...{ actor_id: edit.viewer.tenantId, helpful, content: content ?? null, date_created: edit.now },
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'block_id', 'actor_id'])
        .doUpdateSet({ helpful, ...(content === undefined ? {} : { content }) }),
    )
    .returning(['feedback_id', 'helpful', 'content'])
    .executeTakeFirstOrThrow()
}
