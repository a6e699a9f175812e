import type { BlockRow } from '../../storage/graph/access/visibility.ts'
import { builder } from '../builder.ts'
import { Block } from './types/block.ts'

/** What a change of a block is answered with. */
export const BlockResult = builder.objectRef<{ block: BlockRow | undefined }>('BlockAnswer').implement({
  fields: (t) => ({
    block: t.field({
      type: Block,
      nullable: true,
      description: 'As it is now; null: the viewer does not see it any more.',
      resolve: ({ block }) => block,
    }),
  }),
})
