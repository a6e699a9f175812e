import { saveViewerState } from '../../../storage/graph/access/viewer-state.ts'
import type { BlockRow } from '../../../storage/graph/access/visibility.ts'
import { builder } from '../../builder.ts'
import type { GraphContext } from '../../context.ts'
import { lockVisible, withMutation } from '../../with-mutation.ts'
import { findVisibleBlock } from '../find-block.ts'
import { Block } from '../types/block.ts'

const FavoriteBlockInput = builder.inputType('FavoriteBlockInput', {
  fields: (t) => ({ _id: t.string({ required: true }), favorite: t.boolean({ required: true }) }),
})

const FavoriteBlock = builder.objectRef<{ block: BlockRow; favorite: boolean }>('FavoriteBlock').implement({
  fields: (t) => ({ block: t.expose('block', { type: Block }), favorite: t.exposeBoolean('favorite') }),
})

builder.mutationField('favoriteBlock', (t) =>
  t.field({
    type: FavoriteBlock,
    description: 'Favorites are private to the viewer.',
    args: { input: t.arg({ type: FavoriteBlockInput, required: true }) },
    resolve: (_root, { input }, context) => favoriteBlock(context, input),
  }),
)

async function favoriteBlock(context: GraphContext, { _id, favorite }: typeof FavoriteBlockInput.$inferInput) {
  await withMutation(context, async (mutation) =>
    saveViewerState(mutation, await lockVisible(mutation, _id), { favorite }),
  )
  return { block: await findVisibleBlock(context, _id), favorite }
}
