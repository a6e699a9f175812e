import { omitUndefined } from '../../../../src/runtime/omit.ts'
import { MAX_LENGTHS, parseText } from '../../arguments/text.ts'
import { builder } from '../../builder.ts'
import { badInput } from '../../errors.ts'
import { ReferenceBlockInput } from '../../values/block-reference.ts'
import { nullToDefault, parseTitle, unlessEmpty } from '../field-writers.ts'
import { SharingTagInput } from '../types/sharing-tag.ts'
import { Workflow } from '../types/workflow.ts'
import { writeDependencies } from './dependencies.ts'
import { upsertBlock } from './upsert-block.ts'

const MAX_STEPS = 100

const WorkflowStepInput = builder.inputType('WorkflowStepInput', {
  fields: (t) => ({ title: t.string({ required: true }), text: t.string() }),
})

const UpsertWorkflowInput = builder.inputType('UpsertWorkflowInput', {
  fields: (t) => ({
    _id: t.id({ description: 'Omit to create a workflow; an unused UUID creates a workflow with that id.' }),
    title: t.string(),
    trigger: t.string({ description: 'What triggers the workflow.' }),
    enabled: t.boolean({ description: 'Defaults to true.' }),
    steps: t.field({ type: [WorkflowStepInput], description: 'All steps, in their order.' }),
    startsFrom: t.field({ type: [ReferenceBlockInput], description: 'All blocks that the workflow starts from.' }),
    sharingTags: t.field({
      type: [SharingTagInput],
      description: 'Links to add or to change; other links are left unchanged.',
    }),
  }),
})

type Input = typeof UpsertWorkflowInput.$inferInput

builder.mutationField('upsertOneWorkflow', (t) =>
  t.field({
    type: Workflow,
    description:
      'Creates a workflow, or changes the fields that are given. Archiving a block that it starts from asks for ' +
      'confirmation. The platform stores workflows; applications run them.',
    args: { input: t.arg({ type: UpsertWorkflowInput, required: true }) },
    resolve: (_root, { input }, context) =>
      upsertBlock(context, {
        type: 'workflow',
        noun: 'The workflow',
        id: input._id,
        sharingTags: input.sharingTags,
        fields: () => omitUndefined({ title: parseTitle(input.title), detail: unlessEmpty(parseDetail(input)) }),
        afterWrite: (mutation, workflow) =>
          writeDependencies(mutation, workflow, 'starts', 'input.startsFrom', input.startsFrom),
      }),
  }),
)

/** The members of `detail`; null removes a member. */
function parseDetail({ trigger, enabled, steps }: Input) {
  return omitUndefined({
    trigger: parseText('input.trigger', trigger, MAX_LENGTHS.summary),
    enabled: nullToDefault(true, enabled),
    steps: steps === null ? null : parseSteps(steps),
  })
}

function parseSteps(steps: Input['steps']) {
  if ((steps?.length ?? 0) > MAX_STEPS) throw badInput('input.steps', `must be at most ${MAX_STEPS} steps.`)
  return steps?.map(({ title, text }, index) =>
    omitUndefined({
      title: parseText(`input.steps[${index}].title`, title, MAX_LENGTHS.title),
      text: parseText(`input.steps[${index}].text`, text ?? undefined, MAX_LENGTHS.content),
    }),
  )
}
