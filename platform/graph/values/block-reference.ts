import type { BlockType as Type } from '../../storage/postgres/tables/index.ts'
import { BLOCK_TYPES } from '../../storage/postgres/tables/index.ts'
import { bothCases, builder } from '../builder.ts'
import { badInput } from '../errors.ts'

export const BlockType = bothCases('BlockType', BLOCK_TYPES)

/** A type that is given as text, in either case. Throws BAD_USER_INPUT at `argument` for what is none. */
export function parseBlockType(argument: string, given: string): Type {
  const type = BLOCK_TYPES.find((known) => known === given.trim().toLowerCase())
  if (!type) throw badInput(argument, `must be one of ${BLOCK_TYPES.join(', ')}.`)
  return type
}

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
