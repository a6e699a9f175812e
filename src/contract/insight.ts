import { ConnectedProvider } from './credential.ts'
import { type Static, Type } from './schema.ts'
import { Table, TableMetadataRequest } from './table.ts'
import { TagReference } from './tag.ts'

/** Tables with rows that belong to tags. Each row refers to its tag by external id. */
export const TagInsightResponse = Type.Object({
  blockType: Type.String({ minLength: 1, description: 'Usually table' }),
  tables: Type.Array(Table),
})
export type TagInsightResponse = Static<typeof TagInsightResponse>

export const InsightTypeFilter = Type.Object({
  tagType: Type.String({ minLength: 1 }),
  tagSubType: Type.Optional(Type.String()),
  blockType: Type.Optional(Type.String({ minLength: 1 })),
  tableMetadata: Type.Optional(TableMetadataRequest),
  tags: Type.Array(TagReference),
})
export type InsightTypeFilter = Static<typeof InsightTypeFilter>

export const InsightFilter = Type.Object({ insightTypeFilters: Type.Array(InsightTypeFilter) })
export type InsightFilter = Static<typeof InsightFilter>

export const SyncInsightRequest = Type.Object(
  { connectedProvider: ConnectedProvider, filter: InsightFilter },
  { aliases: { insightFilter: 'filter' } },
)
export type SyncInsightRequest = Static<typeof SyncInsightRequest>
