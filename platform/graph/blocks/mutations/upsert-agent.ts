import { omitUndefined } from '../../../../src/runtime/omit.ts'
import { MAX_LENGTHS, parseText } from '../../arguments/text.ts'
import { builder } from '../../builder.ts'
import { ReferenceBlockInput } from '../../values/block-reference.ts'
import { nullToDefault, parseTitle, unlessEmpty } from '../field-writers.ts'
import { Agent } from '../types/agent.ts'
import { SharingTagInput } from '../types/sharing-tag.ts'
import { writeDependencies } from './dependencies.ts'
import { upsertBlock } from './upsert-block.ts'

const UpsertAgentInput = builder.inputType('UpsertAgentInput', {
  fields: (t) => ({
    _id: t.id({ description: 'Omit to create an agent; an unused UUID creates an agent with that id.' }),
    title: t.string(),
    instructions: t.string(),
    enabled: t.boolean({ description: 'Defaults to true.' }),
    watching: t.field({ type: [ReferenceBlockInput], description: 'All blocks that the agent watches.' }),
    sharingTags: t.field({
      type: [SharingTagInput],
      description: 'Links to add or to change; other links are left unchanged.',
    }),
  }),
})

builder.mutationField('upsertOneAgent', (t) =>
  t.field({
    type: Agent,
    description:
      'Creates an agent, or changes the fields that are given. Archiving a block that it watches asks for confirmation.',
    args: { input: t.arg({ type: UpsertAgentInput, required: true }) },
    resolve: (_root, { input }, context) =>
      upsertBlock(context, {
        type: 'agent',
        noun: 'The agent',
        id: input._id,
        sharingTags: input.sharingTags,
        fields: () => omitUndefined({ title: parseTitle(input.title), detail: unlessEmpty(parseDetail(input)) }),
        afterWrite: (mutation, agent) =>
          writeDependencies(mutation, agent, 'watches', 'input.watching', input.watching),
      }),
  }),
)

/** The members of `detail`; null removes a member. */
function parseDetail({ instructions, enabled }: typeof UpsertAgentInput.$inferInput) {
  return omitUndefined({
    instructions: parseText('input.instructions', instructions, MAX_LENGTHS.content),
    enabled: nullToDefault(true, enabled),
  })
}
