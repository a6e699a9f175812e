import { randomUUID } from 'node:crypto'
import { ExternalNote } from '../../../src/contract/index.ts'
import { Type } from '../../../src/contract/schema.ts'
import type { Rule } from '../../rule.ts'
import type { Check } from '../../run/check.ts'
import { type Subject, validBody } from '../../run/subject.ts'
import { SPECIFICATION } from '../../specification/sentences.ts'
import { requireBody } from '../expect.ts'

const ofNotes = { scope: 'capability', capabilities: ['notes'], needs: ['account', 'notes', 'writes'] } as const
const Notes = Type.Array(ExternalNote)

/** Rules about /upsert/notes. */
export const noteRules: readonly Rule[] = [
  {
    ...ofNotes,
    id: 'notes.create',
    level: 'must',
    requires: 'Notes are created, and returned with the ids that the vendor assigned.',
    source: SPECIFICATION.noteIds,
    remedy: 'Write the vendor’s id into externalId of each returned note.',
    run: async (check, subject) => {
      const written = await write(check, subject, [newNote(subject), newNote(subject)])
      const ids = new Set(written.map(({ externalId }) => externalId))
      check.expect(ids.size === written.length, 'two created notes have the same id')
    },
  },
  {
    ...ofNotes,
    id: 'notes.update',
    level: 'must',
    requires: 'A note with an id is updated, and keeps its id.',
    source: SPECIFICATION.note,
    remedy: 'Update the vendor’s note when externalId is not empty, and return the same id.',
    run: async (check, subject) => {
      const note = newNote(subject)
      const [created] = await write(check, subject, [note])
      const changed = { ...note, externalId: created?.externalId ?? '', title: 'Conformance, changed' }
      const [updated] = await write(check, subject, [changed])
      check.expect(
        updated?.externalId === created?.externalId,
        `the updated note is returned as ${updated?.externalId}`,
      )
    },
  },
  {
    ...ofNotes,
    id: 'notes.outcomes',
    level: 'must',
    requires: 'Every note of the request is returned, in the same order and with its _id.',
    source: SPECIFICATION.note,
    remedy: 'Return one note per note of the request, at the same position.',
    run: async (check, subject) => {
      const notes = [newNote(subject), newNote(subject), newNote(subject)]
      const written = await write(check, subject, notes)
      const [sent, received] = [notes, written].map((list) => list.map(({ _id }) => _id).join(', '))
      check.expect(sent === received, `the notes ${received} are returned for ${sent}`)
    },
  },
]

/** A note that is to be created: its id is empty. A vendor may recognize one that was sent before, so each is another one. */
function newNote({ samples }: Subject): ExternalNote {
  const _id = `conformance-${randomUUID()}`
  return {
    _id,
    externalId: '',
    title: 'Conformance',
    documentHtml: '<p>Agreed on <b>Tuesday</b>.</p>',
    uri: `https://platform.example/notes/${_id}`,
    tags: samples.notes?.tags ?? [],
  }
}

async function write(check: Check, subject: Subject, externalNotes: readonly ExternalNote[]): Promise<ExternalNote[]> {
  const body = { ...(await validBody(subject)), externalNotes }
  const written = requireBody(check, await check.send({ path: subject.path, body }), Notes) as ExternalNote[]
  check.require(
    written.length === externalNotes.length,
    `${written.length} notes are returned for ${externalNotes.length}`,
  )
  check.require(
    written.every(({ externalId }) => Boolean(externalId)),
    'a returned note has no externalId',
  )
  for (const [index, { externalId }] of externalNotes.entries()) {
    if (!externalId) check.made.push(`${subject.application.name}: note ${written[index]?.externalId}`)
  }
  return written
}
