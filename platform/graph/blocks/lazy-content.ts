import type { BlockRow } from '../../storage/graph/access/visibility.ts'
import {
  type LargeContent,
  type LoadedContent,
  loadDocuments,
  loadLargeContent,
} from '../../storage/graph/blocks/related-rows.ts'
import { type BatchFunction, load } from '../batch-loader.ts'
import type { GraphContext } from '../context.ts'
import { withCost } from '../with-cost.ts'

/** The maximum number of blocks per operation whose large fields are loaded. */
const MAX_FILLED_BLOCKS = 20

/** The cost of a large field, which is meant for single blocks, not for lists. Spread it into the field's options. */
export const largeContentCost = withCost({ points: 450 })

/** How much content an operation loads; a single document or body may have a megabyte. */
const MAX_CONTENT_BYTES = 16_000_000

const readContent: BatchFunction<string, LargeContent> = (context, ids) => {
  return withinBudget(context, ids, (maxBytes) => loadLargeContent(context.db, context.viewer, ids, maxBytes))
}

/** Loads the editor's documents of blocks, which lists may request. */
export const readDocuments: BatchFunction<string, string | null> = (context, ids) => {
  return withinBudget(context, ids, (maxBytes) => loadDocuments(context.db, context.viewer, ids, maxBytes))
}

/** The bytes that an operation has loaded, once all that it has requested so far is there. */
const loadedBytes = new WeakMap<GraphContext, Promise<number>>()

/**
 * Loads content as far as the operation may; for what is left out it adds a warning, once. The content of few blocks is not
 * measured beforehand, and is loaded if there is room for any. One load of an operation waits for the other, because together
 * they must not be more.
 */
async function withinBudget<Content>(
  context: GraphContext,
  ids: readonly string[],
  loadContents: (maxBytes?: number) => Promise<LoadedContent<Content>>,
): Promise<Map<string, Content>> {
  const before = loadedBytes.get(context) ?? Promise.resolve(0)
  const loading = before.then(async (loaded) => {
    const room = Math.max(0, MAX_CONTENT_BYTES - loaded)
    const isMeasured = room === 0 || ids.length > MAX_FILLED_BLOCKS
    const { contents, bytes } = await loadContents(isMeasured ? room : undefined)
    if (isMeasured && bytes > room) {
      const megabytes = MAX_CONTENT_BYTES / 1_000_000
      warnOnce(context, `Documents and bodies of a response have at most ${megabytes} MB together`, megabytes)
    }
    return { contents, loaded: loaded + bytes }
  })
  loadedBytes.set(
    context,
    loading.then(
      ({ loaded }) => loaded,
      () => before,
    ),
  )
  return (await loading).contents
}

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
  warnOnce(
    context,
    `Large fields are returned for the first ${MAX_FILLED_BLOCKS} blocks of a response`,
    MAX_FILLED_BLOCKS,
  )
  return false
}

const CODE = 'LARGE_FIELD_LIMITED'

function warnOnce({ warnings }: GraphContext, reason: string, limit: number): void {
  if (warnings.some(({ code }) => code === CODE)) return
  warnings.push({ code: CODE, message: `${reason}; query the others separately.`, limit })
}
