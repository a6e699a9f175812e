import type { BlockAccess, BlockType } from '../../../platform/client/index.ts'

/** What the actions of a block need to know of it; every fragment of a block has it. */
export interface ShownBlock {
  _id: string
  blockType: BlockType
  title: string | null
  access: BlockAccess | null
  favorite: boolean | null
  archived: boolean
  /** The block at its vendor. */
  uri: string | null
  provider: string | null
  application: string | null
}

/** Whether the person may change the block's content and share it. */
export function isEditable({ access }: Pick<ShownBlock, 'access'>): boolean {
  return access?.toUpperCase() === 'RW'
}
