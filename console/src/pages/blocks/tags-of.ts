interface Link<Tag> {
  tag: Tag | null
}

const RANKS: Readonly<Record<string, number>> = { person: 0, topic: 1, location: 2, date: 3 }

/** The tags of a block's links, each once: people first, then companies and topics. One's own, which is on everything, is left out. */
export function linkedTags<Tag extends { _id: string; tagType: string }>(
  links: readonly Link<Tag>[],
  ownTagId: string | null,
): Tag[] {
  const tags = new Map(links.flatMap(({ tag }) => (tag && tag._id !== ownTagId ? [[tag._id, tag] as const] : [])))
  return [...tags.values()].toSorted((left, right) => (RANKS[left.tagType] ?? 9) - (RANKS[right.tagType] ?? 9))
}
