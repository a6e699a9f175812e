import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { foldText } from '../../platform/storage/text-normalization.ts'
import { alignGuestLinks, deleteLinks, grantComments, loadLinks, writeGuests, writeLinks } from './plain-sharing.ts'
import {
  addActivities,
  appendEvents,
  copyDates,
  findReaders,
  type LockedBlock,
  lockBlock,
  markUsed,
} from './plain-steps.ts'
import { inPlainTransaction, type Parameters, type PlainTransaction } from './plain-transaction.ts'

type Work = (transaction: PlainTransaction, parameters: Parameters) => Promise<object>

/** The plain text of an editor's document. */
function toText(document: string): string {
  const { content } = JSON.parse(document) as { content: { content: { text: string }[] }[] }
  return content.map((paragraph) => paragraph.content.map(({ text }) => text).join('')).join('\n')
}

const createNote: Work = async (transaction, { tenantId, ownTagId, title, document, tags }) => {
  const text = toText(document)
  const block = { tenant_id: tenantId, block_id: randomUUID(), block_type: 'note' }
  await transaction.rows(
    'insert note',
    `insert into blocks (tenant_id, block_id, block_type, title, document, text, creator_id, tsv, date_associated,
       date_created, date_updated)
     values ($1, $2, 'note', $3, $4, $5, $1, setweight(to_tsvector('simple', $6), 'A')
       || setweight(to_tsvector('simple', $7), 'B') || array_to_tsvector(array['=' || $1::uuid]), $8, $8, $8)`,
    [tenantId, block.block_id, title, document, text, foldText(title), foldText(text), transaction.now],
  )
  const own = { tagId: ownTagId, shared: true, sharingLevel: 2, sharingApproach: 2 }
  await writeLinks(transaction, block, [own, ...tags])
  await addActivities(transaction, block, [{ type: 'CREATED', detail: {} }])
  await markUsed(
    transaction,
    tags.map(({ tagId }) => tagId),
  )
  await appendEvents(transaction, block, new Map([[tenantId, 'CREATED']]))
  return { _id: block.block_id, title, dateUpdated: transaction.now }
}

const updateNote: Work = async (transaction, { id, title, document }) => {
  const block = await lockBlock(transaction, id, 1)
  const text = toText(document)
  await transaction.rows(
    'update note',
    `update blocks set title = $3, document = $4, text = $5, date_updated = $8, version = version + 1,
       tsv = setweight(to_tsvector('simple', $6), 'A') || setweight(to_tsvector('simple', $7), 'B') || array_to_tsvector(
         array(select word.lexeme from unnest(tsv) as word where word.positions is null))
     where tenant_id = $1 and block_id = $2`,
    [block.tenant_id, id, title, document, text, foldText(title), foldText(text), transaction.now],
  )
  await addActivities(transaction, block, [{ type: 'RENAMED', detail: { oldTitle: block.title, newTitle: title } }])
  await notifyAll(transaction, block, await copyDates(transaction, block), 'UPDATED')
  return { _id: id, title, dateUpdated: transaction.now }
}

const replaceLinks: Work = async (transaction, { id, tags, ownTagId }) => {
  const block = await lockBlock(transaction, id, 1)
  const current = new Map((await loadLinks(transaction, id)).map((link) => [link.tag_id, link]))
  const remaining = new Set([ownTagId, ...tags.map(({ tagId }) => tagId)])
  const removed = [...current.values()].filter((link) => !remaining.has(link.tag_id))
  if (removed.some(({ shared }) => shared)) throw new Error('the benchmark revokes no access')
  await deleteLinks(
    transaction,
    block,
    removed.map((link) => link.tag_id),
  )
  await share(transaction, block, tags, current)
  return { _id: id, sharingTags: await loadLinks(transaction, id) }
}

const addLink: Work = async (transaction, { id, tags }) => {
  const block = await lockBlock(transaction, id, 1)
  const current = new Map((await loadLinks(transaction, id)).map((link) => [link.tag_id, link]))
  await share(transaction, block, tags, current)
  return { _id: id, sharingTags: await loadLinks(transaction, id) }
}

