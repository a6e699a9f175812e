import type { BlockRow } from '../../storage/graph/access/visibility.ts'
import { builder } from '../builder.ts'
import { Block } from './types/block.ts'

/** The result of mutations that change a block. */
export const BlockResult = builder.objectRef<{ block: BlockRow | undefined }>('BlockAnswer').implement({
  fields: (t) => ({
    block: t.field({
      type: Block,
      nullable: true,
      description: 'The block after the change; null if the viewer can no longer see it.',
      resolve: ({ block }) => block,
    }),
  }),
})
