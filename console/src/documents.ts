// biome-ignore-all lint: generated
// biome-ignore-all format: generated
// biome-ignore-all assist: generated
// Generated from documents/*.graphql and the schema by `npm run docs`; do not edit.
import { typed } from '../../platform/client/index.ts'

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type AcceptRecommendationInput = {
  _id: string;
  /** If true, writes although an earlier attempt may have been written (CONFLICT with state unknown). */
  repeatUnknown?: boolean | null | undefined;
};

export type ActorType =
  | 'AGENT'
  | 'PROVIDER'
  | 'SYSTEM'
  | 'TENANT';

export type AddSharingTagInput = {
  referenceBlock: ReferenceBlockInput;
  sharingTag: SharingTagInput;
};

export type ArchiveBlockInput = {
  _id: string;
  /** False restores the block. Defaults to true. */
  archive?: boolean | null | undefined;
  blockType?: string | null | undefined;
  /** If true, archives even when other blocks depend on it. */
  confirmed?: boolean | null | undefined;
};

export type BlockAccess =
  | 'NO_ACCESS'
  | 'READ_ONLY'
  | 'RW';

export type BlockActivityType =
  | 'ARCHIVED'
  | 'ASSIGNED'
  | 'COMMENTED'
  | 'CREATED'
  | 'RENAMED'
  | 'RESTORED'
  | 'SHARED'
  | 'STATUS_CHANGED'
  | 'UNASSIGNED'
  | 'UNSHARED'
  | 'UPDATED';

export type BlockFabricInput = {
  _id: string;
  /** Limits the fabric to blocks that were created in this range, at most two years from the root. Defaults to half a year around the root. */
  dateCreated?: NumberFilterInput | null | undefined;
};

export type BlockType =
  | 'agent'
  | 'calendar'
  | 'document'
  | 'email'
  | 'event'
  | 'file'
  | 'message'
  | 'note'
  | 'record'
  | 'reference'
  | 'table'
  | 'task'
  | 'thread'
  | 'transcription'
  | 'website'
  | 'workflow';

export type BusinessObjectInput = {
  externalId?: string | null | undefined;
  metadataType?: string | null | undefined;
  provider?: string | null | undefined;
  url?: string | null | undefined;
};

export type ConnectMethod =
  | 'key'
  | 'oauth';

export type ConnectionStatus =
  | 'active'
  | 'disconnected'
  | 'pending'
  | 'reconnect_required'
  | 'unconfirmed';

export type ConnectionsInput = {
  application?: string | null | undefined;
  page?: number | null | undefined;
  size?: number | null | undefined;
  status?: ConnectionStatus | null | undefined;
};

export type DeleteSharingTagInput = {
  referenceBlock: ReferenceBlockInput;
  tagId: string;
};

export type EmailDirection =
  | 'inbound'
  | 'outbound';

export type EventStatus =
  | 'cancelled'
  | 'confirmed'
  | 'tentative';

export type ExecuteQueryInput = {
  connectionId: string;
  /** Defaults to 25, at most 200. */
  limit?: number | null | undefined;
  metadataType: string;
  /** The fields to return in values. */
  returnFields?: Array<string | null | undefined> | null | undefined;
  /** Combined with AND. */
  searchCriteria?: Array<SearchCriterionInput | null | undefined> | null | undefined;
};

/** A tag's identity at a vendor. */
export type ExternalIdLinkInput = {
  /** Defaults to the provider's name. */
  application?: string | null | undefined;
  externalId: string;
  metadataType: string;
  provider: string;
  url?: string | null | undefined;
};

export type FavoriteBlockInput = {
  _id: string;
  favorite: boolean;
};

/** Conditions on a field's value. All given conditions must match. */
export type FieldFilterInput = {
  /** Restricts the field to an application of the provider. */
  application?: string | null | undefined;
  fieldName: string;
  /** True matches only missing values, false only present ones. */
  isNull?: boolean | null | undefined;
  numberFilter?: NumberFilterInput | null | undefined;
  /** Where the field comes from: a provider, an application, or provider/application. Omit it, or give graph, for the tag's own fields. */
  provider?: string | null | undefined;
  stringFilter?: StringFilterInput | null | undefined;
};

export type FieldSortInput = {
  /** Restricts the field to an application of the provider. */
  application?: string | null | undefined;
  /** Defaults to ASC. */
  direction?: SortOrder | null | undefined;
  fieldName: string;
  /** Where the field comes from: a provider, an application, or provider/application. Omit it, or give graph, for the tag's own fields. */
  provider?: string | null | undefined;
};

export type FindBlockActivitiesInput = {
  activityTypes?: Array<BlockActivityType | null | undefined> | null | undefined;
  blockId: string;
  size?: number | null | undefined;
};

export type FindBlockInput = {
  _id: string;
  /** If true, archived blocks are found too. */
  archived?: boolean | null | undefined;
};

export type FindFolderInput = {
  _id: string;
  /** If true, archived folders are found too. */
  archived?: boolean | null | undefined;
};

export type FindTagNewsInput = {
  _ids: Array<string | null | undefined>;
};

/** All given filters must match. A list matches any of its entries; an empty list matches nothing. */
export type GraphSearchInput = {
  _ids?: Array<string | null | undefined> | null | undefined;
  /** Blocks that were imported by any of these applications. */
  applications?: Array<string | null | undefined> | null | undefined;
  /** If true, archived blocks are found too. */
  archived?: boolean | null | undefined;
  blockTypes?: Array<BlockType | null | undefined> | null | undefined;
  dateAssociated?: NumberFilterInput | null | undefined;
  dateCreated?: NumberFilterInput | null | undefined;
  dateDue?: NumberFilterInput | null | undefined;
  /** Matches if any of these dates matches: associated, start, due, created. */
  dateMatch?: NumberFilterInput | null | undefined;
  dateUpdated?: NumberFilterInput | null | undefined;
  /** The email address of a person on the block matches any of these. */
  emails?: Array<StringFilterInput | null | undefined> | null | undefined;
  /** The viewer's favorites. */
  favorite?: boolean | null | undefined;
  /** Blocks that are linked to a tag in any of these folders. */
  folderIds?: Array<string | null | undefined> | null | undefined;
  /** Blocks that were generated by an AI. */
  generated?: boolean | null | undefined;
  /** A block must match at least one of these. */
  orFilters?: Array<OrFilterInput | null | undefined> | null | undefined;
  originReferenceBlock?: ReferenceBlockInput | null | undefined;
  originReferenceTagId?: string | null | undefined;
  page?: number | null | undefined;
  parentId?: string | null | undefined;
  parentReferenceBlock?: ReferenceBlockInput | null | undefined;
  /** Blocks that await approval. */
  proposed?: boolean | null | undefined;
  /** Own tasks that need tidying up: proposed, without a due date, or overdue for two weeks. */
  scopeToHousekeepingTasks?: boolean | null | undefined;
  /** Alias of scopeToHousekeepingTasks. */
  scopeToHousekeepingTasksBoolean?: boolean | null | undefined;
  /** Open tasks that are assigned to the viewer, or that the viewer has created and that are unassigned. */
  scopeToOwnTasks?: boolean | null | undefined;
  /** Own tasks that are overdue, due today, or marked as a priority. */
  scopeToPriorityTasks?: boolean | null | undefined;
  /** Alias of searchString. */
  search?: string | null | undefined;
  /** A block must contain all words; the last one may be a prefix. */
  searchString?: string | null | undefined;
  size?: number | null | undefined;
  /** Orders tasks by due date, completed ones last. */
  smart?: boolean | null | undefined;
  snoozed?: boolean | null | undefined;
  /** Takes precedence over smart. */
  sort?: Array<SortOptionInput | null | undefined> | null | undefined;
  statuses?: Array<TaskStatus | null | undefined> | null | undefined;
  /** Shorthand for an entry of `tags`: any of these tags. */
  tagIds?: Array<string | null | undefined> | null | undefined;
  /** A block must match all of these links. */
  tags?: Array<TagFilterItemInput | null | undefined> | null | undefined;
  template?: boolean | null | undefined;
  threadIds?: Array<string | null | undefined> | null | undefined;
  uris?: Array<string | null | undefined> | null | undefined;
};

/** Selects blocks as searchGraph does, and tags that are linked to them. */
export type GraphSearchTagsInput = {
  _ids?: Array<string | null | undefined> | null | undefined;
  /** Blocks that were imported by any of these applications. */
  applications?: Array<string | null | undefined> | null | undefined;
  /** If true, archived blocks are found too. */
  archived?: boolean | null | undefined;
  blockTypes?: Array<BlockType | null | undefined> | null | undefined;
  dateAssociated?: NumberFilterInput | null | undefined;
  dateCreated?: NumberFilterInput | null | undefined;
  dateDue?: NumberFilterInput | null | undefined;
  /** Matches if any of these dates matches: associated, start, due, created. */
  dateMatch?: NumberFilterInput | null | undefined;
  dateUpdated?: NumberFilterInput | null | undefined;
  /** The email address of a person on the block matches any of these. */
  emails?: Array<StringFilterInput | null | undefined> | null | undefined;
  /** The viewer's favorites. */
  favorite?: boolean | null | undefined;
  /** Blocks that are linked to a tag in any of these folders. */
  folderIds?: Array<string | null | undefined> | null | undefined;
  /** Blocks that were generated by an AI. */
  generated?: boolean | null | undefined;
  /** 0 to 100. */
  minCoOccurrencePercentage?: number | null | undefined;
  minOccurrenceCount?: number | null | undefined;
  /** A block must match at least one of these. */
  orFilters?: Array<OrFilterInput | null | undefined> | null | undefined;
  originReferenceBlock?: ReferenceBlockInput | null | undefined;
  originReferenceTagId?: string | null | undefined;
  /** Ignored. */
  page?: number | null | undefined;
  parentId?: string | null | undefined;
  parentReferenceBlock?: ReferenceBlockInput | null | undefined;
  /** Blocks that await approval. */
  proposed?: boolean | null | undefined;
  /** Own tasks that need tidying up: proposed, without a due date, or overdue for two weeks. */
  scopeToHousekeepingTasks?: boolean | null | undefined;
  /** Alias of scopeToHousekeepingTasks. */
  scopeToHousekeepingTasksBoolean?: boolean | null | undefined;
  /** Open tasks that are assigned to the viewer, or that the viewer has created and that are unassigned. */
  scopeToOwnTasks?: boolean | null | undefined;
  /** Own tasks that are overdue, due today, or marked as a priority. */
  scopeToPriorityTasks?: boolean | null | undefined;
  /** Alias of searchString. */
  search?: string | null | undefined;
  /** A block must contain all words; the last one may be a prefix. */
  searchString?: string | null | undefined;
  /** Defaults to 100, at most 500. */
  size?: number | null | undefined;
  /** Ignored. */
  smart?: boolean | null | undefined;
  snoozed?: boolean | null | undefined;
  /** Ignored. */
  sort?: Array<SortOptionInput | null | undefined> | null | undefined;
  statuses?: Array<TaskStatus | null | undefined> | null | undefined;
  /** Shorthand for an entry of `tags`: any of these tags. */
  tagIds?: Array<string | null | undefined> | null | undefined;
  tagSubTypes?: Array<string | null | undefined> | null | undefined;
  tagTypes?: Array<TagType | null | undefined> | null | undefined;
  /** A block must match all of these links. */
  tags?: Array<TagFilterItemInput | null | undefined> | null | undefined;
  template?: boolean | null | undefined;
  threadIds?: Array<string | null | undefined> | null | undefined;
  uris?: Array<string | null | undefined> | null | undefined;
};

/** Selects blocks as searchGraph does. */
export type GraphTimelineInput = {
  _ids?: Array<string | null | undefined> | null | undefined;
  /** Blocks that were imported by any of these applications. */
  applications?: Array<string | null | undefined> | null | undefined;
  /** If true, archived blocks are found too. */
  archived?: boolean | null | undefined;
  blockTypes?: Array<BlockType | null | undefined> | null | undefined;
  dateAssociated?: NumberFilterInput | null | undefined;
  dateCreated?: NumberFilterInput | null | undefined;
  dateDue?: NumberFilterInput | null | undefined;
  /** Matches if any of these dates matches: associated, start, due, created. */
  dateMatch?: NumberFilterInput | null | undefined;
  dateUpdated?: NumberFilterInput | null | undefined;
  /** The email address of a person on the block matches any of these. */
  emails?: Array<StringFilterInput | null | undefined> | null | undefined;
  /** The viewer's favorites. */
  favorite?: boolean | null | undefined;
  /** Blocks that are linked to a tag in any of these folders. */
  folderIds?: Array<string | null | undefined> | null | undefined;
  /** Blocks that were generated by an AI. */
  generated?: boolean | null | undefined;
  /** Defaults to DAY. Weeks begin on Monday. */
  interval?: TimelineInterval | null | undefined;
  /** A block must match at least one of these. */
  orFilters?: Array<OrFilterInput | null | undefined> | null | undefined;
  originReferenceBlock?: ReferenceBlockInput | null | undefined;
  originReferenceTagId?: string | null | undefined;
  parentId?: string | null | undefined;
  parentReferenceBlock?: ReferenceBlockInput | null | undefined;
  /** Blocks that await approval. */
  proposed?: boolean | null | undefined;
  /** Own tasks that need tidying up: proposed, without a due date, or overdue for two weeks. */
  scopeToHousekeepingTasks?: boolean | null | undefined;
  /** Alias of scopeToHousekeepingTasks. */
  scopeToHousekeepingTasksBoolean?: boolean | null | undefined;
  /** Open tasks that are assigned to the viewer, or that the viewer has created and that are unassigned. */
  scopeToOwnTasks?: boolean | null | undefined;
  /** Own tasks that are overdue, due today, or marked as a priority. */
  scopeToPriorityTasks?: boolean | null | undefined;
  /** Alias of searchString. */
  search?: string | null | undefined;
  /** A block must contain all words; the last one may be a prefix. */
  searchString?: string | null | undefined;
  /** Ignored. */
  smart?: boolean | null | undefined;
  snoozed?: boolean | null | undefined;
  /** Ignored. */
  sort?: Array<SortOptionInput | null | undefined> | null | undefined;
  statuses?: Array<TaskStatus | null | undefined> | null | undefined;
  /** Shorthand for an entry of `tags`: any of these tags. */
  tagIds?: Array<string | null | undefined> | null | undefined;
  /** A block must match all of these links. */
  tags?: Array<TagFilterItemInput | null | undefined> | null | undefined;
  template?: boolean | null | undefined;
  threadIds?: Array<string | null | undefined> | null | undefined;
  uris?: Array<string | null | undefined> | null | undefined;
};

export type ImpactLevel =
  | 'HIGH'
  | 'LOW'
  | 'MEDIUM';

/** All given conditions must match. Times are epoch milliseconds. */
export type NumberFilterInput = {
  eq?: number | null | undefined;
  gt?: number | null | undefined;
  gte?: number | null | undefined;
  lt?: number | null | undefined;
  lte?: number | null | undefined;
};

export type OrFilterInput = {
  tags?: Array<TagFilterItemInput | null | undefined> | null | undefined;
};

export type PublishNotesInput = {
  /** At most 50 notes that the viewer may edit. */
  _ids: Array<string | null | undefined>;
  connectionId: string;
  /** If true, writes although an earlier attempt may have been written (CONFLICT with state unknown). */
  repeatUnknown?: boolean | null | undefined;
};

export type ReactionInput = {
  _id: string;
  blockType: BlockType;
  /** An emoji's shortcode, with or without colons. */
  shortcodes: string;
};

export type RecommendationState =
  | 'accepted'
  | 'dismissed'
  | 'open'
  | 'resolved';

export type RecommendationType =
  | 'follow_up'
  | 'insight'
  | 'link_business_object'
  | 'meeting_prep'
  | 'merge_tags'
  | 'reconnect_required'
  | 'scope_required'
  | 'share_block'
  | 'sync_paused'
  | 'upsert_note'
  | 'upsert_tag'
  | 'upsert_task';

export type RecommendationsInput = {
  folderIds?: Array<string | null | undefined> | null | undefined;
  page?: number | null | undefined;
  recommendationTypes?: Array<RecommendationType | null | undefined> | null | undefined;
  referenceBlock?: ReferenceBlockInput | null | undefined;
  size?: number | null | undefined;
  tagIds?: Array<string | null | undefined> | null | undefined;
};

export type RecordValueInput = {
  /** The name of the field. */
  name: string;
  /** Why an AI chose the value. It is kept here, with the value, and not sent to the vendor. */
  reasoning?: string | null | undefined;
  /** Null clears the field. */
  value?: string | null | undefined;
};

export type RecordsInput = {
  externalIds?: Array<string | null | undefined> | null | undefined;
  /** All of them must match. The provider defaults to the table's. */
  filters?: Array<FieldFilterInput | null | undefined> | null | undefined;
  page?: number | null | undefined;
  searchString?: string | null | undefined;
  size?: number | null | undefined;
  /** Defaults to newest first. */
  sortBy?: FieldSortInput | null | undefined;
  tableId: string;
};

