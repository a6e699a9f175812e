import type { Change } from '../../changes.ts'
import type { BlockRow } from './visibility.ts'

export type EventType = Change['event_type']

/** Identifies a block: the tenant that owns it, its id and its type. */
export type BlockKey = Pick<BlockRow, 'tenant_id' | 'block_id' | 'block_type'>

/** A block that a mutation has changed. */
export interface BlockChange extends BlockKey {
  event: EventType
  /** Whether the block has links whose copies of its columns may be outdated. */
  isRowWritten: boolean
}

/** A block whose shares a mutation has changed. */
export interface ShareChange extends BlockKey {
  /** Whether somebody may have lost access. */
  revokes: boolean
}

/** Collects the blocks that a mutation changes, in the order of their first changes. */
export class ChangedBlocks {
  readonly #changes = new Map<string, BlockChange>()
  readonly #shareChanges = new Map<string, ShareChange>()

  get all(): BlockChange[] {
    return [...this.#changes.values()]
  }

  get ofShares(): ShareChange[] {
    return [...this.#shareChanges.values()]
  }

  get isEmpty(): boolean {
    return this.#changes.size === 0 && this.#shareChanges.size === 0
  }

  hasShares({ block_id }: BlockKey): boolean {
    return this.#shareChanges.has(block_id)
  }

  /** A block that was created is reported as CREATED, whatever happens to it later. */
  add(block: BlockKey, event: EventType, { isRowWritten }: { isRowWritten: boolean }): void {
    const recorded = this.#changes.get(block.block_id)
    const isCovered = recorded !== undefined && (event === 'UPDATED' || recorded.event === 'CREATED')
    this.#changes.set(block.block_id, {
      ...toBlockKey(block),
      event: isCovered ? recorded.event : event,
      isRowWritten: isRowWritten || recorded?.isRowWritten === true,
    })
  }

  addShares(block: BlockKey, revokes: boolean): void {
    const recorded = this.#shareChanges.get(block.block_id)
    this.#shareChanges.set(block.block_id, { ...toBlockKey(block), revokes: revokes || recorded?.revokes === true })
  }
}

export function toBlockKey({ tenant_id, block_id, block_type }: BlockKey): BlockKey {
  return { tenant_id, block_id, block_type }
}
