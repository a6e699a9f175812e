import type { ReactionRow } from '../../../storage/graph/blocks/related-rows.ts'
import { builder } from '../../builder.ts'

interface ReactionOfBlock {
  shortcodes: string
  tagIds: string[]
  count: number
  self: boolean
}

export const Reaction = builder.objectRef<ReactionOfBlock>('Reaction').implement({
  description: 'An emoji on a block, and the tags of those who put it there, as far as the viewer has them.',
  fields: (t) => ({
    shortcodes: t.exposeString('shortcodes', { nullable: false }),
    tagIds: t.exposeStringList('tagIds', { nullable: { list: false, items: false } }),
    count: t.exposeInt('count', { nullable: false, description: 'People, also those the viewer has no tag of.' }),
    self: t.exposeBoolean('self', { nullable: false, description: 'Whether the viewer is one of them.' }),
  }),
})

/** One entry for each emoji, the first used first. */
export function toReactions(rows: readonly ReactionRow[]): ReactionOfBlock[] {
  const byCode = Map.groupBy(rows, ({ shortcode }) => shortcode)
  return [...byCode].map(([shortcodes, some]) => ({
    shortcodes,
    tagIds: some.flatMap(({ tag_id }) => tag_id ?? []),
    count: some.length,
    self: some.some(({ is_own }) => is_own),
  }))
}
