import type { BlockType } from '../../../platform/client/index.ts'
import { BLOCK_KINDS } from './kinds.ts'
import { toLocalDays } from './zones.ts'

/** A person, company or other tag that a block is linked to. */
export interface LinkedTag {
  _id: string
  alias: string
  tagType: 'person' | 'topic' | 'location' | 'date'
}

/** What lists show of a block. Documents may select less: what is missing is not shown. Times are epoch ms. */
export interface ListedBlock {
  _id: string
  blockType: BlockType
  title?: string | null
  summary?: string | null
  /** The part of the text that a search has found. */
  snippet?: string | null
  dateAssociated?: number | null
  dateCreated?: number | null
  dateUpdated?: number | null
  favorite?: boolean | null
  archived?: boolean | null
  proposed?: boolean | null
  generated?: boolean | null
  uri?: string | null
  application?: string | null
  creator?: { name: string | null; self: boolean } | null
  sharingTags?: readonly { shared?: boolean | null; tag: LinkedTag | null }[] | null
  status?: 'not_started' | 'in_progress' | 'completed' | null
  priority?: boolean | null
  dateDue?: number | null
  unread?: boolean | null
  direction?: string | null
  from?: { email: string | null; friendlyName: string | null } | null
  hasAttachments?: boolean | null
  readStatus?: 'READ' | 'UNREAD' | null
  dateLastMessage?: number | null
  dateStart?: number | null
  dateEnd?: number | null
  allDay?: boolean | null
  /** IANA name of the zone in which the days of an event of whole days are. */
  timeZone?: string | null
  author?: { name: string | null; self: boolean } | null
}

/** Longer titles are cut in lists. */
const MAX_TITLE_LENGTH = 300

const UNTITLED: Partial<Record<BlockType, string>> = {
  email: 'Email without a subject',
  thread: 'Thread without a subject',
  event: 'Event without a title',
  website: 'Web page without a title',
  transcription: 'Meeting without a title',
}

/** Characters without a shape, and those that turn the direction of everything after them. */
const INVISIBLE = /[\p{Cc}\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]+/gu

/** A text from outside in one line: without control characters, invisible ones and repeated spaces. */
export function toLine(text: string | null | undefined): string {
  return (text ?? '').slice(0, 20_000).replace(INVISIBLE, ' ').replace(/\s+/g, ' ').trim()
}

/** The title of a block, or what it is called without one. */
export function titleOf({ blockType, title, summary }: ListedBlock): string {
  const line = toLine(title) || (blockType === 'message' || blockType === 'note' ? toLine(summary) : '')
  if (line) return line.length > MAX_TITLE_LENGTH ? `${line.slice(0, MAX_TITLE_LENGTH).toWellFormed()}…` : line
  return UNTITLED[blockType] ?? `Untitled ${BLOCK_KINDS[blockType].singular}`
}

export function hasTitle(block: Pick<ListedBlock, 'title'>): boolean {
  return toLine(block.title) !== ''
}

/** What says when a block is. */
type DatedBlock = Omit<ListedBlock, 'sharingTags'>

/** Whether the block is an event of whole days, which has no time of day. */
export function isWholeDay({ blockType, allDay, dateStart }: DatedBlock): boolean {
  return blockType === 'event' && allDay === true && typeof dateStart === 'number'
}

/**
 * The time that places a block in a list (epoch ms): when it happens, is due, was sent, or was created. An event of whole days
 * has the beginning of its first day in the person's time zone.
 */
export function dateOf(block: DatedBlock): number | undefined {
  const { blockType, dateDue, dateStart, dateLastMessage, dateAssociated, dateCreated, timeZone } = block
  if (isWholeDay(block)) return toLocalDays({ dateStart: dateStart ?? 0, timeZone }).start
  const own = blockType === 'task' ? dateDue : blockType === 'thread' ? dateLastMessage : dateStart
  return own ?? dateAssociated ?? dateCreated ?? undefined
}

/** Whether an open task should have been done by now. */
export function isOverdue({ dateDue, status }: Pick<ListedBlock, 'dateDue' | 'status'>, now = Date.now()): boolean {
  return dateDue !== undefined && dateDue !== null && dateDue < now && status !== 'completed'
}

export function isUnread({ unread, readStatus }: Pick<ListedBlock, 'unread' | 'readStatus'>): boolean {
  return unread === true || readStatus === 'UNREAD'
}

/** Whether somebody else has access. `ownTagId` is the person's own tag, which everything is shared with. */
export function isShared({ sharingTags }: Pick<ListedBlock, 'sharingTags'>, ownTagId: string | undefined): boolean {
  return sharingTags?.some(({ shared, tag }) => shared === true && tag !== null && tag._id !== ownTagId) ?? false
}

/** Who wrote it, in words: the sender, the author, or whoever created it. */
export function authorOf({ from, author, creator }: ListedBlock): string | undefined {
  const who = author ?? creator
  if (who?.self) return 'You'
  return toLine(from?.friendlyName) || toLine(from?.email) || toLine(who?.name) || undefined
}

/** The people first, then companies and topics; each once, without the person and whoever is named as the author. */
export function linkedTagsOf(block: ListedBlock, ownTagId: string | undefined): LinkedTag[] {
  const author = authorOf(block)
  const tags = new Map<string, LinkedTag>()
  for (const { tag } of block.sharingTags ?? []) {
    if (!tag || tag._id === ownTagId || tag.tagType === 'date' || toLine(tag.alias) === author) continue
    tags.set(tag._id, tag)
  }
  return [...tags.values()].sort((left, right) => rankOf(left) - rankOf(right))
}

function rankOf({ tagType }: LinkedTag): number {
  return tagType === 'person' ? 0 : tagType === 'topic' ? 1 : 2
}
