import { type PublishOutcome, publishNotes } from '../../actions/notes/publish.ts'
import { type BlockRow, findBlocks } from '../../storage/graph/access/visibility.ts'
import { parseId } from '../arguments/ids.ts'
import { Note, type PublishedNote } from '../blocks/types/note.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { badInput, forbidden, GraphError, notFound } from '../errors.ts'
import { withCost } from '../with-cost.ts'
import { isWritable } from '../with-mutation.ts'
import { ACTION_TIMEOUT_MS, withActionErrors } from './errors.ts'
import { REPEAT_UNKNOWN } from './idempotency-arguments.ts'

/** Maximum number of notes per request; the vendor writes them one after the other. */
const MAX_NOTES = 50

const PublishNotesInput = builder.inputType('PublishNotesInput', {
  fields: (t) => ({
    _ids: t.stringList({ required: true, description: `At most ${MAX_NOTES} notes that the viewer may edit.` }),
    connectionId: t.string({ required: true }),
    repeatUnknown: t.boolean(REPEAT_UNKNOWN),
  }),
})
type Input = typeof PublishNotesInput.$inferInput

builder.mutationField('publishNotes', (t) =>
  t.field({
    type: [Note],
    nullable: { list: true, items: false },
    description:
      "Publishes notes at the vendor of a connection, linked to the vendor's records of their tags. Notes that were " +
      'published before are updated. `publishWarnings` says what differs at the vendor. If some notes are not written, ' +
      'the error lists them in extensions.notes.',
    ...withCost({ heavy: true, timeoutMs: ACTION_TIMEOUT_MS, rows: MAX_NOTES }),
    args: { input: t.arg({ type: PublishNotesInput, required: true }) },
    resolve: (_root, { input }, context) => publish(context, input),
  }),
)

async function publish(context: GraphContext, { _ids, connectionId, repeatUnknown }: Input): Promise<PublishedNote[]> {
  const notes = await writableNotes(context, _ids)
  const request = {
    connectionId: parseId(connectionId, 'The connection'),
    notes,
    repeatUnknown: repeatUnknown === true,
  }
  const outcomes =
    notes.length === 0
      ? []
      : await withActionErrors(() => publishNotes(context.providerActions, context.viewer, request))
  throwIfUnwritten(notes, outcomes)
  return notes.map((note, index) => ({ ...note, publishWarnings: outcomes[index]?.warnings ?? [] }))
}

/** Loads the notes, each once and in the requested order. Throws NOT_FOUND, and FORBIDDEN if one is not writable. */
async function writableNotes({ db, viewer }: GraphContext, requestedIds: readonly string[]): Promise<BlockRow[]> {
  const ids = [...new Set(requestedIds.map((id) => parseId(id, 'The note')))]
  if (ids.length > MAX_NOTES) throw badInput('input._ids', `at most ${MAX_NOTES} notes at a time.`)
  const blocks = await findBlocks(db, viewer, ids)
  return ids.map((id) => {
    const block = blocks.get(id)
    if (block?.block_type !== 'note') throw notFound('The note')
    if (!isWritable(block)) throw forbidden('The note is shared with you read-only.')
    return block
  })
}

function throwIfUnwritten(notes: readonly BlockRow[], outcomes: readonly PublishOutcome[]): void {
  const results = outcomes.map(({ state, errors }, index) => ({ _id: notes[index]?.block_id, state, errors }))
  const unwritten = results.filter(({ state }) => state !== 'written')
  if (unwritten.length === 0) return
  const message = `${unwritten.length} of ${results.length} notes were not published; extensions.notes lists them.`
  const allRefused = unwritten.every(({ state }) => state === 'refused')
  throw new GraphError(allRefused ? 'BAD_USER_INPUT' : 'UPSTREAM_FAILED', message, {
    notes: unwritten,
    published: results.filter(({ state }) => state === 'written').map(({ _id }) => _id),
    publishWarnings: notes
      .map(({ block_id }, index) => ({ _id: block_id, warnings: outcomes[index]?.warnings ?? [] }))
      .filter(({ warnings }) => warnings.length > 0),
  })
}
