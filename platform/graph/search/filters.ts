import type { BlockFilters, BlockReferenceFilter, LinkFilter } from '../../storage/graph/search/filters.ts'
import { toNumberFilter, toStringFilter } from '../arguments/filters.ts'
import { validIds } from '../arguments/ids.ts'
import type { GraphContext } from '../context.ts'
import { badInput } from '../errors.ts'
import type { GraphFilters, TagFilterItem } from './filter-input.ts'
import { type Given, given } from './given.ts'
import { hasPreset, taskFilters } from './task-presets.ts'

/** What may be asked for at a time: entries of a list, and links in `tags` and `orFilters` together. */
const MAX_ENTRIES = 1_000
const MAX_LINKS = 50
const APPROACHES = [0, 1, 2]

/**
 * What an input means to the store. Where nothing says where to search, that is the default scope, and the caller is
 * warned. Throws BAD_USER_INPUT at the path of what is wrong.
 */
export function parseFilters(input: GraphFilters, context: GraphContext): BlockFilters {
  refuseLongLists(input)
  const filters = given({ ...states(input), ...taskFilters(input, context), ...places(input) })
  if (isScoped(input)) return filters
  const message = 'Nothing says where to search, so it is your own content and that of your favorite tags.'
  context.warnings.push({ code: 'DEFAULT_SCOPE', message })
  return { ...filters, isDefault: true }
}

function refuseLongLists(input: GraphFilters): void {
  for (const [name, value] of Object.entries(input)) refuseLong(value, `input.${name}`)
  const inGroups = input.orFilters?.flatMap((group) => group.tags ?? []) ?? []
  if ((input.tags?.length ?? 0) + inGroups.length > MAX_LINKS) {
    const argument = inGroups.length > 0 ? 'input.orFilters' : 'input.tags'
    throw badInput(argument, `at most ${MAX_LINKS} links may be asked for at a time.`)
  }
}

function refuseLong(value: unknown, argument: string): void {
  if (!Array.isArray(value) || value.length <= MAX_ENTRIES) return
  throw badInput(argument, `may have at most ${MAX_ENTRIES} entries.`)
}

/** What the specification calls a scope: what names something to search in. */
function isScoped(input: GraphFilters): boolean {
  const { tags, tagIds, orFilters, _ids, folderIds, threadIds, uris, parentId, parentReferenceBlock } = input
  const { originReferenceBlock, originReferenceTagId } = input
  const named = [tagIds, orFilters, _ids, folderIds, threadIds, uris, parentId, parentReferenceBlock]
  return (
    [...named, originReferenceBlock, originReferenceTagId].some((filter) => filter != null) ||
    (tags?.length ?? 0) > 0 ||
    textOf(input) !== undefined ||
    hasPreset(input)
  )
}

/** A search that is blank asks for nothing. */
function textOf({ searchString, search }: GraphFilters): string | undefined {
  const text = searchString ?? search
  return text?.trim() ? text : undefined
}

function places(input: GraphFilters): Given<BlockFilters> {
  const parent = referenceOf({ id: input.parentId }, input.parentReferenceBlock)
  const origin = referenceOf(input.originReferenceBlock)
  const [originTagId] = input.originReferenceTagId == null ? [] : validIds([input.originReferenceTagId])
  const isNowhere = [parent, origin].includes('nowhere') || (input.originReferenceTagId != null && !originTagId)
  return {
    text: textOf(input),
    tags: tagsOf(input),
    orTags: input.orFilters?.map((group, at) => linksOf(group.tags, `input.orFilters[${at}].tags`)),
    folderIds: idsOf(input.folderIds),
    blockIds: isNowhere ? [] : idsOf(input._ids),
    threadIds: input.threadIds,
    uris: input.uris,
    parent: parent === 'nowhere' ? undefined : parent,
    origin: origin === 'nowhere' ? undefined : origin,
    originTagId,
  }
}

type Reference = Given<BlockReferenceFilter> | null | undefined

/** What all of the references name together; `nowhere` when they contradict each other, or an id is none. */
function referenceOf(...references: Reference[]): BlockReferenceFilter | 'nowhere' | undefined {
  const ids = references.flatMap((reference) => reference?.id ?? [])
  const known = new Set(validIds(ids))
  if (ids.length > 0 && (known.size !== 1 || validIds(ids).length < ids.length)) return 'nowhere'
  const [id] = known
  const [blockType] = references.flatMap((reference) => reference?.blockType ?? [])
  return id || blockType ? given({ id, blockType }) : undefined
}

function tagsOf({ tags, tagIds }: GraphFilters): LinkFilter[] | undefined {
  const ids = idsOf(tagIds)
  if (!tags && !ids) return undefined
  return [...linksOf(tags, 'input.tags'), ...(ids ? [{ tagIds: ids }] : [])]
}

function linksOf(items: Listed<TagFilterItem>, path: string): LinkFilter[] {
  return (items ?? []).map((item, at) => linkOf(item, `${path}[${at}]`))
}

function linkOf(
  { _ids, assigned, pinned, shared, sharingApproaches: approaches }: TagFilterItem,
  path: string,
): LinkFilter {
  refuseLong(_ids, `${path}._ids`)
  if (approaches && !approaches.every((approach) => APPROACHES.includes(approach))) {
    throw badInput(`${path}.sharingApproaches`, `may hold ${APPROACHES.join(', ')}.`)
  }
  return given({ tagIds: idsOf(_ids), assigned, pinned, shared, approaches })
}

function states(input: GraphFilters): Given<BlockFilters> {
  const { favorite, snoozed, template, proposed, generated, archived } = input
  const dates = given({
    created: toNumberFilter(input.dateCreated),
    updated: toNumberFilter(input.dateUpdated),
    due: toNumberFilter(input.dateDue),
    associated: toNumberFilter(input.dateAssociated),
    any: toNumberFilter(input.dateMatch),
  })
  return {
    ...{ favorite, snoozed, template, proposed, generated, archived, dates },
    blockTypes: input.blockTypes,
    statuses: input.statuses,
    emails: input.emails?.map((email) => toStringFilter(email) ?? {}),
  }
}

function idsOf(texts: Listed<string>): string[] | undefined {
  return texts ? [...new Set(validIds(texts))] : undefined
}

type Listed<Entry> = readonly Entry[] | null | undefined
