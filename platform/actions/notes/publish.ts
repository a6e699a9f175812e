import type { ExternalNote } from '../../../src/contract/index.ts'
import { documentsOf } from '../../storage/graph/blocks/related-rows.ts'
import type { BlockRow, Viewer } from '../../storage/graph/access/visibility.ts'
import type { RunConnection } from '../../provider/authorized-connection.ts'
import { digest } from '../intent-name.ts'
import { toHtml } from './html.ts'
import type { ItemOutcome } from '../outcomes.ts'
import type { Outside } from '../provider-actions.ts'
import { keepPublications, publishedAs, vendorTagsOf } from './publications.ts'
import { type ItemWish, writeList } from '../batch-write.ts'

export interface Publishing {
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
  outside: Outside,
  viewer: Viewer,
  { connectionId, notes, repeatUnknown }: Publishing,
): Promise<ItemOutcome[]> {
  const { db, now } = outside.parts
  const connection = await outside.connection({ tenantId: viewer.tenantId, connectionId })
  const key = connection.current
  const ids = notes.map(({ block_id }) => block_id)
  const known = await publishedAs(db, key, ids)
  const sent = await toExternalNotes(outside, viewer, connection, notes)
  return writeList(outside, connection, {
    name: 'upsertNotes',
    wishes: sent.map((note) => toWish(note, connectionId, repeatUnknown || known.has(note._id))),
    question: (connectedProvider, externalNotes) => ({ connectedProvider, externalNotes }),
    knownIds: (tx) => publishedAs(tx, key, ids),
    keep: (tx, written) =>
      keepPublications(
        tx,
        key,
        written.flatMap(({ item, outcome: { externalId } }) => (externalId ? [{ blockId: item._id, externalId }] : [])),
        now(),
      ),
  })
}

/** A note is written to one place once, whatever its content is by then. */
function toWish(item: ExternalNote, connectionId: string, mayRepeat: boolean): ItemWish<ExternalNote> {
  return { item, requestKey: `note ${item._id} ${connectionId}`, hash: digest(connectionId, item._id), mayRepeat }
}

async function toExternalNotes(
  { parts: { db } }: Outside,
  viewer: Viewer,
  { current }: RunConnection,
  notes: Publishing['notes'],
): Promise<ExternalNote[]> {
  const ids = notes.map(({ block_id }) => block_id)
  const [documents, tags] = await Promise.all([documentsOf(db, viewer, ids), vendorTagsOf(db, current, ids)])
  return notes.map(({ block_id, title, text }) => ({
    ...{ _id: block_id, title, tags: tags.get(block_id) ?? [] },
    documentHtml: toHtml(documents.get(block_id) ?? null, text ?? ''),
  }))
}
