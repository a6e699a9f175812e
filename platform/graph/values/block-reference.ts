import type { BlockType as Type } from '../../storage/postgres/tables/index.ts'
import { BLOCK_TYPES } from '../../storage/postgres/tables/index.ts'
import { builder, caseInsensitiveEnum } from '../builder.ts'
import { badInput } from '../errors.ts'

export const BlockType = caseInsensitiveEnum('BlockType', BLOCK_TYPES)

/** Parses a block type given as text, in either case. Throws BAD_USER_INPUT at `argument`. */
export function parseBlockType(argument: string, text: string): Type {
  const type = BLOCK_TYPES.find((name) => name === text.trim().toLowerCase())
  if (!type) throw badInput(argument, `must be one of ${BLOCK_TYPES.join(', ')}.`)
  return type
}

interface Reference {
  id: string
  blockType: Type | null
}

export const ReferenceBlock = builder.objectRef<Reference>('ReferenceBlock').implement({
  description: 'A reference to a block.',
  fields: (t) => ({
    id: t.exposeString('id', { nullable: false }),
    blockType: t.expose('blockType', { type: BlockType, nullable: true }),
  }),
})

export const ReferenceBlockInput = builder.inputType('ReferenceBlockInput', {
  fields: (t) => ({ id: t.string(), blockType: t.field({ type: BlockType }) }),
})

/** The reference that a pair of columns holds, if any. */
export function toReference(id: string | null, blockType: Type | null): Reference | null {
  return id === null ? null : { id, blockType }
}
