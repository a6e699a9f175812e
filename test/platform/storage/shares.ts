import { insertIntoFeeds } from '../../../platform/storage/changes.ts'
import type { Tx } from '../../../platform/storage/postgres/database.ts'
import { Pipeline } from '../../../platform/storage/postgres/pipelining.ts'
import { copyToSharingRows, toFeeds, updateRecipients } from '../../../platform/storage/sharing.ts'

/** Tells recipients about blocks of a tenant that a test has changed. */
export async function syncSharesAndNotify(
  tx: Tx,
  tenantId: string,
  blockIds: readonly string[],
  now: number,
): Promise<void> {
  const { send } = await Pipeline.open(tx)
  const recipients = await copyToSharingRows(send, tenantId, blockIds)
  await insertIntoFeeds(toFeeds(recipients, 'UPDATED'), now)?.execute(tx)
}

/** Shares blocks of a tenant with those to whom a test has linked them, and no longer with others. */
export async function updateRecipientsAndNotify(
  tx: Tx,
  tenantId: string,
  blockIds: readonly string[],
  now: number,
): Promise<void> {
  const { send } = await Pipeline.open(tx)
  const { removed, added } = await updateRecipients(send, tenantId, blockIds)
  await insertIntoFeeds(toFeeds(removed, 'UNSHARED'), now)?.execute(tx)
  await insertIntoFeeds(toFeeds(added, 'SHARED'), now)?.execute(tx)
}
