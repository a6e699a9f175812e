import { findDependants } from '../../../storage/graph/blocks/dependants.ts'
import { archiveBlock } from '../../../storage/graph/blocks/writes.ts'
import type { BlockType as Type } from '../../../storage/postgres/tables/index.ts'
import { builder } from '../../builder.ts'
import type { GraphContext } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { parseBlockType } from '../../values/block-reference.ts'
import { withMutation } from '../../with-mutation.ts'
import { lockOfType, requireWritable } from '../block-references.ts'
import { type Assessment, assess, MetadataChange } from './assessment.ts'

const ArchiveBlockInput = builder.inputType('ArchiveBlockInput', {
  fields: (t) => ({
    _id: t.string({ required: true }),
    blockType: t.string(),
    archive: t.boolean({ description: 'False: back from the archive. True unless given.' }),
    confirmed: t.boolean({ description: 'True: although other blocks depend on it.' }),
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
      description: 'Not null: the block was not archived, because others depend on it. Ask again with confirmed.',
    }),
  }),
})

/** Every operation of the kind, and which type of block it is for. */
const OPERATIONS = [
  { name: 'archiveOneBlock', type: undefined, what: 'The block' },
  { name: 'archiveOneNote', type: 'note', what: 'The note' },
  { name: 'archiveOneTask', type: 'task', what: 'The task' },
  { name: 'archiveOneMessage', type: 'message', what: 'The message' },
  { name: 'archiveOneThread', type: 'thread', what: 'The thread' },
  { name: 'archiveOneRecord', type: 'record', what: 'The record' },
] as const

for (const { name, type, what } of OPERATIONS) {
  builder.mutationField(name, (t) =>
    t.field({
      type: ArchivedBlock,
      description: 'Nothing is deleted: what is archived can be brought back.',
      args: { input: t.arg({ type: ArchiveBlockInput, required: true }) },
      resolve: (_root, { input }, context) => archive(context, input, type, what),
    }),
  )
}

/** Where the operation is for one type, and the input names one too, the block is of both. */
function archive(context: GraphContext, input: Input, type: Type | undefined, what: string): Promise<Archived> {
  const wanted = input.archive ?? true
  return withMutation(context, async (mutation) => {
    const block = await lockOfType(mutation, input._id, type, what)
    const { blockType } = input
    if (blockType != null && block.block_type !== parseBlockType('input.blockType', blockType)) throw notFound(what)
    requireWritable(block, what)
    const id = block.block_id
    const needsCare = wanted && !block.archived && !input.confirmed
    const dependants = needsCare ? await findDependants(mutation, block) : []
    if (dependants.length > 0) return { id, archived: false, metadataChange: { assessment: assess(dependants) } }
    await archiveBlock(mutation, block, wanted)
    return { id, archived: wanted, metadataChange: null }
  })
}
