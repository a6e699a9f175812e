import { toIds } from '../../storage/graph/access/derived-access.ts'
import type { BlockRow } from '../../storage/graph/access/visibility.ts'
import { type LinkColumn, type LinkRow, type LinkSelection, loadLinks } from '../../storage/graph/blocks/links.ts'
import type { TagRow } from '../../storage/graph/tags/rows.ts'
import { type BatchFunction, load, mapLoaded, prefetch, prefetched, prime, shareByKey } from '../batch-loader.ts'
import type { GraphContext } from '../context.ts'
import type { SelectionInfo } from '../field-needs.ts'
import { cacheBySelection, selectedColumnNames, selectedFields, selectionOf } from '../selection.ts'
import { prefetchTags, selectedTagColumnNames, selectedTagReader } from '../tags/tag.ts'

type LinksReader = BatchFunction<string, LinkRow[]>

const share = shareByKey<string, LinkRow[]>()

/**
 * Reads columns of links, by default all, and with them the tags that a field selects. Fields that select the same share a
 * reader.
 */
function linksReader(columns?: LinkSelection['columns'], tagField?: SelectionInfo): LinksReader {
  const tagColumns = tagField && selectedTagColumnNames(tagField)
  return share(JSON.stringify([columns, tagColumns]), () => {
    const tagReader = tagField && selectedTagReader(tagField)
    return async (context, ids) => {
      const { links, tags } = await loadLinks(context.db, context.viewer, ids, { columns, tagColumns })
      if (tagReader) prime(context, tagReader, tags)
      return links
    }
  })
}

/** Reads what the fields of links need that a field returns. */
const selectedLinksReader = cacheBySelection((info): LinksReader => {
  // The tag's id is read in any case.
  const names = selectedColumnNames(info)?.filter((name) => name !== 'tag_id')
  // A field that may be skipped loads its tags itself.
  const tagField = selectedFields(info).find(({ field, node }) => field.name === 'tag' && !node.directives?.length)
  return linksReader(names?.toSorted() as LinkColumn[] | undefined, tagField && selectionOf(info, tagField))
})

/** Reads the links whose tags a field returns. */
const selectedTagsReader = cacheBySelection((info): LinksReader => linksReader([], info))

/** Reads all columns, for resolvers that do not return links. */
const readLinks = linksReader()

type Loadable<Value> = Promise<Value> | Value

function loadBy(reader: LinksReader, context: GraphContext, { block_id }: BlockRow): Loadable<LinkRow[]> {
  return mapLoaded(load(context, reader, block_id), (links) => links ?? [])
}

const prefetchedBy = (reader: LinksReader, context: GraphContext, { block_id }: BlockRow): readonly LinkRow[] =>
  prefetched(context, reader, block_id) ?? []

/** Loads the viewer's links from a block to tags of the viewer's own graph. */
export const loadSharingTags = (context: GraphContext, block: BlockRow): Loadable<LinkRow[]> =>
  loadBy(readLinks, context, block)

/** The same for a field that returns them: with the columns and the tags that it selects. */
export const loadSelectedLinks = (context: GraphContext, block: BlockRow, info: SelectionInfo): Loadable<LinkRow[]> =>
  loadBy(selectedLinksReader(info), context, block)

export const prefetchSelectedLinks = (
  context: GraphContext,
  blocks: readonly BlockRow[],
  info: SelectionInfo,
): Promise<void> => prefetch(context, selectedLinksReader(info), toIds(blocks))

export const prefetchedSelectedLinks = (
  context: GraphContext,
  block: BlockRow,
  info: SelectionInfo,
): readonly LinkRow[] => prefetchedBy(selectedLinksReader(info), context, block)

/** Loads the tags that a block is linked to, without those that have been merged into others since. */
export const loadTagsOfBlock = (context: GraphContext, block: BlockRow, info: SelectionInfo): Loadable<TagRow[]> =>
  mapLoaded(loadBy(selectedTagsReader(info), context, block), (links) => loadTagsOf(context, links, info))

export async function prefetchTagsOfBlocks(
  context: GraphContext,
  blocks: readonly BlockRow[],
  info: SelectionInfo,
): Promise<void> {
  const reader = selectedTagsReader(info)
  await prefetch(context, reader, toIds(blocks))
  const links = blocks.flatMap((block) => prefetchedBy(reader, context, block))
  await prefetchTags(context, links, info)
}

export function prefetchedTagsOfBlock(context: GraphContext, block: BlockRow, info: SelectionInfo): readonly TagRow[] {
  const links = prefetchedBy(selectedTagsReader(info), context, block)
  const reader = selectedTagReader(info)
  return links.flatMap(({ tag_id }) => prefetched(context, reader, tag_id) ?? [])
}

function loadTagsOf(context: GraphContext, links: readonly LinkRow[], info: SelectionInfo): Loadable<TagRow[]> {
  const reader = selectedTagReader(info)
  const tags = links.map(({ tag_id }) => load(context, reader, tag_id))
  const present = (all: readonly (TagRow | undefined)[]) => all.filter((tag) => tag !== undefined)
  return tags.some((tag) => tag instanceof Promise)
    ? Promise.all(tags).then(present)
    : present(tags as readonly (TagRow | undefined)[])
}
