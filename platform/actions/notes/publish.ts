import type { ExternalNote } from '../../../src/contract/index.ts'
import type { AuthorizedConnection } from '../../provider/authorized-connection.ts'
import type { BlockRow, Viewer } from '../../storage/graph/access/visibility.ts'
import { loadDocuments } from '../../storage/graph/blocks/related-rows.ts'
import { batchWrite, type WriteRequest } from '../batch-write.ts'
import { digest } from '../intent-name.ts'
import type { ItemOutcome } from '../outcomes.ts'
import type { ProviderActions } from '../provider-actions.ts'
import { toNoteHtml } from './html.ts'
import { loadPublishedIds, loadVendorTags, savePublications } from './publications.ts'

export interface PublishRequest {
  connectionId: string
  /** Notes that the viewer may write. */
  notes: readonly Pick<BlockRow, 'block_id' | 'title' | 'text'>[]
  /** Creates a note although an earlier attempt may have created it. */
  repeatUnknown: boolean
}

/**
 * Writes notes to a vendor, attached to what their tags are there. One that was written before is updated. What became
 * of each, in their order; throws OutsideFailure, as `writeThrough` does, where that is the same for all.
 */
export async function publishNotes(
  actions: ProviderActions,
  viewer: Viewer,
  { connectionId, notes, repeatUnknown }: PublishRequest,
): Promise<ItemOutcome[]> {
  const { db, now } = actions.deps
  const connection = await actions.openConnection({ tenantId: viewer.tenantId, connectionId })
  const key = connection.current
  const ids = notes.map(({ block_id }) => block_id)
  const known = await loadPublishedIds(db, key, ids)
  const sent = await toExternalNotes(actions, viewer, connection, notes)
  return batchWrite(actions, connection, {
    name: 'upsertNotes',
    requests: sent.map((note) => toWriteRequest(note, connectionId, repeatUnknown || known.has(note._id))),
    toRequest: (connectedProvider, externalNotes) => ({ connectedProvider, externalNotes }),
    knownIds: (tx) => loadPublishedIds(tx, key, ids),
    save: (tx, written) =>
      savePublications(
        tx,
        key,
        written.flatMap(({ item, outcome: { externalId } }) => (externalId ? [{ blockId: item._id, externalId }] : [])),
        now(),
      ),
  })
}

/** A note is written to one place once, whatever its content is by then. */
function toWriteRequest(item: ExternalNote, connectionId: string, mayRepeat: boolean): WriteRequest<ExternalNote> {
  return { item, requestKey: `note ${item._id} ${connectionId}`, hash: digest(connectionId, item._id), mayRepeat }
}

async function toExternalNotes(
  { deps: { db } }: ProviderActions,
  viewer: Viewer,
  { current }: AuthorizedConnection,
  notes: PublishRequest['notes'],
): Promise<ExternalNote[]> {
  const ids = notes.map(({ block_id }) => block_id)
  const [documents, tags] = await Promise.all([loadDocuments(db, viewer, ids), loadVendorTags(db, current, ids)])
  return notes.map(({ block_id, title, text }) => ({
    ...{ _id: block_id, title, tags: tags.get(block_id) ?? [] },
    documentHtml: toNoteHtml(documents.get(block_id) ?? null, text ?? ''),
  }))
}
