import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { escapeLike } from '../../postgres/conditions.ts'
import type { Database } from '../../postgres/database.ts'
import type { PageRequest } from '../../postgres/paging.ts'
import type { MemoryTable } from '../../postgres/tables/conversation.ts'
import type { Viewer } from '../access/visibility.ts'

export type MemoryRow = Selectable<MemoryTable>

export interface MemoryFilter extends PageRequest {
  topic?: string
  /** Must occur in the topic or the value, case-insensitively. */
  search?: string
}

/** Lists the viewer's memories that are not archived, the last updated first. */
export async function listMemories(db: Database, viewer: Viewer, filter: MemoryFilter): Promise<MemoryRow[]> {
  const { topic, search, size, page } = filter
  let query = db
    .selectFrom('memories')
    .selectAll()
    .where('tenant_id', '=', viewer.tenantId)
    .where('archived', '=', false)
  if (topic !== undefined) query = query.where('topic_key', '=', toTopicKey(topic))
  if (search !== undefined) {
    const pattern = `%${escapeLike(search)}%`
    query = query.where((eb) => eb.or([eb('topic', 'ilike', pattern), eb('value', 'ilike', pattern)]))
  }
  return query
    .orderBy('date_updated', 'desc')
    .orderBy('memory_id')
    .limit(size)
    .offset(page * size)
    .execute()
}

export interface MemoryFields {
  topic: string
  value: string
  /** 0 to 1. */
  confidence?: number | undefined
  source?: string | undefined
}

/** Saves a memory. There is one memory per topic: an existing one is replaced, and restored from the archive. */
export async function saveMemory(
  db: Database,
  { tenantId }: Viewer,
  fields: MemoryFields,
  now: number,
): Promise<MemoryRow> {
  const { topic, value, confidence = 1, source = 'user' } = fields
  return db
    .insertInto('memories')
    .values({
      tenant_id: tenantId,
      memory_id: randomUUID(),
      topic,
      topic_key: toTopicKey(topic),
      value,
      confidence,
      source,
      date_created: now,
      date_updated: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'topic_key'])
        .doUpdateSet({ topic, value, confidence, source, archived: false, date_updated: now }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Updates a memory. Returns undefined if it does not exist, and `taken` if another memory has the topic. */
export async function updateMemory(
  db: Database,
  { tenantId }: Viewer,
  id: string,
  { topic, value, confidence, source }: MemoryFields,
  now: number,
): Promise<MemoryRow | 'taken' | undefined> {
  const key = toTopicKey(topic)
  const { rows } = await sql<MemoryRow>`
    update memories m set topic = ${topic}, topic_key = ${key}, value = ${value},
      confidence = coalesce(${confidence ?? null}, m.confidence), source = coalesce(${source ?? null}, m.source),
      date_updated = ${now}
    where m.tenant_id = ${tenantId} and m.memory_id = ${id} and not exists (
      select from memories o where o.tenant_id = m.tenant_id and o.topic_key = ${key} and o.memory_id <> m.memory_id)
    returning m.*`.execute(db)
  return rows[0] ?? ((await findMemory(db, tenantId, id)) ? 'taken' : undefined)
}

export async function archiveMemory(
  db: Database,
  { tenantId }: Viewer,
  id: string,
  archived: boolean,
  now: number,
): Promise<MemoryRow | undefined> {
  return db
    .updateTable('memories')
    .set({ archived, date_updated: now })
    .where('tenant_id', '=', tenantId)
    .where('memory_id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

async function findMemory(db: Database, tenantId: string, id: string) {
  return db
    .selectFrom('memories')
    .select('memory_id')
    .where('tenant_id', '=', tenantId)
    .where('memory_id', '=', id)
    .executeTakeFirst()
}

function toTopicKey(topic: string): string {
  return topic.trim().toLowerCase()
}
