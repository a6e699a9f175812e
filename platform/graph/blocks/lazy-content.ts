import type { BlockRow } from '../../storage/graph/access/visibility.ts'
import { type LargeContent, loadLargeContent } from '../../storage/graph/blocks/related-rows.ts'
import type { GraphContext } from '../context.ts'
import { load, type Reader } from '../together.ts'
import { withCost } from '../with-cost.ts'

/** How many blocks of an answer are filled with what is large. */
const MAX_FILLED_BLOCKS = 20

/** To be spread into the options of a field that is meant for one block, not for lists: `...large`. */
export const largeContentCost = withCost({ points: 450 })

const readLarge: Reader<string, LargeContent> = ({ db, viewer }, ids) => loadLargeContent(db, viewer, ids)

/** A part of a block that stands beside its row, however many of them an answer has. */
export async function loadContent<Value>(
  context: GraphContext,
  { block_id }: BlockRow,
  name: string,
): Promise<Value | undefined> {
  const parts = await load(context, readLarge, block_id)
  return parts?.large[name] as Value | undefined
}

/** The editor's document of a block. */
export async function loadDocument(context: GraphContext, { block_id }: BlockRow): Promise<string | null | undefined> {
  return (await load(context, readLarge, block_id))?.document
}

/** A large part of a block; of the first blocks of an answer only, which a warning says once. */
export async function loadCappedContent<Value>(
  context: GraphContext,
  block: BlockRow,
  name: string,
): Promise<Value | undefined> {
  return isFilled(context, block) ? loadContent(context, block, name) : undefined
}

const filled = new WeakMap<GraphContext, Set<string>>()

function isFilled(context: GraphContext, { block_id }: BlockRow): boolean {
  const blocks = filled.get(context) ?? new Set()
  filled.set(context, blocks)
  if (blocks.has(block_id)) return true
  if (blocks.size < MAX_FILLED_BLOCKS) return Boolean(blocks.add(block_id))
  warnOnce(context)
  return false
}

const CODE = 'LARGE_FIELD_LIMITED'

function warnOnce({ warnings }: GraphContext): void {
  if (warnings.some(({ code }) => code === CODE)) return
  const message = `Large fields are filled for ${MAX_FILLED_BLOCKS} blocks of an answer; read the others one by one.`
  warnings.push({ code: CODE, message, limit: MAX_FILLED_BLOCKS })
}
