import type { RelatedTagsQuery } from '../../../documents.ts'
import { BLOCK_KINDS } from '../../../text/kinds.ts'
import { countOf } from '../../../text/numbers.ts'
import { isCompany } from '../../../text/tags.ts'

export type RelatedTag = NonNullable<RelatedTagsQuery['searchGraphTags']>[number]

/** Which of the related tags are shown. */
export const RELATED_KINDS = [
  { value: 'all', label: 'All' },
  { value: 'people', label: 'People' },
  { value: 'companies', label: 'Companies' },
  { value: 'topics', label: 'Topics' },
] as const
export type RelatedKind = (typeof RELATED_KINDS)[number]['value']

export function ofKind(tags: readonly RelatedTag[], kind: RelatedKind): RelatedTag[] {
  return tags.filter((tag) => {
    if (kind === 'people') return tag.tagType === 'person'
    if (kind === 'companies') return isCompany(tag)
    return kind === 'all' || (tag.tagType !== 'person' && !isCompany(tag))
  })
}

/** What connects a tag, the most frequent kinds first: “12 emails, 3 events”. */
export function connectionOf({ blockTypes }: Pick<RelatedTag, 'blockTypes'>, max = 3): string {
  const counts = Object.entries(blockTypes).filter(([, count]) => count > 0)
  const sorted = counts.sort(([, left], [, right]) => right - left)
  const words = sorted.slice(0, max).map(([type, count]) => {
    const { singular, plural } = BLOCK_KINDS[type as keyof typeof blockTypes]
    return countOf(count, singular, plural)
  })
  return [...words, ...(sorted.length > max ? ['…'] : [])].join(', ')
}
