import { omitNullish } from '../../../src/runtime/omit.ts'
import {
  archiveMemory,
  listMemories,
  type MemoryRow,
  saveMemory,
  updateMemory,
} from '../../storage/graph/user/memories.ts'
import { parseId } from '../arguments/ids.ts'
import { parsePageRequest } from '../arguments/paging.ts'
import { parseSearch } from '../arguments/text.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { badInput, conflict, notFound } from '../errors.ts'

const NOUN = 'The memory'
const MAX_TOPIC_LENGTH = 200
const MAX_VALUE_LENGTH = 20_000

const Memory = builder.objectRef<MemoryRow>('Memory').implement({
  description: 'A fact about the tenant that assistants can use. Visible to the tenant only.',
  fields: (t) => ({
    _id: t.exposeID('memory_id', { nullable: false }),
    topic: t.exposeString('topic', { nullable: false }),
    value: t.exposeString('value', { nullable: false }),
    confidence: t.exposeFloat('confidence', { nullable: false, description: '0 to 1.' }),
    source: t.exposeString('source', { nullable: false, description: 'user, or the name of the source.' }),
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
      description: name === 'memories' ? 'Last changed first.' : 'Alias of `memories`.',
      args: { input: t.arg({ type: MemoriesInput }) },
      resolve: (_root, { input }, context) =>
        listMemories(
          context.db,
          context.viewer,
          omitNullish({
            ...parsePageRequest(input, context),
            topic: input?.topic == null ? undefined : input.topic,
            search: parseSearch('input.search', input?.search),
          }),
        ),
    }),
  )
}

const UpsertMemoryInput = builder.inputType('UpsertMemoryInput', {
  fields: (t) => ({
    _id: t.string({ description: 'If omitted, the memory of the topic is changed, or created if there is none.' }),
    topic: t.string({ required: true }),
    value: t.string({ required: true }),
    confidence: t.float({ description: '0 to 1. Defaults to 1.' }),
    source: t.string({ description: 'Defaults to user.' }),
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
  const topic = parseText('topic', input.topic, MAX_TOPIC_LENGTH)
  const value = parseText('value', input.value, MAX_VALUE_LENGTH)
  const { confidence, source } = input
  if (confidence != null && !(confidence >= 0 && confidence <= 1)) {
    throw badInput('input.confidence', 'must be between 0 and 1.')
  }
  const optional = { confidence: confidence ?? undefined, source: source?.trim() || undefined }
  const fields = { topic, value, ...optional }
  if (input._id == null) return saveMemory(db, viewer, fields, now())
  const written = await updateMemory(db, viewer, parseId(input._id, NOUN), fields, now())
  if (written === 'taken') throw conflict('Another memory already has this topic.')
  if (!written) throw notFound(NOUN)
  return written
}

function parseText(name: string, value: string, maxLength: number): string {
  const text = value.trim()
  if (text === '') throw badInput(`input.${name}`, 'must not be empty.')
  if (text.length > maxLength) throw badInput(`input.${name}`, `may have at most ${maxLength} characters.`)
  return text
}

const ArchiveMemoryInput = builder.inputType('ArchiveMemoryInput', {
  fields: (t) => ({
    _id: t.string({ required: true }),
    archive: t.boolean({ description: 'False restores the memory. Defaults to true.' }),
  }),
})

builder.mutationField('archiveOneMemory', (t) =>
  t.field({
    type: Memory,
    args: { input: t.arg({ type: ArchiveMemoryInput, required: true }) },
    resolve: async (_root, { input }, { db, viewer, now }) => {
      const memory = await archiveMemory(db, viewer, parseId(input._id, NOUN), input.archive ?? true, now())
      if (!memory) throw notFound(NOUN)
      return memory
    },
  }),
)
