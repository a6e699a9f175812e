import { ExternalNote } from '../../../src/contract/index.ts'
import { Type } from '../../../src/contract/schema.ts'
import { checker } from '../routes.ts'
import { type Action, call, type Exercises, type Subject, Violations } from './rule.ts'

type Exercise = NonNullable<Exercises['notes']>
const describeNotes = checker(Type.Array(ExternalNote))

export const notes: Action<'notes'> = {
  name: 'notes',
  path: () => '/upsert/notes',
  body: (exercise = { tags: [] }) => ({ externalNotes: [note('note-1', exercise)] }),
  connection: 'connectedProvider',
  needsInstanceUrl: true,
  rules: [
    {
      name: 'notes are created, and returned in the order of the request with the ids that the vendor assigned',
      findViolations: async (subject, exercise) => {
        const violations = new Violations()
        const written = await write(
          subject,
          exercise,
          [note('note-1', exercise, subject), note('note-2', exercise, subject)],
          violations,
        )
        const ids = written.map(({ externalId }) => externalId)
        violations.expect(new Set(ids).size === ids.length, 'two created notes have the same id')
        return violations.list
      },
    },
    {
      name: 'a note with an id is updated, and keeps its id',
      findViolations: async (subject, exercise) => {
        const violations = new Violations()
        const [created] = await write(subject, exercise, [note('note-3', exercise, subject)], violations)
        if (!created?.externalId) return violations.list
        const { externalId } = created
        const changed = { ...note('note-3', exercise, subject), externalId, title: 'Conformance, changed' }
        const [updated] = await write(subject, exercise, [changed], violations)
        violations.expect(updated?.externalId === externalId, `the updated note is returned as ${updated?.externalId}`)
        return violations.list
      },
    },
  ],
}

/**
 * A note of the platform. The id is empty for a note that is to be created. Each connection has notes of its own: a vendor
 * may recognize one that was sent before.
 */
function note(_id: string, { tags }: Exercise, subject?: Subject): ExternalNote {
  const documentHtml = '<p>Agreed on <b>Tuesday</b>.</p>'
  const uri = `https://platform.example/blocks/${subject?.connection.connectionId}-${_id}`
  return { _id, externalId: '', title: 'Conformance', documentHtml, uri, tags }
}

async function write(subject: Subject, exercise: Exercise, list: ExternalNote[], violations: Violations) {
  const response = await call(subject, notes, exercise, { body: { externalNotes: list } })
  if (!violations.expectBody(response, describeNotes)) return []
  const written = response.body as ExternalNote[]
  const toIds = (all: ExternalNote[]) => all.map(({ _id }) => _id).join(', ')
  violations.expect(toIds(written) === toIds(list), `the notes ${toIds(written)} are returned for ${toIds(list)}`)
  violations.expect(
    written.every(({ externalId }) => Boolean(externalId)),
    'a returned note has no externalId',
  )
  return written
}
