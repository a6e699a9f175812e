import DataLoader from 'dataloader'
import { createCache } from '../../../src/runtime/cache.ts'
import type { ChangeEvent } from '../../storage/changes.ts'
import {
  findBlocksOfViewers,
  type LinkedBlock,
  type ViewerBlock,
} from '../../storage/graph/access/blocks-of-viewers.ts'
import type { Viewer } from '../../storage/graph/access/visibility.ts'
import type { Database } from '../../storage/postgres/database.ts'

/**
 * How long what was read or computed for one subscription is used for others of the same viewer that handle the same
 * changes (ms). It is read after these changes were committed, so whoever lost access by one of them is known.
 */
export const SHARED_FOR_MS = 100
const MAX_SHARED = 1_000
/** The maximum number of blocks that are looked up by one statement. */
const MAX_BATCH = 500

/** What subscriptions read of the blocks that have changed: once for all of a viewer, and together for all viewers. */
export class LiveReads {
  readonly #shared = createCache<Promise<unknown>>(MAX_SHARED, { ttl: SHARED_FOR_MS, ttlAutopurge: true })
  /** Without a cache: it only joins what is asked for at the same time. */
  readonly #blocks: DataLoader<ViewerBlock, LinkedBlock | undefined>

  constructor(db: Database) {
    this.#blocks = new DataLoader((pairs) => findBlocksOfViewers(db, pairs), {
      cache: false,
      maxBatchSize: MAX_BATCH,
      batchScheduleFn: (dispatch) => void setImmediate(dispatch),
    })
  }

  /**
   * Resolves to what `read` resolves to, or to what it has just resolved to for another subscription of the viewer that
   * handles the same changes. `name` tells apart what is read.
   */
  share<Result>(
    name: string,
    { tenantId, tagId }: Viewer,
    changes: readonly ChangeEvent[],
    read: () => Promise<Result>,
  ): Promise<Result> {
    const key = [name, tenantId, tagId, changes[0]?.sequence, changes.at(-1)?.sequence].join()
    const shared = this.#shared.get(key) as Promise<Result> | undefined
    if (shared) return shared
    const result = read()
    this.#shared.set(key, result)
    return result
  }

  /** The blocks that the viewer may see, by id. */
  async findBlocks(viewer: Viewer, blockIds: readonly string[]): Promise<Map<string, LinkedBlock>> {
    const ids = [...new Set(blockIds)]
    const found = await Promise.all(ids.map((blockId) => this.#blocks.load({ viewer, blockId })))
    return new Map(found.flatMap((linked) => (linked ? [[linked.block.block_id, linked]] : [])))
  }
}
