import type { ShownShareFragment } from '../../documents.ts'

/** Levels of access (sharingLevel of the specification). */
export const LEVELS = [
  { level: 0, label: 'Can view', does: 'reads it, comments and reacts' },
  { level: 1, label: 'Can edit', does: 'also changes and shares it' },
  { level: 2, label: 'Owner', does: 'also decides who else owns it' },
] as const

const NO_ACCESS = -1
const EDITOR = 1

export function levelLabel(level: number): string {
  return LEVELS.find((entry) => entry.level === level)?.label ?? `Level ${level}`
}

/** The person's own level of access; -1 without any. */
export function ownLevelOf(shares: readonly ShownShareFragment[], ownTagId: string | undefined): number {
  const own = shares.find(({ tagId, shared }) => tagId === ownTagId && shared)
  return own?.sharingLevel ?? NO_ACCESS
}

/** The levels that a person with this access may grant, none for readers. */
export function grantableLevels(ownLevel: number): readonly number[] {
  return ownLevel < EDITOR ? [] : LEVELS.map(({ level }) => level).filter((level) => level <= ownLevel)
}

/** Why somebody's access cannot be changed, or undefined if it can. */
export function refusalOf(share: ShownShareFragment, ownLevel: number): string | undefined {
  if (ownLevel < EDITOR) return 'This is shared with you to view only. Ask an owner to change who sees it.'
  if (share.shared && share.sharingLevel > ownLevel) return 'Only an owner can change an owner’s access.'
  return undefined
}

/** Those who see the block, owners first; the person themselves first of all. */
export function splitShares(shares: readonly ShownShareFragment[], ownTagId: string | undefined) {
  const byName = [...shares].sort((a, b) => (a.tag?.alias ?? '').localeCompare(b.tag?.alias ?? ''))
  const rank = ({ tagId, sharingLevel }: ShownShareFragment) => (tagId === ownTagId ? -3 : -sharingLevel)
  const viewers = byName.filter(({ shared }) => shared).sort((a, b) => rank(a) - rank(b))
  return { viewers, linked: byName.filter(({ shared }) => !shared) }
}

/** What ending somebody's access does. */
export function unshareConsequence(name: string, kind: string): string {
  return (
    `${name} can no longer open this ${kind}, and of its comments sees only their own. ` +
    'It disappears from their pages at once, also where they have it open. What they have written stays.'
  )
}

export function leaveConsequence(kind: string): string {
  return (
    `This ${kind} disappears from your pages, and nobody else loses it. ` +
    'To see it again, you need somebody with access to share it with you.'
  )
}
