import type { BlockRow } from '../../storage/graph/access/visibility.ts'
import { type LargeContent, loadLargeContent } from '../../storage/graph/blocks/related-rows.ts'
import { type BatchFunction, load } from '../batch-loader.ts'
import type { GraphContext } from '../context.ts'
import { withCost } from '../with-cost.ts'

/** The maximum number of blocks per operation whose large fields are loaded. */
const MAX_FILLED_BLOCKS = 20

/** The cost of a large field, which is meant for single blocks, not for lists. Spread it into the field's options. */
export const largeContentCost = withCost({ points: 450 })

const readContent: BatchFunction<string, LargeContent> = ({ db, viewer }, ids) => loadLargeContent(db, viewer, ids)

/** Loads a named content field, which is stored outside the block's row, for any number of blocks. */
export async function loadContent<Value>(
  context: GraphContext,
  { block_id }: BlockRow,
  name: string,
): Promise<Value | undefined> {
  const content = await load(context, readContent, block_id)
  return content?.large[name] as Value | undefined
}

/** Loads the rich-text editor's document of a block. */
export async function loadDocument(context: GraphContext, { block_id }: BlockRow): Promise<string | null | undefined> {
  return (await load(context, readContent, block_id))?.document
}

/** Loads a large content field, for the first blocks of an operation only; for others it adds a warning, once. */
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
  const message = `Large fields are returned for the first ${MAX_FILLED_BLOCKS} blocks of a response; query the others separately.`
  warnings.push({ code: CODE, message, limit: MAX_FILLED_BLOCKS })
}
