import type { Cell } from '../../../storage/graph/blocks/record-writes.ts'
import { builder } from '../../builder.ts'
import { allowedOperations } from '../../tables/contract.ts'
import { loadBlock } from '../child-blocks.ts'
import { defineBlockType } from './block.ts'
import { RecordOperations } from './record-operations.ts'

interface RecordDetail {
  metadataType?: string
  values?: Cell[]
}

const RecordValueRef = builder.objectRef<Cell>('RecordValue').implement({
  fields: (t) => ({
    name: t.exposeString('name', { nullable: false }),
    value: t.exposeString('value'),
    reasoning: t.exposeString('reasoning', { nullable: true, description: 'Where an AI has derived the value.' }),
  }),
})

export const Record = defineBlockType('record', 'A row of a table.', (t) => ({
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
    description: 'What the viewer may do with it.',
    resolve: async (record, _args, context) =>
      allowedOperations(await loadBlock(context, record.parent_id), context.viewer, record),
  }),
}))
