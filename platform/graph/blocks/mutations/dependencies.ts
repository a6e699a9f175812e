import type { BlockKey, Mutation } from '../../../storage/graph/access/mutation.ts'
import { type DependencyKind, replaceDependencies } from '../../../storage/graph/blocks/dependencies.ts'
import { badInput } from '../../errors.ts'
import type { ReferenceBlockInput } from '../../values/block-reference.ts'
import { resolveReference } from '../references.ts'

type Reference = typeof ReferenceBlockInput.$inferInput

const MAX_DEPENDENCIES = 100

/**
 * Makes a block depend on exactly the referenced ones; undefined leaves it as it is, null means none. Throws BAD_USER_INPUT
 * and NOT_FOUND at `argument`.
 */
export async function writeDependencies(
  mutation: Mutation,
  block: BlockKey,
  kind: DependencyKind,
  argument: string,
  references: readonly Reference[] | null | undefined,
): Promise<void> {
  if (references === undefined) return
  if ((references?.length ?? 0) > MAX_DEPENDENCIES)
    throw badInput(argument, `must be at most ${MAX_DEPENDENCIES} blocks.`)
  const ids: string[] = []
  for (const [index, reference] of (references ?? []).entries()) {
    const { id } = await resolveReference(mutation, `${argument}[${index}]`, reference)
    if (id === block.block_id) throw badInput(`${argument}[${index}]`, 'must be another block.')
    if (!ids.includes(id)) ids.push(id)
  }
  await replaceDependencies(mutation, block, kind, ids)
  mutation.recordChange(block)
}