export type ReferenceBlockInput = {
  blockType?: BlockType | null | undefined;
  id?: string | null | undefined;
};

export type ResponseStatus =
  | 'accepted'
  | 'declined'
  | 'none'
  | 'tentative';

export type SearchCriterionInput = {
  fieldName: string;
  /** One of eq, neq, contains, notContains, startsWith, endsWith, gt, gte, lt, lte, between, in, notIn, isNull, isNotNull. Defaults to eq, or to in if values is set. */
  operator?: string | null | undefined;
  /** Dates are YYYY-MM-DD or epoch ms. */
  value?: string | null | undefined;
  /** For in, notIn and between. */
  values?: Array<string | null | undefined> | null | undefined;
};

/** Selects blocks as searchGraph does, and tags that are linked to them. */
export type SearchTagsForBlocksInput = {
  _ids?: Array<string | null | undefined> | null | undefined;
  /** Blocks that were imported by any of these applications. */
  applications?: Array<string | null | undefined> | null | undefined;
  /** If true, archived blocks are found too. */
  archived?: boolean | null | undefined;
  blockTypes?: Array<BlockType | null | undefined> | null | undefined;
  dateAssociated?: NumberFilterInput | null | undefined;
  dateCreated?: NumberFilterInput | null | undefined;
  dateDue?: NumberFilterInput | null | undefined;
  /** Matches if any of these dates matches: associated, start, due, created. */
  dateMatch?: NumberFilterInput | null | undefined;
  dateUpdated?: NumberFilterInput | null | undefined;
  /** The email address of a person on the block matches any of these. */
  emails?: Array<StringFilterInput | null | undefined> | null | undefined;
  /** The viewer's favorites. */
  favorite?: boolean | null | undefined;
  /** Blocks that are linked to a tag in any of these folders. */
  folderIds?: Array<string | null | undefined> | null | undefined;
  /** Blocks that were generated by an AI. */
  generated?: boolean | null | undefined;
  /** A block must match at least one of these. */
  orFilters?: Array<OrFilterInput | null | undefined> | null | undefined;
  /** asc or desc. Only one orderBy field may be given. */
  orderByAlias?: string | null | undefined;
  /** asc or desc. */
  orderByTaskCount?: string | null | undefined;
  originReferenceBlock?: ReferenceBlockInput | null | undefined;
  originReferenceTagId?: string | null | undefined;
  page?: number | null | undefined;
  parentId?: string | null | undefined;
  parentReferenceBlock?: ReferenceBlockInput | null | undefined;
  /** Blocks that await approval. */
  proposed?: boolean | null | undefined;
  /** Own tasks that need tidying up: proposed, without a due date, or overdue for two weeks. */
  scopeToHousekeepingTasks?: boolean | null | undefined;
  /** Alias of scopeToHousekeepingTasks. */
  scopeToHousekeepingTasksBoolean?: boolean | null | undefined;
  /** Open tasks that are assigned to the viewer, or that the viewer has created and that are unassigned. */
  scopeToOwnTasks?: boolean | null | undefined;
  /** Own tasks that are overdue, due today, or marked as a priority. */
  scopeToPriorityTasks?: boolean | null | undefined;
  /** Alias of searchString. */
  search?: string | null | undefined;
  /** A block must contain all words; the last one may be a prefix. */
  searchString?: string | null | undefined;
  /** If true, only tags that a block is shared with. */
  sharedOnly?: boolean | null | undefined;
  size?: number | null | undefined;
  /** Ignored. */
  smart?: boolean | null | undefined;
  snoozed?: boolean | null | undefined;
  /** Ignored. */
  sort?: Array<SortOptionInput | null | undefined> | null | undefined;
  statuses?: Array<TaskStatus | null | undefined> | null | undefined;
  /** Shorthand for an entry of `tags`: any of these tags. */
  tagIds?: Array<string | null | undefined> | null | undefined;
  /** A block must match all of these links. */
  tags?: Array<TagFilterItemInput | null | undefined> | null | undefined;
  template?: boolean | null | undefined;
  threadIds?: Array<string | null | undefined> | null | undefined;
  uris?: Array<string | null | undefined> | null | undefined;
};

export type SearchTagsInput = {
  _ids?: Array<string | null | undefined> | null | undefined;
  /** If true, archived tags are found too. */
  archived?: boolean | null | undefined;
  /** Finds the person with this email. */
  email?: string | null | undefined;
  emailDomains?: Array<string | null | undefined> | null | undefined;
  favorite?: boolean | null | undefined;
  folderIds?: Array<string | null | undefined> | null | undefined;
  /** True matches tags with open tasks, false tags without. */
  hasTasks?: boolean | null | undefined;
  /** asc or desc. Only one orderBy field may be given. */
  orderByAlias?: string | null | undefined;
  orderByDateCreated?: string | null | undefined;
  /** asc or desc. The default order is desc. */
  orderByDateUpdated?: string | null | undefined;
  orderByFriendlyName?: string | null | undefined;
  orderByTaskCount?: string | null | undefined;
  page?: number | null | undefined;
  /** Alias of searchString. */
  search?: string | null | undefined;
  /** Searches names and emails. The best matches come first. */
  searchString?: string | null | undefined;
  size?: number | null | undefined;
  /** organization for accounts. */
  tagSubType?: string | null | undefined;
  tagType?: TagType | null | undefined;
  tagTypes?: Array<TagType | null | undefined> | null | undefined;
};

export type SharingTagInput = {
  assigned?: boolean | null | undefined;
  /** Instead of tagId: invites the person with that email address. */
  email?: string | null | undefined;
  pinned?: boolean | null | undefined;
  shared: boolean;
  sharingApproach: number;
  sharingLevel: number;
  tagId?: string | null | undefined;
};

export type SortOptionInput = {
  /** dateCreated, dateUpdated, dateAssociated, dateDue, dateStart, title, status, relevance. Blocks without a value come last. */
  field?: string | null | undefined;
  /** Defaults to ASC, for relevance to DESC. */
  order?: SortOrder | null | undefined;
};

export type SortOrder =
  | 'ASC'
  | 'DESC';

/** All given conditions must match, ignoring case. */
export type StringFilterInput = {
  contains?: string | null | undefined;
  endsWith?: string | null | undefined;
  eq?: string | null | undefined;
  /** Dates and times in ISO 8601 are compared by time, other texts by their characters. */
  gte?: string | null | undefined;
  /** Like gte. */
  lt?: string | null | undefined;
  startsWith?: string | null | undefined;
};

export type SyncName =
  | 'calendar'
  | 'email'
  | 'identifier'
  | 'insight'
  | 'metadata'
  | 'table'
  | 'transcription';

export type TagActivityInput = {
  _id: string;
  blockTypes?: Array<BlockType | null | undefined> | null | undefined;
  /** Filters by the returned date. */
  dateAssociated?: NumberFilterInput | null | undefined;
  /** When the block was created here. */
  dateCreated?: NumberFilterInput | null | undefined;
  page?: number | null | undefined;
  size?: number | null | undefined;
};

/** A link to a tag. All given conditions must match the same link. */
export type TagFilterItemInput = {
  /** Links to any of these tags. */
  _ids?: Array<string | null | undefined> | null | undefined;
  assigned?: boolean | null | undefined;
  pinned?: boolean | null | undefined;
  shared?: boolean | null | undefined;
  /** 0: typed in the editor, 1: explicit, 2: by the system. */
  sharingApproaches?: Array<number | null | undefined> | null | undefined;
};

export type TagFromRecordInput = {
  connectionId: string;
  externalId: string;
  metadataType: string;
};

export type TagType =
  | 'date'
  | 'location'
  | 'person'
  | 'topic';

export type TaskStatus =
  | 'completed'
  | 'in_progress'
  | 'not_started';

export type ThreadReadStatus =
  | 'READ'
  | 'UNREAD';

export type TimelineInterval =
  | 'DAY'
  | 'MONTH'
  | 'WEEK';

export type UpsertMessageInput = {
  /** Omit to create a message; an unused UUID creates a message with that id. */
  _id?: string | number | null | undefined;
  /** The content as the rich-text editor's JSON. */
  bodyDocument?: string | null | undefined;
  /** Stored without scripts, forms and styles. */
  bodyHtml?: string | null | undefined;
  /** Whether an AI has generated the content. */
  generated?: boolean | null | undefined;
  /** The block to comment on. */
  parentReferenceBlock?: ReferenceBlockInput | null | undefined;
  /** If omitted, everyone who can see the commented block or the thread sees the message, now and later. */
  sharingTags?: Array<SharingTagInput | null | undefined> | null | undefined;
  /** The thread to post in. */
  threadId?: string | null | undefined;
};

export type UpsertNoteInput = {
  /** Omit to create a note; an unused UUID creates a note with that id. */
  _id?: string | null | undefined;
  dateAssociated?: number | null | undefined;
  /** The content as the rich-text editor's JSON. */
  document?: string | null | undefined;
  favorite?: boolean | null | undefined;
  /** Whether an AI has generated the content. */
  generated?: boolean | null | undefined;
  /** The dateUpdated of the note that was edited. If it has changed since, nothing is written: CONFLICT. */
  ifUnchangedSince?: number | null | undefined;
  /** The recommendation that the note implements, which is then accepted. */
  recommendationId?: string | null | undefined;
  /** Links to add or to change; other links are left unchanged. */
  sharingTags?: Array<SharingTagInput | null | undefined> | null | undefined;
  template?: boolean | null | undefined;
  templateInstructions?: string | null | undefined;
  templateReferenceBlock?: ReferenceBlockInput | null | undefined;
  title?: string | null | undefined;
};

export type UpsertRecordInput = {
  /** Omit to create a record. */
  _id?: string | null | undefined;
  /** If true, writes even if an earlier attempt, whose outcome is unknown, may have written it. */
  repeatUnknown?: boolean | null | undefined;
  /** Idempotency key of the write at the vendor: a repeated request with the same key writes once. */
  requestKey?: string | null | undefined;
  tableId: string;
  /** Fields that are not listed are left unchanged. */
  values: Array<RecordValueInput | null | undefined>;
};

export type UpsertSignalInput = {
  fieldName: string;
  tableId: string;
  tagId: string;
};

export type UpsertTagInput = {
  /** If omitted, a tag is created, unless a person with that email or an organization with that domain exists. */
  _id?: string | number | null | undefined;
  alias?: string | null | undefined;
  avatar?: string | null | undefined;
  /** Added to the existing ones. */
  businessObjects?: Array<BusinessObjectInput | null | undefined> | null | undefined;
  description?: string | null | undefined;
  email?: string | null | undefined;
  /** An organization's domain. Defaults to the domain of its url. */
  emailDomain?: string | null | undefined;
  externalId?: string | null | undefined;
  /** Added to the existing ones. */
  externalIdLinks?: Array<ExternalIdLinkInput | null | undefined> | null | undefined;
  favicon?: string | null | undefined;
  favorite?: boolean | null | undefined;
  friendlyName?: string | null | undefined;
  phoneNumber?: string | null | undefined;
  /** organization for accounts. */
  tagSubType?: string | null | undefined;
  tagType?: TagType | null | undefined;
  url?: string | null | undefined;
  urls?: Array<string | null | undefined> | null | undefined;
};

export type UpsertTaskInput = {
  /** Omit to create a task; an unused UUID creates a task with that id. */
  _id?: string | number | null | undefined;
  dateDue?: number | null | undefined;
  dateRemindMe?: number | null | undefined;
  favorite?: boolean | null | undefined;
  /** Whether an AI has generated the content. */
  generated?: boolean | null | undefined;
  parentReferenceBlock?: ReferenceBlockInput | null | undefined;
  priority?: boolean | null | undefined;
  proposed?: boolean | null | undefined;
  /** Links to add or to change; other links are left unchanged. A link with assigned assigns the task to that person. */
  sharingTags?: Array<SharingTagInput | null | undefined> | null | undefined;
  snoozed?: boolean | null | undefined;
  status?: TaskStatus | null | undefined;
  summary?: string | null | undefined;
  title?: string | null | undefined;
};

export type UpsertThreadInput = {
  /** Omit to create a thread; an unused UUID creates a thread with that id. */
  _id?: string | number | null | undefined;
  /** Applies to the viewer only. */
  readStatus?: ThreadReadStatus | null | undefined;
  /** Links to add or to change; other links are left unchanged. */
  sharingTags?: Array<SharingTagInput | null | undefined> | null | undefined;
  title?: string | null | undefined;
};

export type PagePersonFragment = { email: string | null, friendlyName: string | null, tag: PageTagFragment | null };

export type PageTagFragment = { _id: string, alias: string, tagType: TagType, tagSubType: string | null, avatar: string | null, favicon: string | null };

export type PageReferenceFragment = { id: string, blockType: BlockType | null };

