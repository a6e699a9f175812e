import type { ExternalNote, UpsertNotesRequest } from '../../../../src/contract/index.ts'
import type { Call } from '../../../../src/kit/application.ts'
import { omitUndefined } from '../../../../src/runtime/omit.ts'
import { type Account, type Change, sendJson } from '../client.ts'
import type { BeaconSettings } from '../settings.ts'
import { toFailure, writeEach } from '../writes.ts'

/** A note to write with Beacon's API. `records` are the ids of the records that it is attached to. */
interface BeaconNote {
  title: string
  html: string
  link?: string
  records: string[]
}

/**
 * Creates the notes without an id and updates the others. Returns them with their ids, in the order of the request. If only
 * some could be written, the error names the others and holds the notes with the ids so far.
 */
export async function upsertNotes(
  { connectedProvider: { credential }, externalNotes }: UpsertNotesRequest,
  call: Call<BeaconSettings>,
): Promise<ExternalNote[]> {
  const result = await writeEach(
    externalNotes.map((note, index) => ({
      pointer: `#/externalNotes/${index}`,
      isUpdate: Boolean(note.externalId),
      send: (begin) => write(note, begin, credential, call),
    })),
  )
  const written = externalNotes.map((note, index) => ({ ...note, ...omitUndefined({ externalId: result.ids[index] }) }))
  if (result.problems.length > 0) throw toFailure(result, { externalNotes: written })
  return written
}

async function write(
  { externalId, title, documentHtml, uri, tags }: ExternalNote,
  begin: () => void,
  account: Account,
  call: Call<BeaconSettings>,
): Promise<string> {
  const records = tags.map((tag) => tag.externalId)
  const body: BeaconNote = { title, html: documentHtml, records, ...(uri ? { link: uri } : {}) }
  const change: Change = externalId
    ? { method: 'PATCH', path: `/v1/notes/${encodeURIComponent(externalId)}`, body, begin }
    : { method: 'POST', path: '/v1/notes', body, begin }
  return (await sendJson<{ id: string }>(change, account, call)).id
}
