import type { PickedTagFragment, TagPageQuery } from '../../../documents.ts'
import { toLine } from '../../../text/blocks.ts'
import { identityOf } from '../../../text/tags.ts'

type Recommendation = NonNullable<TagPageQuery['recommendations']>[number]

/** Two or more tags that seem to be one, and which of them remains. */
export interface ProposedMerge {
  id: string
  title: string
  /** Why they seem to be one, in the platform's words. */
  reason: string | null
  label: string
  remaining: PickedTagFragment | undefined
  merged: readonly PickedTagFragment[]
}

/** The open merges among the recommendations about a tag. */
export function proposedMergesOf(recommendations: readonly Recommendation[]): ProposedMerge[] {
  return recommendations.flatMap(
    ({ _id, displayTitle, displayDescription, displayLabel, mergeTagsRecommendation: merge, tags }) => {
      if (!merge) return []
      const found = tags ?? []
      const remaining = found.find((tag) => tag._id === merge.keepTagId)
      const merged = found.filter((tag) => merge.tagIds.includes(tag._id) && tag._id !== merge.keepTagId)
      return [
        { id: _id, title: displayTitle, reason: displayDescription, label: displayLabel ?? 'Merge', remaining, merged },
      ]
    },
  )
}

/** What accepting does, in sentences. */
export function effectsOf({ remaining, merged }: ProposedMerge): string[] {
  const names = merged.map(toFullName).join(' and ')
  const target = remaining ? toFullName(remaining) : 'The other one'
  if (merged.length === 0) return []
  return [
    `${target} remains, and gets everything that is linked to ${names}, with its identities and folders.`,
    `${names} ${merged.length === 1 ? 'is' : 'are'} archived. You can restore ${merged.length === 1 ? 'it' : 'them'} from the page.`,
    "Nobody's access to anything changes.",
  ]
}

/** The name, with the address if it says more. */
export function toFullName(tag: PickedTagFragment): string {
  const identity = identityOf(tag)
  const name = toLine(tag.alias) || 'Unnamed'
  return identity && identity !== name ? `${name} (${identity})` : name
}
