import { blockType } from './block.ts'
import { targetsOfBlock } from '../child-blocks.ts'
import { ReferenceBlock } from '../../values/block-reference.ts'

interface AgentDetail {
  instructions?: string
  enabled?: boolean
}

export const Agent = blockType('agent', 'Does something by itself when what it watches changes.', (t) => ({
  instructions: t.string({ resolve: ({ detail }) => (detail as AgentDetail).instructions }),
  watching: t.field({
    type: [ReferenceBlock],
    nullable: { list: false, items: false },
    resolve: (agent, _args, context) => targetsOfBlock(context, agent),
  }),
  enabled: t.boolean({ resolve: ({ detail }) => (detail as AgentDetail).enabled ?? true }),
}))