type PageRow_Agent_Fragment = { __typename: 'Agent', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, uri: string | null, application: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type PageRow_Calendar_Fragment = { __typename: 'Calendar', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, uri: string | null, application: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type PageRow_Document_Fragment = { __typename: 'Document', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, uri: string | null, application: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type PageRow_Email_Fragment = { __typename: 'Email', unread: boolean | null, direction: EmailDirection | null, hasAttachments: boolean | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, uri: string | null, application: string | null, from: { email: string | null, friendlyName: string | null } | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type PageRow_Event_Fragment = { __typename: 'Event', dateStart: number | null, dateEnd: number | null, allDay: boolean | null, timeZone: string | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, uri: string | null, application: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type PageRow_File_Fragment = { __typename: 'File', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, uri: string | null, application: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type PageRow_Message_Fragment = { __typename: 'Message', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, uri: string | null, application: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type PageRow_Note_Fragment = { __typename: 'Note', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, uri: string | null, application: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type PageRow_Record_Fragment = { __typename: 'Record', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, uri: string | null, application: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type PageRow_Reference_Fragment = { __typename: 'Reference', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, uri: string | null, application: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type PageRow_Table_Fragment = { __typename: 'Table', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, uri: string | null, application: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type PageRow_Task_Fragment = { __typename: 'Task', status: TaskStatus | null, priority: boolean | null, dateDue: number | null, access: BlockAccess | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, uri: string | null, application: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type PageRow_Thread_Fragment = { __typename: 'Thread', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, uri: string | null, application: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type PageRow_Transcription_Fragment = { __typename: 'Transcription', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, uri: string | null, application: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type PageRow_Website_Fragment = { __typename: 'Website', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, uri: string | null, application: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type PageRow_Workflow_Fragment = { __typename: 'Workflow', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, uri: string | null, application: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

export type PageRowFragment =
  | PageRow_Agent_Fragment
  | PageRow_Calendar_Fragment
  | PageRow_Document_Fragment
  | PageRow_Email_Fragment
  | PageRow_Event_Fragment
  | PageRow_File_Fragment
  | PageRow_Message_Fragment
  | PageRow_Note_Fragment
  | PageRow_Record_Fragment
  | PageRow_Reference_Fragment
  | PageRow_Table_Fragment
  | PageRow_Task_Fragment
  | PageRow_Thread_Fragment
  | PageRow_Transcription_Fragment
  | PageRow_Website_Fragment
  | PageRow_Workflow_Fragment
;

export type PageMessageFragment = { _id: string, title: string | null, text: string | null, bodyHtml: string | null, access: BlockAccess | null, archived: boolean, generated: boolean | null, dateCreated: number | null, dateEdited: number | null, author: { name: string | null, self: boolean } | null };

export type PageOutlineItemFragment = { title: string | null, text: string | null, startOffset: number | null, endOffset: number | null };

type PageBlock_Agent_Fragment = { __typename: 'Agent', enabled: boolean | null, instructions: string | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateCreated: number | null, dateUpdated: number | null, dateAssociated: number | null, access: BlockAccess | null, favorite: boolean | null, archived: boolean, snoozed: boolean | null, template: boolean | null, proposed: boolean | null, generated: boolean | null, provider: string | null, application: string | null, connectionId: string | null, externalId: string | null, uri: string | null, watching: Array<PageReferenceFragment>, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ assigned: boolean | null, shared: boolean, tag: PageTagFragment | null }>, businessObjects: Array<{ _id: string, provider: string | null, application: string | null, metadataType: string | null, title: string | null, url: string | null, iconUrl: string | null }>, parentReferenceBlock: PageReferenceFragment | null, originReferenceBlock: PageReferenceFragment | null };

type PageBlock_Calendar_Fragment = { __typename: 'Calendar', name: string | null, timeZone: string | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateCreated: number | null, dateUpdated: number | null, dateAssociated: number | null, access: BlockAccess | null, favorite: boolean | null, archived: boolean, snoozed: boolean | null, template: boolean | null, proposed: boolean | null, generated: boolean | null, provider: string | null, application: string | null, connectionId: string | null, externalId: string | null, uri: string | null, events: Array<PageRow_Event_Fragment>, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ assigned: boolean | null, shared: boolean, tag: PageTagFragment | null }>, businessObjects: Array<{ _id: string, provider: string | null, application: string | null, metadataType: string | null, title: string | null, url: string | null, iconUrl: string | null }>, parentReferenceBlock: PageReferenceFragment | null, originReferenceBlock: PageReferenceFragment | null };

type PageBlock_Document_Fragment = { __typename: 'Document', text: string | null, documentHtml: string | null, fileName: string | null, mimeType: string | null, size: number | null, url: string | null, version: string | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateCreated: number | null, dateUpdated: number | null, dateAssociated: number | null, access: BlockAccess | null, favorite: boolean | null, archived: boolean, snoozed: boolean | null, template: boolean | null, proposed: boolean | null, generated: boolean | null, provider: string | null, application: string | null, connectionId: string | null, externalId: string | null, uri: string | null, organizedBy: PagePersonFragment | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ assigned: boolean | null, shared: boolean, tag: PageTagFragment | null }>, businessObjects: Array<{ _id: string, provider: string | null, application: string | null, metadataType: string | null, title: string | null, url: string | null, iconUrl: string | null }>, parentReferenceBlock: PageReferenceFragment | null, originReferenceBlock: PageReferenceFragment | null };

type PageBlock_Email_Fragment = { __typename: 'Email', subject: string | null, direction: EmailDirection | null, dateSent: number | null, dateReceived: number | null, unread: boolean | null, threadId: string | null, labels: Array<string>, bodyText: string | null, cleanBodyHtml: string | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateCreated: number | null, dateUpdated: number | null, dateAssociated: number | null, access: BlockAccess | null, favorite: boolean | null, archived: boolean, snoozed: boolean | null, template: boolean | null, proposed: boolean | null, generated: boolean | null, provider: string | null, application: string | null, connectionId: string | null, externalId: string | null, uri: string | null, from: PagePersonFragment | null, to: Array<PagePersonFragment>, cc: Array<PagePersonFragment>, bcc: Array<PagePersonFragment>, replyTo: Array<PagePersonFragment>, attachments: Array<{ _id: string, name: string | null, mimeType: string | null, size: number | null, inline: boolean | null, uri: string | null }>, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ assigned: boolean | null, shared: boolean, tag: PageTagFragment | null }>, businessObjects: Array<{ _id: string, provider: string | null, application: string | null, metadataType: string | null, title: string | null, url: string | null, iconUrl: string | null }>, parentReferenceBlock: PageReferenceFragment | null, originReferenceBlock: PageReferenceFragment | null };

type PageBlock_Event_Fragment = { __typename: 'Event', description: string | null, dateStart: number | null, dateEnd: number | null, allDay: boolean | null, timeZone: string | null, location: string | null, conferenceUrl: string | null, busy: boolean | null, visibility: string | null, recurrence: Array<string>, recurringExternalId: string | null, dateOriginalStart: number | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateCreated: number | null, dateUpdated: number | null, dateAssociated: number | null, access: BlockAccess | null, favorite: boolean | null, archived: boolean, snoozed: boolean | null, template: boolean | null, proposed: boolean | null, generated: boolean | null, provider: string | null, application: string | null, connectionId: string | null, externalId: string | null, uri: string | null, eventStatus: EventStatus | null, organizedBy: PagePersonFragment | null, eventAttendees: Array<{ email: string | null, friendlyName: string | null, optional: boolean | null, responseStatus: ResponseStatus | null, tag: PageTagFragment | null }>, calendar: { _id: string, name: string | null } | null, transcriptions: Array<{ _id: string, title: string | null, dateStart: number | null, duration: number | null }>, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ assigned: boolean | null, shared: boolean, tag: PageTagFragment | null }>, businessObjects: Array<{ _id: string, provider: string | null, application: string | null, metadataType: string | null, title: string | null, url: string | null, iconUrl: string | null }>, parentReferenceBlock: PageReferenceFragment | null, originReferenceBlock: PageReferenceFragment | null };

type PageBlock_File_Fragment = { __typename: 'File', text: string | null, fileName: string | null, mimeType: string | null, size: number | null, url: string | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateCreated: number | null, dateUpdated: number | null, dateAssociated: number | null, access: BlockAccess | null, favorite: boolean | null, archived: boolean, snoozed: boolean | null, template: boolean | null, proposed: boolean | null, generated: boolean | null, provider: string | null, application: string | null, connectionId: string | null, externalId: string | null, uri: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ assigned: boolean | null, shared: boolean, tag: PageTagFragment | null }>, businessObjects: Array<{ _id: string, provider: string | null, application: string | null, metadataType: string | null, title: string | null, url: string | null, iconUrl: string | null }>, parentReferenceBlock: PageReferenceFragment | null, originReferenceBlock: PageReferenceFragment | null };

type PageBlock_Message_Fragment = (
  { __typename: 'Message', threadId: string | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateCreated: number | null, dateUpdated: number | null, dateAssociated: number | null, access: BlockAccess | null, favorite: boolean | null, archived: boolean, snoozed: boolean | null, template: boolean | null, proposed: boolean | null, generated: boolean | null, provider: string | null, application: string | null, connectionId: string | null, externalId: string | null, uri: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ assigned: boolean | null, shared: boolean, tag: PageTagFragment | null }>, businessObjects: Array<{ _id: string, provider: string | null, application: string | null, metadataType: string | null, title: string | null, url: string | null, iconUrl: string | null }>, parentReferenceBlock: PageReferenceFragment | null, originReferenceBlock: PageReferenceFragment | null }
  & PageMessageFragment
);

type PageBlock_Note_Fragment = { __typename: 'Note', text: string | null, templateInstructions: string | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateCreated: number | null, dateUpdated: number | null, dateAssociated: number | null, access: BlockAccess | null, favorite: boolean | null, archived: boolean, snoozed: boolean | null, template: boolean | null, proposed: boolean | null, generated: boolean | null, provider: string | null, application: string | null, connectionId: string | null, externalId: string | null, uri: string | null, templateReferenceBlock: PageReferenceFragment | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ assigned: boolean | null, shared: boolean, tag: PageTagFragment | null }>, businessObjects: Array<{ _id: string, provider: string | null, application: string | null, metadataType: string | null, title: string | null, url: string | null, iconUrl: string | null }>, parentReferenceBlock: PageReferenceFragment | null, originReferenceBlock: PageReferenceFragment | null };

type PageBlock_Record_Fragment = { __typename: 'Record', tableId: string | null, metadataType: string | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateCreated: number | null, dateUpdated: number | null, dateAssociated: number | null, access: BlockAccess | null, favorite: boolean | null, archived: boolean, snoozed: boolean | null, template: boolean | null, proposed: boolean | null, generated: boolean | null, provider: string | null, application: string | null, connectionId: string | null, externalId: string | null, uri: string | null, values: Array<{ name: string, value: string | null, reasoning: string | null }>, operations: { create: boolean, read: boolean, update: boolean }, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ assigned: boolean | null, shared: boolean, tag: PageTagFragment | null }>, businessObjects: Array<{ _id: string, provider: string | null, application: string | null, metadataType: string | null, title: string | null, url: string | null, iconUrl: string | null }>, parentReferenceBlock: PageReferenceFragment | null, originReferenceBlock: PageReferenceFragment | null };

type PageBlock_Reference_Fragment = { __typename: 'Reference', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateCreated: number | null, dateUpdated: number | null, dateAssociated: number | null, access: BlockAccess | null, favorite: boolean | null, archived: boolean, snoozed: boolean | null, template: boolean | null, proposed: boolean | null, generated: boolean | null, provider: string | null, application: string | null, connectionId: string | null, externalId: string | null, uri: string | null, referenceBlock: PageReferenceFragment | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ assigned: boolean | null, shared: boolean, tag: PageTagFragment | null }>, businessObjects: Array<{ _id: string, provider: string | null, application: string | null, metadataType: string | null, title: string | null, url: string | null, iconUrl: string | null }>, parentReferenceBlock: PageReferenceFragment | null, originReferenceBlock: PageReferenceFragment | null };

type PageBlock_Table_Fragment = { __typename: 'Table', recordCount: number | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateCreated: number | null, dateUpdated: number | null, dateAssociated: number | null, access: BlockAccess | null, favorite: boolean | null, archived: boolean, snoozed: boolean | null, template: boolean | null, proposed: boolean | null, generated: boolean | null, provider: string | null, application: string | null, connectionId: string | null, externalId: string | null, uri: string | null, metadata: { label: string, metadataType: string, fields: Array<{ name: string, label: string, fieldType: string }> } | null, records: Array<{ _id: string, title: string | null, dateUpdated: number | null }>, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ assigned: boolean | null, shared: boolean, tag: PageTagFragment | null }>, businessObjects: Array<{ _id: string, provider: string | null, application: string | null, metadataType: string | null, title: string | null, url: string | null, iconUrl: string | null }>, parentReferenceBlock: PageReferenceFragment | null, originReferenceBlock: PageReferenceFragment | null };

type PageBlock_Task_Fragment = { __typename: 'Task', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateCreated: number | null, dateUpdated: number | null, dateAssociated: number | null, access: BlockAccess | null, favorite: boolean | null, archived: boolean, snoozed: boolean | null, template: boolean | null, proposed: boolean | null, generated: boolean | null, provider: string | null, application: string | null, connectionId: string | null, externalId: string | null, uri: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ assigned: boolean | null, shared: boolean, tag: PageTagFragment | null }>, businessObjects: Array<{ _id: string, provider: string | null, application: string | null, metadataType: string | null, title: string | null, url: string | null, iconUrl: string | null }>, parentReferenceBlock: PageReferenceFragment | null, originReferenceBlock: PageReferenceFragment | null };

type PageBlock_Thread_Fragment = { __typename: 'Thread', readStatus: ThreadReadStatus | null, messageCount: number | null, dateLastMessage: number | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateCreated: number | null, dateUpdated: number | null, dateAssociated: number | null, access: BlockAccess | null, favorite: boolean | null, archived: boolean, snoozed: boolean | null, template: boolean | null, proposed: boolean | null, generated: boolean | null, provider: string | null, application: string | null, connectionId: string | null, externalId: string | null, uri: string | null, participants: Array<PageTagFragment>, messages: Array<PageMessageFragment>, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ assigned: boolean | null, shared: boolean, tag: PageTagFragment | null }>, businessObjects: Array<{ _id: string, provider: string | null, application: string | null, metadataType: string | null, title: string | null, url: string | null, iconUrl: string | null }>, parentReferenceBlock: PageReferenceFragment | null, originReferenceBlock: PageReferenceFragment | null };

type PageBlock_Transcription_Fragment = { __typename: 'Transcription', dateStart: number | null, dateEnd: number | null, duration: number | null, processingStage: string | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateCreated: number | null, dateUpdated: number | null, dateAssociated: number | null, access: BlockAccess | null, favorite: boolean | null, archived: boolean, snoozed: boolean | null, template: boolean | null, proposed: boolean | null, generated: boolean | null, provider: string | null, application: string | null, connectionId: string | null, externalId: string | null, uri: string | null, organizedBy: PagePersonFragment | null, attendees: Array<PagePersonFragment>, event: { _id: string, title: string | null, dateStart: number | null } | null, transcript: { title: string | null, text: string | null } | null, highlights: Array<{ title: string | null, text: string | null, uri: string | null, startOffset: number | null, speaker: PagePersonFragment | null }> | null, outline: Array<(
    { children: Array<(
      { children: Array<PageOutlineItemFragment> }
      & PageOutlineItemFragment
    )> }
    & PageOutlineItemFragment
  )> | null, actionItems: Array<{ title: string | null, text: string | null, status: string | null, dateDue: number | null, startOffset: number | null, externalId: string | null, assignedTo: PagePersonFragment | null }> | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ assigned: boolean | null, shared: boolean, tag: PageTagFragment | null }>, businessObjects: Array<{ _id: string, provider: string | null, application: string | null, metadataType: string | null, title: string | null, url: string | null, iconUrl: string | null }>, parentReferenceBlock: PageReferenceFragment | null, originReferenceBlock: PageReferenceFragment | null };

type PageBlock_Website_Fragment = { __typename: 'Website', text: string | null, url: string | null, domain: string | null, siteName: string | null, favicon: string | null, imageUrl: string | null, language: string | null, description: string | null, datePublished: number | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateCreated: number | null, dateUpdated: number | null, dateAssociated: number | null, access: BlockAccess | null, favorite: boolean | null, archived: boolean, snoozed: boolean | null, template: boolean | null, proposed: boolean | null, generated: boolean | null, provider: string | null, application: string | null, connectionId: string | null, externalId: string | null, uri: string | null, websiteAuthor: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ assigned: boolean | null, shared: boolean, tag: PageTagFragment | null }>, businessObjects: Array<{ _id: string, provider: string | null, application: string | null, metadataType: string | null, title: string | null, url: string | null, iconUrl: string | null }>, parentReferenceBlock: PageReferenceFragment | null, originReferenceBlock: PageReferenceFragment | null };

type PageBlock_Workflow_Fragment = { __typename: 'Workflow', enabled: boolean | null, trigger: string | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateCreated: number | null, dateUpdated: number | null, dateAssociated: number | null, access: BlockAccess | null, favorite: boolean | null, archived: boolean, snoozed: boolean | null, template: boolean | null, proposed: boolean | null, generated: boolean | null, provider: string | null, application: string | null, connectionId: string | null, externalId: string | null, uri: string | null, steps: Array<{ title: string | null, text: string | null }>, startsFrom: Array<PageReferenceFragment>, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ assigned: boolean | null, shared: boolean, tag: PageTagFragment | null }>, businessObjects: Array<{ _id: string, provider: string | null, application: string | null, metadataType: string | null, title: string | null, url: string | null, iconUrl: string | null }>, parentReferenceBlock: PageReferenceFragment | null, originReferenceBlock: PageReferenceFragment | null };

export type PageBlockFragment =
  | PageBlock_Agent_Fragment
  | PageBlock_Calendar_Fragment
  | PageBlock_Document_Fragment
  | PageBlock_Email_Fragment
  | PageBlock_Event_Fragment
  | PageBlock_File_Fragment
  | PageBlock_Message_Fragment
  | PageBlock_Note_Fragment
  | PageBlock_Record_Fragment
  | PageBlock_Reference_Fragment
  | PageBlock_Table_Fragment
  | PageBlock_Task_Fragment
  | PageBlock_Thread_Fragment
  | PageBlock_Transcription_Fragment
  | PageBlock_Website_Fragment
  | PageBlock_Workflow_Fragment
;

export type BlockPageQueryVariables = Exact<{
  id: string;
}>;


export type BlockPageQuery = { tenant: { tagId: string }, block:
    | PageBlock_Agent_Fragment
    | PageBlock_Calendar_Fragment
    | PageBlock_Document_Fragment
    | PageBlock_Email_Fragment
    | PageBlock_Event_Fragment
    | PageBlock_File_Fragment
    | PageBlock_Message_Fragment
    | PageBlock_Note_Fragment
    | PageBlock_Record_Fragment
    | PageBlock_Reference_Fragment
    | PageBlock_Table_Fragment
    | PageBlock_Task_Fragment
    | PageBlock_Thread_Fragment
    | PageBlock_Transcription_Fragment
    | PageBlock_Website_Fragment
    | PageBlock_Workflow_Fragment
   | null, results: Array<
    | PageRow_Agent_Fragment
    | PageRow_Calendar_Fragment
    | PageRow_Document_Fragment
    | PageRow_Email_Fragment
    | PageRow_Event_Fragment
    | PageRow_File_Fragment
    | PageRow_Message_Fragment
    | PageRow_Note_Fragment
    | PageRow_Record_Fragment
    | PageRow_Reference_Fragment
    | PageRow_Table_Fragment
    | PageRow_Task_Fragment
    | PageRow_Thread_Fragment
    | PageRow_Transcription_Fragment
    | PageRow_Website_Fragment
    | PageRow_Workflow_Fragment
  > | null, components: Array<
    | PageRow_Agent_Fragment
    | PageRow_Calendar_Fragment
    | PageRow_Document_Fragment
    | PageRow_Email_Fragment
    | PageRow_Event_Fragment
    | PageRow_File_Fragment
    | PageRow_Message_Fragment
    | PageRow_Note_Fragment
    | PageRow_Record_Fragment
    | PageRow_Reference_Fragment
    | PageRow_Table_Fragment
    | PageRow_Task_Fragment
    | PageRow_Thread_Fragment
    | PageRow_Transcription_Fragment
    | PageRow_Website_Fragment
    | PageRow_Workflow_Fragment
  > | null };

export type BlockTitlesQueryVariables = Exact<{
  ids?: Array<string> | null | undefined;
}>;


