import type { SharingTagInput } from '../../../../platform/client/index.ts'
import { ownLevelOf } from '../../collaboration/sharing/rules.ts'
import type { ShownShareFragment } from '../../documents.ts'

export type Assignee = { tagId: string } | { email: string }

const EDITOR = 1
/** A deliberate link (sharingApproach of the specification). */
const EXPLICIT = 1

/** Assigns a task to somebody, who can then edit it, as far as the person themselves can. More access is not taken away. */
export function toAssignment(
  whom: Assignee,
  shares: readonly ShownShareFragment[],
  ownTagId: string | undefined,
): SharingTagInput {
  const current = 'tagId' in whom ? shares.find(({ tagId }) => tagId === whom.tagId) : undefined
  const granted = Math.max(0, Math.min(EDITOR, ownLevelOf(shares, ownTagId)))
  return {
    ...whom,
    assigned: true,
    shared: true,
    sharingLevel: current?.shared ? Math.max(current.sharingLevel, granted) : granted,
    sharingApproach: current?.shared ? current.sharingApproach : EXPLICIT,
  }
}

/** Takes a task from somebody, who still sees it. */
export function toUnassignment({ tagId, shared, sharingLevel, sharingApproach }: ShownShareFragment): SharingTagInput {
  return { tagId, shared, sharingLevel, sharingApproach, assigned: false }
}
