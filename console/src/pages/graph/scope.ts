import type { BlockType, GraphSearchInput, GraphSearchTagsInput } from '../../../../platform/client/index.ts'
import { EVERYTHING } from '../../graph/everything.ts'
import { NODE_KINDS } from '../../graph-picture/kinds.ts'
import type { NodeKind, Target } from '../../graph-picture/model.ts'
import { addDays, type DayKey, isDayKey, startOfDay } from '../../text/days.ts'
import { BLOCK_KINDS } from '../../text/kinds.ts'

/** Which blocks the picture is made from. All of it must match; it is what the page's address says. */
export interface GraphScope {
  words: string
  kinds: readonly BlockType[]
  tagIds: readonly string[]
  folderIds: readonly string[]
  /** First and last day (YYYY-MM-DD). */
  from?: DayKey | undefined
  to?: DayKey | undefined
}

/** How the picture is looked at. */
export interface GraphLook {
  view: 'picture' | 'list'
  /** Kinds of nodes that are hidden. */
  hidden: readonly NodeKind[]
  selected?: Target | undefined
}

export type GraphAddress = GraphScope & GraphLook

export const NO_SCOPE: GraphScope = { words: '', kinds: [], tagIds: [], folderIds: [] }

/** The API's own limit of nodes, and how many links are legible. */
export const MAX_NODES = 500
export const MAX_LINKS = 2_000

const KINDS = Object.keys(BLOCK_KINDS) as BlockType[]
const NODES = Object.keys(NODE_KINDS) as NodeKind[]
const ID = /^[0-9a-f-]{36}$/i
/** More than one can choose by hand; the rest of a list in an address is ignored. */
const MAX_ENTRIES = 40
const MAX_WORDS_LENGTH = 1_000

/** Reads the address of the page. What is not valid is ignored. Names are those of the search page. */
export function readAddress(params: URLSearchParams): GraphAddress {
  const list = (name: string) => [...new Set((params.get(name) ?? '').split(',').filter(Boolean))].slice(0, MAX_ENTRIES)
  const day = (name: string) => [params.get(name) ?? ''].find(isDayKey)
  return {
    words: params.get('q') ?? '',
    kinds: KINDS.filter((kind) => list('kind').includes(kind)),
    tagIds: list('tag').filter((id) => ID.test(id)),
    folderIds: list('folder').filter((id) => ID.test(id)),
    from: day('from'),
    to: day('to'),
    view: params.get('view') === 'list' ? 'list' : 'picture',
    hidden: NODES.filter((kind) => list('hide').includes(kind)),
    selected: readTarget(list('select')),
  }
}

/** The address of the page. What is not restricted is left out. */
export function writeAddress(address: GraphAddress): URLSearchParams {
  const { view, hidden, selected } = address
  const entries: [string, string][] = [
    ...scopeEntries(address),
    ['view', view === 'list' ? 'list' : ''],
    ['hide', hidden.join(',')],
    ['select', selected ? idsOf(selected).join(',') : ''],
  ]
  return new URLSearchParams(entries.filter(([, value]) => value !== ''))
}

function scopeEntries({ words, kinds, tagIds, folderIds, from, to }: GraphScope): [string, string][] {
  return [
    ['q', words],
    ['kind', kinds.join(',')],
    ['tag', tagIds.join(',')],
    ['folder', folderIds.join(',')],
    ['from', from ?? ''],
    ['to', to ?? ''],
  ]
}

/** The address of the search page for the same blocks. */
export function toSearchPath(scope: GraphScope): string {
  const entries = scopeEntries(scope).filter(([, value]) => value !== '')
  return `/search?${new URLSearchParams(entries)}`
}

function readTarget([first, second]: readonly string[]): Target | undefined {
  if (first === undefined || !ID.test(first)) return undefined
  if (second === undefined) return { type: 'node', id: first }
  return ID.test(second) ? { type: 'link', source: first, target: second } : undefined
}

export function idsOf(target: Target): string[] {
  return target.type === 'node' ? [target.id] : [target.source, target.target]
}

/** What the platform is asked for, without days: the whole time that the slider shows. */
export function toFilters({
  words,
  kinds,
  tagIds,
  folderIds,
}: GraphScope): Omit<GraphSearchTagsInput, 'sort' | 'smart'> {
  const searchString = words.trim().slice(0, MAX_WORDS_LENGTH)
  const isScoped = searchString !== '' || tagIds.length > 0 || folderIds.length > 0
  return {
    ...(searchString === '' ? {} : { searchString }),
    ...(kinds.length > 0 ? { blockTypes: [...kinds] } : {}),
    ...(tagIds.length > 0 ? { tags: tagIds.map((id) => ({ _ids: [id] })) } : {}),
    ...(folderIds.length > 0 ? { folderIds: [...folderIds] } : {}),
    ...(isScoped ? {} : EVERYTHING),
  }
}

/** `toFilters` with the days. */
export function toScopeInput(scope: GraphScope): Omit<GraphSearchTagsInput, 'sort' | 'smart'> {
  const { from, to } = scope
  if (!from && !to) return toFilters(scope)
  const range = {
    ...(from ? { gte: startOfDay(from) } : {}),
    ...(to ? { lt: startOfDay(addDays(to, 1)) } : {}),
  }
  return { ...toFilters(scope), dateAssociated: range }
}

/** The blocks of the scope that are linked to all of these tags, the newest first. */
export function toCommonInput(scope: GraphScope, tagIds: readonly string[]): GraphSearchInput {
  const { orFilters: _everything, ...filters } = toScopeInput(narrow(scope, tagIds))
  return { ...filters, sort: [{ field: 'dateAssociated', order: 'DESC' }] }
}

/** The scope with further tags. */
export function narrow(scope: GraphScope, tagIds: readonly string[]): GraphScope {
  return { ...scope, tagIds: [...new Set([...scope.tagIds, ...tagIds])] }
}

/** Whether nothing is restricted. */
export function isWhole(scope: GraphScope): boolean {
  return scopeEntries(scope).every(([, value]) => value === '')
}

/** With another key the picture begins anew. Days only show a part of the same picture. */
export function toLayoutKey(scope: GraphScope): string {
  return JSON.stringify(toFilters(scope))
}
