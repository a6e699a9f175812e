import { omitEmpty } from '../../../src/runtime/omit.ts'
import type { WriteOutcome } from '../api/collections.ts'
import { toId } from '../api/ids.ts'
import { isLocked, waitForLock } from '../api/locks.ts'
import type { Org } from '../api/org.ts'
import { readResponseErrors, unreadableResponse } from '../api/response.ts'
import { sendWrite } from '../api/write.ts'
import { findCreatedNote } from './existing.ts'
import type { NoteFields } from './fields.ts'
import { ALL_USERS_WARNING, linkRecords } from './links.ts'
import type { NoteResult, PendingNote } from './pending.ts'

/**
 * Writes a note first and its links after it, for notes that one transaction cannot write. If a record cannot be linked,
 * a note that was created here is deleted again, so that it is either attached to all records or does not exist.
 */
export async function writeThenLink(
  org: Org,
  pending: PendingNote,
  note: NoteFields,
  records: readonly string[],
): Promise<NoteResult> {
  const outcome = await writeNote(org, pending, note)
  if (outcome.state !== 'written') return { ...omitEmpty({ id: note.id }), outcome }
  const { id } = outcome
  const { outcome: linked, isPublic } = await linkRecords(org, id, records)
  if (linked.state === 'rejected' && !note.id && (await deleteNote(org, id))) return { outcome: linked }
  const warnings = isPublic ? [ALL_USERS_WARNING] : []
  return { id, outcome: linked.state === 'written' ? outcome : linked, warnings }
}

async function writeNote(org: Org, pending: PendingNote, note: NoteFields): Promise<WriteOutcome> {
  for (let retries = 0; ; ) {
    const outcome = await writeNoteOnce(org, note)
    if (outcome.state === 'unknown' && !note.id) {
      const id = await findCreatedNote(org, pending)
      return id ? { state: 'written', id } : outcome
    }
    const isRetryable = outcome.state === 'rejected' && isLocked(outcome.errors)
    if (!isRetryable || !(await waitForLock(org, retries++))) return outcome
  }
}

async function writeNoteOnce(org: Org, note: NoteFields): Promise<WriteOutcome> {
  const written = await sendWrite(org, async (options) => {
    const { id, body } = note
    const result = await org.client.call<{ id?: string }>(
      (jsforce) => (id ? jsforce.update('ContentNote', { ...body, Id: id }) : jsforce.create('ContentNote', body)),
      options,
    )
    return toId(String(result.id))
  })
  if (written.state === 'completed') {
    if (!written.response) throw unreadableResponse()
    return { state: 'written', id: written.response }
  }
  const { error } = written
  if (written.state === 'unknown') return { state: 'unknown', error }
  const errors = readResponseErrors(error)
  return errors.length > 0 ? { state: 'rejected', errors } : { state: 'failed', error }
}

async function deleteNote(org: Org, id: string): Promise<boolean> {
  const deleted = await sendWrite(org, (options) => {
    return org.client.call((jsforce) => jsforce.destroy('ContentNote', id), options)
  })
  return deleted.state === 'completed'
}
