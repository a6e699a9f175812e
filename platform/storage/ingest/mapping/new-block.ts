import type { PersonReference } from '../../../../src/contract/index.ts'
import type { BlockType } from '../../postgres/tables/index.ts'
import type { KeyedItem } from '../reconcile.ts'

/** A block to be written: the part of its row that is determined by a provider's item. */
export interface NewBlock extends KeyedItem {
  kind: BlockType
  externalId: string
  /** Key of the parent block, which is in the same page. */
  parentKey?: string
  /** Key of the block it was created from, which is in the same page. */
  originKey?: string
  title: string
  text?: string | undefined
  uri?: string | undefined
  threadId?: string | undefined
  status?: string | undefined
  proposed?: true
  dateStart?: number | undefined
  dateEnd?: number | undefined
  dateDue?: number | undefined
  /** The time the content belongs to (epoch ms). Absent: the time it was first saved. */
  dateAssociated?: number | undefined
  detail: Record<string, unknown>
  large?: Record<string, unknown>
  /** Texts to search in addition to the title. */
  search: readonly (string | undefined)[]
  people: readonly (PersonReference | undefined)[]
  /** The sender, organizer or author. Absent: nobody is named. */
  creator?: PersonReference | undefined
  /** Whether the connected person wrote it, whatever address it names. */
  isOwn?: boolean
  /** The assignee of a task. */
  assigned?: PersonReference | undefined
  /** The vendor's id of the tag that an insight record belongs to. */
  tagExternalId?: string
}

/** The blocks of a page, and the counts and warnings of items that became no block. */
export interface MappedPage {
  blocks: NewBlock[]
  /** Items that were left out because they are stored as they are. */
  unchanged: number
  skipped: number
  failed: number
  warnings: string[]
}

/** What the mapping needs in addition to the items. */
export interface MappingContext {
  /** Address of the connected account. */
  accountEmail: string
  /** The time zone of the tenant. */
  timeZone: string
}

const MAX_SNIPPET_LENGTH = 500

/** The beginning of a text, for lists. */
export function toSnippet(text: string | undefined): string | undefined {
  return text?.slice(0, MAX_SNIPPET_LENGTH).toWellFormed()
}

const MAX_INDEXED_BYTES = 1_000

/** The name if it fits into an index entry, else undefined. */
export function toIndexable(name: string | undefined): string | undefined {
  return name !== undefined && Buffer.byteLength(name) <= MAX_INDEXED_BYTES ? name : undefined
}

/** Rounds to whole milliseconds, as times are stored. */
export function toWholeMs(time: number | undefined): number | undefined {
  return time === undefined ? undefined : Math.round(time)
}
