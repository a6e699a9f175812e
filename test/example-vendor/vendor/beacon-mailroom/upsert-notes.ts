import type { ExternalNote, UpsertNotesRequest } from '../../../../src/contract/index.ts'
import type { Call } from '../../../../src/kit/application.ts'
import { makeOnce } from '../../../../src/kit/documents/creation.ts'
import { type Account, sendJson } from '../client.ts'
import type { BeaconSettings } from '../settings.ts'

/** A note to write with Beacon's API. `records` are the ids of the records that it is attached to. */
interface BeaconNote {
  title: string
  html: string
  link?: string
  records: string[]
}

/** Creates the notes without an id and updates the others. Returns them with their ids, in the order of the request. */
export async function upsertNotes(
  { connectedProvider: { credential }, externalNotes }: UpsertNotesRequest,
  call: Call<BeaconSettings>,
): Promise<ExternalNote[]> {
  const written: ExternalNote[] = []
  for (const note of externalNotes) written.push({ ...note, externalId: await write(note, credential, call) })
  return written
}

async function write(note: ExternalNote, account: Account, call: Call<BeaconSettings>): Promise<string> {
  const { externalId, title, documentHtml, uri, tags } = note
  const records = tags.map((tag) => tag.externalId)
  const body: BeaconNote = { title, html: documentHtml, records, ...(uri ? { link: uri } : {}) }
  if (externalId) {
    const path = `/v1/notes/${encodeURIComponent(externalId)}`
    return (await sendJson<{ id: string }>({ method: 'PATCH', path, body }, account, call)).id
  }
  const { id } = await makeOnce({ vendor: 'Beacon', name: title }, (begin) =>
    sendJson<{ id: string }>({ method: 'POST', path: '/v1/notes', body, begin }, account, call),
  )
  return id
}
