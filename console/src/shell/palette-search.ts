import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import {
  FindRecentTagsDocument,
  PaletteSearchDocument,
  type PaletteSearchQuery,
  type PickedTagFragment,
} from '../documents.ts'
import { useGraphQuery } from '../graph/use-graph.ts'
import { titleOf, toLine } from '../text/blocks.ts'
import { mentions } from '../text/highlight.ts'
import { BLOCK_KINDS } from '../text/kinds.ts'
import { identityOf, nameOfKind } from '../text/tags.ts'
import type { PaletteEntry, PaletteGroup } from './palette-entries.ts'

type Entry = PaletteEntry<PickedTagFragment>
type FoundBlock = NonNullable<PaletteSearchQuery['searchGraph']>[number]

const DEBOUNCE_MS = 120
const MAX_TAGS = 5
const MAX_BLOCKS = 6
const MAX_LABEL_LENGTH = 120

/** What is in the graph under the text that was typed; without text, the people and companies met last. */
export function usePaletteSearch(text: string) {
  const navigate = useNavigate()
  const typed = text.trim().slice(0, 1_000)
  const [searchString] = useDebouncedValue(typed, DEBOUNCE_MS)
  const isSearching = typed !== ''
  const recent = useGraphQuery(FindRecentTagsDocument, {}, { topics: ['tag'], enabled: !isSearching })
  const found = useGraphQuery(
    PaletteSearchDocument,
    { tags: { searchString, size: MAX_TAGS }, blocks: { searchString, size: MAX_BLOCKS } },
    { topics: ['tag', 'block'], enabled: isSearching && searchString !== '', showPrevious: true },
  )
  const toTagEntry = (tag: PickedTagFragment): Entry => ({
    id: `tag:${tag._id}`,
    label: shorten(toLine(tag.alias) || 'Unnamed'),
    description: identityOf(tag) || nameOfKind(tag),
    sign: { tag },
    run: () => navigate(`/tags/${tag._id}`),
  })
  const everything: Entry = {
    id: 'search',
    label: `Search everything for “${shorten(typed)}”`,
    sign: { icon: IconSearch },
    run: () => navigate(`/search?${new URLSearchParams({ q: typed })}`),
  }
  const toBlockEntry = (block: FoundBlock): Entry => ({
    id: `block:${block._id}`,
    label: shorten(titleOf(block)),
    description: BLOCK_KINDS[block.blockType].singular,
    sign: { blockType: block.blockType },
    run: () => navigate(`/blocks/${block._id}`),
  })
  // Of an earlier search only what has the words is shown: Enter must not open what was not meant.
  const isComplete = typed === searchString && !found.isPlaceholderData
  const isMeant = ({ label, description = '' }: Entry) => isComplete || mentions(`${label} ${description}`, typed)
  const tags = found.data?.searchTags?.map(toTagEntry) ?? []
  const blocks = found.data?.searchGraph?.map(toBlockEntry) ?? []
  const groups: PaletteGroup<PickedTagFragment>[] = isSearching
    ? [
        { label: 'People, companies and topics', entries: tags.filter(isMeant) },
        { label: 'Found', entries: blocks.filter(isMeant) },
        { label: 'More', entries: [everything] },
      ]
    : [{ label: 'Met last', entries: recent.data?.recentTags?.slice(0, MAX_TAGS).map(toTagEntry) ?? [] }]
  return {
    groups,
    isLoading: isSearching && (typed !== searchString || found.isFetching),
    error: isSearching ? found.error : undefined,
  }
}

function shorten(text: string): string {
  return text.length > MAX_LABEL_LENGTH ? `${text.slice(0, MAX_LABEL_LENGTH).toWellFormed()}…` : text
}