export type BlockTitlesQuery = { blocks: Array<
    | { __typename: 'Agent', _id: string, blockType: BlockType, title: string | null, summary: string | null }
    | { __typename: 'Calendar', _id: string, blockType: BlockType, title: string | null, summary: string | null }
    | { __typename: 'Document', _id: string, blockType: BlockType, title: string | null, summary: string | null }
    | { __typename: 'Email', _id: string, blockType: BlockType, title: string | null, summary: string | null }
    | { __typename: 'Event', _id: string, blockType: BlockType, title: string | null, summary: string | null }
    | { __typename: 'File', _id: string, blockType: BlockType, title: string | null, summary: string | null }
    | { __typename: 'Message', _id: string, blockType: BlockType, title: string | null, summary: string | null }
    | { __typename: 'Note', _id: string, blockType: BlockType, title: string | null, summary: string | null }
    | { __typename: 'Record', _id: string, blockType: BlockType, title: string | null, summary: string | null }
    | { __typename: 'Reference', _id: string, blockType: BlockType, title: string | null, summary: string | null }
    | { __typename: 'Table', _id: string, blockType: BlockType, title: string | null, summary: string | null }
    | { __typename: 'Task', _id: string, blockType: BlockType, title: string | null, summary: string | null }
    | { __typename: 'Thread', _id: string, blockType: BlockType, title: string | null, summary: string | null }
    | { __typename: 'Transcription', _id: string, blockType: BlockType, title: string | null, summary: string | null }
    | { __typename: 'Website', _id: string, blockType: BlockType, title: string | null, summary: string | null }
    | { __typename: 'Workflow', _id: string, blockType: BlockType, title: string | null, summary: string | null }
  > | null };

export type BlockRowsQueryVariables = Exact<{
  input?: GraphSearchInput | null | undefined;
}>;


export type BlockRowsQuery = { searchGraph: Array<
    | PageRow_Agent_Fragment
    | PageRow_Calendar_Fragment
    | PageRow_Document_Fragment
    | PageRow_Email_Fragment
    | PageRow_Event_Fragment
    | PageRow_File_Fragment
    | PageRow_Message_Fragment
    | PageRow_Note_Fragment
    | PageRow_Record_Fragment
    | PageRow_Reference_Fragment
    | PageRow_Table_Fragment
    | PageRow_Task_Fragment
    | PageRow_Thread_Fragment
    | PageRow_Transcription_Fragment
    | PageRow_Website_Fragment
    | PageRow_Workflow_Fragment
  > | null };

export type ThreadMessagesQueryVariables = Exact<{
  input?: GraphSearchInput | null | undefined;
}>;


export type ThreadMessagesQuery = { searchGraph: Array<
    | { __typename: 'Agent' }
    | { __typename: 'Calendar' }
    | { __typename: 'Document' }
    | { __typename: 'Email' }
    | { __typename: 'Event' }
    | { __typename: 'File' }
    | (
      { __typename: 'Message' }
      & PageMessageFragment
    )
    | { __typename: 'Note' }
    | { __typename: 'Record' }
    | { __typename: 'Reference' }
    | { __typename: 'Table' }
    | { __typename: 'Task' }
    | { __typename: 'Thread' }
    | { __typename: 'Transcription' }
    | { __typename: 'Website' }
    | { __typename: 'Workflow' }
  > | null };

export type ConversationQueryVariables = Exact<{
  input?: GraphSearchInput | null | undefined;
}>;


export type ConversationQuery = { searchGraph: Array<
    | { __typename: 'Agent' }
    | { __typename: 'Calendar' }
    | { __typename: 'Document' }
    | { __typename: 'Email', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateSent: number | null, dateReceived: number | null, direction: EmailDirection | null, unread: boolean | null, hasAttachments: boolean | null, from: PagePersonFragment | null }
    | { __typename: 'Event' }
    | { __typename: 'File' }
    | { __typename: 'Message' }
    | { __typename: 'Note' }
    | { __typename: 'Record' }
    | { __typename: 'Reference' }
    | { __typename: 'Table' }
    | { __typename: 'Task' }
    | { __typename: 'Thread' }
    | { __typename: 'Transcription' }
    | { __typename: 'Website' }
    | { __typename: 'Workflow' }
  > | null };

export type RecordLabelsQueryVariables = Exact<{
  tableId: string;
}>;


export type RecordLabelsQuery = { table: { _id: string, title: string | null, metadata: { label: string, fields: Array<{ name: string, label: string, fieldType: string, options: Array<{ value: string | null, label: string | null }> }> } | null } | null };

export type ApproveTaskMutationVariables = Exact<{
  id: string | number;
}>;


export type ApproveTaskMutation = { upsertOneTask: { _id: string } | null };

export type DismissTaskMutationVariables = Exact<{
  id: string;
}>;


export type DismissTaskMutation = { archiveOneTask: { _id: string, archived: boolean } | null };

export type SendMessageMutationVariables = Exact<{
  input: UpsertMessageInput;
}>;


export type SendMessageMutation = { upsertOneMessage: { _id: string } | null };

export type SetReadStatusMutationVariables = Exact<{
  id: string | number;
  readStatus: ThreadReadStatus;
}>;


export type SetReadStatusMutation = { upsertOneThread: { _id: string, readStatus: ThreadReadStatus | null } | null };

export type BlockCollaborationQueryVariables = Exact<{
  block: FindBlockInput;
}>;


export type BlockCollaborationQuery = { block:
    | { __typename: 'Agent', _id: string, blockType: BlockType, title: string | null, access: BlockAccess | null, archived: boolean, application: string | null, otherSharingCount: number, creator: { name: string | null, self: boolean } | null, sharingTags: Array<ShownShareFragment>, reactions: Array<ShownReactionFragment> }
    | { __typename: 'Calendar', _id: string, blockType: BlockType, title: string | null, access: BlockAccess | null, archived: boolean, application: string | null, otherSharingCount: number, creator: { name: string | null, self: boolean } | null, sharingTags: Array<ShownShareFragment>, reactions: Array<ShownReactionFragment> }
    | { __typename: 'Document', _id: string, blockType: BlockType, title: string | null, access: BlockAccess | null, archived: boolean, application: string | null, otherSharingCount: number, creator: { name: string | null, self: boolean } | null, sharingTags: Array<ShownShareFragment>, reactions: Array<ShownReactionFragment> }
    | { __typename: 'Email', _id: string, blockType: BlockType, title: string | null, access: BlockAccess | null, archived: boolean, application: string | null, otherSharingCount: number, from: { tag: { _id: string } | null } | null, to: Array<{ tag: { _id: string } | null }>, cc: Array<{ tag: { _id: string } | null }>, bcc: Array<{ tag: { _id: string } | null }>, creator: { name: string | null, self: boolean } | null, sharingTags: Array<ShownShareFragment>, reactions: Array<ShownReactionFragment> }
    | { __typename: 'Event', _id: string, blockType: BlockType, title: string | null, access: BlockAccess | null, archived: boolean, application: string | null, otherSharingCount: number, organizedBy: { tag: { _id: string } | null } | null, attendees: Array<{ tag: { _id: string } | null }>, creator: { name: string | null, self: boolean } | null, sharingTags: Array<ShownShareFragment>, reactions: Array<ShownReactionFragment> }
    | { __typename: 'File', _id: string, blockType: BlockType, title: string | null, access: BlockAccess | null, archived: boolean, application: string | null, otherSharingCount: number, creator: { name: string | null, self: boolean } | null, sharingTags: Array<ShownShareFragment>, reactions: Array<ShownReactionFragment> }
    | { __typename: 'Message', _id: string, blockType: BlockType, title: string | null, access: BlockAccess | null, archived: boolean, application: string | null, otherSharingCount: number, creator: { name: string | null, self: boolean } | null, sharingTags: Array<ShownShareFragment>, reactions: Array<ShownReactionFragment> }
    | { __typename: 'Note', _id: string, blockType: BlockType, title: string | null, access: BlockAccess | null, archived: boolean, application: string | null, otherSharingCount: number, creator: { name: string | null, self: boolean } | null, sharingTags: Array<ShownShareFragment>, reactions: Array<ShownReactionFragment> }
    | { __typename: 'Record', _id: string, blockType: BlockType, title: string | null, access: BlockAccess | null, archived: boolean, application: string | null, otherSharingCount: number, creator: { name: string | null, self: boolean } | null, sharingTags: Array<ShownShareFragment>, reactions: Array<ShownReactionFragment> }
    | { __typename: 'Reference', _id: string, blockType: BlockType, title: string | null, access: BlockAccess | null, archived: boolean, application: string | null, otherSharingCount: number, creator: { name: string | null, self: boolean } | null, sharingTags: Array<ShownShareFragment>, reactions: Array<ShownReactionFragment> }
    | { __typename: 'Table', _id: string, blockType: BlockType, title: string | null, access: BlockAccess | null, archived: boolean, application: string | null, otherSharingCount: number, creator: { name: string | null, self: boolean } | null, sharingTags: Array<ShownShareFragment>, reactions: Array<ShownReactionFragment> }
    | { __typename: 'Task', _id: string, blockType: BlockType, title: string | null, access: BlockAccess | null, archived: boolean, application: string | null, otherSharingCount: number, creator: { name: string | null, self: boolean } | null, sharingTags: Array<ShownShareFragment>, reactions: Array<ShownReactionFragment> }
    | { __typename: 'Thread', _id: string, blockType: BlockType, title: string | null, access: BlockAccess | null, archived: boolean, application: string | null, otherSharingCount: number, creator: { name: string | null, self: boolean } | null, sharingTags: Array<ShownShareFragment>, reactions: Array<ShownReactionFragment> }
    | { __typename: 'Transcription', _id: string, blockType: BlockType, title: string | null, access: BlockAccess | null, archived: boolean, application: string | null, otherSharingCount: number, participants: Array<{ tag: { _id: string } | null }>, creator: { name: string | null, self: boolean } | null, sharingTags: Array<ShownShareFragment>, reactions: Array<ShownReactionFragment> }
    | { __typename: 'Website', _id: string, blockType: BlockType, title: string | null, access: BlockAccess | null, archived: boolean, application: string | null, otherSharingCount: number, creator: { name: string | null, self: boolean } | null, sharingTags: Array<ShownShareFragment>, reactions: Array<ShownReactionFragment> }
    | { __typename: 'Workflow', _id: string, blockType: BlockType, title: string | null, access: BlockAccess | null, archived: boolean, application: string | null, otherSharingCount: number, creator: { name: string | null, self: boolean } | null, sharingTags: Array<ShownShareFragment>, reactions: Array<ShownReactionFragment> }
   | null, tenant: { tagId: string } };

export type ApplicationLabelsQueryVariables = Exact<{ [key: string]: never; }>;


export type ApplicationLabelsQuery = { applications: Array<{ name: string, label: string }> };

export type TagNamesQueryVariables = Exact<{
  input?: SearchTagsInput | null | undefined;
}>;


export type TagNamesQuery = { searchTags: Array<{ _id: string, alias: string }> | null };

export type ShownShareFragment = { tagId: string, shared: boolean, sharingLevel: number, sharingApproach: number, pinned: boolean | null, assigned: boolean | null, tag: PickedTagFragment | null };

export type ShownReactionFragment = { shortcodes: string, tagIds: Array<string>, count: number, self: boolean };

export type BlockHistoryQueryVariables = Exact<{
  input: FindBlockActivitiesInput;
}>;


export type BlockHistoryQuery = { blockActivities: Array<{ activityType: BlockActivityType, actorType: ActorType, dateCreated: number, actor: { name: string | null, self: boolean } | null, detail:
      | { __typename: 'Comment', messageId: string | null }
      | { __typename: 'Rename', oldTitle: string | null, newTitle: string | null }
      | { __typename: 'SharingChange', sharingLevel: number | null, tag: { _id: string, alias: string } | null }
      | { __typename: 'StatusChange', oldStatus: TaskStatus | null, newStatus: TaskStatus | null }
     | null }> | null };

export type BlockCommentsQueryVariables = Exact<{
  input?: GraphSearchInput | null | undefined;
}>;


export type BlockCommentsQuery = { searchGraph: Array<
    | { _id: string, blockType: BlockType, text: string | null, access: BlockAccess | null, archived: boolean, generated: boolean | null, dateCreated: number | null, dateEdited: number | null, author: { name: string | null, self: boolean } | null, reactions: Array<ShownReactionFragment> }
    | Record<PropertyKey, never>
  > | null };

export type WriteCommentMutationVariables = Exact<{
  input: UpsertMessageInput;
}>;


export type WriteCommentMutation = { upsertOneMessage: { _id: string } | null };

export type ShareBlockMutationVariables = Exact<{
  input: AddSharingTagInput;
}>;


export type ShareBlockMutation = { addSharingTag: { block:
      | { _id: string, access: BlockAccess | null }
      | { _id: string, access: BlockAccess | null }
      | { _id: string, access: BlockAccess | null }
      | { _id: string, access: BlockAccess | null }
      | { _id: string, access: BlockAccess | null }
      | { _id: string, access: BlockAccess | null }
      | { _id: string, access: BlockAccess | null }
      | { _id: string, access: BlockAccess | null }
      | { _id: string, access: BlockAccess | null }
      | { _id: string, access: BlockAccess | null }
      | { _id: string, access: BlockAccess | null }
      | { _id: string, access: BlockAccess | null }
      | { _id: string, access: BlockAccess | null }
      | { _id: string, access: BlockAccess | null }
      | { _id: string, access: BlockAccess | null }
      | { _id: string, access: BlockAccess | null }
     | null } | null };

export type UnshareBlockMutationVariables = Exact<{
  input: DeleteSharingTagInput;
}>;


export type UnshareBlockMutation = { deleteSharingTag: { block:
      | { _id: string, access: BlockAccess | null, sharingTags: Array<{ tagId: string, shared: boolean }> }
      | { _id: string, access: BlockAccess | null, sharingTags: Array<{ tagId: string, shared: boolean }> }
      | { _id: string, access: BlockAccess | null, sharingTags: Array<{ tagId: string, shared: boolean }> }
      | { _id: string, access: BlockAccess | null, sharingTags: Array<{ tagId: string, shared: boolean }> }
      | { _id: string, access: BlockAccess | null, sharingTags: Array<{ tagId: string, shared: boolean }> }
      | { _id: string, access: BlockAccess | null, sharingTags: Array<{ tagId: string, shared: boolean }> }
      | { _id: string, access: BlockAccess | null, sharingTags: Array<{ tagId: string, shared: boolean }> }
      | { _id: string, access: BlockAccess | null, sharingTags: Array<{ tagId: string, shared: boolean }> }
      | { _id: string, access: BlockAccess | null, sharingTags: Array<{ tagId: string, shared: boolean }> }
      | { _id: string, access: BlockAccess | null, sharingTags: Array<{ tagId: string, shared: boolean }> }
      | { _id: string, access: BlockAccess | null, sharingTags: Array<{ tagId: string, shared: boolean }> }
      | { _id: string, access: BlockAccess | null, sharingTags: Array<{ tagId: string, shared: boolean }> }
      | { _id: string, access: BlockAccess | null, sharingTags: Array<{ tagId: string, shared: boolean }> }
      | { _id: string, access: BlockAccess | null, sharingTags: Array<{ tagId: string, shared: boolean }> }
      | { _id: string, access: BlockAccess | null, sharingTags: Array<{ tagId: string, shared: boolean }> }
      | { _id: string, access: BlockAccess | null, sharingTags: Array<{ tagId: string, shared: boolean }> }
     | null } | null };

export type MarkFavoriteMutationVariables = Exact<{
  input: FavoriteBlockInput;
}>;


export type MarkFavoriteMutation = { favoriteBlock: { favorite: boolean | null } | null };

export type ArchiveBlockMutationVariables = Exact<{
  input: ArchiveBlockInput;
}>;


export type ArchiveBlockMutation = { archiveOneBlock: { _id: string, archived: boolean, metadataChange: { assessment: { impactLevel: ImpactLevel, message: string, dependants: Array<{ id: string, blockType: BlockType, title: string | null }> } } | null } | null };

export type ReactMutationVariables = Exact<{
  input: ReactionInput;
}>;


export type ReactMutation = { addReaction: Array<ShownReactionFragment> | null };

export type UnreactMutationVariables = Exact<{
  input: ReactionInput;
}>;


export type UnreactMutation = { removeReaction: Array<ShownReactionFragment> | null };

export type PublishTargetsQueryVariables = Exact<{ [key: string]: never; }>;


export type PublishTargetsQuery = { connections: Array<{ _id: string, application: string, label: string, email: string | null, status: ConnectionStatus }> | null, applications: Array<{ name: string, label: string, sobjects: { table: boolean } }> };

export type PublishNoteMutationVariables = Exact<{
  input: PublishNotesInput;
}>;


export type PublishNoteMutation = { publishNotes: Array<{ _id: string, publishWarnings: Array<string>, businessObjects: Array<{ provider: string | null, title: string | null, url: string | null }> }> | null };

export type EditedNoteQueryVariables = Exact<{
  input: FindBlockInput;
}>;


export type EditedNoteQuery = { block:
    | { _id: string, title: string | null, document: string | null, text: string | null, access: BlockAccess | null, archived: boolean, dateUpdated: number | null, generated: boolean | null }
    | Record<PropertyKey, never>
   | null };

export type SaveNoteMutationVariables = Exact<{
  input: UpsertNoteInput;
}>;


