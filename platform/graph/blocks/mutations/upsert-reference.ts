import { omitUndefined } from '../../../../src/runtime/omit.ts'
import { builder } from '../../builder.ts'
import { badInput } from '../../errors.ts'
import { ReferenceBlockInput } from '../../values/block-reference.ts'
import { parseTitle } from '../field-writers.ts'
import { Reference } from '../types/reference.ts'
import { SharingTagInput } from '../types/sharing-tag.ts'
import { writeDependencies } from './dependencies.ts'
import { upsertBlock } from './upsert-block.ts'

const UpsertReferenceInput = builder.inputType('UpsertReferenceInput', {
  fields: (t) => ({
    _id: t.id({ description: 'Omit to create a reference; an unused UUID creates a reference with that id.' }),
    title: t.string(),
    referenceBlock: t.field({ type: ReferenceBlockInput, description: 'Required for a new reference.' }),
    sharingTags: t.field({
      type: [SharingTagInput],
      description: 'Links to add or to change; other links are left unchanged.',
    }),
  }),
})

builder.mutationField('upsertOneReference', (t) =>
  t.field({
    type: Reference,
    description:
      'Creates a block that refers to another one, or changes the fields that are given. Archiving the other block asks ' +
      'for confirmation.',
    args: { input: t.arg({ type: UpsertReferenceInput, required: true }) },
    resolve: (_root, { input }, context) => {
      const { _id: id, referenceBlock, sharingTags } = input
      return upsertBlock(context, {
        type: 'reference',
        noun: 'The reference',
        id,
        sharingTags,
        fields: (_mutation, existing) => {
          if (referenceBlock === null || (!existing && !referenceBlock)) {
            throw badInput('input.referenceBlock', 'is required.')
          }
          return omitUndefined({ title: parseTitle(input.title) })
        },
        afterWrite: (mutation, reference) =>
          writeDependencies(mutation, reference, 'refers', 'input.referenceBlock', referenceBlock && [referenceBlock]),
      })
    },
  }),
)
