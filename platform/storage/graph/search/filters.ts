import type { NumberFilter, StringFilter } from '../../postgres/conditions.ts'
import type { BlockType } from '../../postgres/tables/index.ts'

/**
 * Filters of a block search, combined with AND; absent filters do not restrict. A list matches if any of its entries
 * does, so an empty list matches nothing. The exception is `tags`, all of which must match. Ids are lower-case UUIDs,
 * times are epoch ms.
 */
export interface BlockFilters {
  blockIds?: readonly string[]
  blockTypes?: readonly BlockType[]
  /** The block must have each of these links. */
  tags?: readonly LinkFilter[]
  /** Groups of links: the block must have all links of at least one group. */
  orTags?: readonly (readonly LinkFilter[])[]
  /** The viewer's folders: the block must be linked to a tag in one of them. */
  folderIds?: readonly string[]
  /** Words that the block must contain. The last one also matches as a prefix. */
  text?: string
  threadIds?: readonly string[]
  uris?: readonly string[]
  /** At least one email address of the people on the block must match one of these filters. */
  emails?: readonly StringFilter[]
  parent?: BlockReferenceFilter
  origin?: BlockReferenceFilter
  originTagId?: string
  statuses?: readonly string[]
  /** Whether the viewer has marked the block as a favorite. */
  favorite?: boolean
  snoozed?: boolean
  template?: boolean
  proposed?: boolean
  generated?: boolean
  /** The applications that blocks were imported by. */
  applications?: readonly string[]
  /** If true, archived blocks match too. */
  archived?: boolean
  dates?: DateFilters
  tasks?: TaskScope
  /** If true, only blocks that the viewer created or that are linked to one of the viewer's favorite tags. */
  isDefault?: boolean
}

export interface BlockReferenceFilter {
  id?: string
  blockType?: BlockType
}

/** A link of a block to one of the viewer's tags. All conditions must hold for the same link. */
export interface LinkFilter {
  /** The link goes to any of these tags. */
  tagIds?: readonly string[]
  shared?: boolean
  assigned?: boolean
  pinned?: boolean
  /** How the link was made: 0 typed in the editor, 1 explicitly, 2 by the system. */
  approaches?: readonly number[]
}

/** Conditions on the dates of a block, in epoch ms. A missing date matches no condition. */
export interface DateFilters {
  created?: NumberFilter
  updated?: NumberFilter
  due?: NumberFilter
  associated?: NumberFilter
  /** Matches if the associated, start, due or created date does. */
  any?: NumberFilter
}

/** The viewer's own tasks: those assigned to them, and unassigned ones that they created. Times are epoch ms. */
export interface TaskScope {
  /** Only urgent tasks: due before this time, or marked as a priority. */
  pressing?: { dueBefore: number }
  /** Only tasks that need attention: proposed, without a due date, or due before this time. */
  untidy?: { dueBefore: number }
}

/** A field of tags or records, by its name and where it comes from. */
export interface FieldName {
  /** The name of a provider or of an application, or `provider/application`. */
  provider: string
  /** The application's name, where the provider alone is ambiguous. */
  application?: string
  fieldName: string
}

export interface FieldFilter extends FieldName {
  stringFilter?: StringFilter
  numberFilter?: NumberFilter
  isNull?: boolean
}

export interface FieldSort extends FieldName {
  direction: 'ASC' | 'DESC'
}

export type { NumberFilter, StringFilter } from '../../postgres/conditions.ts'
