import type { BlockType } from '../../postgres/tables/index.ts'

/**
 * Which blocks; all that is given must hold, what is left out does not restrict. A list is fulfilled by any of its
 * entries, so an empty one by nothing; of `tags` each must hold. Ids are lower-cased UUIDs, times epoch ms.
 */
export interface BlockFilters {
  blockIds?: readonly string[]
  blockTypes?: readonly BlockType[]
  /** Links that the block has, each of them. */
  tags?: readonly LinkFilter[]
  /** Groups of links: the block has all links of one of them. */
  orTags?: readonly (readonly LinkFilter[])[]
  /** The viewer's folders: the block is linked to one of their tags. */
  folderIds?: readonly string[]
  /** Words, all of which stand in the block; the last one may be the beginning of one. */
  text?: string
  threadIds?: readonly string[]
  uris?: readonly string[]
  /** One of the addresses of the people on the block is like this. */
  emails?: readonly StringFilter[]
  parent?: BlockReferenceFilter
  origin?: BlockReferenceFilter
  originTagId?: string
  statuses?: readonly string[]
  /** As the viewer has marked it. */
  favorite?: boolean
  snoozed?: boolean
  template?: boolean
  proposed?: boolean
  generated?: boolean
  /** True: archived blocks too. */
  archived?: boolean
  dates?: DateFilters
  tasks?: TaskScope
  /** Only what the viewer has created, and what is linked to one of the viewer's favorite tags. */
  isDefault?: boolean
}

export interface BlockReferenceFilter {
  id?: string
  blockType?: BlockType
}

/** A link of a block to a tag of the viewer's. All that is given must hold of the same link. */
export interface LinkFilter {
  /** Any of them. */
  tagIds?: readonly string[]
  shared?: boolean
  assigned?: boolean
  pinned?: boolean
  /** 0 typed in the editor, 1 explicit, 2 by the system. */
  approaches?: readonly number[]
}

/** Conditions on a block's dates, in epoch ms. A date that is missing fulfils none. */
export interface DateFilters {
  created?: NumberFilter
  updated?: NumberFilter
  due?: NumberFilter
  associated?: NumberFilter
  /** On any one of them: associated, start, due or created. */
  any?: NumberFilter
}

/** The viewer's own tasks: those assigned to them, and those they created that nobody is assigned to. Times are epoch ms. */
export interface TaskScope {
  /** Only what presses: due before this time, or marked as a priority. */
  pressing?: { dueBefore: number }
  /** Only what needs tidying up: proposed, without a due date, or due before this time. */
  untidy?: { dueBefore: number }
}

/** Conditions on a number; all that are given must hold. */
export interface NumberFilter {
  gt?: number
  gte?: number
  eq?: number
  lte?: number
  lt?: number
}

/** Conditions on a text, in any case of its letters; all that are given must hold. */
export interface StringFilter {
  eq?: string
  contains?: string
  startsWith?: string
  endsWith?: string
}
