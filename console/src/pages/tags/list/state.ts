import type { SearchTagsInput } from '../../../../../platform/client/index.ts'
import { COMPANY_SUBTYPE } from '../../../text/kinds.ts'

/** What a list of tags is about. */
export type ListKind = 'people' | 'companies'

interface Sort {
  value: string
  label: string
  input: SearchTagsInput
}

/** The orders of a list; the first one is the default. */
export const SORTS = [
  { value: 'changed', label: 'Recently changed', input: { orderByDateUpdated: 'desc' } },
  { value: 'name', label: 'Name', input: { orderByAlias: 'asc' } },
  { value: 'name-desc', label: 'Name, from Z to A', input: { orderByAlias: 'desc' } },
  { value: 'tasks', label: 'Most open tasks', input: { orderByTaskCount: 'desc' } },
  { value: 'new', label: 'Newest', input: { orderByDateCreated: 'desc' } },
] as const satisfies readonly Sort[]

/** Which part of a list is shown, as in its address. */
export interface ListState {
  search: string
  sort: (typeof SORTS)[number]['value']
  folderIds: readonly string[]
  onlyFavorites: boolean
  onlyWithTasks: boolean
  withArchived: boolean
}

export const DEFAULT_STATE: ListState = {
  search: '',
  sort: SORTS[0].value,
  folderIds: [],
  onlyFavorites: false,
  onlyWithTasks: false,
  withArchived: false,
}

export function readState(parameters: URLSearchParams): ListState {
  const sort = SORTS.find(({ value }) => value === parameters.get('sort'))
  return {
    search: parameters.get('q') ?? '',
    sort: sort?.value ?? DEFAULT_STATE.sort,
    folderIds: parameters.getAll('folder'),
    onlyFavorites: parameters.has('favorites'),
    onlyWithTasks: parameters.has('tasks'),
    withArchived: parameters.has('archived'),
  }
}

/** The parameters of the address, without what is the default. Others, which are not of the list, stay. */
export function writeState(state: ListState, previous: URLSearchParams): URLSearchParams {
  const parameters = new URLSearchParams(previous)
  for (const name of ['q', 'sort', 'folder', 'favorites', 'tasks', 'archived']) parameters.delete(name)
  if (state.search.trim() !== '') parameters.set('q', state.search)
  if (state.sort !== DEFAULT_STATE.sort) parameters.set('sort', state.sort)
  for (const id of state.folderIds) parameters.append('folder', id)
  if (state.onlyFavorites) parameters.set('favorites', '')
  if (state.onlyWithTasks) parameters.set('tasks', '')
  if (state.withArchived) parameters.set('archived', '')
  return parameters
}

/** What is requested. While something is searched for, the best matches come first, then the order. */
export function toSearchInput(kind: ListKind, state: ListState): SearchTagsInput {
  const { search, sort, folderIds, onlyFavorites, onlyWithTasks, withArchived } = state
  const order = SORTS.find(({ value }) => value === sort)?.input ?? {}
  return {
    ...(kind === 'people' ? { tagType: 'person' } : { tagSubType: COMPANY_SUBTYPE }),
    ...(search.trim() === '' ? {} : { searchString: search.trim() }),
    ...order,
    ...(folderIds.length === 0 ? {} : { folderIds: [...folderIds] }),
    ...(onlyFavorites ? { favorite: true } : {}),
    ...(onlyWithTasks ? { hasTasks: true } : {}),
    ...(withArchived ? { archived: true } : {}),
  }
}

/** Whether anything but the order differs from the default. */
export function isFiltered({ search, folderIds, onlyFavorites, onlyWithTasks }: ListState): boolean {
  return search.trim() !== '' || folderIds.length > 0 || onlyFavorites || onlyWithTasks
}
