import { omitNullish } from '../../../src/runtime/omit.ts'
import type { BlockFilters, BlockReferenceFilter, LinkFilter } from '../../storage/graph/search/filters.ts'
import { toNumberFilter, toStringFilter } from '../arguments/filters.ts'
import { validIds } from '../arguments/ids.ts'
import { parseSearch } from '../arguments/text.ts'
import type { GraphContext } from '../context.ts'
import { badInput } from '../errors.ts'
import type { GraphFilters, TagFilterItem } from './filter-input.ts'
import { hasPreset, taskFilters } from './task-presets.ts'

/** The maximum number of entries of a list. */
const MAX_ENTRIES = 1_000
/** The maximum number of entries of `emails` that compare with more than a whole address: each is compared with every person. */
const MAX_PATTERNS = 50
/** The maximum number of links in `tags` and `orFilters` together. */
const MAX_LINKS = 50
const SHARING_APPROACHES = [0, 1, 2]

/** Members that may be absent, undefined or null, as in GraphQL inputs. */
type Nullish<Members extends object> = { [Name in keyof Members]?: Members[Name] | null | undefined }

/**
 * Parses the filters of a search. An input without a scope searches the default scope, with a warning. Throws
 * BAD_USER_INPUT at the path of the invalid argument.
 */
export function parseFilters(input: GraphFilters, context: GraphContext): BlockFilters {
  checkListLengths(input)
  const filters = omitNullish({ ...toStateFilters(input), ...taskFilters(input, context), ...toScopeFilters(input) })
  if (isScoped(input)) return filters
  const message = 'The input has no scope, so only your own content and that of your favorite tags is searched.'
  context.warnings.push({ code: 'DEFAULT_SCOPE', message })
  return { ...filters, isDefault: true }
}

function checkListLengths(input: GraphFilters): void {
  for (const [name, value] of Object.entries(input)) checkLength(value, `input.${name}`)
  const patternCount = input.emails?.filter(isPattern).length ?? 0
  if (patternCount > MAX_PATTERNS) {
    throw badInput('input.emails', `may have at most ${MAX_PATTERNS} entries that have more than eq.`)
  }
  const groupedTags = input.orFilters?.flatMap((group) => group.tags ?? []) ?? []
  if ((input.tags?.length ?? 0) + groupedTags.length > MAX_LINKS) {
    const argument = groupedTags.length > 0 ? 'input.orFilters' : 'input.tags'
    throw badInput(argument, `may have at most ${MAX_LINKS} links, together with the other lists of tags.`)
  }
}

function isPattern(filter: object): boolean {
  return Object.entries(filter).some(([name, value]) => name !== 'eq' && value != null)
}

function checkLength(value: unknown, argument: string): void {
  if (!Array.isArray(value) || value.length <= MAX_ENTRIES) return
  throw badInput(argument, `may have at most ${MAX_ENTRIES} entries.`)
}

/** Whether the input has a scope, in the specification's sense: a filter that names something to search in. */
function isScoped(input: GraphFilters): boolean {
  const { tags, tagIds, orFilters, _ids, folderIds, threadIds, uris, parentId, parentReferenceBlock } = input
  const { originReferenceBlock, originReferenceTagId } = input
  const scopes = [tagIds, orFilters, _ids, folderIds, threadIds, uris, parentId, parentReferenceBlock]
  return (
    [...scopes, originReferenceBlock, originReferenceTagId].some((scope) => scope != null) ||
    (tags?.length ?? 0) > 0 ||
    searchText(input) !== undefined ||
    hasPreset(input)
  )
}

/** The search string; undefined if it is blank. */
function searchText({ searchString, search }: GraphFilters): string | undefined {
  return searchString == null ? parseSearch('input.search', search) : parseSearch('input.searchString', searchString)
}

function toScopeFilters(input: GraphFilters): Nullish<BlockFilters> {
  const parent = mergeReferences({ id: input.parentId }, input.parentReferenceBlock)
  const origin = mergeReferences(input.originReferenceBlock)
  const [originTagId] = input.originReferenceTagId == null ? [] : validIds([input.originReferenceTagId])
  const matchesNothing = [parent, origin].includes('nothing') || (input.originReferenceTagId != null && !originTagId)
  return {
    text: searchText(input),
    tags: toTagFilters(input),
    orTags: input.orFilters?.map((group, index) => toLinkFilters(group.tags, `input.orFilters[${index}].tags`)),
    folderIds: toIds(input.folderIds),
    blockIds: matchesNothing ? [] : toIds(input._ids),
    threadIds: input.threadIds,
    uris: input.uris,
    parent: parent === 'nothing' ? undefined : parent,
    origin: origin === 'nothing' ? undefined : origin,
    originTagId,
  }
}

type Reference = Nullish<BlockReferenceFilter> | null | undefined

/** The filter for all of the references; `nothing` if they contradict each other or an id is malformed. */
function mergeReferences(...references: Reference[]): BlockReferenceFilter | 'nothing' | undefined {
  const ids = references.flatMap((reference) => reference?.id ?? [])
  const distinctIds = new Set(validIds(ids))
  if (ids.length > 0 && (distinctIds.size !== 1 || validIds(ids).length < ids.length)) return 'nothing'
  const [id] = distinctIds
  const [blockType] = references.flatMap((reference) => reference?.blockType ?? [])
  return id || blockType ? omitNullish({ id, blockType }) : undefined
}

function toTagFilters({ tags, tagIds }: GraphFilters): LinkFilter[] | undefined {
  const ids = toIds(tagIds)
  if (!tags && !ids) return undefined
  return [...toLinkFilters(tags, 'input.tags'), ...(ids ? [{ tagIds: ids }] : [])]
}

function toLinkFilters(items: MaybeList<TagFilterItem>, path: string): LinkFilter[] {
  return (items ?? []).map((item, index) => toLinkFilter(item, `${path}[${index}]`))
}

function toLinkFilter(
  { _ids, assigned, pinned, shared, sharingApproaches: approaches }: TagFilterItem,
  path: string,
): LinkFilter {
  checkLength(_ids, `${path}._ids`)
  if (approaches && !approaches.every((approach) => SHARING_APPROACHES.includes(approach))) {
    throw badInput(`${path}.sharingApproaches`, `may contain ${SHARING_APPROACHES.join(', ')}.`)
  }
  return omitNullish({ tagIds: toIds(_ids), assigned, pinned, shared, approaches })
}

function toStateFilters(input: GraphFilters): Nullish<BlockFilters> {
  const { favorite, snoozed, template, proposed, generated, archived } = input
  const dates = omitNullish({
    created: toNumberFilter(input.dateCreated),
    updated: toNumberFilter(input.dateUpdated),
    due: toNumberFilter(input.dateDue),
    associated: toNumberFilter(input.dateAssociated),
    any: toNumberFilter(input.dateMatch),
  })
  return {
    favorite,
    snoozed,
    template,
    proposed,
    generated,
    archived,
    dates,
    blockTypes: input.blockTypes,
    statuses: input.statuses,
    applications: input.applications,
    emails: input.emails?.map((email, index) => toStringFilter(`input.emails[${index}]`, email) ?? {}),
  }
}

function toIds(texts: MaybeList<string>): string[] | undefined {
  return texts ? [...new Set(validIds(texts))] : undefined
}

type MaybeList<Entry> = readonly Entry[] | null | undefined
