import type {
  FeedTable,
  FunctionTable,
  OutstandingShareTable,
  ProviderTable,
  PublicationTable,
  TenantTable,
  WriteIntentTable,
} from './accounts.ts'
import type { BlockLinkTable, BlockTable, BusinessObjectTable, SharingTable, SignalTable } from './blocks.ts'
import type { ConnectionTable, SyncRunTable, SyncTable } from './connections.ts'
import type {
  ActivityTable,
  BlockMarkTable,
  ChangeEventTable,
  FeedbackTable,
  MemoryTable,
  ReactionTable,
  RecommendationTable,
  RecommendationTagTable,
} from './conversation.ts'
import type { ProcessTable } from './processes.ts'
import type { ExternalIdLinkTable, FolderTable, FolderTagTable, IdentifierAskTable, TagTable } from './tags.ts'
import type { NewsTable, WebFetchTable } from './web.ts'

/** The tables by name, as Kysely types. A test compares them with the migrated database. */
export interface Tables {
  activities: ActivityTable
  block_links: BlockLinkTable
  block_marks: BlockMarkTable
  blocks: BlockTable
  business_objects: BusinessObjectTable
  change_events: ChangeEventTable
  connections: ConnectionTable
  external_id_links: ExternalIdLinkTable
  feedback: FeedbackTable
  feeds: FeedTable
  folder_tags: FolderTagTable
  folders: FolderTable
  functions: FunctionTable
  identifier_asks: IdentifierAskTable
  memories: MemoryTable
  news: NewsTable
  outstanding_shares: OutstandingShareTable
  processes: ProcessTable
  providers: ProviderTable
  publications: PublicationTable
  reactions: ReactionTable
  recommendation_tags: RecommendationTagTable
  recommendations: RecommendationTable
  sharing: SharingTable
  signals: SignalTable
  sync_runs: SyncRunTable
  syncs: SyncTable
  tags: TagTable
  tenants: TenantTable
  web_fetches: WebFetchTable
  write_intents: WriteIntentTable
}

export { BLOCK_TYPES, type BlockType, type BusinessObjectTable, type SharingTable } from './blocks.ts'
export type { BlockMarkTable, ReactionTable } from './conversation.ts'
export type { TagType } from './tags.ts'
