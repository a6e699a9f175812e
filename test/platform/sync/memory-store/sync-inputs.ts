import type { IdentifierKind, StoredTable } from '../../../../platform/model/sync-store.ts'
import type { SyncExternalIdLinkObject, TagReference } from '../../../../src/contract/index.ts'
import type { StoredConnection } from './stored.ts'

export function loadTables({ items }: StoredConnection, limit: number): StoredTable[] {
  const tables = [...items.keys()].filter((key) => key.startsWith('table '))
  return tables.map((table) => {
    const metadataType = table.slice('table '.length)
    const prefix = `row ${metadataType} `
    const rows = [...items.keys()].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
    return { tableMetadata: { metadataType }, externalIds: rows.slice(0, limit) }
  })
}

export function loadIdentifierSlots(
  { tags, lookedUp }: StoredConnection,
  [kind]: readonly IdentifierKind[],
  limit: number,
  now: number,
): SyncExternalIdLinkObject[] {
  if (!kind) return []
  const due = tags.filter(({ _id = '' }) => (lookedUp.get(_id) ?? 0) <= now - 86_400_000).slice(0, limit)
  for (const { _id = '' } of due) lookedUp.set(_id, now)
  return due.map(({ _id = '' }) => ({ ...kind, sourceTagId: _id }))
}

export function loadInsightTags(
  { tags, items }: StoredConnection,
  [kind]: readonly IdentifierKind[],
  limit: number,
): { kind: IdentifierKind; tags: TagReference[] }[] {
  const linked = tags.filter(({ _id }) => items.has(`link ${_id}`)).slice(0, limit)
  return kind && linked.length > 0 ? [{ kind, tags: linked }] : []
}
