import type { Cell } from '../../../storage/graph/blocks/record-writes.ts'
import { builder } from '../../builder.ts'
import { loadBlock } from '../child-blocks.ts'
import { defineBlockType } from './block.ts'
import { allowedOperations, RecordOperations } from './record-operations.ts'

interface RecordDetail {
  metadataType?: string
  values?: Cell[]
}

const RecordValueRef = builder.objectRef<Cell>('RecordValue').implement({
  fields: (t) => ({
    name: t.exposeString('name', { nullable: false }),
    value: t.exposeString('value'),
    reasoning: t.exposeString('reasoning', {
      nullable: true,
      description: 'The reasoning, if the value was derived by an AI.',
    }),
  }),
})

export const Record = defineBlockType('record', 'A record of a table.', (t) => ({
  tableId: t.exposeString('parent_id', { nullable: true }),
  metadataType: t.string({ resolve: ({ detail }) => (detail as RecordDetail).metadataType }),
  values: t.field({
    type: [RecordValueRef],
    nullable: { list: false, items: false },
    resolve: ({ detail }) => (detail as RecordDetail).values ?? [],
  }),
  operations: t.field({
    type: RecordOperations,
    nullable: false,
    description: 'The operations that the viewer may perform on the record.',
    resolve: async (record, _args, context) =>
      allowedOperations(await loadBlock(context, record.parent_id), context.viewer, record),
  }),
}))
