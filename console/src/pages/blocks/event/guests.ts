import { linkedTags } from '../tags-of.ts'

const MAX_GUESTS = 20

/** The tags of the people whom one meets at an event. */
export function guestTagIds(
  links: readonly { tag: { _id: string; tagType: string } | null }[],
  ownTagId: string | null,
): string[] {
  return linkedTags(links, ownTagId)
    .filter(({ tagType }) => tagType === 'person')
    .map(({ _id }) => _id)
    .slice(0, MAX_GUESTS)
}
