import { builder } from '../../builder.ts'
import { ReferenceBlock } from '../../values/block-reference.ts'
import { loadReferencedBlocks } from '../child-blocks.ts'
import { defineBlockType } from './block.ts'

interface Step {
  title: string
  text?: string
}

interface WorkflowDetail {
  steps?: Step[]
  trigger?: string
  enabled?: boolean
}

const WorkflowStep = builder.objectRef<Step>('WorkflowStep').implement({
  fields: (t) => ({ title: t.exposeString('title'), text: t.exposeString('text', { nullable: true }) }),
})

export const Workflow = defineBlockType('workflow', 'Steps that run one after another.', (t) => ({
  steps: t.field({
    type: [WorkflowStep],
    nullable: { list: false, items: false },
    resolve: ({ detail }) => (detail as WorkflowDetail).steps ?? [],
  }),
  trigger: t.string({
    description: 'What triggers the workflow.',
    resolve: ({ detail }) => (detail as WorkflowDetail).trigger,
  }),
  startsFrom: t.field({
    type: [ReferenceBlock],
    nullable: { list: false, items: false },
    description: 'The visible blocks that the workflow starts from.',
    resolve: (workflow, _args, context) => loadReferencedBlocks(context, workflow),
  }),
  enabled: t.boolean({ resolve: ({ detail }) => (detail as WorkflowDetail).enabled ?? true }),
}))
