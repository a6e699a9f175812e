import {
  archiveMemory,
  listMemories,
  type MemoryRow,
  saveMemory,
  updateMemory,
} from '../../storage/graph/user/memories.ts'
import { parseId } from '../arguments/ids.ts'
import { parseSlice } from '../arguments/paging.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { badInput, conflict, notFound } from '../errors.ts'

const WHAT = 'The memory'
const MAX_TOPIC_LENGTH = 200
const MAX_VALUE_LENGTH = 20_000

const Memory = builder.objectRef<MemoryRow>('Memory').implement({
  description: 'Something that is known of the tenant, for assistants to go by. Nobody else sees it.',
  fields: (t) => ({
    _id: t.exposeID('memory_id', { nullable: false }),
    topic: t.exposeString('topic', { nullable: false }),
    value: t.exposeString('value', { nullable: false }),
    confidence: t.exposeFloat('confidence', { nullable: false, description: '0 to 1.' }),
    source: t.exposeString('source', { nullable: false, description: 'Who said so: user, or the name of what did.' }),
    archived: t.exposeBoolean('archived', { nullable: false }),
    dateUpdated: t.exposeFloat('date_updated', { nullable: false }),
  }),
})

const MemoriesInput = builder.inputType('MemoriesInput', {
  fields: (t) => ({ topic: t.string(), search: t.string(), size: t.int(), page: t.int() }),
})

for (const name of ['memories', 'memory']) {
  builder.queryField(name, (t) =>
    t.field({
      type: [Memory],
      nullable: { list: true, items: false },
      description: name === 'memories' ? 'What was learned last comes first.' : 'Another name of `memories`.',
      args: { input: t.arg({ type: MemoriesInput }) },
      resolve: (_root, { input }, context) =>
        listMemories(context.db, context.viewer, {
          ...parseSlice(input, context),
          ...(input?.topic == null ? {} : { topic: input.topic }),
          ...(input?.search?.trim() ? { search: input.search.trim() } : {}),
        }),
    }),
  )
}

const UpsertMemoryInput = builder.inputType('UpsertMemoryInput', {
  fields: (t) => ({
    _id: t.string({ description: 'Absent: the memory of that topic, which is made if there is none.' }),
    topic: t.string({ required: true }),
    value: t.string({ required: true }),
    confidence: t.float({ description: '0 to 1; 1 unless given.' }),
    source: t.string({ description: 'user unless given.' }),
  }),
})

builder.mutationField('upsertOneMemory', (t) =>
  t.field({
    type: Memory,
    args: { input: t.arg({ type: UpsertMemoryInput, required: true }) },
    resolve: (_root, { input }, context) => upsert(input, context),
  }),
)

async function upsert(input: typeof UpsertMemoryInput.$inferInput, context: GraphContext): Promise<MemoryRow> {
  const { db, viewer, now } = context
  const topic = textOf('topic', input.topic, MAX_TOPIC_LENGTH)
  const value = textOf('value', input.value, MAX_VALUE_LENGTH)
  const { confidence, source } = input
  if (confidence != null && !(confidence >= 0 && confidence <= 1)) {
    throw badInput('input.confidence', 'must lie between 0 and 1.')
  }
  const known = { confidence: confidence ?? undefined, source: source?.trim() || undefined }
  const fields = { topic, value, ...known }
  if (input._id == null) return saveMemory(db, viewer, fields, now())
  const written = await updateMemory(db, viewer, parseId(input._id, WHAT), fields, now())
  if (written === 'taken') throw conflict('There is another memory of this topic.')
  if (!written) throw notFound(WHAT)
  return written
}

function textOf(name: string, given: string, longest: number): string {
  const text = given.trim()
  if (text === '') throw badInput(`input.${name}`, 'must not be empty.')
  if (text.length > longest) throw badInput(`input.${name}`, `may have at most ${longest} characters.`)
  return text
}

const ArchiveMemoryInput = builder.inputType('ArchiveMemoryInput', {
  fields: (t) => ({
    _id: t.string({ required: true }),
    archive: t.boolean({ description: 'True unless given; false restores.' }),
  }),
})

builder.mutationField('archiveOneMemory', (t) =>
  t.field({
    type: Memory,
    args: { input: t.arg({ type: ArchiveMemoryInput, required: true }) },
    resolve: async (_root, { input }, { db, viewer, now }) => {
      const memory = await archiveMemory(db, viewer, parseId(input._id, WHAT), input.archive ?? true, now())
      if (!memory) throw notFound(WHAT)
      return memory
    },
  }),
)
