import { FindBlocksDocument, type FindBlocksQuery, SummarizeFoundDocument } from '../../documents.ts'
import { useGraphPages, useGraphQuery } from '../../graph/use-graph.ts'
import type { SearchCriteria } from './criteria.ts'
import { toFilters, toInput } from './input.ts'

const PAGE_SIZE = 40
const MAX_RELATED = 15

export type FoundBlock = NonNullable<FindBlocksQuery['searchGraph']>[number]

/** The blocks that are found. Those of the last search are shown until the new ones are there. */
export function useFoundBlocks(criteria: SearchCriteria) {
  const words = criteria.words.trim()
  const { rows: blocks, ...pages } = useGraphPages(FindBlocksDocument, toInput(criteria), {
    topics: ['block'],
    pick: ({ searchGraph }) => searchGraph,
    variables: { words: words.slice(0, 1_000), hasWords: words !== '' },
    size: PAGE_SIZE,
    showPrevious: true,
    // The numbers beside the list take longer, and the list does not wait for them.
    batch: false,
  })
  return { ...pages, blocks }
}

/** How many blocks are found, and the people, companies and topics that most of them are about. */
export function useSummary(criteria: SearchCriteria) {
  const filters = toFilters(criteria)
  const query = useGraphQuery(
    SummarizeFoundDocument,
    { input: filters, tags: { ...filters, size: MAX_RELATED } },
    { topics: ['block', 'tag'], showPrevious: true },
  )
  return {
    count: query.data?.searchGraphCount ?? undefined,
    related: query.data?.searchTagsForBlocks ?? [],
    isPrevious: query.isPlaceholderData,
  }
}
