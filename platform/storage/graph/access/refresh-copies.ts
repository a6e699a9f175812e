import type { BucketTransaction } from '../../copies/bucket-transaction.ts'
import { lockForCopying, selectCopiedRows } from '../../copies/copied-rows.ts'
import { writeCopies } from '../../copies/write-copies.ts'
import { mayFail, type Send } from '../../postgres/pipelining.ts'
import { type RecipientRow, updateRecipientsOfCopies } from '../../sharing.ts'
import type { BlockChange } from './changed-blocks.ts'
import { type DerivedAccess, notifyReaders, notifyRecipients, toIds } from './derived-access.ts'
import type { Feeds } from './feeds.ts'
import { syncRecipientLinks } from './inherited-access.ts'
import { copyBlockColumns, selectReaders } from './readers.ts'

/** The blocks of one tenant that a mutation has changed, or whose access, and what has followed from it at home. */
export interface ChangedAtHome {
  tenantId: string
  blockIds: readonly string[]
  /** The changes that readers are notified of. */
  changes: readonly BlockChange[]
  derived: readonly DerivedAccess[]
  /** Whether links that share blocks were written. */
  hasShareChanges: boolean
  revokes: boolean
}

interface Refresh {
  buckets: BucketTransaction
  now: number
  feedsOf: (bucket: string) => Feeds
}

/**
 * Brings the copies of changed blocks in line with their home, in all buckets where somebody may see them, could until now, or
 * acts, and does there what concerns the recipients' own rows. The changed blocks must be locked at home: otherwise another
 * transaction could give access, or take it, after the readers were selected and before the copies are written.
 */
export async function refreshCopies(refresh: Refresh, home: string, changed: ChangedAtHome): Promise<void> {
  const { buckets, now } = refresh
  const { tenantId, derived, changes } = changed
  const messageIds = derived.flatMap((part) => part.messageIds)
  const notifiedIds = new Set(toIds(changes))
  // It is not known yet who reads these: their readers were not notified, or were before their access changed.
  const otherIds = [...new Set([...messageIds, ...changed.blockIds.filter((id) => !notifiedIds.has(id))])]
  const readersOfOthers =
    otherIds.length > 0 ? await buckets.within(home, (send) => lockReaders(send, tenantId, otherIds)) : []
  const readers = [...derived.flatMap((part) => [...part.readers, ...part.added]), ...readersOfOthers]
  const former = derived.flatMap((part) => part.removed)
  await buckets.load([...readers, ...former].map(({ tenant_id }) => tenant_id))
  const targets = new Targets(home, [...new Set([...changed.blockIds, ...messageIds])])
  for (const row of readers) targets.addReader(buckets.homeOf(row.tenant_id), row.block_id)
  for (const row of former) targets.add(buckets.homeOf(row.tenant_id))
  targets.add(buckets.own)
  if (targets.isEmpty) return
  const rows = await buckets.in(home)(selectCopiedRows(tenantId, targets.blockIds, changed.hasShareChanges ? 0 : now))
  const refreshing = targets.inOrder().map(([bucket, blocks]) =>
    buckets.within(bucket, (send) => {
      writeCopies(send, { tenantId, ...blocks }, rows)
      return updateResidents(send, refresh.feedsOf(bucket), changed, targets.blockIds)
    }),
  )
  await Promise.all(refreshing)
}

/** Selects who may see blocks, once nobody else writes them or their links any more. */
function lockReaders(send: Send, tenantId: string, blockIds: readonly string[]): Promise<RecipientRow[]> {
  send(lockForCopying(tenantId, blockIds))
  return send(selectReaders(tenantId, blockIds))
}

/** Updates the rows of those recipients who live in a bucket, and notifies them. All statements are sent at once. */
async function updateResidents(
  send: Send,
  feeds: Feeds,
  { tenantId, changes, hasShareChanges, revokes }: ChangedAtHome,
  blockIds: readonly string[],
): Promise<void> {
  const updating = hasShareChanges ? mayFail(updateRecipientsOfCopies(send, tenantId, blockIds)) : undefined
  if (hasShareChanges) syncRecipientLinks(send, tenantId, blockIds, { revokes })
  copyBlockColumns(
    send,
    blockIds.map((block_id) => ({ tenant_id: tenantId, block_id })),
  )
  const own = { send, feeds }
  const notifying = mayFail(notifyReaders(own, tenantId, changes))
  const recipients = await updating
  if (recipients) notifyRecipients(feeds, recipients)
  await notifying
}

/** For each bucket other than the home, which blocks it holds copies of, and of which it holds none any more. */
class Targets {
  readonly blockIds: readonly string[]
  readonly #home: string
  readonly #visible = new Map<string, Set<string>>()

  constructor(home: string, blockIds: readonly string[]) {
    this.#home = home
    this.blockIds = blockIds
  }

  get isEmpty(): boolean {
    return this.#visible.size === 0
  }

  add(bucket: string): Set<string> {
    const visible = this.#visible.get(bucket) ?? new Set()
    if (bucket !== this.#home) this.#visible.set(bucket, visible)
    return visible
  }

  addReader(bucket: string, blockId: string): void {
    this.add(bucket).add(blockId)
  }

  /** In the order of names, so that transactions lock copies in one order. */
  inOrder(): [string, { visible: string[]; hidden: string[] }][] {
    const buckets = [...this.#visible].sort(([a], [b]) => (a < b ? -1 : 1))
    return buckets.map(([bucket, visible]) => {
      const hidden = this.blockIds.filter((id) => !visible.has(id))
      return [bucket, { visible: [...visible], hidden }]
    })
  }
}
