import type { BlockRow } from '../../storage/graph/access/visibility.ts'
import { countBlocks, searchBlocks } from '../../storage/graph/search/blocks.ts'
import type { BlockType } from '../../storage/postgres/tables/index.ts'
import { parseSlice } from '../arguments/paging.ts'
import { Block } from '../blocks/types/block.ts'
import { Note } from '../blocks/types/note.ts'
import { Task } from '../blocks/types/task.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { type GraphSearch, GraphSearchInput } from './filter-input.ts'
import { parseFilters } from './filters.ts'
import { parseOrder } from './search-order.ts'

builder.queryField('searchGraph', (t) =>
  t.field({
    type: [Block],
    nullable: { list: true, items: false },
    description: 'A search lists the best matches first, everything else what has changed last.',
    args: { input: t.arg({ type: GraphSearchInput }) },
    resolve: (_root, { input }, context) => search(input ?? {}, context),
  }),
)

builder.queryField('searchGraphCount', (t) =>
  t.int({
    description: 'How many blocks there are for searchGraph. Order, size and page are ignored.',
    args: { input: t.arg({ type: GraphSearchInput }) },
    resolve: (_root, { input }, context) => countBlocks(context.db, context.viewer, parseFilters(input ?? {}, context)),
  }),
)

const TaskOrNote = builder.unionType('TaskOrNote', {
  types: [Task, Note],
  resolveType: ({ block_type }) => (block_type === 'task' ? Task : Note),
})
const TASKS_AND_NOTES: readonly BlockType[] = ['task', 'note']

builder.queryField('searchTasksAndNotes', (t) =>
  t.field({
    type: [TaskOrNote],
    nullable: { list: true, items: false },
    description: 'searchGraph for tasks and notes.',
    args: { input: t.arg({ type: GraphSearchInput }) },
    resolve: (_root, { input }, context) => {
      const blockTypes = input?.blockTypes?.filter((type) => type && TASKS_AND_NOTES.includes(type))
      return search({ ...input, blockTypes: blockTypes ?? [...TASKS_AND_NOTES] }, context)
    },
  }),
)

function search(input: GraphSearch, context: GraphContext): Promise<BlockRow[]> {
  const slice = parseSlice(input, context)
  const order = parseOrder(input)
  const filters = parseFilters(input, context)
  return searchBlocks(context.db, context.viewer, { ...slice, filters, ...(order ? { order } : {}) })
}
