import type { TablerIcon } from '@tabler/icons-react'
import type { BlockType } from '../../../platform/client/index.ts'
import { foldText, toSearchWords } from '../text/highlight.ts'

/** What is shown before an entry. */
export type EntrySign<Tag> = { icon: TablerIcon | undefined } | { tag: Tag } | { blockType: BlockType }

/** Something that the palette can open or do. */
export interface PaletteEntry<Tag = never> {
  /** Unique in the palette. */
  id: string
  label: string
  description?: string | undefined
  sign: EntrySign<Tag>
  /** Other words by which it is found. */
  keywords?: readonly string[] | undefined
  run: () => unknown
}

/** Entries under a heading. */
export interface PaletteGroup<Tag = never> {
  label: string
  entries: readonly PaletteEntry<Tag>[]
}

/**
 * The entries whose label or keywords contain words that begin with all words of a text, in any order. Those whose label
 * begins with the text come first.
 */
export function matchEntries<Tag>(entries: readonly PaletteEntry<Tag>[], text: string): PaletteEntry<Tag>[] {
  const words = toSearchWords(text)
  if (words.length === 0) return text.trim() === '' ? [...entries] : []
  const start = words.join(' ')
  return entries
    .filter(({ label, keywords = [] }) => {
      const offered = toSearchWords([label, ...keywords].join(' '))
      return words.every((word) => offered.some((candidate) => candidate.startsWith(word)))
    })
    .sort((left, right) => Number(!begins(left, start)) - Number(!begins(right, start)))
}

function begins({ label }: { label: string }, start: string): boolean {
  return foldText(label).startsWith(start)
}

/** The groups that have entries. */
export function shownGroups<Tag>(groups: readonly PaletteGroup<Tag>[]): PaletteGroup<Tag>[] {
  return groups.filter(({ entries }) => entries.length > 0)
}

/**
 * The id of the entry that is `step` further than the selected one, going on at the other end. Without a selected one among
 * the entries it is the first.
 */
export function nextEntry(ids: readonly string[], selected: string | undefined, step: number): string | undefined {
  const index = selected === undefined ? -1 : ids.indexOf(selected)
  if (index < 0) return step < 0 ? ids.at(-1) : ids[0]
  return ids[(index + step + ids.length) % ids.length]
}
