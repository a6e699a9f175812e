import { ApplicationNamesDocument, FindTagsDocument } from '../../documents.ts'
import { useFolders } from '../../folders/use-folders.ts'
import { useGraphQuery } from '../../graph/use-graph.ts'
import type { FilterNames } from './chips.ts'
import type { SearchCriteria } from './criteria.ts'

/** What the tags, folders and applications of a search are called. */
export function useNames({ tagIds, folderIds }: SearchCriteria): FilterNames {
  const tags = useGraphQuery(
    FindTagsDocument,
    { input: { _ids: [...tagIds], size: tagIds.length, archived: true } },
    { topics: ['tag'], enabled: tagIds.length > 0, showPrevious: true },
  )
  const { folders } = useFolders({ enabled: folderIds.length > 0 })
  const applications = useApplications()
  return {
    tags: new Map(tags.data?.searchTags?.map(({ _id, alias }) => [_id, alias])),
    folders: new Map(folders?.map(({ _id, name }) => [_id, name])),
    applications: new Map(applications.map(({ name, label }) => [name, label])),
  }
}

/** The applications that can be connected. */
export function useApplications() {
  const { data } = useGraphQuery(ApplicationNamesDocument, {}, { topics: ['connections'] })
  return data?.applications ?? []
}
