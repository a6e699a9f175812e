import { mayFail, type Send } from '../../postgres/pipelining.ts'
import { type RecipientRow, updateRecipients } from '../../sharing.ts'
import type { BlockChange, ChangedBlocks, EventType, ShareChange } from './changed-blocks.ts'
import type { Feeds } from './feeds.ts'
import { propagateAccess, syncRecipientLinks } from './inherited-access.ts'
import { selectReaders } from './readers.ts'
import type { Viewer } from './visibility.ts'

/** What the access that follows from a mutation is derived with. */
export interface Derivation {
  send: Send
  viewer: Viewer
  now: number
  changes: ChangedBlocks
  /** What tenants are notified of is added to them. */
  feeds: Feeds
}

/** What has followed for the blocks of one tenant. */
export interface DerivedAccess {
  tenantId: string
  /** The messages whose access has changed with that of their parents. */
  messageIds: readonly string[]
  readers: readonly RecipientRow[]
  added: readonly RecipientRow[]
  removed: readonly RecipientRow[]
}

/** Updates the access that follows from changed shares, and collects what each tenant is notified of. */
export async function deriveAccess(
  derivation: Derivation,
  shares: readonly ShareChange[],
  changes: readonly BlockChange[],
): Promise<DerivedAccess[]> {
  const sharing = [...groupByTenant(shares)].map(([tenantId, blocks]) => updateAccess(derivation, tenantId, blocks))
  const reading = [...groupByTenant(changes)].map(([tenantId, blocks]) => notifyOfBlocks(derivation, tenantId, blocks))
  return (await Promise.all([...sharing, ...reading])).map((part) => ({ ...NOTHING, ...part }))
}

const NOTHING = { messageIds: [], readers: [], added: [], removed: [] }

async function updateAccess({ send, now, feeds }: Derivation, tenantId: string, blocks: readonly ShareChange[]) {
  const ids = toIds(blocks)
  const revokes = blocks.some((block) => block.revokes)
  const propagating = propagateAccess(send, tenantId, ids, { now, revokes })
  const updateRecipientsOf = (blockIds: readonly string[]) => {
    const updating = mayFail(updateRecipients(send, tenantId, blockIds, { revokes }))
    syncRecipientLinks(send, tenantId, blockIds, { revokes })
    return updating
  }
  const updating = [updateRecipientsOf(ids)]
  const messageIds = await propagating
  if (messageIds.length > 0) updating.push(updateRecipientsOf(messageIds))
  const updated = await Promise.all(updating)
  for (const recipients of updated) notifyRecipients(feeds, recipients)
  const added = updated.flatMap((recipients) => recipients.added)
  const removed = updated.flatMap((recipients) => recipients.removed)
  return { tenantId, messageIds, added, removed }
}

/** Notifies people of what they may see now, and of what they may no longer see. */
export function notifyRecipients(feeds: Feeds, recipients: Record<'added' | 'removed', readonly RecipientRow[]>): void {
  addRows(feeds, recipients.added, () => 'SHARED')
  addRows(feeds, recipients.removed, () => 'UNSHARED')
}

async function notifyOfBlocks(derivation: Derivation, tenantId: string, blocks: readonly BlockChange[]) {
  const { viewer, changes, feeds } = derivation
  const readers = await notifyReaders(derivation, tenantId, blocks)
  if (tenantId !== viewer.tenantId) return { tenantId, readers }
  const visibleIds = new Set(toIds(readers.filter((reader) => reader.tenant_id === tenantId)))
  for (const block of blocks) {
    const hasLostAccess = !visibleIds.has(block.block_id) && changes.hasShares(block)
    if (hasLostAccess) feeds.addBlock(tenantId, block, 'UNSHARED')
  }
  return { tenantId, readers }
}

/** Notifies those who may see the blocks of a tenant of what has happened to them, and returns their rows. */
export async function notifyReaders(
  { send, feeds }: Pick<Derivation, 'send' | 'feeds'>,
  tenantId: string,
  blocks: readonly BlockChange[],
): Promise<RecipientRow[]> {
  const readers = await send(selectReaders(tenantId, toIds(blocks)))
  const events = new Map(blocks.map(({ block_id, event }) => [block_id, event]))
  addRows(feeds, readers, ({ block_id }) => events.get(block_id) ?? 'UPDATED')
  return readers
}

function addRows(feeds: Feeds, rows: readonly RecipientRow[], eventOf: (row: RecipientRow) => EventType): void {
  for (const row of rows) feeds.addBlock(row.tenant_id, row, eventOf(row))
}

export function toIds(blocks: readonly { block_id: string }[]): string[] {
  return blocks.map(({ block_id }) => block_id)
}

export function groupByTenant<Block extends { tenant_id: string }>(blocks: Iterable<Block>): Map<string, Block[]> {
  return Map.groupBy(blocks, ({ tenant_id }) => tenant_id)
}