async function share(
  transaction: PlainTransaction,
  block: LockedBlock,
  tags: Parameters['tags'],
  current: ReadonlyMap<string, { shared: boolean; sharing_level: number }>,
): Promise<void> {
  if (tags.some(({ sharingLevel }) => sharingLevel > block.sharing_level)) throw new Error('may not grant this access')
  await writeLinks(transaction, block, tags)
  await markUsed(
    transaction,
    tags.map(({ tagId }) => tagId),
  )
  const granted = tags.filter(
    ({ tagId, shared, sharingLevel }) =>
      shared && !(current.get(tagId)?.shared && current.get(tagId)?.sharing_level === sharingLevel),
  )
  const details = granted.map(({ tagId, sharingLevel }) => ({ tagId, sharingLevel }))
  await addActivities(
    transaction,
    block,
    details.map((detail) => ({ type: 'SHARED', detail })),
  )
  const guests = await writeGuests(transaction, block, await grantComments(transaction, block))
  await alignGuestLinks(transaction, block)
  const readers = await findReaders(transaction, block)
  const events = new Map(readers.map((tenantId) => [tenantId, guests.includes(tenantId) ? 'SHARED' : 'UPDATED']))
  await appendEvents(transaction, block, events)
}

const addReaction: Work = async (transaction, { id, shortcode, tenantId, ownTagId }) => {
  const block = await lockBlock(transaction, id, 0)
  const [row] = await transaction.rows<{ count: number }>(
    'react',
    `insert into reactions (tenant_id, block_id, shortcode, actor_id, tag_id, date_created)
     select $1, $2, $3, $4, $5, $6
     where (select count(*) from reactions where tenant_id = $1 and block_id = $2 and actor_id = $4) < 50
     on conflict (tenant_id, block_id, shortcode, actor_id) do nothing returning 1`,
    [block.tenant_id, id, shortcode, tenantId, ownTagId, transaction.now],
  )
  if (!row) throw new Error('too many reactions')
  await notifyAll(transaction, block, await findReaders(transaction, block), 'UPDATED')
  const reactions = await transaction.rows(
    'reactions',
    `select shortcode, count(*)::int as count, bool_or(actor_id = $3) as self from reactions
     where tenant_id = $1 and block_id = $2 group by shortcode order by min(date_created)`,
    [block.tenant_id, id, tenantId],
  )
  return { reactions }
}

const archive: Work = async (transaction, { id, archive: archived }) => {
  const block = await lockBlock(transaction, id, 1)
  if (archived) {
    const dependants = await transaction.rows(
      'dependants',
      `select from block_links l join blocks b on b.tenant_id = l.tenant_id and b.block_id = l.source_id
       where l.tenant_id = $1 and l.target_id = $2 and not b.archived limit 1`,
      [block.tenant_id, id],
    )
    if (dependants.length > 0) throw new Error('other blocks depend on it')
  }
  await transaction.rows(
    'archive',
    `update blocks set archived = $3, date_updated = $4, version = version + 1 where tenant_id = $1 and block_id = $2`,
    [block.tenant_id, id, archived, transaction.now],
  )
  const event = archived ? 'ARCHIVED' : 'RESTORED'
  await addActivities(transaction, block, [{ type: event, detail: {} }])
  await notifyAll(transaction, block, await copyDates(transaction, block), event)
  return { _id: id, archived }
}

function notifyAll(transaction: PlainTransaction, block: LockedBlock, readers: readonly string[], event: string) {
  return appendEvents(transaction, block, new Map(readers.map((tenantId) => [tenantId, event])))
}

const inTransaction = (work: Work) => (pool: pg.Pool, parameters: Parameters) =>
  inPlainTransaction(pool, parameters, (transaction) => work(transaction, parameters))

/** The same mutations as the platform's, each in one transaction of prepared statements that do no more than it needs. */
export const PLAIN_MUTATIONS = {
  createNote: inTransaction(createNote),
  updateNote: inTransaction(updateNote),
  replaceLinks: inTransaction(replaceLinks),
  addLink: inTransaction(addLink),
  addReaction: inTransaction(addReaction),
  archive: inTransaction(archive),
}
