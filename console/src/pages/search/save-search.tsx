import { FindTagsDocument, type PickedTagFragment } from '../../documents.ts'
import { useGraphQuery } from '../../graph/use-graph.ts'
import { describeSearch, type FilterNames } from './chips.ts'
import type { SearchCriteria } from './criteria.ts'
import { SaveAsFolder } from './save-as-folder.tsx'

interface SaveSearchProps {
  opened: boolean
  onClose: () => void
  criteria: SearchCriteria
  names: FilterNames
  related: readonly PickedTagFragment[]
}

/** Without people or topics in the filter, as many of the results' are suggested. */
const SUGGESTED = 5

/** Saves the people, companies and topics of the filter as folder, or, without any, those that most results are about. */
export function SaveSearch({ opened, onClose, criteria, names, related }: SaveSearchProps) {
  const { tagIds } = criteria
  const { data } = useGraphQuery(
    FindTagsDocument,
    { input: { _ids: [...tagIds], size: tagIds.length, archived: true } },
    { topics: ['tag'], enabled: opened && tagIds.length > 0 },
  )
  const filtered = data?.searchTags ?? []
  const others = related.filter(({ _id }) => !tagIds.includes(_id))
  const isLoading = tagIds.length > 0 && data === undefined
  return (
    <SaveAsFolder
      opened={opened && !isLoading}
      onClose={onClose}
      suggestedName={describeSearch(criteria, names)}
      tags={[...filtered, ...others]}
      chosen={tagIds.length > 0 ? tagIds : others.slice(0, SUGGESTED).map(({ _id }) => _id)}
    />
  )
}
