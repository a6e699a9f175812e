import { omitEmpty } from '../../../src/runtime/omit.ts'
import type { WriteOutcome } from '../api/collections.ts'
import { MAX_SUBREQUESTS, type SubrequestResult, sendComposite } from '../api/composite.ts'
import { toId } from '../api/ids.ts'
import { isLocked, waitForLock } from '../api/locks.ts'
import type { Org } from '../api/org.ts'
import { type ApiError, unreadableResponse } from '../api/response.ts'
import { sendWrite } from '../api/write.ts'
import { findCreatedNote } from './existing.ts'
import { hasReference, type NoteFields, toNoteFields, toNoteRequest } from './fields.ts'
import {
  ALL_USERS_WARNING,
  fetchUnlinked,
  findErrors,
  isVisibilityError,
  linkRecords,
  toLinkSubrequest,
  type Visibility,
} from './links.ts'
import type { NoteResult, PendingNote } from './pending.ts'
import { writeThenLink } from './separate-links.ts'

/**
 * Writes a note and its links to records: in one transaction if Salesforce accepts that, or else the note first and the
 * links after it. The owner's link is left out, as Salesforce creates it by itself.
 */
export async function writeContentNote(org: Org, pending: PendingNote): Promise<NoteResult> {
  const note = await toNoteFields(pending)
  const records = note.id
    ? await fetchUnlinked(org, note.id, pending.parents)
    : await withoutOwner(org, pending.parents)
  if (hasReference(note)) return writeThenLink(org, pending, note, records)
  const { outcome, linksRejected, visibility } = await writeTransaction(org, note, records.slice(0, MAX_LINKS))
  if (linksRejected) return writeThenLink(org, pending, note, records)
  const id = await findId(org, pending, outcome)
  if (!id) return { ...omitEmpty({ id: note.id }), outcome }
  const { outcome: linked, isPublic } = await linkRecords(org, id, records.slice(MAX_LINKS))
  return {
    id,
    outcome: linked.state === 'written' ? { state: 'written', id } : linked,
    warnings: isPublic || visibility === 'AllUsers' ? [ALL_USERS_WARNING] : [],
  }
}

/** Links in the request that writes the note. */
const MAX_LINKS = MAX_SUBREQUESTS - 1

async function withoutOwner(org: Org, records: readonly string[]): Promise<string[]> {
  const userId = await org.findUserId()
  return records.filter((record) => record !== userId)
}

/** The id of a note that was written, also if its creation brought no response but it is found. */
async function findId(org: Org, pending: PendingNote, outcome: WriteOutcome): Promise<string | undefined> {
  if (outcome.state === 'written') return outcome.id
  return outcome.state === 'unknown' && pending.ids.length === 0 ? findCreatedNote(org, pending) : undefined
}

interface TransactionResult {
  outcome: WriteOutcome
  /** Whether all was rolled back because of the links, and for a reason that may not apply if they are written alone. */
  linksRejected: boolean
  visibility: Visibility
}

/** A transaction that was rejected is rolled back, so it can be sent again with another visibility. */
async function writeTransaction(org: Org, note: NoteFields, records: readonly string[]): Promise<TransactionResult> {
  let visibility: Visibility = 'InternalUsers'
  for (let retries = 0; ; ) {
    const { outcome, linkErrors } = await sendTransaction(org, note, records, visibility)
    if (outcome.state === 'rejected') {
      if (visibility === 'InternalUsers' && linkErrors.some(isVisibilityError)) {
        visibility = 'AllUsers'
        continue
      }
      if (isLocked(outcome.errors) && (await waitForLock(org, retries++))) continue
    }
    return { outcome, linksRejected: linkErrors.length > 0 && !linkErrors.some(isPermanent), visibility }
  }
}

/** Whether the record itself cannot have links, or is still locked, however they are written. */
function isPermanent({ code, fields }: ApiError): boolean {
  return code === 'ENTITY_IS_DELETED' || code === 'UNABLE_TO_LOCK_ROW' || fields?.includes('LinkedEntityId') === true
}

interface TransactionOutcome {
  outcome: WriteOutcome
  /** Errors of links, if the note itself was accepted. */
  linkErrors: ApiError[]
}

async function sendTransaction(
  org: Org,
  note: NoteFields,
  records: readonly string[],
  visibility: Visibility,
): Promise<TransactionOutcome> {
  const links = records.map((record) => toLinkSubrequest(note.id ?? '@{note.id}', record, visibility))
  const subrequests = [{ ...toNoteRequest(note), referenceId: 'note' }, ...links]
  const written = await sendWrite(org, async (options) => {
    return toOutcome(await sendComposite(org.client, subrequests, { allOrNone: true, ...options }), note.id)
  })
  if (written.state === 'completed') return written.response
  return {
    outcome: { state: written.state === 'unknown' ? 'unknown' : 'failed', error: written.error },
    linkErrors: [],
  }
}

function toOutcome([noteResult, ...linkResults]: readonly SubrequestResult[], id?: string): TransactionOutcome {
  const noteErrors = noteResult ? findErrors(noteResult) : []
  const linkErrors = linkResults.flatMap(findErrors)
  const errors = [...noteErrors, ...linkErrors]
  if (errors.length > 0) {
    return { outcome: { state: 'rejected', errors }, linkErrors: noteErrors.length > 0 ? [] : linkErrors }
  }
  const writtenId = id ?? toId(String((noteResult?.body as { id?: unknown } | null)?.id))
  if (!writtenId) throw unreadableResponse()
  return { outcome: { state: 'written', id: writtenId }, linkErrors: [] }
}
