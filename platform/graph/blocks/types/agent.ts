import { ReferenceBlock } from '../../values/block-reference.ts'
import { loadReferencedBlocks } from '../child-blocks.ts'
import { defineBlockType } from './block.ts'

interface AgentDetail {
  instructions?: string
  enabled?: boolean
}

export const Agent = defineBlockType('agent', 'Acts automatically when the blocks that it watches change.', (t) => ({
  instructions: t.string({ resolve: ({ detail }) => (detail as AgentDetail).instructions }),
  watching: t.field({
    type: [ReferenceBlock],
    nullable: { list: false, items: false },
    resolve: (agent, _args, context) => loadReferencedBlocks(context, agent),
  }),
  enabled: t.boolean({ resolve: ({ detail }) => (detail as AgentDetail).enabled ?? true }),
}))
