import { omitNullish } from '../../../src/runtime/omit.ts'
import { type BlockTagSearch, searchTagsOfBlocks } from '../../storage/graph/search/tags-for-blocks.ts'
import { parsePageRequest } from '../arguments/paging.ts'
import { builder } from '../builder.ts'
import { badInput } from '../errors.ts'
import { Tag } from '../tags/tag.ts'
import { filterFields, orderFields } from './filter-input.ts'
import { parseFilters } from './filters.ts'

const SearchTagsForBlocksInput = builder.inputType('SearchTagsForBlocksInput', {
  description: 'Selects blocks as searchGraph does, and tags that are linked to them.',
  fields: (t) => ({
    ...filterFields(t),
    ...orderFields(t),
    sharedOnly: t.boolean({ description: 'If true, only tags that a block is shared with.' }),
    orderByAlias: t.string({ description: 'asc or desc. Only one orderBy field may be given.' }),
    orderByTaskCount: t.string({ description: 'asc or desc.' }),
    size: t.int(),
    page: t.int(),
  }),
})
type Input = Partial<typeof SearchTagsForBlocksInput.$inferInput>

builder.queryField('searchTagsForBlocks', (t) =>
  t.field({
    type: [Tag],
    nullable: { list: true, items: false },
    description: 'Tags that are linked to the matching blocks. By default those with the most blocks come first.',
    args: { input: t.arg({ type: SearchTagsForBlocksInput }) },
    resolve: (_root, { input }, context) => {
      const { sharedOnly, orderByAlias, orderByTaskCount, size, page, smart: _, sort: __, ...filters } = input ?? {}
      const order = parseOrder({ orderByAlias, orderByTaskCount })
      return searchTagsOfBlocks(
        context.db,
        context.viewer,
        omitNullish({
          ...parsePageRequest({ size, page }, context),
          filters: parseFilters(filters, context),
          sharedOnly: sharedOnly ?? false,
          order,
        }),
      )
    },
  }),
)

const ORDERS = { orderByAlias: 'alias', orderByTaskCount: 'taskCount' } as const
type OrderName = keyof typeof ORDERS

function parseOrder(input: Pick<Input, OrderName>): BlockTagSearch['order'] {
  const [first, second] = (Object.keys(ORDERS) as OrderName[]).filter((name) => input[name] != null)
  if (!first) return undefined
  if (second) throw badInput(`input.${second}`, 'one order at a time.')
  const direction = input[first]?.trim().toLowerCase()
  if (direction !== 'asc' && direction !== 'desc') throw badInput(`input.${first}`, 'must be asc or desc.')
  return { by: ORDERS[first], direction }
}
