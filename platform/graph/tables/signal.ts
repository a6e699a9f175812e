import { omitNullish } from '../../../src/runtime/omit.ts'
import { listSignals, loadSignals, type SignalRow } from '../../storage/graph/blocks/signals.ts'
import { validIds } from '../arguments/ids.ts'
import { parsePageRequest } from '../arguments/paging.ts'
import { type BatchFunction, load } from '../batch-loader.ts'
import { builder } from '../builder.ts'
import { Tag } from '../tags/tag.ts'

export const Signal = builder.objectRef<SignalRow>('Signal').implement({
  description: "The value of a field of a tag's record in a table.",
  fields: (t) => ({
    _id: t.exposeID('signal_id', { nullable: false }),
    tagId: t.exposeString('tag_id', { nullable: false }),
    provider: t.exposeString('provider', { nullable: false }),
    application: t.exposeString('application', { nullable: false }),
    fieldName: t.exposeString('field_name', { nullable: false }),
    name: t.exposeString('field_name', { nullable: false, description: 'Alias of `fieldName`.' }),
    label: t.exposeString('label', { nullable: false }),
    fieldType: t.exposeString('field_type', { nullable: false }),
    value: t.exposeString('value', { nullable: true }),
    reasoning: t.exposeString('reasoning', {
      nullable: true,
      description: 'The reasoning, if the value was derived by an AI.',
    }),
    tableId: t.exposeString('table_id', { nullable: false }),
    recordId: t.exposeString('record_id', { nullable: false }),
    pinned: t.exposeBoolean('pinned', {
      nullable: false,
      description: 'True if a person has pinned the signal; false if a sync has created it.',
    }),
    archived: t.exposeBoolean('archived', { nullable: false }),
    dateUpdated: t.exposeFloat('date_updated', { nullable: false }),
  }),
})

const readSignals: BatchFunction<string, SignalRow[]> = ({ db, viewer }, ids) => loadSignals(db, viewer, ids)

builder.objectField(Tag, 'signals', (t) =>
  t.field({
    type: [Signal],
    nullable: { list: false, items: false },
    description: "Values from the tag's records in tables: pinned ones first, then by last change.",
    resolve: async ({ tag_id }, _args, context) => (await load(context, readSignals, tag_id)) ?? [],
  }),
)

const SignalsInput = builder.inputType('SignalsInput', {
  fields: (t) => ({
    tagIds: t.stringList({ required: true }),
    providers: t.stringList({ description: 'Providers, applications, or provider/application.' }),
    fieldNames: t.stringList(),
    size: t.int(),
    page: t.int(),
  }),
})

builder.queryField('signals', (t) =>
  t.field({
    type: [Signal],
    nullable: { list: true, items: false },
    description: 'Signals of tags that are not archived: pinned ones first, then by last change.',
    args: { input: t.arg({ type: SignalsInput, required: true }) },
    resolve: (_root, { input }, context) =>
      listSignals(
        context.db,
        context.viewer,
        omitNullish({
          ...parsePageRequest(input, context),
          tagIds: validIds(input.tagIds),
          providers: input.providers,
          fieldNames: input.fieldNames,
        }),
      ),
  }),
)
