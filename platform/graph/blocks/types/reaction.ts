import type { ReactionRow } from '../../../storage/graph/blocks/related-rows.ts'
import { builder } from '../../builder.ts'

interface ReactionOfBlock {
  shortcodes: string
  tagIds: string[]
  count: number
  self: boolean
}

export const Reaction = builder.objectRef<ReactionOfBlock>('Reaction').implement({
  description: 'An emoji on a block, and the tags of the people who reacted with it, if the viewer has tags of them.',
  fields: (t) => ({
    shortcodes: t.exposeString('shortcodes', { nullable: false }),
    tagIds: t.exposeStringList('tagIds', { nullable: { list: false, items: false } }),
    count: t.exposeInt('count', {
      nullable: false,
      description: 'The number of people, including those the viewer has no tag of.',
    }),
    self: t.exposeBoolean('self', { nullable: false, description: 'True if the viewer is one of them.' }),
  }),
})

/** Groups reactions by emoji, in the order of first use. */
export function toReactions(rows: readonly ReactionRow[]): ReactionOfBlock[] {
  const byCode = Map.groupBy(rows, ({ shortcode }) => shortcode)
  return [...byCode].map(([shortcodes, reactions]) => ({
    shortcodes,
    tagIds: reactions.flatMap(({ tag_id }) => tag_id ?? []),
    count: reactions.length,
    self: reactions.some(({ is_own }) => is_own),
  }))
}
