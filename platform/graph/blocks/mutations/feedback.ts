import { omitUndefined } from '../../../../src/runtime/omit.ts'
import { type FeedbackRow, saveFeedback } from '../../../storage/graph/access/feedback.ts'
import { MAX_LENGTHS, parseText } from '../../arguments/text.ts'
import { builder } from '../../builder.ts'
import type { GraphContext } from '../../context.ts'
import { ReferenceBlockInput } from '../../values/block-reference.ts'
import { withMutation } from '../../with-mutation.ts'
import { lockReference } from '../references.ts'

const BlockFeedback = builder.objectRef<FeedbackRow>('BlockFeedback').implement({
  description: "A viewer's feedback on a block.",
  fields: (t) => ({
    _id: t.exposeID('feedback_id', { nullable: false }),
    helpful: t.exposeBoolean('helpful', { nullable: false }),
    content: t.exposeString('content', { nullable: true }),
  }),
})

const AddBlockFeedbackInput = builder.inputType('AddBlockFeedbackInput', {
  fields: (t) => ({
    referenceBlock: t.field({ type: ReferenceBlockInput, required: true }),
    helpful: t.boolean({ required: true }),
    content: t.string(),
  }),
})

builder.mutationField('addBlockFeedback', (t) =>
  t.field({
    type: BlockFeedback,
    description: 'A viewer has one feedback per block; new feedback replaces the previous one.',
    args: { input: t.arg({ type: AddBlockFeedbackInput, required: true }) },
    resolve: (_root, { input }, context) => addFeedback(context, input),
  }),
)

function addFeedback(context: GraphContext, input: typeof AddBlockFeedbackInput.$inferInput): Promise<FeedbackRow> {
  const { helpful, referenceBlock } = input
  const content = parseText('input.content', input.content, MAX_LENGTHS.content)
  return withMutation(context, async (mutation) => {
    const block = await lockReference(mutation, 'input.referenceBlock', referenceBlock)
    return saveFeedback(mutation, block, { helpful, ...omitUndefined({ content }) })
  })
}
