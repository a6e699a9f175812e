import type { GraphQLResolveInfo } from 'graphql'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import type { BlockRow } from '../../storage/graph/access/visibility.ts'
import { countBlocks, searchBlocks } from '../../storage/graph/search/blocks.ts'
import { type Order, SORT_FIELDS, type SortKey } from '../../storage/graph/search/order.ts'
import type { BlockType } from '../../storage/postgres/tables/index.ts'
import { parsePageRequest } from '../arguments/paging.ts'
import { selectedColumns } from '../blocks/selected-columns.ts'
import { Block } from '../blocks/types/block.ts'
import { Note } from '../blocks/types/note.ts'
import { Task } from '../blocks/types/task.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { badInput } from '../errors.ts'
import { prefetchFields } from '../prefetch.ts'
import { type GraphSearch, GraphSearchInput } from './filter-input.ts'
import { parseFilters } from './filters.ts'

builder.queryField('searchGraph', (t) =>
  t.field({
    type: [Block],
    nullable: { list: true, items: false },
    description: 'With a search string the best matches come first, otherwise the last changed blocks.',
    args: { input: t.arg({ type: GraphSearchInput }) },
    resolve: (_root, { input }, context, info) => search(input ?? {}, context, info),
  }),
)

builder.queryField('searchGraphCount', (t) =>
  t.int({
    description: 'The number of blocks that searchGraph matches. Order, size and page are ignored.',
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
    description: 'Like searchGraph, for tasks and notes only.',
    args: { input: t.arg({ type: GraphSearchInput }) },
    resolve: (_root, { input }, context, info) => {
      const blockTypes = input?.blockTypes?.filter((type) => type && TASKS_AND_NOTES.includes(type))
      return search({ ...input, blockTypes: blockTypes ?? [...TASKS_AND_NOTES] }, context, info)
    },
  }),
)

async function search(input: GraphSearch, context: GraphContext, info: GraphQLResolveInfo): Promise<BlockRow[]> {
  const page = parsePageRequest(input, context)
  const order = parseOrder(input)
  const filters = parseFilters(input, context)
  const query = omitUndefined({ ...page, filters, order })
  const blocks = await searchBlocks(context.db, context.viewer, query, selectedColumns(info))
  await prefetchFields(context, info, blocks)
  return blocks
}

type SortOption = NonNullable<NonNullable<GraphSearch['sort']>[number]>

/** The requested order; undefined for the default order. Of several entries for a field the first counts. Throws BAD_USER_INPUT. */
function parseOrder({ sort, smart }: GraphSearch): Order | undefined {
  const keys = (sort ?? []).flatMap((option, index) => (option ? [parseSortKey(option, index)] : []))
  const distinct = keys.filter((key, index) => keys.findIndex(({ field }) => field === key.field) === index)
  if (distinct.length > 0) return distinct
  return smart ? 'smart' : undefined
}

function parseSortKey({ field, order }: SortOption, index: number): SortKey {
  const sortField = SORT_FIELDS.find((name) => name === field)
  if (!sortField) throw badInput(`input.sort[${index}].field`, `must be one of ${SORT_FIELDS.join(', ')}.`)
  const defaultOrder = sortField === 'relevance' ? 'DESC' : 'ASC'
  return { field: sortField, direction: (order ?? defaultOrder) === 'DESC' ? 'desc' : 'asc' }
}