export type SaveNoteMutation = { upsertOneNote: { _id: string, dateUpdated: number | null } | null };

export type EditedTaskQueryVariables = Exact<{
  input: FindBlockInput;
}>;


export type EditedTaskQuery = { block:
    | (
      { sharingTags: Array<ShownShareFragment> }
      & ShownTaskFragment
    )
    | Record<PropertyKey, never>
   | null, tenant: { tagId: string } };

export type ShownTaskFragment = { _id: string, blockType: BlockType, title: string | null, summary: string | null, status: TaskStatus | null, priority: boolean | null, proposed: boolean | null, snoozed: boolean | null, generated: boolean | null, archived: boolean, access: BlockAccess | null, dateDue: number | null, dateRemindMe: number | null, dateCompleted: number | null };

export type SubtasksQueryVariables = Exact<{
  input?: GraphSearchInput | null | undefined;
}>;


export type SubtasksQuery = { searchGraph: Array<
    | ShownTaskFragment
    | Record<PropertyKey, never>
  > | null };

export type SaveTaskMutationVariables = Exact<{
  input: UpsertTaskInput;
}>;


export type SaveTaskMutation = { upsertOneTask: ShownTaskFragment | null };

export type CreateThreadMutationVariables = Exact<{
  input: UpsertThreadInput;
}>;


export type CreateThreadMutation = { upsertOneThread: { _id: string } | null };

export type CommonBlocksQueryVariables = Exact<{
  input?: GraphSearchInput | null | undefined;
}>;


export type CommonBlocksQuery = { searchGraphCount: number | null, searchGraph: Array<
    | ListedBlockFields_Agent_Fragment
    | ListedBlockFields_Calendar_Fragment
    | ListedBlockFields_Document_Fragment
    | ListedBlockFields_Email_Fragment
    | ListedBlockFields_Event_Fragment
    | ListedBlockFields_File_Fragment
    | ListedBlockFields_Message_Fragment
    | ListedBlockFields_Note_Fragment
    | ListedBlockFields_Record_Fragment
    | ListedBlockFields_Reference_Fragment
    | ListedBlockFields_Table_Fragment
    | ListedBlockFields_Task_Fragment
    | ListedBlockFields_Thread_Fragment
    | ListedBlockFields_Transcription_Fragment
    | ListedBlockFields_Website_Fragment
    | ListedBlockFields_Workflow_Fragment
  > | null };

export type FabricPictureQueryVariables = Exact<{
  input: BlockFabricInput;
}>;


export type FabricPictureQuery = { blockFabric: { rootId: string, truncated: boolean, blocks: Array<
      | { __typename: 'Agent', _id: string, blockType: BlockType, title: string | null, dateAssociated: number | null }
      | { __typename: 'Calendar', _id: string, blockType: BlockType, title: string | null, dateAssociated: number | null }
      | { __typename: 'Document', _id: string, blockType: BlockType, title: string | null, dateAssociated: number | null }
      | { __typename: 'Email', _id: string, blockType: BlockType, title: string | null, dateAssociated: number | null }
      | { __typename: 'Event', _id: string, blockType: BlockType, title: string | null, dateAssociated: number | null }
      | { __typename: 'File', _id: string, blockType: BlockType, title: string | null, dateAssociated: number | null }
      | { __typename: 'Message', _id: string, blockType: BlockType, title: string | null, dateAssociated: number | null }
      | { __typename: 'Note', _id: string, blockType: BlockType, title: string | null, dateAssociated: number | null }
      | { __typename: 'Record', _id: string, blockType: BlockType, title: string | null, dateAssociated: number | null }
      | { __typename: 'Reference', _id: string, blockType: BlockType, title: string | null, dateAssociated: number | null }
      | { __typename: 'Table', _id: string, blockType: BlockType, title: string | null, dateAssociated: number | null }
      | { __typename: 'Task', _id: string, blockType: BlockType, title: string | null, dateAssociated: number | null }
      | { __typename: 'Thread', _id: string, blockType: BlockType, title: string | null, dateAssociated: number | null }
      | { __typename: 'Transcription', _id: string, blockType: BlockType, title: string | null, dateAssociated: number | null }
      | { __typename: 'Website', _id: string, blockType: BlockType, title: string | null, dateAssociated: number | null }
      | { __typename: 'Workflow', _id: string, blockType: BlockType, title: string | null, dateAssociated: number | null }
    >, links: Array<{ sourceId: string, targetId: string }>, tags: Array<{ _id: string, alias: string, tagType: TagType, tagSubType: string | null }> } | null };

export type FollowBlocksSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type FollowBlocksSubscription = { blockChanged: { sequence: string, _id: string, blockType: BlockType | null } };

export type FollowTagsSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type FollowTagsSubscription = { tagChanged: { sequence: string, _id: string } };

export type FollowSyncsSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type FollowSyncsSubscription = { syncStatusChanged: { sequence: string, connectionId: string } };

export type FollowRecommendationsSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type FollowRecommendationsSubscription = { recommendationChanged: { sequence: string, _id: string } };

export type FollowConnectionsSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type FollowConnectionsSubscription = { connectionChanged: { sequence: string, _id: string } };

export type RecommendationFeedQueryVariables = Exact<{
  input?: RecommendationsInput | null | undefined;
}>;


export type RecommendationFeedQuery = { recommendations: Array<FeedFieldsFragment> | null };

export type AcceptFromFeedMutationVariables = Exact<{
  input: AcceptRecommendationInput;
}>;


export type AcceptFromFeedMutation = { acceptRecommendation: { block:
      | { _id: string, blockType: BlockType, title: string | null }
      | { _id: string, blockType: BlockType, title: string | null }
      | { _id: string, blockType: BlockType, title: string | null }
      | { _id: string, blockType: BlockType, title: string | null }
      | { _id: string, blockType: BlockType, title: string | null }
      | { _id: string, blockType: BlockType, title: string | null }
      | { _id: string, blockType: BlockType, title: string | null }
      | { _id: string, blockType: BlockType, title: string | null }
      | { _id: string, blockType: BlockType, title: string | null }
      | { _id: string, blockType: BlockType, title: string | null }
      | { _id: string, blockType: BlockType, title: string | null }
      | { _id: string, blockType: BlockType, title: string | null }
      | { _id: string, blockType: BlockType, title: string | null }
      | { _id: string, blockType: BlockType, title: string | null }
      | { _id: string, blockType: BlockType, title: string | null }
      | { _id: string, blockType: BlockType, title: string | null }
     | null, recommendation: FeedFieldsFragment } | null };

export type FeedFieldsFragment = { _id: string, recommendationType: RecommendationType, state: RecommendationState, displayTitle: string, displayDescription: string | null, displayLabel: string | null, tagIds: Array<string>, dateCreated: number, dateExpires: number | null, dateSnoozedUntil: number | null, navigation: { route: string | null, blockId: string | null, tagId: string | null }, tags: Array<{ _id: string, alias: string, tagType: TagType, tagSubType: string | null, email: string | null, emailDomain: string | null, url: string | null, phoneNumber: string | null, description: string | null, taskCount: number | null }>, blocks: Array<
    | { _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, sharingTags: Array<{ tagId: string, shared: boolean, sharingLevel: number }> }
    | { _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, sharingTags: Array<{ tagId: string, shared: boolean, sharingLevel: number }> }
    | { _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, sharingTags: Array<{ tagId: string, shared: boolean, sharingLevel: number }> }
    | { _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, sharingTags: Array<{ tagId: string, shared: boolean, sharingLevel: number }> }
    | { dateStart: number | null, allDay: boolean | null, timeZone: string | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, sharingTags: Array<{ tagId: string, shared: boolean, sharingLevel: number }> }
    | { _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, sharingTags: Array<{ tagId: string, shared: boolean, sharingLevel: number }> }
    | { _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, sharingTags: Array<{ tagId: string, shared: boolean, sharingLevel: number }> }
    | { _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, sharingTags: Array<{ tagId: string, shared: boolean, sharingLevel: number }> }
    | { _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, sharingTags: Array<{ tagId: string, shared: boolean, sharingLevel: number }> }
    | { _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, sharingTags: Array<{ tagId: string, shared: boolean, sharingLevel: number }> }
    | { _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, sharingTags: Array<{ tagId: string, shared: boolean, sharingLevel: number }> }
    | { _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, sharingTags: Array<{ tagId: string, shared: boolean, sharingLevel: number }> }
    | { _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, sharingTags: Array<{ tagId: string, shared: boolean, sharingLevel: number }> }
    | { _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, sharingTags: Array<{ tagId: string, shared: boolean, sharingLevel: number }> }
    | { _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, sharingTags: Array<{ tagId: string, shared: boolean, sharingLevel: number }> }
    | { _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, sharingTags: Array<{ tagId: string, shared: boolean, sharingLevel: number }> }
  >, upsertRecommendation: { blockType: BlockType, title: string | null, document: string | null, tagIds: Array<string>, block:
      | { _id: string }
      | { _id: string }
      | { _id: string }
      | { _id: string }
      | { _id: string }
      | { _id: string }
      | { _id: string }
      | { _id: string }
      | { _id: string }
      | { _id: string }
      | { _id: string }
      | { _id: string }
      | { _id: string }
      | { _id: string }
      | { _id: string }
      | { _id: string }
     | null } | null, tagRecommendation: { tag: { _id: string, alias: string, tagType: TagType, tagSubType: string | null, friendlyName: string | null, email: string | null, emailDomain: string | null, url: string | null, phoneNumber: string | null, description: string | null, externalId: string | null } | null, fields: Array<{ name: string, value: string | null }>, table: { _id: string, title: string | null, metadata: { label: string, fields: Array<{ name: string, label: string }> } | null } | null, values: Array<{ name: string, value: string | null }> } | null, mergeTagsRecommendation: { keepTagId: string | null, tagIds: Array<string> } | null, shareRecommendation: { tagId: string | null, sharingLevel: number | null, referenceBlock: { id: string, blockType: BlockType | null } | null } | null, followUpRecommendation: { dateDue: number | null, referenceBlock: { id: string, blockType: BlockType | null } | null } | null, meetingRecommendation: { eventId: string | null, tagIds: Array<string> } | null, insightRecommendation: { tagId: string | null, tableId: string | null, text: string | null } | null, businessObjectRecommendation: { provider: string | null, tagId: string | null, url: string | null } | null, reconnectRecommendation: { connectionId: string | null, application: string | null, reason: string | null } | null, syncPausedRecommendation: { connectionId: string | null, application: string | null, sync: SyncName | null, health: string | null, failedCount: number | null, datePaused: number | null, lastError: { title: string, detail: string } | null } | null };

