import type { Item } from '../feed.ts'

/** A line of what is now, or will be. */
export interface Line {
  label: string
  value: string
  /** A page of the console. */
  to?: string
}

/** A recommendation in words. */
export interface Description {
  /** What accepting does. */
  effect: string
  /** How it is now, and how it will be. Both empty if nothing changes. */
  before: readonly Line[]
  after: readonly Line[]
  /** The verb of the button. */
  accept: string
  /** The page that the button leads to, where the person does it themselves. */
  to?: string
  /** Whether accepting creates a note or a task that can be taken back. */
  isUndoable?: boolean
}

const UNTITLED = 'Untitled'

export function nameOfTag({ tags }: Item, id: string): string {
  return tags.find(({ _id }) => _id === id)?.alias || 'somebody who is gone'
}

export function titleOfBlock({ blocks }: Item, id: string): string | undefined {
  const block = blocks.find(({ _id }) => _id === id)
  return block && (block.title || UNTITLED)
}

/** Such as “Ada, Bo and Cy”. */
export function joinNames(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}

export function quote(text: string | null | undefined): string {
  return `“${text || UNTITLED}”`
}

export function tagLine(label: string, item: Item, id: string): Line {
  return { label, value: nameOfTag(item, id), to: `/tags/${id}` }
}

/** The first letters of a long text. */
export function shorten(text: string, length = 400): string {
  return text.length <= length ? text : `${text.slice(0, length).trimEnd()}…`
}
