import type { BlockType as Type } from '../../storage/tables/index.ts'
import { BLOCK_TYPES } from '../../storage/tables/index.ts'
import { bothCases, builder } from '../builder.ts'

export const BlockType = bothCases('BlockType', BLOCK_TYPES)

interface Reference {
  id: string
  blockType: Type | null
}

export const ReferenceBlock = builder.objectRef<Reference>('ReferenceBlock').implement({
  description: 'Names a block.',
  fields: (t) => ({
    id: t.exposeString('id', { nullable: false }),
    blockType: t.expose('blockType', { type: BlockType, nullable: true }),
  }),
})

export const ReferenceBlockInput = builder.inputType('ReferenceBlockInput', {
  fields: (t) => ({ id: t.string(), blockType: t.field({ type: BlockType }) }),
})

/** What a pair of columns names; null: nothing. */
export function toReference(id: string | null, blockType: Type | null): Reference | null {
  return id === null ? null : { id, blockType }
}