type ListedBlockFields_Agent_Fragment = { __typename: 'Agent', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, application: string | null, uri: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type ListedBlockFields_Calendar_Fragment = { __typename: 'Calendar', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, application: string | null, uri: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type ListedBlockFields_Document_Fragment = { __typename: 'Document', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, application: string | null, uri: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type ListedBlockFields_Email_Fragment = { __typename: 'Email', unread: boolean | null, hasAttachments: boolean | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, application: string | null, uri: string | null, from: { email: string | null, friendlyName: string | null } | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type ListedBlockFields_Event_Fragment = { __typename: 'Event', dateStart: number | null, allDay: boolean | null, timeZone: string | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, application: string | null, uri: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type ListedBlockFields_File_Fragment = { __typename: 'File', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, application: string | null, uri: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type ListedBlockFields_Message_Fragment = { __typename: 'Message', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, application: string | null, uri: string | null, author: { name: string | null, self: boolean } | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type ListedBlockFields_Note_Fragment = { __typename: 'Note', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, application: string | null, uri: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type ListedBlockFields_Record_Fragment = { __typename: 'Record', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, application: string | null, uri: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type ListedBlockFields_Reference_Fragment = { __typename: 'Reference', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, application: string | null, uri: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type ListedBlockFields_Table_Fragment = { __typename: 'Table', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, application: string | null, uri: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type ListedBlockFields_Task_Fragment = { __typename: 'Task', status: TaskStatus | null, dateDue: number | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, application: string | null, uri: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type ListedBlockFields_Thread_Fragment = { __typename: 'Thread', readStatus: ThreadReadStatus | null, dateLastMessage: number | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, application: string | null, uri: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type ListedBlockFields_Transcription_Fragment = { __typename: 'Transcription', dateStart: number | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, application: string | null, uri: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type ListedBlockFields_Website_Fragment = { __typename: 'Website', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, application: string | null, uri: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type ListedBlockFields_Workflow_Fragment = { __typename: 'Workflow', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, application: string | null, uri: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

export type ListedBlockFieldsFragment =
  | ListedBlockFields_Agent_Fragment
  | ListedBlockFields_Calendar_Fragment
  | ListedBlockFields_Document_Fragment
  | ListedBlockFields_Email_Fragment
  | ListedBlockFields_Event_Fragment
  | ListedBlockFields_File_Fragment
  | ListedBlockFields_Message_Fragment
  | ListedBlockFields_Note_Fragment
  | ListedBlockFields_Record_Fragment
  | ListedBlockFields_Reference_Fragment
  | ListedBlockFields_Table_Fragment
  | ListedBlockFields_Task_Fragment
  | ListedBlockFields_Thread_Fragment
  | ListedBlockFields_Transcription_Fragment
  | ListedBlockFields_Website_Fragment
  | ListedBlockFields_Workflow_Fragment
;

export type FindBlocksQueryVariables = Exact<{
  input?: GraphSearchInput | null | undefined;
  words: string;
  hasWords: boolean;
}>;


export type FindBlocksQuery = { searchGraph: Array<
    | (
      { snippet?: string | null }
      & ListedBlockFields_Agent_Fragment
    )
    | (
      { snippet?: string | null }
      & ListedBlockFields_Calendar_Fragment
    )
    | (
      { snippet?: string | null }
      & ListedBlockFields_Document_Fragment
    )
    | (
      { snippet?: string | null }
      & ListedBlockFields_Email_Fragment
    )
    | (
      { snippet?: string | null }
      & ListedBlockFields_Event_Fragment
    )
    | (
      { snippet?: string | null }
      & ListedBlockFields_File_Fragment
    )
    | (
      { snippet?: string | null }
      & ListedBlockFields_Message_Fragment
    )
    | (
      { snippet?: string | null }
      & ListedBlockFields_Note_Fragment
    )
    | (
      { snippet?: string | null }
      & ListedBlockFields_Record_Fragment
    )
    | (
      { snippet?: string | null }
      & ListedBlockFields_Reference_Fragment
    )
    | (
      { snippet?: string | null }
      & ListedBlockFields_Table_Fragment
    )
    | (
      { snippet?: string | null }
      & ListedBlockFields_Task_Fragment
    )
    | (
      { snippet?: string | null }
      & ListedBlockFields_Thread_Fragment
    )
    | (
      { snippet?: string | null }
      & ListedBlockFields_Transcription_Fragment
    )
    | (
      { snippet?: string | null }
      & ListedBlockFields_Website_Fragment
    )
    | (
      { snippet?: string | null }
      & ListedBlockFields_Workflow_Fragment
    )
  > | null };

export type SummarizeFoundQueryVariables = Exact<{
  input?: GraphSearchInput | null | undefined;
  tags?: SearchTagsForBlocksInput | null | undefined;
}>;


export type SummarizeFoundQuery = { searchGraphCount: number | null, searchTagsForBlocks: Array<PickedTagFragment> | null };

export type CountFoundQueryVariables = Exact<{
  input?: GraphSearchInput | null | undefined;
}>;


export type CountFoundQuery = { searchGraphCount: number | null };

export type FoundOverTimeQueryVariables = Exact<{
  input?: GraphTimelineInput | null | undefined;
}>;


export type FoundOverTimeQuery = { searchGraphTimeline: Array<{ date: number, blockType: BlockType, count: number }> | null };

export type OwnTagQueryVariables = Exact<{ [key: string]: never; }>;


export type OwnTagQuery = { tenant: { tagId: string } };

export type ApplicationNamesQueryVariables = Exact<{ [key: string]: never; }>;


export type ApplicationNamesQuery = { applications: Array<{ name: string, label: string }> };

export type PaletteSearchQueryVariables = Exact<{
  tags?: SearchTagsInput | null | undefined;
  blocks?: GraphSearchInput | null | undefined;
}>;


export type PaletteSearchQuery = { searchTags: Array<PickedTagFragment> | null, searchGraph: Array<
    | { __typename: 'Agent', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null }
    | { __typename: 'Calendar', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null }
    | { __typename: 'Document', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null }
    | { __typename: 'Email', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null }
    | { __typename: 'Event', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null }
    | { __typename: 'File', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null }
    | { __typename: 'Message', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null }
    | { __typename: 'Note', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null }
    | { __typename: 'Record', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null }
    | { __typename: 'Reference', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null }
    | { __typename: 'Table', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null }
    | { __typename: 'Task', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null }
    | { __typename: 'Thread', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null }
    | { __typename: 'Transcription', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null }
    | { __typename: 'Website', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null }
    | { __typename: 'Workflow', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null }
  > | null };

export type FolderTagsQueryVariables = Exact<{
  input: FindFolderInput;
  size: number;
}>;


export type FolderTagsQuery = { folder: { _id: string, tags: Array<PickedTagFragment> } | null };

export type OwnAccountQueryVariables = Exact<{ [key: string]: never; }>;


export type OwnAccountQuery = { tenant: { _id: string, email: string | null, givenName: string | null, tagId: string } };

export type ConnectedScopesQueryVariables = Exact<{
  input?: ConnectionsInput | null | undefined;
}>;


export type ConnectedScopesQuery = { connections: Array<{ _id: string, application: string, label: string, email: string | null, status: ConnectionStatus, reason: string | null, scopeMessage: string | null, connectMethod: ConnectMethod | null }> | null, applications: Array<{ name: string, label: string, sobjects: { calendar: boolean, email: boolean, function: boolean, message: boolean, table: boolean, transcription: boolean } }> };

export type TableListQueryVariables = Exact<{ [key: string]: never; }>;


export type TableListQuery = { tables: Array<{ _id: string, title: string | null, provider: string | null, application: string | null, connectionId: string | null, recordCount: number | null, dateUpdated: number | null, access: BlockAccess | null, metadata: { label: string, metadataType: string, fields: Array<{ name: string, label: string }> } | null }> | null, recordTypes: Array<{ tableId: string, operations: { create: boolean, update: boolean } }> | null, connections: Array<{ _id: string, label: string, email: string | null, status: ConnectionStatus }> | null };

export type TablePageQueryVariables = Exact<{
  id: string;
}>;


export type TablePageQuery = { table: { _id: string, title: string | null, provider: string | null, application: string | null, connectionId: string | null, recordCount: number | null, dateUpdated: number | null, access: BlockAccess | null, uri: string | null, metadata: { label: string, metadataType: string, fields: Array<ColumnFieldsFragment> } | null } | null, recordTypes: Array<{ tableId: string, operations: { create: boolean, update: boolean }, createFields: Array<ColumnFieldsFragment>, updateFields: Array<{ name: string }> }> | null, tables: Array<{ _id: string, title: string | null, connectionId: string | null, recordCount: number | null, metadata: { metadataType: string, label: string } | null }> | null, connections: Array<{ _id: string, label: string, email: string | null, status: ConnectionStatus, scopeMessage: string | null }> | null };

export type ColumnFieldsFragment = { name: string, label: string, fieldType: string, required: boolean | null, options: Array<{ value: string | null, label: string | null }> };

export type TableRecordsQueryVariables = Exact<{
  input: RecordsInput;
}>;


export type TableRecordsQuery = { records: Array<RowFieldsFragment> | null };

export type ReferencedRecordsQueryVariables = Exact<{
  input: RecordsInput;
}>;


export type ReferencedRecordsQuery = { records: Array<{ _id: string, externalId: string | null, title: string | null }> | null };

export type WriteRecordMutationVariables = Exact<{
  input: UpsertRecordInput;
}>;


export type WriteRecordMutation = { upsertOneRecord: RowFieldsFragment | null };

export type RowFieldsFragment = { _id: string, title: string | null, externalId: string | null, uri: string | null, operations: { update: boolean }, values: Array<{ name: string, value: string | null, reasoning: string | null }> };

export type PickedTagFragment = { _id: string, alias: string, tagType: TagType, tagSubType: string | null, email: string | null, emailDomain: string | null, avatar: string | null, favicon: string | null };

export type FindTagsQueryVariables = Exact<{
  input?: SearchTagsInput | null | undefined;
}>;


export type FindTagsQuery = { searchTags: Array<PickedTagFragment> | null };

export type FindRecentTagsQueryVariables = Exact<{ [key: string]: never; }>;


export type FindRecentTagsQuery = { recentTags: Array<PickedTagFragment> | null };

export type CreateTagMutationVariables = Exact<{
  input: UpsertTagInput;
}>;


export type CreateTagMutation = { upsertOneTag: PickedTagFragment | null };

export type ListedTagFragment = (
  { friendlyName: string | null, favorite: boolean | null, archived: boolean, taskCount: number | null, dateUpdated: number | null, dateLastContact: number | null, organization: PickedTagFragment | null }
  & PickedTagFragment
);

export type ListTagsQueryVariables = Exact<{
  input?: SearchTagsInput | null | undefined;
}>;


export type ListTagsQuery = { searchTags: Array<ListedTagFragment> | null };

export type ShownSignalFragment = { _id: string, tableId: string, recordId: string, provider: string, application: string, fieldName: string, label: string, fieldType: string, value: string | null, reasoning: string | null, pinned: boolean, dateUpdated: number };

export type ShownTagFragment = (
  { phoneNumber: string | null, url: string | null, urls: Array<string>, description: string | null, externalId: string | null, dateCreated: number | null, companyLinks: { externalIdLinks: Array<{ provider: string | null, application: string | null, externalId: string | null, metadataType: string | null }> } | null, businessObjects: Array<{ _id: string, provider: string | null, application: string | null, externalId: string | null, metadataType: string | null, title: string | null, url: string | null, iconUrl: string | null }>, externalIdLinks: Array<{ _id: string, provider: string | null, application: string | null, externalId: string | null, metadataType: string | null, url: string | null }>, signals: Array<ShownSignalFragment> }
  & ListedTagFragment
);

export type TagPageQueryVariables = Exact<{
  id: string;
}>;


export type TagPageQuery = { tag: ShownTagFragment | null, recommendations: Array<{ _id: string, recommendationType: RecommendationType, displayTitle: string, displayDescription: string | null, displayLabel: string | null, mergeTagsRecommendation: { keepTagId: string | null, tagIds: Array<string> } | null, tags: Array<(
      { taskCount: number | null }
      & PickedTagFragment
    )> }> | null, tenant: { tagId: string } };

export type TagSourcesQueryVariables = Exact<{ [key: string]: never; }>;


export type TagSourcesQuery = { applications: Array<{ name: string, label: string, provider: string, iconUrl: string | null, sobjects: { table: boolean } }>, connections: Array<{ _id: string, application: string, provider: string, label: string, email: string | null, status: ConnectionStatus }> | null };

export type EditTagMutationVariables = Exact<{
  input: UpsertTagInput;
}>;


export type EditTagMutation = { upsertOneTag: ShownTagFragment | null };

export type FavoriteTagMutationVariables = Exact<{
  id: string | number;
  favorite: boolean;
}>;


export type FavoriteTagMutation = { upsertOneTag: { _id: string, favorite: boolean | null } | null };

export type ArchiveTagMutationVariables = Exact<{
  id: string;
  archive: boolean;
}>;


export type ArchiveTagMutation = { archiveOneTag: { _id: string, archived: boolean } | null };

export type AcceptMergeMutationVariables = Exact<{
  id: string;
}>;


export type AcceptMergeMutation = { acceptRecommendation: { recommendation: { _id: string, state: RecommendationState } } | null };

export type DismissMergeMutationVariables = Exact<{
  id: string;
}>;


export type DismissMergeMutation = { dismissRecommendation: { _id: string, state: RecommendationState } | null };

type TagBlock_Agent_Fragment = { __typename: 'Agent', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, uri: string | null, application: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type TagBlock_Calendar_Fragment = { __typename: 'Calendar', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, uri: string | null, application: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type TagBlock_Document_Fragment = { __typename: 'Document', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, uri: string | null, application: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type TagBlock_Email_Fragment = { __typename: 'Email', unread: boolean | null, direction: EmailDirection | null, hasAttachments: boolean | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, uri: string | null, application: string | null, from: { email: string | null, friendlyName: string | null } | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type TagBlock_Event_Fragment = { __typename: 'Event', dateStart: number | null, dateEnd: number | null, allDay: boolean | null, timeZone: string | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, uri: string | null, application: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type TagBlock_File_Fragment = { __typename: 'File', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, uri: string | null, application: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type TagBlock_Message_Fragment = { __typename: 'Message', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, uri: string | null, application: string | null, author: { name: string | null, self: boolean } | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type TagBlock_Note_Fragment = { __typename: 'Note', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, uri: string | null, application: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type TagBlock_Record_Fragment = { __typename: 'Record', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, uri: string | null, application: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type TagBlock_Reference_Fragment = { __typename: 'Reference', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, uri: string | null, application: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type TagBlock_Table_Fragment = { __typename: 'Table', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, uri: string | null, application: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type TagBlock_Task_Fragment = { __typename: 'Task', status: TaskStatus | null, priority: boolean | null, dateDue: number | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, uri: string | null, application: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type TagBlock_Thread_Fragment = { __typename: 'Thread', readStatus: ThreadReadStatus | null, dateLastMessage: number | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, uri: string | null, application: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type TagBlock_Transcription_Fragment = { __typename: 'Transcription', dateStart: number | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, uri: string | null, application: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type TagBlock_Website_Fragment = { __typename: 'Website', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, uri: string | null, application: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

type TagBlock_Workflow_Fragment = { __typename: 'Workflow', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateAssociated: number | null, dateCreated: number | null, favorite: boolean | null, archived: boolean, proposed: boolean | null, generated: boolean | null, uri: string | null, application: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<{ shared: boolean, tag: { _id: string, alias: string, tagType: TagType } | null }> };

export type TagBlockFragment =
  | TagBlock_Agent_Fragment
  | TagBlock_Calendar_Fragment
  | TagBlock_Document_Fragment
  | TagBlock_Email_Fragment
  | TagBlock_Event_Fragment
  | TagBlock_File_Fragment
  | TagBlock_Message_Fragment
  | TagBlock_Note_Fragment
  | TagBlock_Record_Fragment
  | TagBlock_Reference_Fragment
  | TagBlock_Table_Fragment
  | TagBlock_Task_Fragment
  | TagBlock_Thread_Fragment
  | TagBlock_Transcription_Fragment
  | TagBlock_Website_Fragment
  | TagBlock_Workflow_Fragment
;

export type TagTimeLineQueryVariables = Exact<{
  input: TagActivityInput;
}>;


export type TagTimeLineQuery = { tagActivity: Array<{ _id: string, blockType: BlockType, date: number, block:
      | TagBlock_Agent_Fragment
      | TagBlock_Calendar_Fragment
      | TagBlock_Document_Fragment
      | TagBlock_Email_Fragment
      | TagBlock_Event_Fragment
      | TagBlock_File_Fragment
      | TagBlock_Message_Fragment
      | TagBlock_Note_Fragment
      | TagBlock_Record_Fragment
      | TagBlock_Reference_Fragment
      | TagBlock_Table_Fragment
      | TagBlock_Task_Fragment
      | TagBlock_Thread_Fragment
      | TagBlock_Transcription_Fragment
      | TagBlock_Website_Fragment
      | TagBlock_Workflow_Fragment
     | null }> | null };

export type TagKindCountsQueryVariables = Exact<{
  ids?: Array<string> | null | undefined;
}>;


export type TagKindCountsQuery = { email: number | null, event: number | null, transcription: number | null, task: number | null, note: number | null, record: number | null, document: number | null, website: number | null, thread: number | null, file: number | null };

export type TagBlocksQueryVariables = Exact<{
  input?: GraphSearchInput | null | undefined;
}>;


export type TagBlocksQuery = { searchGraph: Array<
    | TagBlock_Agent_Fragment
    | TagBlock_Calendar_Fragment
    | TagBlock_Document_Fragment
    | TagBlock_Email_Fragment
    | TagBlock_Event_Fragment
    | TagBlock_File_Fragment
    | TagBlock_Message_Fragment
    | TagBlock_Note_Fragment
    | TagBlock_Record_Fragment
    | TagBlock_Reference_Fragment
    | TagBlock_Table_Fragment
    | TagBlock_Task_Fragment
    | TagBlock_Thread_Fragment
    | TagBlock_Transcription_Fragment
    | TagBlock_Website_Fragment
    | TagBlock_Workflow_Fragment
  > | null };

export type RelatedTagsQueryVariables = Exact<{
  input?: GraphSearchTagsInput | null | undefined;
}>;


export type RelatedTagsQuery = { searchGraphTags: Array<{ _id: string, alias: string, tagType: TagType, tagSubType: string | null, occurrenceCount: number, coOccurrencePercentage: number, relevanceScore: number, blockTypes: { email: number, event: number, transcription: number, task: number, note: number, record: number, document: number, website: number, thread: number, message: number, file: number } }> | null };

export type TagArticlesQueryVariables = Exact<{
  input: FindTagNewsInput;
}>;


export type TagArticlesQuery = { tagNews: { news: Array<{ _id: string, snippets: Array<{ title: string, snippet: string | null, url: string, datePublished: number }> }> } | null };

export type TagRecordsQueryVariables = Exact<{
  input?: GraphSearchInput | null | undefined;
}>;


export type TagRecordsQuery = { searchGraph: Array<
    | { _id: string, title: string | null, tableId: string | null, metadataType: string | null, provider: string | null, application: string | null, connectionId: string | null, externalId: string | null, uri: string | null, dateUpdated: number | null, values: Array<{ name: string, value: string | null, reasoning: string | null }> }
    | Record<PropertyKey, never>
  > | null };

export type TagTableQueryVariables = Exact<{
  id: string;
}>;


export type TagTableQuery = { table: { _id: string, title: string | null, metadata: { label: string, metadataType: string, fields: Array<{ name: string, label: string, fieldType: string }> } | null } | null };

export type PinFieldMutationVariables = Exact<{
  input: UpsertSignalInput;
}>;


export type PinFieldMutation = { upsertOneSignal: ShownSignalFragment | null };

export type UnpinFieldMutationVariables = Exact<{
  id: string;
}>;


export type UnpinFieldMutation = { archiveOneSignal: { _id: string, archived: boolean } | null };

export type RecordKindsQueryVariables = Exact<{ [key: string]: never; }>;


export type RecordKindsQuery = { recordTypes: Array<{ _id: string, tableId: string, label: string, metadataType: string, operations: { create: boolean } }> | null, tables: Array<{ _id: string, title: string | null, provider: string | null, application: string | null, connectionId: string | null }> | null };

export type FieldsOfRecordKindQueryVariables = Exact<{
  tableId: string;
}>;


export type FieldsOfRecordKindQuery = { recordTypes: Array<{ _id: string, label: string, createFields: Array<{ name: string, label: string, fieldType: string, required: boolean | null, options: Array<{ value: string | null, label: string | null }> }> }> | null };

export type FindRecordsOfTagQueryVariables = Exact<{
  input: ExecuteQueryInput;
}>;


export type FindRecordsOfTagQuery = { executeQuery: { hasMore: boolean, records: Array<{ externalId: string, metadataType: string, title: string, uri: string, values: Array<{ name: string, value: string }> }> } | null };

export type AddRecordOfTagMutationVariables = Exact<{
  input: UpsertRecordInput;
}>;


export type AddRecordOfTagMutation = { upsertOneRecord: { _id: string, externalId: string | null, metadataType: string | null, connectionId: string | null } | null };

export type LinkRecordToTagMutationVariables = Exact<{
  input: TagFromRecordInput;
}>;


export type LinkRecordToTagMutation = { tagFromRecord: ShownTagFragment | null };

export type PublishTagNotesMutationVariables = Exact<{
  input: PublishNotesInput;
}>;


export type PublishTagNotesMutation = { publishNotes: Array<{ _id: string, title: string | null, publishWarnings: Array<string> }> | null };

export type SetTaskStatusMutationVariables = Exact<{
  id: string | number;
  status: TaskStatus;
}>;


export type SetTaskStatusMutation = { upsertOneTask: { _id: string, status: TaskStatus | null } | null };

export type UpcomingMeetingsQueryVariables = Exact<{
  begun?: GraphSearchInput | null | undefined;
  upcoming?: GraphSearchInput | null | undefined;
}>;


export type UpcomingMeetingsQuery = { tenant: { email: string | null, tagId: string }, begun: Array<
    | EventOfDayFragment
    | Record<PropertyKey, never>
  > | null, upcoming: Array<
    | EventOfDayFragment
    | Record<PropertyKey, never>
  > | null };

export type EventOfDayFragment = { _id: string, title: string | null, dateStart: number | null, dateEnd: number | null, allDay: boolean | null, timeZone: string | null, location: string | null, conferenceUrl: string | null, iCalUid: string | null, recurringExternalId: string | null, visibility: string | null, eventStatus: EventStatus | null, calendar: { name: string | null } | null, organizedBy: MetPersonFragment | null, attendees: Array<MetAttendeeFragment> };

export type MetPersonFragment = { email: string | null, friendlyName: string | null, tag: PickedTagFragment | null };

export type MetAttendeeFragment = { email: string | null, friendlyName: string | null, responseStatus: ResponseStatus | null, tag: PickedTagFragment | null };

export type RecentMailQueryVariables = Exact<{
  input?: GraphSearchInput | null | undefined;
}>;


export type RecentMailQuery = { searchGraph: Array<
    | { _id: string, title: string | null, summary: string | null, dateAssociated: number | null, direction: EmailDirection | null, unread: boolean | null, hasAttachments: boolean | null, from: MetPersonFragment | null, to: Array<{ email: string | null }>, cc: Array<{ email: string | null }> }
    | Record<PropertyKey, never>
  > | null };

export type TasksOfTodayQueryVariables = Exact<{
  pressing?: GraphSearchInput | null | undefined;
  soon?: GraphSearchInput | null | undefined;
  proposed?: GraphSearchInput | null | undefined;
}>;


export type TasksOfTodayQuery = { tenant: { tagId: string }, pressing: Array<
    | TaskOfTodayFragment
    | Record<PropertyKey, never>
  > | null, soon: Array<
    | TaskOfTodayFragment
    | Record<PropertyKey, never>
  > | null, proposed: Array<
    | TaskOfTodayFragment
    | Record<PropertyKey, never>
  > | null };

export type TaskOfTodayFragment = { _id: string, blockType: BlockType, title: string | null, summary: string | null, status: TaskStatus | null, priority: boolean | null, proposed: boolean | null, access: BlockAccess | null, dateDue: number | null, dateCreated: number | null, assignedTags: Array<PickedTagFragment>, originReferenceBlock: { id: string, blockType: BlockType | null } | null };

export type PeopleMetQueryVariables = Exact<{
  input?: GraphSearchTagsInput | null | undefined;
}>;


export type PeopleMetQuery = { searchGraphTags: Array<{ _id: string, alias: string, tagType: TagType, tagSubType: string | null, blockTypes: { event: number, transcription: number } }> | null };

export type NewestRecommendationsQueryVariables = Exact<{
  input?: RecommendationsInput | null | undefined;
}>;


export type NewestRecommendationsQuery = { recommendations: Array<{ _id: string, recommendationType: RecommendationType, displayTitle: string, displayDescription: string | null, dateCreated: number }> | null };

const PagePerson = `fragment PagePerson on Person{email friendlyName tag{...PageTag}}`
const PageTag = `fragment PageTag on Tag{_id alias tagType tagSubType avatar favicon}`
const PageReference = `fragment PageReference on ReferenceBlock{id blockType}`
const PageRow = `fragment PageRow on Block{__typename _id blockType title summary dateAssociated dateCreated favorite archived proposed generated uri application creator{name self}sharingTags{shared tag{_id alias tagType}}...on Task{status priority dateDue access}...on Email{unread direction hasAttachments from{email friendlyName}}...on Event{dateStart dateEnd allDay timeZone}}`
const PageMessage = `fragment PageMessage on Message{_id title text bodyHtml access archived generated dateCreated dateEdited author{name self}}`
const PageOutlineItem = `fragment PageOutlineItem on OutlineItem{title text startOffset endOffset}`
const PageBlock = `fragment PageBlock on Block{__typename _id blockType title summary dateCreated dateUpdated dateAssociated access favorite archived snoozed template proposed generated provider application connectionId externalId uri creator{name self}sharingTags{assigned shared tag{...PageTag}}businessObjects{_id provider application metadataType title url iconUrl}parentReferenceBlock{...PageReference}originReferenceBlock{...PageReference}...on Email{subject direction dateSent dateReceived unread threadId labels bodyText cleanBodyHtml from{...PagePerson}to{...PagePerson}cc{...PagePerson}bcc{...PagePerson}replyTo{...PagePerson}attachments{_id name mimeType size inline uri}}...on Event{description dateStart dateEnd allDay timeZone location conferenceUrl busy visibility recurrence recurringExternalId dateOriginalStart eventStatus:status organizedBy{...PagePerson}eventAttendees:attendees{email friendlyName optional responseStatus tag{...PageTag}}calendar{_id name}transcriptions{_id title dateStart duration}}...on Transcription{dateStart dateEnd duration processingStage organizedBy{...PagePerson}attendees{...PagePerson}event{_id title dateStart}transcript{title text}highlights{title text uri startOffset speaker{...PagePerson}}outline{...PageOutlineItem children{...PageOutlineItem children{...PageOutlineItem}}}actionItems:tasks{title text status dateDue startOffset externalId assignedTo{...PagePerson}}}...on Note{text templateInstructions templateReferenceBlock{...PageReference}}...on Message{...PageMessage threadId}...on Thread{readStatus messageCount dateLastMessage participants{...PageTag}messages(size:30){...PageMessage}}...on Document{text documentHtml fileName mimeType size url version organizedBy{...PagePerson}}...on File{text fileName mimeType size url}...on Website{text url domain siteName favicon imageUrl language description datePublished websiteAuthor:author}...on Table{recordCount metadata{label metadataType fields{name label fieldType}}records(size:10){_id title dateUpdated}}...on Record{tableId metadataType values{name value reasoning}operations{create read update}}...on Calendar{name timeZone events(size:30){...PageRow}}...on Agent{enabled instructions watching{...PageReference}}...on Workflow{enabled trigger steps{title text}startsFrom{...PageReference}}...on Reference{referenceBlock{...PageReference}}}`
const ShownShare = `fragment ShownShare on SharingTag{tagId shared sharingLevel sharingApproach pinned assigned tag{...PickedTag}}`
const ShownReaction = `fragment ShownReaction on Reaction{shortcodes tagIds count self}`
const ShownTask = `fragment ShownTask on Task{_id blockType title summary status priority proposed snoozed generated archived access dateDue dateRemindMe dateCompleted}`
const FeedFields = `fragment FeedFields on Recommendation{_id recommendationType state displayTitle displayDescription displayLabel tagIds dateCreated dateExpires dateSnoozedUntil navigation{route blockId tagId}tags{_id alias tagType tagSubType email emailDomain url phoneNumber description taskCount}blocks{_id blockType title summary dateAssociated ...on Event{dateStart allDay timeZone}sharingTags{tagId shared sharingLevel}}upsertRecommendation{blockType title document tagIds block{_id}}tagRecommendation{tag{_id alias tagType tagSubType friendlyName email emailDomain url phoneNumber description externalId}fields{name value}table{_id title metadata{label fields{name label}}}values{name value}}mergeTagsRecommendation{keepTagId tagIds}shareRecommendation{tagId sharingLevel referenceBlock{id blockType}}followUpRecommendation{dateDue referenceBlock{id blockType}}meetingRecommendation{eventId tagIds}insightRecommendation{tagId tableId text}businessObjectRecommendation{provider tagId url}reconnectRecommendation{connectionId application reason}syncPausedRecommendation{connectionId application sync health failedCount datePaused lastError{title detail}}}`
const ListedBlockFields = `fragment ListedBlockFields on Block{__typename _id blockType title summary dateAssociated dateCreated favorite archived proposed generated application uri creator{name self}sharingTags{shared tag{_id alias tagType}}...on Task{status dateDue}...on Email{unread hasAttachments from{email friendlyName}}...on Event{dateStart allDay timeZone}...on Transcription{dateStart}...on Thread{readStatus dateLastMessage}...on Message{author{name self}}}`
const ColumnFields = `fragment ColumnFields on TableField{name label fieldType required options{value label}}`
const RowFields = `fragment RowFields on Record{_id title externalId uri operations{update}values{name value reasoning}}`
const PickedTag = `fragment PickedTag on Tag{_id alias tagType tagSubType email emailDomain avatar favicon}`
const ListedTag = `fragment ListedTag on Tag{...PickedTag friendlyName favorite archived taskCount dateUpdated dateLastContact organization{...PickedTag}}`
const ShownSignal = `fragment ShownSignal on Signal{_id tableId recordId provider application fieldName label fieldType value reasoning pinned dateUpdated}`
const ShownTag = `fragment ShownTag on Tag{...ListedTag companyLinks:organization{externalIdLinks{provider application externalId metadataType}}phoneNumber url urls description externalId dateCreated businessObjects{_id provider application externalId metadataType title url iconUrl}externalIdLinks{_id provider application externalId metadataType url}signals{...ShownSignal}}`
const TagBlock = `fragment TagBlock on Block{__typename _id blockType title summary dateAssociated dateCreated favorite archived proposed generated uri application creator{name self}sharingTags{shared tag{_id alias tagType}}...on Task{status priority dateDue}...on Email{unread direction hasAttachments from{email friendlyName}}...on Event{dateStart dateEnd allDay timeZone}...on Message{author{name self}}...on Transcription{dateStart}...on Thread{readStatus dateLastMessage}}`
const EventOfDay = `fragment EventOfDay on Event{_id title dateStart dateEnd allDay timeZone location conferenceUrl eventStatus:status iCalUid recurringExternalId visibility calendar{name}organizedBy{...MetPerson}attendees{...MetAttendee}}`
const MetPerson = `fragment MetPerson on Person{email friendlyName tag{...PickedTag}}`
const MetAttendee = `fragment MetAttendee on Attendee{email friendlyName responseStatus tag{...PickedTag}}`
const TaskOfToday = `fragment TaskOfToday on Task{_id blockType title summary status priority proposed access dateDue dateCreated assignedTags{...PickedTag}originReferenceBlock{id blockType}}`
export const BlockPageDocument = /* @__PURE__ */ typed<BlockPageQuery, BlockPageQueryVariables>(`query BlockPage($id:String!){tenant{tagId}block(input:{_id:$id archived:true}){...PageBlock}results:searchGraph(input:{originReferenceBlock:{id:$id}blockTypes:[task note document file website]size:20}){...PageRow}components:searchGraph(input:{parentReferenceBlock:{id:$id}blockTypes:[task note document file website reference]size:20}){...PageRow}}`, [PageBlock, PageTag, PageReference, PagePerson, PageOutlineItem, PageMessage, PageRow])
export const BlockTitlesDocument = /* @__PURE__ */ typed<BlockTitlesQuery, BlockTitlesQueryVariables>(`query BlockTitles($ids:[String!]){blocks(input:{_ids:$ids archived:true}){__typename _id blockType title summary}}`)
export const BlockRowsDocument = /* @__PURE__ */ typed<BlockRowsQuery, BlockRowsQueryVariables>(`query BlockRows($input:GraphSearchInput){searchGraph(input:$input){...PageRow}}`, [PageRow])
export const ThreadMessagesDocument = /* @__PURE__ */ typed<ThreadMessagesQuery, ThreadMessagesQueryVariables>(`query ThreadMessages($input:GraphSearchInput){searchGraph(input:$input){__typename ...on Message{...PageMessage}}}`, [PageMessage])
export const ConversationDocument = /* @__PURE__ */ typed<ConversationQuery, ConversationQueryVariables>(`query Conversation($input:GraphSearchInput){searchGraph(input:$input){__typename ...on Email{_id blockType title summary dateSent dateReceived direction unread hasAttachments from{...PagePerson}}}}`, [PagePerson, PageTag])
export const RecordLabelsDocument = /* @__PURE__ */ typed<RecordLabelsQuery, RecordLabelsQueryVariables>(`query RecordLabels($tableId:String!){table(input:{_id:$tableId}){_id title metadata{label fields{name label fieldType options{value label}}}}}`)
export const ApproveTaskDocument = /* @__PURE__ */ typed<ApproveTaskMutation, ApproveTaskMutationVariables>(`mutation ApproveTask($id:ID!){upsertOneTask(input:{_id:$id proposed:false}){_id}}`)
export const DismissTaskDocument = /* @__PURE__ */ typed<DismissTaskMutation, DismissTaskMutationVariables>(`mutation DismissTask($id:String!){archiveOneTask(input:{_id:$id confirmed:true}){_id archived}}`)
export const SendMessageDocument = /* @__PURE__ */ typed<SendMessageMutation, SendMessageMutationVariables>(`mutation SendMessage($input:UpsertMessageInput!){upsertOneMessage(input:$input){_id}}`)
export const SetReadStatusDocument = /* @__PURE__ */ typed<SetReadStatusMutation, SetReadStatusMutationVariables>(`mutation SetReadStatus($id:ID!$readStatus:ThreadReadStatus!){upsertOneThread(input:{_id:$id readStatus:$readStatus}){_id readStatus}}`)
export const BlockCollaborationDocument = /* @__PURE__ */ typed<BlockCollaborationQuery, BlockCollaborationQueryVariables>(`query BlockCollaboration($block:FindBlockInput!){block(input:$block){__typename _id blockType title access archived application otherSharingCount creator{name self}sharingTags{...ShownShare}reactions{...ShownReaction}...on Event{organizedBy{tag{_id}}attendees{tag{_id}}}...on Email{from{tag{_id}}to{tag{_id}}cc{tag{_id}}bcc{tag{_id}}}...on Transcription{participants:attendees{tag{_id}}}}tenant{tagId}}`, [ShownShare, PickedTag, ShownReaction])
export const ApplicationLabelsDocument = /* @__PURE__ */ typed<ApplicationLabelsQuery, ApplicationLabelsQueryVariables>(`query ApplicationLabels{applications{name label}}`)
export const TagNamesDocument = /* @__PURE__ */ typed<TagNamesQuery, TagNamesQueryVariables>(`query TagNames($input:SearchTagsInput){searchTags(input:$input){_id alias}}`)
export const BlockHistoryDocument = /* @__PURE__ */ typed<BlockHistoryQuery, BlockHistoryQueryVariables>(`query BlockHistory($input:FindBlockActivitiesInput!){blockActivities(input:$input){activityType actorType dateCreated actor{name self}detail{__typename ...on StatusChange{oldStatus newStatus}...on Rename{oldTitle newTitle}...on Comment{messageId}...on SharingChange{sharingLevel tag{_id alias}}}}}`)
export const BlockCommentsDocument = /* @__PURE__ */ typed<BlockCommentsQuery, BlockCommentsQueryVariables>(`query BlockComments($input:GraphSearchInput){searchGraph(input:$input){...on Message{_id blockType text access archived generated dateCreated dateEdited author{name self}reactions{...ShownReaction}}}}`, [ShownReaction])
export const WriteCommentDocument = /* @__PURE__ */ typed<WriteCommentMutation, WriteCommentMutationVariables>(`mutation WriteComment($input:UpsertMessageInput!){upsertOneMessage(input:$input){_id}}`)
export const ShareBlockDocument = /* @__PURE__ */ typed<ShareBlockMutation, ShareBlockMutationVariables>(`mutation ShareBlock($input:AddSharingTagInput!){addSharingTag(input:$input){block{_id access}}}`)
export const UnshareBlockDocument = /* @__PURE__ */ typed<UnshareBlockMutation, UnshareBlockMutationVariables>(`mutation UnshareBlock($input:DeleteSharingTagInput!){deleteSharingTag(input:$input){block{_id access sharingTags{tagId shared}}}}`)
export const MarkFavoriteDocument = /* @__PURE__ */ typed<MarkFavoriteMutation, MarkFavoriteMutationVariables>(`mutation MarkFavorite($input:FavoriteBlockInput!){favoriteBlock(input:$input){favorite}}`)
export const ArchiveBlockDocument = /* @__PURE__ */ typed<ArchiveBlockMutation, ArchiveBlockMutationVariables>(`mutation ArchiveBlock($input:ArchiveBlockInput!){archiveOneBlock(input:$input){_id archived metadataChange{assessment{impactLevel message dependants{id blockType title}}}}}`)
export const ReactDocument = /* @__PURE__ */ typed<ReactMutation, ReactMutationVariables>(`mutation React($input:ReactionInput!){addReaction(input:$input){...ShownReaction}}`, [ShownReaction])
export const UnreactDocument = /* @__PURE__ */ typed<UnreactMutation, UnreactMutationVariables>(`mutation Unreact($input:ReactionInput!){removeReaction(input:$input){...ShownReaction}}`, [ShownReaction])
export const PublishTargetsDocument = /* @__PURE__ */ typed<PublishTargetsQuery, PublishTargetsQueryVariables>(`query PublishTargets{connections{_id application label email status}applications{name label sobjects{table}}}`)
export const PublishNoteDocument = /* @__PURE__ */ typed<PublishNoteMutation, PublishNoteMutationVariables>(`mutation PublishNote($input:PublishNotesInput!){publishNotes(input:$input){_id publishWarnings businessObjects{provider title url}}}`)
export const EditedNoteDocument = /* @__PURE__ */ typed<EditedNoteQuery, EditedNoteQueryVariables>(`query EditedNote($input:FindBlockInput!){block(input:$input){...on Note{_id title document text access archived dateUpdated generated}}}`)
export const SaveNoteDocument = /* @__PURE__ */ typed<SaveNoteMutation, SaveNoteMutationVariables>(`mutation SaveNote($input:UpsertNoteInput!){upsertOneNote(input:$input){_id dateUpdated}}`)
export const EditedTaskDocument = /* @__PURE__ */ typed<EditedTaskQuery, EditedTaskQueryVariables>(`query EditedTask($input:FindBlockInput!){block(input:$input){...on Task{...ShownTask sharingTags{...ShownShare}}}tenant{tagId}}`, [ShownTask, ShownShare, PickedTag])
export const SubtasksDocument = /* @__PURE__ */ typed<SubtasksQuery, SubtasksQueryVariables>(`query Subtasks($input:GraphSearchInput){searchGraph(input:$input){...on Task{...ShownTask}}}`, [ShownTask])
export const SaveTaskDocument = /* @__PURE__ */ typed<SaveTaskMutation, SaveTaskMutationVariables>(`mutation SaveTask($input:UpsertTaskInput!){upsertOneTask(input:$input){...ShownTask}}`, [ShownTask])
export const CreateThreadDocument = /* @__PURE__ */ typed<CreateThreadMutation, CreateThreadMutationVariables>(`mutation CreateThread($input:UpsertThreadInput!){upsertOneThread(input:$input){_id}}`)
export const CommonBlocksDocument = /* @__PURE__ */ typed<CommonBlocksQuery, CommonBlocksQueryVariables>(`query CommonBlocks($input:GraphSearchInput){searchGraphCount(input:$input)searchGraph(input:$input){...ListedBlockFields}}`, [ListedBlockFields])
export const FabricPictureDocument = /* @__PURE__ */ typed<FabricPictureQuery, FabricPictureQueryVariables>(`query FabricPicture($input:BlockFabricInput!){blockFabric(input:$input){rootId truncated blocks{__typename _id blockType title dateAssociated}links{sourceId targetId}tags{_id alias tagType tagSubType}}}`)
export const FollowBlocksDocument = /* @__PURE__ */ typed<FollowBlocksSubscription, FollowBlocksSubscriptionVariables>(`subscription FollowBlocks{blockChanged{sequence _id blockType}}`)
export const FollowTagsDocument = /* @__PURE__ */ typed<FollowTagsSubscription, FollowTagsSubscriptionVariables>(`subscription FollowTags{tagChanged{sequence _id}}`)
export const FollowSyncsDocument = /* @__PURE__ */ typed<FollowSyncsSubscription, FollowSyncsSubscriptionVariables>(`subscription FollowSyncs{syncStatusChanged{sequence connectionId}}`)
export const FollowRecommendationsDocument = /* @__PURE__ */ typed<FollowRecommendationsSubscription, FollowRecommendationsSubscriptionVariables>(`subscription FollowRecommendations{recommendationChanged{sequence _id}}`)
export const FollowConnectionsDocument = /* @__PURE__ */ typed<FollowConnectionsSubscription, FollowConnectionsSubscriptionVariables>(`subscription FollowConnections{connectionChanged{sequence _id}}`)
export const RecommendationFeedDocument = /* @__PURE__ */ typed<RecommendationFeedQuery, RecommendationFeedQueryVariables>(`query RecommendationFeed($input:RecommendationsInput){recommendations(input:$input){...FeedFields}}`, [FeedFields])
export const AcceptFromFeedDocument = /* @__PURE__ */ typed<AcceptFromFeedMutation, AcceptFromFeedMutationVariables>(`mutation AcceptFromFeed($input:AcceptRecommendationInput!){acceptRecommendation(input:$input){block{_id blockType title}recommendation{...FeedFields}}}`, [FeedFields])
export const FindBlocksDocument = /* @__PURE__ */ typed<FindBlocksQuery, FindBlocksQueryVariables>(`query FindBlocks($input:GraphSearchInput$words:String!$hasWords:Boolean!){searchGraph(input:$input){...ListedBlockFields snippet(search:$words)@include(if:$hasWords)}}`, [ListedBlockFields])
export const SummarizeFoundDocument = /* @__PURE__ */ typed<SummarizeFoundQuery, SummarizeFoundQueryVariables>(`query SummarizeFound($input:GraphSearchInput$tags:SearchTagsForBlocksInput){searchGraphCount(input:$input)searchTagsForBlocks(input:$tags){...PickedTag}}`, [PickedTag])
export const CountFoundDocument = /* @__PURE__ */ typed<CountFoundQuery, CountFoundQueryVariables>(`query CountFound($input:GraphSearchInput){searchGraphCount(input:$input)}`)
export const FoundOverTimeDocument = /* @__PURE__ */ typed<FoundOverTimeQuery, FoundOverTimeQueryVariables>(`query FoundOverTime($input:GraphTimelineInput){searchGraphTimeline(input:$input){date blockType count}}`)
export const OwnTagDocument = /* @__PURE__ */ typed<OwnTagQuery, OwnTagQueryVariables>(`query OwnTag{tenant{tagId}}`)
export const ApplicationNamesDocument = /* @__PURE__ */ typed<ApplicationNamesQuery, ApplicationNamesQueryVariables>(`query ApplicationNames{applications{name label}}`)
export const PaletteSearchDocument = /* @__PURE__ */ typed<PaletteSearchQuery, PaletteSearchQueryVariables>(`query PaletteSearch($tags:SearchTagsInput$blocks:GraphSearchInput){searchTags(input:$tags){...PickedTag}searchGraph(input:$blocks){__typename _id blockType title summary dateAssociated}}`, [PickedTag])
export const FolderTagsDocument = /* @__PURE__ */ typed<FolderTagsQuery, FolderTagsQueryVariables>(`query FolderTags($input:FindFolderInput!$size:Int!){folder(input:$input){_id tags(size:$size){...PickedTag}}}`, [PickedTag])
export const OwnAccountDocument = /* @__PURE__ */ typed<OwnAccountQuery, OwnAccountQueryVariables>(`query OwnAccount{tenant{_id email givenName tagId}}`)
export const ConnectedScopesDocument = /* @__PURE__ */ typed<ConnectedScopesQuery, ConnectedScopesQueryVariables>(`query ConnectedScopes($input:ConnectionsInput){connections(input:$input){_id application label email status reason scopeMessage connectMethod}applications{name label sobjects{calendar email function message table transcription}}}`)
export const TableListDocument = /* @__PURE__ */ typed<TableListQuery, TableListQueryVariables>(`query TableList{tables(input:{size:200}){_id title provider application connectionId recordCount dateUpdated access metadata{label metadataType fields{name label}}}recordTypes(input:{size:200}){tableId operations{create update}}connections{_id label email status}}`)
export const TablePageDocument = /* @__PURE__ */ typed<TablePageQuery, TablePageQueryVariables>(`query TablePage($id:String!){table(input:{_id:$id}){_id title provider application connectionId recordCount dateUpdated access uri metadata{label metadataType fields{...ColumnFields}}}recordTypes(input:{tableId:$id size:1}){tableId operations{create update}createFields{...ColumnFields}updateFields{name}}tables(input:{size:100}){_id title connectionId recordCount metadata{metadataType label}}connections{_id label email status scopeMessage}}`, [ColumnFields])
export const TableRecordsDocument = /* @__PURE__ */ typed<TableRecordsQuery, TableRecordsQueryVariables>(`query TableRecords($input:RecordsInput!){records(input:$input){...RowFields}}`, [RowFields])
export const ReferencedRecordsDocument = /* @__PURE__ */ typed<ReferencedRecordsQuery, ReferencedRecordsQueryVariables>(`query ReferencedRecords($input:RecordsInput!){records(input:$input){_id externalId title}}`)
export const WriteRecordDocument = /* @__PURE__ */ typed<WriteRecordMutation, WriteRecordMutationVariables>(`mutation WriteRecord($input:UpsertRecordInput!){upsertOneRecord(input:$input){...RowFields}}`, [RowFields])
export const FindTagsDocument = /* @__PURE__ */ typed<FindTagsQuery, FindTagsQueryVariables>(`query FindTags($input:SearchTagsInput){searchTags(input:$input){...PickedTag}}`, [PickedTag])
export const FindRecentTagsDocument = /* @__PURE__ */ typed<FindRecentTagsQuery, FindRecentTagsQueryVariables>(`query FindRecentTags{recentTags{...PickedTag}}`, [PickedTag])
export const CreateTagDocument = /* @__PURE__ */ typed<CreateTagMutation, CreateTagMutationVariables>(`mutation CreateTag($input:UpsertTagInput!){upsertOneTag(input:$input){...PickedTag}}`, [PickedTag])
export const ListTagsDocument = /* @__PURE__ */ typed<ListTagsQuery, ListTagsQueryVariables>(`query ListTags($input:SearchTagsInput){searchTags(input:$input){...ListedTag}}`, [ListedTag, PickedTag])
export const TagPageDocument = /* @__PURE__ */ typed<TagPageQuery, TagPageQueryVariables>(`query TagPage($id:String!){tag(input:{_id:$id archived:true}){...ShownTag}recommendations(input:{tagIds:[$id]size:20}){_id recommendationType displayTitle displayDescription displayLabel mergeTagsRecommendation{keepTagId tagIds}tags{...PickedTag taskCount}}tenant{tagId}}`, [ShownTag, ListedTag, PickedTag, ShownSignal])
export const TagSourcesDocument = /* @__PURE__ */ typed<TagSourcesQuery, TagSourcesQueryVariables>(`query TagSources{applications{name label provider iconUrl sobjects{table}}connections{_id application provider label email status}}`)
export const EditTagDocument = /* @__PURE__ */ typed<EditTagMutation, EditTagMutationVariables>(`mutation EditTag($input:UpsertTagInput!){upsertOneTag(input:$input){...ShownTag}}`, [ShownTag, ListedTag, PickedTag, ShownSignal])
export const FavoriteTagDocument = /* @__PURE__ */ typed<FavoriteTagMutation, FavoriteTagMutationVariables>(`mutation FavoriteTag($id:ID!$favorite:Boolean!){upsertOneTag(input:{_id:$id favorite:$favorite}){_id favorite}}`)
export const ArchiveTagDocument = /* @__PURE__ */ typed<ArchiveTagMutation, ArchiveTagMutationVariables>(`mutation ArchiveTag($id:String!$archive:Boolean!){archiveOneTag(input:{_id:$id archive:$archive}){_id archived}}`)
export const AcceptMergeDocument = /* @__PURE__ */ typed<AcceptMergeMutation, AcceptMergeMutationVariables>(`mutation AcceptMerge($id:String!){acceptRecommendation(input:{_id:$id}){recommendation{_id state}}}`)
export const DismissMergeDocument = /* @__PURE__ */ typed<DismissMergeMutation, DismissMergeMutationVariables>(`mutation DismissMerge($id:String!){dismissRecommendation(input:{_id:$id}){_id state}}`)
export const TagTimeLineDocument = /* @__PURE__ */ typed<TagTimeLineQuery, TagTimeLineQueryVariables>(`query TagTimeLine($input:TagActivityInput!){tagActivity(input:$input){_id blockType date block{...TagBlock}}}`, [TagBlock])
export const TagKindCountsDocument = /* @__PURE__ */ typed<TagKindCountsQuery, TagKindCountsQueryVariables>(`query TagKindCounts($ids:[String!]){email:searchGraphCount(input:{tagIds:$ids blockTypes:[email]})event:searchGraphCount(input:{tagIds:$ids blockTypes:[event]})transcription:searchGraphCount(input:{tagIds:$ids blockTypes:[transcription]})task:searchGraphCount(input:{tagIds:$ids blockTypes:[task]})note:searchGraphCount(input:{tagIds:$ids blockTypes:[note]})record:searchGraphCount(input:{tagIds:$ids blockTypes:[record]})document:searchGraphCount(input:{tagIds:$ids blockTypes:[document]})website:searchGraphCount(input:{tagIds:$ids blockTypes:[website]})thread:searchGraphCount(input:{tagIds:$ids blockTypes:[thread]})file:searchGraphCount(input:{tagIds:$ids blockTypes:[file]})}`)
export const TagBlocksDocument = /* @__PURE__ */ typed<TagBlocksQuery, TagBlocksQueryVariables>(`query TagBlocks($input:GraphSearchInput){searchGraph(input:$input){...TagBlock}}`, [TagBlock])
export const RelatedTagsDocument = /* @__PURE__ */ typed<RelatedTagsQuery, RelatedTagsQueryVariables>(`query RelatedTags($input:GraphSearchTagsInput){searchGraphTags(input:$input){_id alias tagType tagSubType occurrenceCount coOccurrencePercentage relevanceScore blockTypes{email event transcription task note record document website thread message file}}}`)
export const TagArticlesDocument = /* @__PURE__ */ typed<TagArticlesQuery, TagArticlesQueryVariables>(`query TagArticles($input:FindTagNewsInput!){tagNews(input:$input){news{_id snippets{title snippet url datePublished}}}}`)
export const TagRecordsDocument = /* @__PURE__ */ typed<TagRecordsQuery, TagRecordsQueryVariables>(`query TagRecords($input:GraphSearchInput){searchGraph(input:$input){...on Record{_id title tableId metadataType provider application connectionId externalId uri dateUpdated values{name value reasoning}}}}`)
export const TagTableDocument = /* @__PURE__ */ typed<TagTableQuery, TagTableQueryVariables>(`query TagTable($id:String!){table(input:{_id:$id}){_id title metadata{label metadataType fields{name label fieldType}}}}`)
export const PinFieldDocument = /* @__PURE__ */ typed<PinFieldMutation, PinFieldMutationVariables>(`mutation PinField($input:UpsertSignalInput!){upsertOneSignal(input:$input){...ShownSignal}}`, [ShownSignal])
export const UnpinFieldDocument = /* @__PURE__ */ typed<UnpinFieldMutation, UnpinFieldMutationVariables>(`mutation UnpinField($id:String!){archiveOneSignal(input:{_id:$id}){_id archived}}`)
export const RecordKindsDocument = /* @__PURE__ */ typed<RecordKindsQuery, RecordKindsQueryVariables>(`query RecordKinds{recordTypes(input:{size:100}){_id tableId label metadataType operations{create}}tables(input:{size:100}){_id title provider application connectionId}}`)
export const FieldsOfRecordKindDocument = /* @__PURE__ */ typed<FieldsOfRecordKindQuery, FieldsOfRecordKindQueryVariables>(`query FieldsOfRecordKind($tableId:String!){recordTypes(input:{tableId:$tableId}){_id label createFields{name label fieldType required options{value label}}}}`)
export const FindRecordsOfTagDocument = /* @__PURE__ */ typed<FindRecordsOfTagQuery, FindRecordsOfTagQueryVariables>(`query FindRecordsOfTag($input:ExecuteQueryInput!){executeQuery(input:$input){hasMore records{externalId metadataType title uri values{name value}}}}`)
export const AddRecordOfTagDocument = /* @__PURE__ */ typed<AddRecordOfTagMutation, AddRecordOfTagMutationVariables>(`mutation AddRecordOfTag($input:UpsertRecordInput!){upsertOneRecord(input:$input){_id externalId metadataType connectionId}}`)
export const LinkRecordToTagDocument = /* @__PURE__ */ typed<LinkRecordToTagMutation, LinkRecordToTagMutationVariables>(`mutation LinkRecordToTag($input:TagFromRecordInput!){tagFromRecord(input:$input){...ShownTag}}`, [ShownTag, ListedTag, PickedTag, ShownSignal])
export const PublishTagNotesDocument = /* @__PURE__ */ typed<PublishTagNotesMutation, PublishTagNotesMutationVariables>(`mutation PublishTagNotes($input:PublishNotesInput!){publishNotes(input:$input){_id title publishWarnings}}`)
export const SetTaskStatusDocument = /* @__PURE__ */ typed<SetTaskStatusMutation, SetTaskStatusMutationVariables>(`mutation SetTaskStatus($id:ID!$status:TaskStatus!){upsertOneTask(input:{_id:$id status:$status}){_id status}}`)
export const UpcomingMeetingsDocument = /* @__PURE__ */ typed<UpcomingMeetingsQuery, UpcomingMeetingsQueryVariables>(`query UpcomingMeetings($begun:GraphSearchInput$upcoming:GraphSearchInput){tenant{email tagId}begun:searchGraph(input:$begun){...EventOfDay}upcoming:searchGraph(input:$upcoming){...EventOfDay}}`, [EventOfDay, MetPerson, PickedTag, MetAttendee])
export const RecentMailDocument = /* @__PURE__ */ typed<RecentMailQuery, RecentMailQueryVariables>(`query RecentMail($input:GraphSearchInput){searchGraph(input:$input){...on Email{_id title summary dateAssociated direction unread hasAttachments from{...MetPerson}to{email}cc{email}}}}`, [MetPerson, PickedTag])
export const TasksOfTodayDocument = /* @__PURE__ */ typed<TasksOfTodayQuery, TasksOfTodayQueryVariables>(`query TasksOfToday($pressing:GraphSearchInput$soon:GraphSearchInput$proposed:GraphSearchInput){tenant{tagId}pressing:searchGraph(input:$pressing){...TaskOfToday}soon:searchGraph(input:$soon){...TaskOfToday}proposed:searchGraph(input:$proposed){...TaskOfToday}}`, [TaskOfToday, PickedTag])
export const PeopleMetDocument = /* @__PURE__ */ typed<PeopleMetQuery, PeopleMetQueryVariables>(`query PeopleMet($input:GraphSearchTagsInput){searchGraphTags(input:$input){_id alias tagType tagSubType blockTypes{event transcription}}}`)
export const NewestRecommendationsDocument = /* @__PURE__ */ typed<NewestRecommendationsQuery, NewestRecommendationsQueryVariables>(`query NewestRecommendations($input:RecommendationsInput){recommendations(input:$input){_id recommendationType displayTitle displayDescription dateCreated}}`)
