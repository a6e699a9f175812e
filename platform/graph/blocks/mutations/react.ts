import type { Mutation } from '../../../storage/graph/access/mutation.ts'
import { addReaction, listOwnReactions, removeReaction } from '../../../storage/graph/access/reactions.ts'
import type { BlockRow } from '../../../storage/graph/access/visibility.ts'
import { selectReactions } from '../../../storage/graph/blocks/related-rows.ts'
import { builder } from '../../builder.ts'
import type { GraphContext } from '../../context.ts'
import { badInput, conflict } from '../../errors.ts'
import { BlockType } from '../../values/block-reference.ts'
import { withMutation } from '../../with-mutation.ts'
import { lockAnd, lockOfType } from '../references.ts'
import { Reaction, toReactions } from '../types/reaction.ts'

/** The maximum number of reactions of a person to a block. */
const MAX_REACTIONS = 50
/** A shortcode without its colons, with or without a skin tone: thumbsup, +1, +1::skin-tone-2. */
const SHORTCODE = /^[\p{L}\p{N}\p{M}_+-]{1,64}(::skin-tone-[1-6])?$/u

const ReactionInput = builder.inputType('ReactionInput', {
  fields: (t) => ({
    _id: t.string({ required: true }),
    blockType: t.field({ type: BlockType, required: true }),
    shortcodes: t.string({ required: true, description: "An emoji's shortcode, with or without colons." }),
  }),
})

type Input = typeof ReactionInput.$inferInput

/** Changes the viewer's reactions to a locked block. `own` are the emojis with which they have reacted so far. */
type Change = (mutation: Mutation, block: BlockRow, shortcode: string, own: readonly string[]) => void

const OPERATIONS: Record<string, Change> = {
  addReaction: (mutation, block, shortcode, own) => {
    if (own.includes(shortcode)) return
    if (own.length >= MAX_REACTIONS) {
      throw conflict(`A person can have at most ${MAX_REACTIONS} reactions to a block.`)
    }
    addReaction(mutation, block, shortcode)
  },
  removeReaction: (mutation, block, shortcode, own) => {
    if (own.includes(shortcode)) removeReaction(mutation, block, shortcode)
  },
}

for (const [name, change] of Object.entries(OPERATIONS)) {
  builder.mutationField(name, (t) =>
    t.field({
      type: [Reaction],
      nullable: { list: true, items: false },
      description: 'Everyone who can see a block may react to it. Returns all reactions to the block.',
      args: { input: t.arg({ type: ReactionInput, required: true }) },
      resolve: (_root, { input }, context) => react(context, input, change),
    }),
  )
}

async function react(context: GraphContext, { _id, blockType, shortcodes }: Input, change: Change) {
  const shortcode = parseShortcode(shortcodes)
  const changeReaction = async (mutation: Mutation) => {
    const { block, result: own } = await lockAnd(mutation, lockOfType(mutation, _id, blockType), _id, (id) =>
      listOwnReactions(mutation, id),
    )
    change(mutation, block, shortcode, own)
    return block.block_id
  }
  return withMutation(context, changeReaction, async (send, blockId) =>
    toReactions(await send(selectReactions(context.viewer, [blockId]))),
  )
}

/** Normalizes a shortcode to lower case without surrounding colons. Throws BAD_USER_INPUT. */
function parseShortcode(text: string): string {
  const shortcode = text
    .trim()
    .replace(/^:(.*):$/s, '$1')
    .toLowerCase()
  if (!SHORTCODE.test(shortcode)) throw badInput('input.shortcodes', "must be one emoji's shortcode.")
  return shortcode
}
