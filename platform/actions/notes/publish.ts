import type { ExternalNote, WrittenNote } from '../../../src/contract/index.ts'
import type { AuthorizedConnection } from '../../provider/authorized-connection.ts'
import type { BlockRow, Viewer } from '../../storage/graph/access/visibility.ts'
import { loadDocuments } from '../../storage/graph/blocks/related-rows.ts'
import { type BatchWrite, batchWrite, type WriteRequest } from '../batch-write.ts'
import { ActionError } from '../errors.ts'
import { hashContent } from '../hashes.ts'
import type { ItemOutcome } from '../outcomes.ts'
import type { ProviderActions } from '../provider-actions.ts'
import { toNoteHtml } from './html.ts'
import { loadPublishedIds, loadVendorTags, savePublications } from './publications.ts'

export interface PublishRequest {
  connectionId: string
  /** The viewer must have the right to edit these notes. */
  notes: readonly Pick<BlockRow, 'block_id' | 'title' | 'text'>[]
  /** Creates a note although an earlier attempt may have created it. */
  repeatUnknown: boolean
}

/** The outcome of one note, with the provider's warnings about it. */
export type PublishOutcome = ItemOutcome<WrittenNote> & { warnings: readonly string[] }

/**
 * Publishes notes at a vendor, linked to the vendor's objects of their tags. Notes that were published before are updated.
 * Returns the outcomes in the order of the notes. Throws ActionError as `writeThrough` does if all notes fail alike, and
 * SERVICE_UNAVAILABLE if the platform has no public URL, which notes link back to.
 */
export async function publishNotes(
  actions: ProviderActions,
  viewer: Viewer,
  { connectionId, notes, repeatUnknown }: PublishRequest,
): Promise<PublishOutcome[]> {
  const { db, now, publicUrl } = actions.deps
  if (publicUrl === undefined) throw new ActionError('SERVICE_UNAVAILABLE', NO_PUBLIC_URL)
  const connection = await actions.openConnection({ tenantId: viewer.tenantId, connectionId })
  const key = connection.current
  const ids = notes.map(({ block_id }) => block_id)
  const publishedIds = await loadPublishedIds(db, key, ids)
  const externalNotes = await toExternalNotes(actions, viewer, { connection, notes, publicUrl })
  const batch: BatchWrite<'upsertNotes', ExternalNote> = {
    name: 'upsertNotes',
    requests: externalNotes.map((note) =>
      toWriteRequest(note, connectionId, repeatUnknown || publishedIds.has(note._id)),
    ),
    toRequest: (connectedProvider, externalNotes) => ({ connectedProvider, externalNotes }),
    findExternalIds: (tx) => loadPublishedIds(tx, key, ids),
    save: (tx, written) =>
      savePublications(
        tx,
        key,
        written.flatMap(({ item, outcome: { externalId } }) => (externalId ? [{ blockId: item._id, externalId }] : [])),
        now(),
      ),
  }
  return batchWrite(actions, connection, batch, async (outcomes) => {
    return outcomes.map((outcome) => ({ ...outcome, warnings: outcome.answer?.warnings ?? [] }))
  })
}

/** The key depends on the note and not on its content: a note is created at most once per connection. */
function toWriteRequest(item: ExternalNote, connectionId: string, mayRepeat: boolean): WriteRequest<ExternalNote> {
  return { item, requestKey: `note ${item._id} ${connectionId}`, hash: hashContent(connectionId, item._id), mayRepeat }
}

const NO_PUBLIC_URL =
  'Notes cannot be published: they link back to this platform, which does not know its own URL. Its operator has to set ' +
  'BASE_URL.'

interface NotesToPublish {
  connection: AuthorizedConnection
  notes: PublishRequest['notes']
  publicUrl: string
}

/** Creates whole notes, with an empty vendor id until `findExternalIds` finds one. */
async function toExternalNotes(
  { deps: { db } }: ProviderActions,
  viewer: Viewer,
  { connection: { current }, notes, publicUrl }: NotesToPublish,
): Promise<Required<ExternalNote>[]> {
  const ids = notes.map(({ block_id }) => block_id)
  const [{ contents: documents }, tags] = await Promise.all([
    loadDocuments(db, viewer, ids),
    loadVendorTags(db, viewer, current, ids),
  ])
  return notes.map(({ block_id, title, text }) => ({
    _id: block_id,
    externalId: '',
    title,
    documentHtml: toNoteHtml(documents.get(block_id) ?? null, text ?? ''),
    uri: `${publicUrl}/blocks/${block_id}`,
    tags: tags.get(block_id) ?? [],
  }))
}
