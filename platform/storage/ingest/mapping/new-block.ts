import type { PersonReference } from '../../../../src/contract/index.ts'
import type { BlockType } from '../../postgres/tables/index.ts'
import type { KeyedItem } from '../reconcile.ts'

/** A block as a provider's item describes it: everything of the row that the item decides. */
export interface NewBlock extends KeyedItem {
  kind: BlockType
  externalId: string
  /** Key of the block it is part of, which is in the same page. */
  parentKey?: string
  /** Key of the block it was made from, which is in the same page. */
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
  /** The day the content belongs to; absent: the day it came. */
  dateAssociated?: number | undefined
  detail: Record<string, unknown>
  large?: Record<string, unknown>
  /** What it is found by besides its title. */
  search: readonly (string | undefined)[]
  people: readonly (PersonReference | undefined)[]
  /** Who is to do it. */
  assigned?: PersonReference | undefined
  /** The vendor's id of the tag that a row of insight belongs to. */
  tagExternalId?: string
}

/** A page's items as blocks, and what became of the items that are none. */
export interface MappedPage {
  blocks: NewBlock[]
  skipped: number
  failed: number
  warnings: string[]
}

/** What an item is read with. */
export interface MappingContext {
  /** Address of the connected account. */
  accountEmail: string
}

const MAX_SNIPPET_LENGTH = 500

/** The beginning of a text, as lists show it. */
export function toSnippet(text: string | undefined): string | undefined {
  return text?.slice(0, MAX_SNIPPET_LENGTH).toWellFormed()
}

const MAX_INDEXED_BYTES = 1_000

/** A name that an index has to hold; a longer one is none. */
export function toIndexable(name: string | undefined): string | undefined {
  return name !== undefined && Buffer.byteLength(name) <= MAX_INDEXED_BYTES ? name : undefined
}

/** Times are whole milliseconds in the store. */
export function toWholeMs(time: number | undefined): number | undefined {
  return time === undefined ? undefined : Math.round(time)
}
