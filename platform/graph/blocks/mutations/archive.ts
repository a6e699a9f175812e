import { findDependants } from '../../../storage/graph/blocks/dependants.ts'
import { archiveBlock } from '../../../storage/graph/blocks/writes.ts'
import type { BlockType as Type } from '../../../storage/postgres/tables/index.ts'
import { builder } from '../../builder.ts'
import type { GraphContext } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { parseBlockType } from '../../values/block-reference.ts'
import { withMutation } from '../../with-mutation.ts'
import { lockAnd, lockOfType, requireWritable } from '../references.ts'
import { type Assessment, assess, MetadataChange } from './assessment.ts'

const ArchiveBlockInput = builder.inputType('ArchiveBlockInput', {
  fields: (t) => ({
    _id: t.string({ required: true }),
    blockType: t.string(),
    archive: t.boolean({ description: 'False restores the block. Defaults to true.' }),
    confirmed: t.boolean({ description: 'If true, archives even when other blocks depend on it.' }),
  }),
})

type Input = typeof ArchiveBlockInput.$inferInput

interface Archived {
  id: string
  archived: boolean
  metadataChange: { assessment: Assessment } | null
}

const ArchivedBlock = builder.objectRef<Archived>('ArchivedBlock').implement({
  fields: (t) => ({
    _id: t.exposeID('id', { nullable: false }),
    archived: t.exposeBoolean('archived', { nullable: false }),
    metadataChange: t.expose('metadataChange', {
      type: MetadataChange,
      nullable: true,
      description:
        'If not null, the block was not archived because other blocks depend on it. Repeat with confirmed to archive it.',
    }),
  }),
})

/** The archiving mutations and the type of block that each is for. */
const OPERATIONS = [
  { name: 'archiveOneBlock', type: undefined, noun: 'The block' },
  { name: 'archiveOneNote', type: 'note', noun: 'The note' },
  { name: 'archiveOneTask', type: 'task', noun: 'The task' },
  { name: 'archiveOneMessage', type: 'message', noun: 'The message' },
  { name: 'archiveOneThread', type: 'thread', noun: 'The thread' },
  { name: 'archiveOneRecord', type: 'record', noun: 'The record' },
] as const

for (const { name, type, noun } of OPERATIONS) {
  builder.mutationField(name, (t) =>
    t.field({
      type: ArchivedBlock,
      description: 'Archives a block, or restores it. Nothing is deleted.',
      args: { input: t.arg({ type: ArchiveBlockInput, required: true }) },
      resolve: (_root, { input }, context) => archive(context, input, type, noun),
    }),
  )
}

/** If both the mutation and the input name a type, the block must be of both. */
function archive(context: GraphContext, input: Input, type: Type | undefined, noun: string): Promise<Archived> {
  const archived = input.archive ?? true
  return withMutation(context, async (mutation) => {
    const locking = lockOfType(mutation, input._id, type, noun)
    const { block, result: dependants } = await lockAnd(mutation, locking, input._id, async (blockId) =>
      archived && !input.confirmed ? findDependants(mutation, blockId) : [],
    )
    const { blockType } = input
    if (blockType != null && block.block_type !== parseBlockType('input.blockType', blockType)) throw notFound(noun)
    requireWritable(block, noun)
    const id = block.block_id
    const needsConfirmation = dependants.length > 0 && !block.archived
    if (needsConfirmation) return { id, archived: false, metadataChange: { assessment: assess(dependants) } }
    archiveBlock(mutation, block, archived)
    return { id, archived, metadataChange: null }
  })
}
