import {
  AddTagsToFolderDocument,
  ArchiveOneFolderDocument,
  type FolderFieldsFragment,
  FoldersDocument,
  RemoveTagsFromFolderDocument,
  UpsertOneFolderDocument,
} from '../../../platform/client/index.ts'
import { useGraphMutation, useGraphQuery } from '../graph/use-graph.ts'

export type Folder = FolderFieldsFragment

/** More folders than one reads through; the platform returns at most this many at a time. */
const MAX_FOLDERS = 500
/** Not among the events of the feed: lists of folders are loaded again by what is done here. */
const TOPICS = ['folders'] as const

/** All folders of the person, by position and name. */
export function useFolders({ enabled = true, archived = false } = {}) {
  const query = useGraphQuery(
    FoldersDocument,
    { input: { size: MAX_FOLDERS, ...(archived ? { archived } : {}) } },
    { topics: [...TOPICS, 'tag'], enabled },
  )
  return { ...query, folders: query.data?.folders ?? undefined }
}

export const useUpsertFolder = () => useGraphMutation(UpsertOneFolderDocument, { topics: TOPICS })
export const useArchiveFolder = () => useGraphMutation(ArchiveOneFolderDocument, { topics: TOPICS })
export const useAddTags = () => useGraphMutation(AddTagsToFolderDocument, { topics: TOPICS })
export const useRemoveTags = () => useGraphMutation(RemoveTagsFromFolderDocument, { topics: TOPICS })
