// biome-ignore-all lint: generated
// biome-ignore-all format: generated
// biome-ignore-all assist: generated
// Generated from documents/*.graphql and the schema by `npm run docs`; do not edit.
import { typed } from './typed-document.ts'

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

export type AddBlockFeedbackInput = {
  content?: string | null | undefined;
  helpful: boolean;
  referenceBlock: ReferenceBlockInput;
};

export type AddBusinessObjectInput = {
  businessObject: BusinessObjectInput;
  referenceBlock: ReferenceBlockInput;
};

export type AddRecommendationInput = {
  businessObjectRecommendation?: BusinessObjectRecommendationInput | null | undefined;
  dateExpires?: number | null | undefined;
  displayDescription?: string | null | undefined;
  displayLabel?: string | null | undefined;
  displayTitle: string;
  followUpRecommendation?: FollowUpRecommendationInput | null | undefined;
  insightRecommendation?: InsightRecommendationInput | null | undefined;
  meetingRecommendation?: MeetingRecommendationInput | null | undefined;
  mergeTagsRecommendation?: MergeTagsRecommendationInput | null | undefined;
  navigation?: RecommendationNavigationInput | null | undefined;
  recommendationType: RecommendationType;
  /** The block that the recommendation is shown with. Defaults to the block that it is about. */
  referenceBlock?: ReferenceBlockInput | null | undefined;
  shareRecommendation?: ShareRecommendationInput | null | undefined;
  /** What the recommendation is about. A new recommendation replaces an open one with the same subject. */
  subject?: string | null | undefined;
  /** The tags that the recommendation is shown with. */
  tagIds?: Array<string | null | undefined> | null | undefined;
  tagRecommendation?: TagRecommendationInput | null | undefined;
  upsertRecommendation?: UpsertRecommendationInput | null | undefined;
};

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

export type ArchiveFolderInput = {
  _id: string;
  /** False restores the folder. Defaults to true. */
  archive?: boolean | null | undefined;
};

export type ArchiveMemoryInput = {
  _id: string;
  /** False restores the memory. Defaults to true. */
  archive?: boolean | null | undefined;
};

export type ArchiveSignalInput = {
  _id: string;
  /** False restores the signal. Defaults to true. */
  archive?: boolean | null | undefined;
};

export type ArchiveTagInput = {
  _id: string;
  /** False restores the tag. Defaults to true. */
  archive?: boolean | null | undefined;
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

export type BlockChangedInput = {
  _ids?: Array<string | null | undefined> | null | undefined;
  blockTypes?: Array<BlockType | null | undefined> | null | undefined;
  /** Only blocks that are linked to any of these tags. */
  tags?: Array<string | null | undefined> | null | undefined;
};

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

export type BusinessObjectRecommendationInput = {
  provider?: string | null | undefined;
  tagId: string;
  url: string;
};

export type ChangeEventType =
  | 'ARCHIVED'
  | 'CREATED'
  | 'RESTORED'
  | 'SHARED'
  | 'UNSHARED'
  | 'UPDATED';

export type ChangeSubject =
  | 'block'
  | 'connection'
  | 'recommendation'
  | 'sync'
  | 'tag';

export type ChangesInput = {
  /** If true, returns only the current `next`, for clients that start to follow changes. */
  latest?: boolean | null | undefined;
  /** If omitted, starts at the oldest retained change. */
  since?: string | null | undefined;
  size?: number | null | undefined;
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

export type DismissRecommendationInput = {
  _id: string;
  reason?: string | null | undefined;
};

export type EmailDirection =
  | 'inbound'
  | 'outbound';

export type EventStatus =
  | 'cancelled'
  | 'confirmed'
  | 'tentative';

export type ExecuteFunctionInput = {
  /** The connection of the user who runs the function; the result is written with it. */
  connectionId: string;
  functionId: string;
  /** If true, writes although an earlier attempt may have been written (CONFLICT with state unknown). */
  repeatUnknown?: boolean | null | undefined;
  /** Idempotency key: a repeated request with the same key returns the same result and writes nothing again. */
  requestKey?: string | null | undefined;
  values?: Array<FunctionValueInput | null | undefined> | null | undefined;
};

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

export type FieldReferenceInput = {
  /** Restricts the field to an application of the provider. */
  application?: string | null | undefined;
  fieldName: string;
  /** Where the field comes from: a provider, an application, or provider/application. Omit it, or give graph, for the tag's own fields. */
  provider?: string | null | undefined;
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

export type FindBlocksInput = {
  /** The result is in this order. */
  _ids?: Array<string | null | undefined> | null | undefined;
  /** If true, archived blocks are found too. */
  archived?: boolean | null | undefined;
  blockType?: string | null | undefined;
  originReferenceBlock?: ReferenceBlockInput | null | undefined;
  originReferenceTagId?: string | null | undefined;
  page?: number | null | undefined;
  parentReferenceBlock?: ReferenceBlockInput | null | undefined;
  /** With _ids it defaults to their number. */
  size?: number | null | undefined;
};

export type FindConnectionInput = {
  _id: string;
};

export type FindFolderInput = {
  _id: string;
  /** If true, archived folders are found too. */
  archived?: boolean | null | undefined;
};

export type FindRecordInput = {
  _id: string;
};

export type FindTableInput = {
  _id: string;
};

export type FindTagInput = {
  _id?: string | null | undefined;
  /** If true, archived tags are found too. */
  archived?: boolean | null | undefined;
  /** Instead of _id: finds the person tag of this user. */
  tenantIdVerified?: string | null | undefined;
};

export type FindTagNewsInput = {
  _ids: Array<string | null | undefined>;
};

export type FoldersInput = {
  _ids?: Array<string | null | undefined> | null | undefined;
  /** If true, archived folders are found too. */
  archived?: boolean | null | undefined;
  page?: number | null | undefined;
  /** Folders in this folder; null for top-level folders. */
  parentId?: string | null | undefined;
  /** A part of the name or the description. */
  search?: string | null | undefined;
  size?: number | null | undefined;
};

export type FollowUpRecommendationInput = {
  dateDue?: number | null | undefined;
  referenceBlock: ReferenceBlockInput;
};

export type FunctionValueInput = {
  name: string;
  value?: string | null | undefined;
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

export type GraphTagsInput = {
  size?: number | null | undefined;
  tagId: string;
  tagTypes: Array<TagType | null | undefined>;
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

export type InsightRecommendationInput = {
  tableId?: string | null | undefined;
  tagId: string;
  text: string;
};

export type InstallFunctionInput = {
  /** The settings of the function, by name. */
  configuration?: Array<FunctionValueInput | null | undefined> | null | undefined;
  /** The connection of the user who installs the function; a template is read with it. */
  connectionId: string;
  functionName: string;
};

export type LinkUrlInput = {
  /** The block to attach the link to. */
  referenceBlock?: ReferenceBlockInput | null | undefined;
  url: string;
};

export type MeetingRecommendationInput = {
  eventId: string;
  tagIds?: Array<string | null | undefined> | null | undefined;
};

export type MemoriesInput = {
  page?: number | null | undefined;
  search?: string | null | undefined;
  size?: number | null | undefined;
  topic?: string | null | undefined;
};

export type MergeTagsRecommendationInput = {
  keepTagId: string;
  tagIds: Array<string | null | undefined>;
};

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

export type RecommendationNavigationInput = {
  blockId?: string | null | undefined;
  route?: string | null | undefined;
  tagId?: string | null | undefined;
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

export type RecordTypesInput = {
  metadataType?: string | null | undefined;
  page?: number | null | undefined;
  /** A provider, an application, or provider/application. */
  provider?: string | null | undefined;
  size?: number | null | undefined;
  tableId?: string | null | undefined;
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

export type RemoveBusinessObjectInput = {
  /** The id of the link. */
  businessObjectId: string;
  referenceBlock: ReferenceBlockInput;
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

export type SearchTagsByFieldInput = {
  /** The fields whose values are returned. */
  fields: Array<FieldReferenceInput | null | undefined>;
  /** All of them must match. */
  filters?: Array<FieldFilterInput | null | undefined> | null | undefined;
  folderIds?: Array<string | null | undefined> | null | undefined;
  page?: number | null | undefined;
  size?: number | null | undefined;
  /** Defaults to the name. */
  sortBy?: FieldSortInput | null | undefined;
  tagIds?: Array<string | null | undefined> | null | undefined;
  tagSubTypes?: Array<string | null | undefined> | null | undefined;
  tagTypes?: Array<TagType | null | undefined> | null | undefined;
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

export type ShareRecommendationInput = {
  referenceBlock: ReferenceBlockInput;
  sharingLevel: number;
  tagId: string;
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

export type SignalsInput = {
  fieldNames?: Array<string | null | undefined> | null | undefined;
  page?: number | null | undefined;
  /** Providers, applications, or provider/application. */
  providers?: Array<string | null | undefined> | null | undefined;
  size?: number | null | undefined;
  tagIds: Array<string | null | undefined>;
};

export type SnoozeRecommendationInput = {
  _id: string;
  dateUntil: number;
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

export type StartConnectionInput = {
  application: string;
  /** Reconnects an existing connection, which keeps its id. */
  connectionId?: string | null | undefined;
  /** Default: the way in which an existing connection was connected, else the application's first. */
  method?: ConnectMethod | null | undefined;
  /** Required only if several providers offer the application. */
  provider?: string | null | undefined;
  /** If false, syncs start without confirmation. Defaults to true. */
  requireConfirmation?: boolean | null | undefined;
};

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

export type SyncHealth =
  | 'degraded'
  | 'failing'
  | 'healthy'
  | 'paused';

export type SyncHistoryInput = {
  connectionId: string;
  /** Including today. Default and maximum: 14, the time for which runs are retained. */
  days?: number | null | undefined;
};

export type SyncInput = {
  connectionId: string;
  sync: SyncName;
};

export type SyncName =
  | 'calendar'
  | 'email'
  | 'identifier'
  | 'insight'
  | 'metadata'
  | 'table'
  | 'transcription';

export type SyncRunState =
  | 'deferred'
  | 'failed'
  | 'ok'
  | 'running';

export type SyncRunTrigger =
  | 'connect'
  | 'manual'
  | 'probe'
  | 'retry'
  | 'schedule';

export type SyncRunsInput = {
  connectionId: string;
  dateStart?: NumberFilterInput | null | undefined;
  /** Only runs that changed something, failed, were deferred, have warnings, or are running. */
  noteworthy?: boolean | null | undefined;
  page?: number | null | undefined;
  size?: number | null | undefined;
  sync?: SyncName | null | undefined;
};

export type SyncStatusChangedInput = {
  connectionIds?: Array<string | null | undefined> | null | undefined;
};

export type TablesInput = {
  /** The vendor's name of the record type. */
  metadataType?: string | null | undefined;
  page?: number | null | undefined;
  /** A provider, an application, or provider/application. */
  provider?: string | null | undefined;
  size?: number | null | undefined;
  /** Tables that are linked, or have a record that is linked, to any of these tags. */
  tagIds?: Array<string | null | undefined> | null | undefined;
};

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

export type TagChangedInput = {
  _ids?: Array<string | null | undefined> | null | undefined;
  tagTypes?: Array<TagType | null | undefined> | null | undefined;
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

/** A field of a tag. The name is one of alias, friendlyName, tagType, tagSubType, email, emailDomain, url, avatar, favicon, phoneNumber, description, externalId. */
export type TagRecommendationFieldInput = {
  name: string;
  value?: string | null | undefined;
};

export type TagRecommendationInput = {
  fields: Array<TagRecommendationFieldInput | null | undefined>;
  /** The tag to change. If omitted, accepting creates a tag. */
  tagId?: string | null | undefined;
};

export type TagType =
  | 'date'
  | 'location'
  | 'person'
  | 'topic';

export type TagTypeFilter = {
  tagType: TagType;
};

export type TagsOfFolderInput = {
  folderId: string;
  tagIds: Array<string | null | undefined>;
};

export type TagsWithActivityInput = {
  folderIds?: Array<string | null | undefined> | null | undefined;
  limit?: number | null | undefined;
  tagIds?: Array<string | null | undefined> | null | undefined;
  tagTypeFilters?: Array<TagTypeFilter | null | undefined> | null | undefined;
};

export type TaskStatus =
  | 'completed'
  | 'in_progress'
  | 'not_started';

export type ThreadChangedInput = {
  _id: string;
};

export type ThreadReadStatus =
  | 'READ'
  | 'UNREAD';

export type TimelineInterval =
  | 'DAY'
  | 'MONTH'
  | 'WEEK';

export type UpdateBlockInput = {
  _id?: string | null | undefined;
  blockType?: string | null | undefined;
  /** All links to the viewer's tags; links that are not listed are removed, except the viewer's own access. */
  sharingTags?: Array<SharingTagInput | null | undefined> | null | undefined;
};

export type UpsertAgentInput = {
  /** Omit to create an agent; an unused UUID creates an agent with that id. */
  _id?: string | number | null | undefined;
  /** Defaults to true. */
  enabled?: boolean | null | undefined;
  instructions?: string | null | undefined;
  /** Links to add or to change; other links are left unchanged. */
  sharingTags?: Array<SharingTagInput | null | undefined> | null | undefined;
  title?: string | null | undefined;
  /** All blocks that the agent watches. */
  watching?: Array<ReferenceBlockInput | null | undefined> | null | undefined;
};

export type UpsertDocumentInput = {
  /** Omit to create a document; an unused UUID creates a document with that id. */
  _id?: string | null | undefined;
  /** The connection that the document is to be written to. */
  connectionId?: string | null | undefined;
  /** The content as the rich-text editor's JSON. */
  document: string;
  /** Whether an AI has generated the content. */
  generated?: boolean | null | undefined;
  metadataType?: string | null | undefined;
  /** The recommendation that the document implements, which is then accepted. */
  recommendationId?: string | null | undefined;
};

export type UpsertFolderInput = {
  /** Omit to create a folder. */
  _id?: string | null | undefined;
  /** Alias of name. */
  alias?: string | null | undefined;
  color?: string | null | undefined;
  description?: string | null | undefined;
  favorite?: boolean | null | undefined;
  icon?: string | null | undefined;
  name?: string | null | undefined;
  /** The parent folder; null for a top-level folder. */
  parentId?: string | null | undefined;
  /** The position among its siblings. A new folder is last by default. */
  position?: number | null | undefined;
  /** Alias of name. */
  title?: string | null | undefined;
};

export type UpsertMemoryInput = {
  /** If omitted, the memory of the topic is changed, or created if there is none. */
  _id?: string | null | undefined;
  /** 0 to 1. Defaults to 1. */
  confidence?: number | null | undefined;
  /** Defaults to user. */
  source?: string | null | undefined;
  topic: string;
  value: string;
};

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

export type UpsertRecommendationInput = {
  /** The block that the draft changes. If omitted, accepting creates a block. */
  block?: ReferenceBlockInput | null | undefined;
  /** The draft as the rich-text editor's JSON. */
  document?: string | null | undefined;
  tagIds?: Array<string | null | undefined> | null | undefined;
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

export type UpsertReferenceInput = {
  /** Omit to create a reference; an unused UUID creates a reference with that id. */
  _id?: string | number | null | undefined;
  /** Required for a new reference. */
  referenceBlock?: ReferenceBlockInput | null | undefined;
  /** Links to add or to change; other links are left unchanged. */
  sharingTags?: Array<SharingTagInput | null | undefined> | null | undefined;
  title?: string | null | undefined;
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

export type UpsertWorkflowInput = {
  /** Omit to create a workflow; an unused UUID creates a workflow with that id. */
  _id?: string | number | null | undefined;
  /** Defaults to true. */
  enabled?: boolean | null | undefined;
  /** Links to add or to change; other links are left unchanged. */
  sharingTags?: Array<SharingTagInput | null | undefined> | null | undefined;
  /** All blocks that the workflow starts from. */
  startsFrom?: Array<ReferenceBlockInput | null | undefined> | null | undefined;
  /** All steps, in their order. */
  steps?: Array<WorkflowStepInput | null | undefined> | null | undefined;
  title?: string | null | undefined;
  /** What triggers the workflow. */
  trigger?: string | null | undefined;
};

export type WorkflowStepInput = {
  text?: string | null | undefined;
  title: string;
};

export type ExecuteQueryQueryVariables = Exact<{
  input: ExecuteQueryInput;
}>;


export type ExecuteQueryQuery = { executeQuery: { hasMore: boolean, records: Array<{ provider: string, application: string, metadataType: string, externalId: string, title: string, uri: string, values: Array<{ name: string, value: string }> }> } | null };

export type ExecuteFunctionMutationVariables = Exact<{
  input: ExecuteFunctionInput;
}>;


export type ExecuteFunctionMutation = { executeFunction: { externalId: string | null, uri: string | null, outputUrl: string | null, block:
      | BlockFields_Agent_Fragment
      | BlockFields_Calendar_Fragment
      | BlockFields_Document_Fragment
      | BlockFields_Email_Fragment
      | BlockFields_Event_Fragment
      | BlockFields_File_Fragment
      | BlockFields_Message_Fragment
      | BlockFields_Note_Fragment
      | BlockFields_Record_Fragment
      | BlockFields_Reference_Fragment
      | BlockFields_Table_Fragment
      | BlockFields_Task_Fragment
      | BlockFields_Thread_Fragment
      | BlockFields_Transcription_Fragment
      | BlockFields_Website_Fragment
      | BlockFields_Workflow_Fragment
     | null } | null };

export type InstallFunctionMutationVariables = Exact<{
  input: InstallFunctionInput;
}>;


export type InstallFunctionMutation = { installFunction: { functionId: string, inputs: Array<{ name: string, label: string, valueSource: string }> } | null };

export type LinkUrlMutationVariables = Exact<{
  input: LinkUrlInput;
}>;


export type LinkUrlMutation = { linkUrl: BusinessObjectFieldsFragment | null };

export type PublishNotesMutationVariables = Exact<{
  input: PublishNotesInput;
}>;


export type PublishNotesMutation = { publishNotes: Array<(
    { publishWarnings: Array<string>, businessObjects: Array<BusinessObjectFieldsFragment> }
    & BlockFields_Note_Fragment
  )> | null };

export type TagFromRecordMutationVariables = Exact<{
  input: TagFromRecordInput;
}>;


export type TagFromRecordMutation = { tagFromRecord: TagDetailsFragment | null };

type BlockDetails_Agent_Fragment = (
  { instructions: string | null, otherSharingCount: number, document: string | null, text: string | null, watching: Array<ReferenceFieldsFragment>, businessObjects: Array<BusinessObjectFieldsFragment>, reactions: Array<ReactionFieldsFragment>, originReferenceBlock: ReferenceFieldsFragment | null }
  & BlockFields_Agent_Fragment
);

type BlockDetails_Calendar_Fragment = (
  { otherSharingCount: number, document: string | null, text: string | null, businessObjects: Array<BusinessObjectFieldsFragment>, reactions: Array<ReactionFieldsFragment>, originReferenceBlock: ReferenceFieldsFragment | null }
  & BlockFields_Calendar_Fragment
);

type BlockDetails_Document_Fragment = (
  { documentHtml: string | null, version: string | null, otherSharingCount: number, document: string | null, text: string | null, organizedBy: PersonFieldsFragment | null, businessObjects: Array<BusinessObjectFieldsFragment>, reactions: Array<ReactionFieldsFragment>, originReferenceBlock: ReferenceFieldsFragment | null }
  & BlockFields_Document_Fragment
);

type BlockDetails_Email_Fragment = (
  { otherSharingCount: number, document: string | null, text: string | null, businessObjects: Array<BusinessObjectFieldsFragment>, reactions: Array<ReactionFieldsFragment>, originReferenceBlock: ReferenceFieldsFragment | null }
  & EmailDetailsFragment
  & BlockFields_Email_Fragment
);

type BlockDetails_Event_Fragment = (
  { otherSharingCount: number, document: string | null, text: string | null, businessObjects: Array<BusinessObjectFieldsFragment>, reactions: Array<ReactionFieldsFragment>, originReferenceBlock: ReferenceFieldsFragment | null }
  & EventDetailsFragment
  & BlockFields_Event_Fragment
);

type BlockDetails_File_Fragment = (
  { otherSharingCount: number, document: string | null, text: string | null, businessObjects: Array<BusinessObjectFieldsFragment>, reactions: Array<ReactionFieldsFragment>, originReferenceBlock: ReferenceFieldsFragment | null }
  & BlockFields_File_Fragment
);

type BlockDetails_Message_Fragment = (
  { bodyHtml: string | null, bodyDocument: string | null, otherSharingCount: number, document: string | null, text: string | null, businessObjects: Array<BusinessObjectFieldsFragment>, reactions: Array<ReactionFieldsFragment>, originReferenceBlock: ReferenceFieldsFragment | null }
  & BlockFields_Message_Fragment
);

type BlockDetails_Note_Fragment = (
  { recommendationId: string | null, templateInstructions: string | null, otherSharingCount: number, document: string | null, text: string | null, templateReferenceBlock: ReferenceFieldsFragment | null, businessObjects: Array<BusinessObjectFieldsFragment>, reactions: Array<ReactionFieldsFragment>, originReferenceBlock: ReferenceFieldsFragment | null }
  & BlockFields_Note_Fragment
);

type BlockDetails_Record_Fragment = (
  { otherSharingCount: number, document: string | null, text: string | null, businessObjects: Array<BusinessObjectFieldsFragment>, reactions: Array<ReactionFieldsFragment>, originReferenceBlock: ReferenceFieldsFragment | null }
  & RecordFieldsFragment
  & BlockFields_Record_Fragment
);

type BlockDetails_Reference_Fragment = (
  { otherSharingCount: number, document: string | null, text: string | null, businessObjects: Array<BusinessObjectFieldsFragment>, reactions: Array<ReactionFieldsFragment>, originReferenceBlock: ReferenceFieldsFragment | null }
  & BlockFields_Reference_Fragment
);

type BlockDetails_Table_Fragment = (
  { otherSharingCount: number, document: string | null, text: string | null, metadata: { fields: Array<TableFieldFieldsFragment> } | null, businessObjects: Array<BusinessObjectFieldsFragment>, reactions: Array<ReactionFieldsFragment>, originReferenceBlock: ReferenceFieldsFragment | null }
  & BlockFields_Table_Fragment
);

type BlockDetails_Task_Fragment = (
  { otherSharingCount: number, document: string | null, text: string | null, assignedTags: Array<TagNameFragment>, businessObjects: Array<BusinessObjectFieldsFragment>, reactions: Array<ReactionFieldsFragment>, originReferenceBlock: ReferenceFieldsFragment | null }
  & BlockFields_Task_Fragment
);

type BlockDetails_Thread_Fragment = (
  { otherSharingCount: number, document: string | null, text: string | null, participants: Array<TagNameFragment>, businessObjects: Array<BusinessObjectFieldsFragment>, reactions: Array<ReactionFieldsFragment>, originReferenceBlock: ReferenceFieldsFragment | null }
  & BlockFields_Thread_Fragment
);

type BlockDetails_Transcription_Fragment = (
  { otherSharingCount: number, document: string | null, text: string | null, businessObjects: Array<BusinessObjectFieldsFragment>, reactions: Array<ReactionFieldsFragment>, originReferenceBlock: ReferenceFieldsFragment | null }
  & TranscriptionDetailsFragment
  & BlockFields_Transcription_Fragment
);

type BlockDetails_Website_Fragment = (
  { description: string | null, imageUrl: string | null, language: string | null, otherSharingCount: number, document: string | null, text: string | null, websiteAuthor: string | null, businessObjects: Array<BusinessObjectFieldsFragment>, reactions: Array<ReactionFieldsFragment>, originReferenceBlock: ReferenceFieldsFragment | null }
  & BlockFields_Website_Fragment
);

type BlockDetails_Workflow_Fragment = (
  { otherSharingCount: number, document: string | null, text: string | null, steps: Array<{ title: string | null, text: string | null }>, startsFrom: Array<ReferenceFieldsFragment>, businessObjects: Array<BusinessObjectFieldsFragment>, reactions: Array<ReactionFieldsFragment>, originReferenceBlock: ReferenceFieldsFragment | null }
  & BlockFields_Workflow_Fragment
);

export type BlockDetailsFragment =
  | BlockDetails_Agent_Fragment
  | BlockDetails_Calendar_Fragment
  | BlockDetails_Document_Fragment
  | BlockDetails_Email_Fragment
  | BlockDetails_Event_Fragment
  | BlockDetails_File_Fragment
  | BlockDetails_Message_Fragment
  | BlockDetails_Note_Fragment
  | BlockDetails_Record_Fragment
  | BlockDetails_Reference_Fragment
  | BlockDetails_Table_Fragment
  | BlockDetails_Task_Fragment
  | BlockDetails_Thread_Fragment
  | BlockDetails_Transcription_Fragment
  | BlockDetails_Website_Fragment
  | BlockDetails_Workflow_Fragment
;

export type PersonFieldsFragment = { email: string | null, friendlyName: string | null, tag: TagNameFragment | null };

export type EmailDetailsFragment = { messageId: string | null, inReplyTo: string | null, dateReceived: number | null, labels: Array<string>, bodyText: string | null, cleanBodyHtml: string | null, from: PersonFieldsFragment | null, to: Array<PersonFieldsFragment>, cc: Array<PersonFieldsFragment>, bcc: Array<PersonFieldsFragment>, replyTo: Array<PersonFieldsFragment>, attachments: Array<{ _id: string, name: string | null, mimeType: string | null, size: number | null, inline: boolean | null, uri: string | null }> };

export type EventDetailsFragment = { description: string | null, busy: boolean | null, visibility: string | null, iCalUid: string | null, recurrence: Array<string>, recurringExternalId: string | null, dateOriginalStart: number | null, organizedBy: PersonFieldsFragment | null, eventAttendees: Array<{ email: string | null, friendlyName: string | null, optional: boolean | null, responseStatus: ResponseStatus | null, tag: TagNameFragment | null }>, calendar: { _id: string, name: string | null } | null, transcriptions: Array<{ _id: string, title: string | null }> };

export type TranscriptionDetailsFragment = { organizedBy: PersonFieldsFragment | null, attendees: Array<PersonFieldsFragment>, event: { _id: string, title: string | null } | null, transcript: { title: string | null, text: string | null } | null, highlights: Array<{ title: string | null, text: string | null, uri: string | null, startOffset: number | null, endOffset: number | null, speaker: PersonFieldsFragment | null }> | null, outline: Array<(
    { children: Array<(
      { children: Array<OutlineFieldsFragment> }
      & OutlineFieldsFragment
    )> }
    & OutlineFieldsFragment
  )> | null, tasks: Array<{ title: string | null, text: string | null, status: string | null, dateDue: number | null, startOffset: number | null, externalId: string | null, assignedTo: PersonFieldsFragment | null }> | null };

export type OutlineFieldsFragment = { title: string | null, text: string | null, startOffset: number | null, endOffset: number | null };

type BlockFields_Agent_Fragment = { __typename: 'Agent', enabled: boolean | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateCreated: number | null, dateUpdated: number | null, dateAssociated: number | null, access: BlockAccess | null, favorite: boolean | null, archived: boolean, snoozed: boolean | null, template: boolean | null, proposed: boolean | null, generated: boolean | null, provider: string | null, application: string | null, connectionId: string | null, externalId: string | null, uri: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<SharingTagFieldsFragment>, parentReferenceBlock: ReferenceFieldsFragment | null };

type BlockFields_Calendar_Fragment = { __typename: 'Calendar', name: string | null, timeZone: string | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateCreated: number | null, dateUpdated: number | null, dateAssociated: number | null, access: BlockAccess | null, favorite: boolean | null, archived: boolean, snoozed: boolean | null, template: boolean | null, proposed: boolean | null, generated: boolean | null, provider: string | null, application: string | null, connectionId: string | null, externalId: string | null, uri: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<SharingTagFieldsFragment>, parentReferenceBlock: ReferenceFieldsFragment | null };

type BlockFields_Document_Fragment = { __typename: 'Document', fileName: string | null, mimeType: string | null, size: number | null, url: string | null, metadataType: string | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateCreated: number | null, dateUpdated: number | null, dateAssociated: number | null, access: BlockAccess | null, favorite: boolean | null, archived: boolean, snoozed: boolean | null, template: boolean | null, proposed: boolean | null, generated: boolean | null, provider: string | null, application: string | null, connectionId: string | null, externalId: string | null, uri: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<SharingTagFieldsFragment>, parentReferenceBlock: ReferenceFieldsFragment | null };

type BlockFields_Email_Fragment = { __typename: 'Email', subject: string | null, direction: EmailDirection | null, dateSent: number | null, unread: boolean | null, hasAttachments: boolean | null, threadId: string | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateCreated: number | null, dateUpdated: number | null, dateAssociated: number | null, access: BlockAccess | null, favorite: boolean | null, archived: boolean, snoozed: boolean | null, template: boolean | null, proposed: boolean | null, generated: boolean | null, provider: string | null, application: string | null, connectionId: string | null, externalId: string | null, uri: string | null, from: { email: string | null, friendlyName: string | null } | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<SharingTagFieldsFragment>, parentReferenceBlock: ReferenceFieldsFragment | null };

type BlockFields_Event_Fragment = { __typename: 'Event', dateStart: number | null, dateEnd: number | null, allDay: boolean | null, timeZone: string | null, location: string | null, conferenceUrl: string | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateCreated: number | null, dateUpdated: number | null, dateAssociated: number | null, access: BlockAccess | null, favorite: boolean | null, archived: boolean, snoozed: boolean | null, template: boolean | null, proposed: boolean | null, generated: boolean | null, provider: string | null, application: string | null, connectionId: string | null, externalId: string | null, uri: string | null, eventStatus: EventStatus | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<SharingTagFieldsFragment>, parentReferenceBlock: ReferenceFieldsFragment | null };

type BlockFields_File_Fragment = { __typename: 'File', fileName: string | null, mimeType: string | null, size: number | null, url: string | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateCreated: number | null, dateUpdated: number | null, dateAssociated: number | null, access: BlockAccess | null, favorite: boolean | null, archived: boolean, snoozed: boolean | null, template: boolean | null, proposed: boolean | null, generated: boolean | null, provider: string | null, application: string | null, connectionId: string | null, externalId: string | null, uri: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<SharingTagFieldsFragment>, parentReferenceBlock: ReferenceFieldsFragment | null };

type BlockFields_Message_Fragment = { __typename: 'Message', threadId: string | null, dateEdited: number | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateCreated: number | null, dateUpdated: number | null, dateAssociated: number | null, access: BlockAccess | null, favorite: boolean | null, archived: boolean, snoozed: boolean | null, template: boolean | null, proposed: boolean | null, generated: boolean | null, provider: string | null, application: string | null, connectionId: string | null, externalId: string | null, uri: string | null, author: { name: string | null, self: boolean } | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<SharingTagFieldsFragment>, parentReferenceBlock: ReferenceFieldsFragment | null };

type BlockFields_Note_Fragment = { __typename: 'Note', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateCreated: number | null, dateUpdated: number | null, dateAssociated: number | null, access: BlockAccess | null, favorite: boolean | null, archived: boolean, snoozed: boolean | null, template: boolean | null, proposed: boolean | null, generated: boolean | null, provider: string | null, application: string | null, connectionId: string | null, externalId: string | null, uri: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<SharingTagFieldsFragment>, parentReferenceBlock: ReferenceFieldsFragment | null };

type BlockFields_Record_Fragment = { __typename: 'Record', tableId: string | null, metadataType: string | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateCreated: number | null, dateUpdated: number | null, dateAssociated: number | null, access: BlockAccess | null, favorite: boolean | null, archived: boolean, snoozed: boolean | null, template: boolean | null, proposed: boolean | null, generated: boolean | null, provider: string | null, application: string | null, connectionId: string | null, externalId: string | null, uri: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<SharingTagFieldsFragment>, parentReferenceBlock: ReferenceFieldsFragment | null };

type BlockFields_Reference_Fragment = { __typename: 'Reference', _id: string, blockType: BlockType, title: string | null, summary: string | null, dateCreated: number | null, dateUpdated: number | null, dateAssociated: number | null, access: BlockAccess | null, favorite: boolean | null, archived: boolean, snoozed: boolean | null, template: boolean | null, proposed: boolean | null, generated: boolean | null, provider: string | null, application: string | null, connectionId: string | null, externalId: string | null, uri: string | null, referenceBlock: ReferenceFieldsFragment | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<SharingTagFieldsFragment>, parentReferenceBlock: ReferenceFieldsFragment | null };

type BlockFields_Table_Fragment = { __typename: 'Table', recordCount: number | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateCreated: number | null, dateUpdated: number | null, dateAssociated: number | null, access: BlockAccess | null, favorite: boolean | null, archived: boolean, snoozed: boolean | null, template: boolean | null, proposed: boolean | null, generated: boolean | null, provider: string | null, application: string | null, connectionId: string | null, externalId: string | null, uri: string | null, metadata: { label: string, metadataType: string } | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<SharingTagFieldsFragment>, parentReferenceBlock: ReferenceFieldsFragment | null };

type BlockFields_Task_Fragment = { __typename: 'Task', status: TaskStatus | null, priority: boolean | null, dateDue: number | null, dateRemindMe: number | null, dateCompleted: number | null, subtaskCount: number | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateCreated: number | null, dateUpdated: number | null, dateAssociated: number | null, access: BlockAccess | null, favorite: boolean | null, archived: boolean, snoozed: boolean | null, template: boolean | null, proposed: boolean | null, generated: boolean | null, provider: string | null, application: string | null, connectionId: string | null, externalId: string | null, uri: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<SharingTagFieldsFragment>, parentReferenceBlock: ReferenceFieldsFragment | null };

type BlockFields_Thread_Fragment = { __typename: 'Thread', readStatus: ThreadReadStatus | null, messageCount: number | null, dateLastMessage: number | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateCreated: number | null, dateUpdated: number | null, dateAssociated: number | null, access: BlockAccess | null, favorite: boolean | null, archived: boolean, snoozed: boolean | null, template: boolean | null, proposed: boolean | null, generated: boolean | null, provider: string | null, application: string | null, connectionId: string | null, externalId: string | null, uri: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<SharingTagFieldsFragment>, parentReferenceBlock: ReferenceFieldsFragment | null };

type BlockFields_Transcription_Fragment = { __typename: 'Transcription', dateStart: number | null, dateEnd: number | null, duration: number | null, processingStage: string | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateCreated: number | null, dateUpdated: number | null, dateAssociated: number | null, access: BlockAccess | null, favorite: boolean | null, archived: boolean, snoozed: boolean | null, template: boolean | null, proposed: boolean | null, generated: boolean | null, provider: string | null, application: string | null, connectionId: string | null, externalId: string | null, uri: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<SharingTagFieldsFragment>, parentReferenceBlock: ReferenceFieldsFragment | null };

type BlockFields_Website_Fragment = { __typename: 'Website', url: string | null, domain: string | null, siteName: string | null, favicon: string | null, datePublished: number | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateCreated: number | null, dateUpdated: number | null, dateAssociated: number | null, access: BlockAccess | null, favorite: boolean | null, archived: boolean, snoozed: boolean | null, template: boolean | null, proposed: boolean | null, generated: boolean | null, provider: string | null, application: string | null, connectionId: string | null, externalId: string | null, uri: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<SharingTagFieldsFragment>, parentReferenceBlock: ReferenceFieldsFragment | null };

type BlockFields_Workflow_Fragment = { __typename: 'Workflow', enabled: boolean | null, trigger: string | null, _id: string, blockType: BlockType, title: string | null, summary: string | null, dateCreated: number | null, dateUpdated: number | null, dateAssociated: number | null, access: BlockAccess | null, favorite: boolean | null, archived: boolean, snoozed: boolean | null, template: boolean | null, proposed: boolean | null, generated: boolean | null, provider: string | null, application: string | null, connectionId: string | null, externalId: string | null, uri: string | null, creator: { name: string | null, self: boolean } | null, sharingTags: Array<SharingTagFieldsFragment>, parentReferenceBlock: ReferenceFieldsFragment | null };

export type BlockFieldsFragment =
  | BlockFields_Agent_Fragment
  | BlockFields_Calendar_Fragment
  | BlockFields_Document_Fragment
  | BlockFields_Email_Fragment
  | BlockFields_Event_Fragment
  | BlockFields_File_Fragment
  | BlockFields_Message_Fragment
  | BlockFields_Note_Fragment
  | BlockFields_Record_Fragment
  | BlockFields_Reference_Fragment
  | BlockFields_Table_Fragment
  | BlockFields_Task_Fragment
  | BlockFields_Thread_Fragment
  | BlockFields_Transcription_Fragment
  | BlockFields_Website_Fragment
  | BlockFields_Workflow_Fragment
;

export type SharingTagFieldsFragment = { tagId: string, shared: boolean, sharingLevel: number, sharingApproach: number, pinned: boolean | null, assigned: boolean | null, tag: TagNameFragment | null };

export type ReferenceFieldsFragment = { id: string, blockType: BlockType | null };

export type ReactionFieldsFragment = { shortcodes: string, tagIds: Array<string> };

export type RecordFieldsFragment = (
  { values: Array<{ name: string, value: string | null, reasoning: string | null }>, operations: { create: boolean, read: boolean, update: boolean } }
  & BlockFields_Record_Fragment
);

export type TableFieldFieldsFragment = { name: string, label: string, fieldType: string, required: boolean | null, options: Array<{ value: string | null, label: string | null }> };

export type BlockQueryVariables = Exact<{
  input: FindBlockInput;
}>;


export type BlockQuery = { block:
    | BlockDetails_Agent_Fragment
    | BlockDetails_Calendar_Fragment
    | BlockDetails_Document_Fragment
    | BlockDetails_Email_Fragment
    | BlockDetails_Event_Fragment
    | BlockDetails_File_Fragment
    | BlockDetails_Message_Fragment
    | BlockDetails_Note_Fragment
    | BlockDetails_Record_Fragment
    | BlockDetails_Reference_Fragment
    | BlockDetails_Table_Fragment
    | BlockDetails_Task_Fragment
    | BlockDetails_Thread_Fragment
    | BlockDetails_Transcription_Fragment
    | BlockDetails_Website_Fragment
    | BlockDetails_Workflow_Fragment
   | null };

export type BlocksQueryVariables = Exact<{
  input?: FindBlocksInput | null | undefined;
}>;


export type BlocksQuery = { blocks: Array<
    | BlockFields_Agent_Fragment
    | BlockFields_Calendar_Fragment
    | BlockFields_Document_Fragment
    | BlockFields_Email_Fragment
    | BlockFields_Event_Fragment
    | BlockFields_File_Fragment
    | BlockFields_Message_Fragment
    | BlockFields_Note_Fragment
    | BlockFields_Record_Fragment
    | BlockFields_Reference_Fragment
    | BlockFields_Table_Fragment
    | BlockFields_Task_Fragment
    | BlockFields_Thread_Fragment
    | BlockFields_Transcription_Fragment
    | BlockFields_Website_Fragment
    | BlockFields_Workflow_Fragment
  > | null };

export type BlockActivitiesQueryVariables = Exact<{
  input: FindBlockActivitiesInput;
}>;


export type BlockActivitiesQuery = { blockActivities: Array<{ activityType: BlockActivityType, actorType: ActorType, dateCreated: number, actor: { name: string | null, self: boolean } | null, detail:
      | { __typename: 'Comment', messageId: string | null }
      | { __typename: 'Rename', oldTitle: string | null, newTitle: string | null }
      | { __typename: 'SharingChange', sharingLevel: number | null, tagId: string | null, tag: TagNameFragment | null }
      | { __typename: 'StatusChange', oldStatus: TaskStatus | null, newStatus: TaskStatus | null }
     | null }> | null };

export type UpsertOneNoteMutationVariables = Exact<{
  input: UpsertNoteInput;
}>;


export type UpsertOneNoteMutation = { upsertOneNote: BlockFields_Note_Fragment | null };

export type UpsertOneTaskMutationVariables = Exact<{
  input: UpsertTaskInput;
}>;


export type UpsertOneTaskMutation = { upsertOneTask: BlockFields_Task_Fragment | null };

export type UpsertOneThreadMutationVariables = Exact<{
  input: UpsertThreadInput;
}>;


export type UpsertOneThreadMutation = { upsertOneThread: BlockFields_Thread_Fragment | null };

export type UpsertOneMessageMutationVariables = Exact<{
  input: UpsertMessageInput;
}>;


export type UpsertOneMessageMutation = { upsertOneMessage: (
    { bodyHtml: string | null, bodyDocument: string | null }
    & BlockFields_Message_Fragment
  ) | null };

export type UpsertOneDocumentMutationVariables = Exact<{
  input: UpsertDocumentInput;
}>;


export type UpsertOneDocumentMutation = { upsertOneDocument: BlockFields_Document_Fragment | null };

export type UpsertOneAgentMutationVariables = Exact<{
  input: UpsertAgentInput;
}>;


export type UpsertOneAgentMutation = { upsertOneAgent: (
    { instructions: string | null, watching: Array<ReferenceFieldsFragment> }
    & BlockFields_Agent_Fragment
  ) | null };

export type UpsertOneWorkflowMutationVariables = Exact<{
  input: UpsertWorkflowInput;
}>;


export type UpsertOneWorkflowMutation = { upsertOneWorkflow: (
    { trigger: string | null, steps: Array<{ title: string | null, text: string | null }>, startsFrom: Array<ReferenceFieldsFragment> }
    & BlockFields_Workflow_Fragment
  ) | null };

export type UpsertOneReferenceMutationVariables = Exact<{
  input: UpsertReferenceInput;
}>;


export type UpsertOneReferenceMutation = { upsertOneReference: (
    { referenceBlock: ReferenceFieldsFragment | null }
    & BlockFields_Reference_Fragment
  ) | null };

export type UpdateOneBlockMutationVariables = Exact<{
  input: UpdateBlockInput;
}>;


export type UpdateOneBlockMutation = { updateOneBlock:
    | BlockFields_Agent_Fragment
    | BlockFields_Calendar_Fragment
    | BlockFields_Document_Fragment
    | BlockFields_Email_Fragment
    | BlockFields_Event_Fragment
    | BlockFields_File_Fragment
    | BlockFields_Message_Fragment
    | BlockFields_Note_Fragment
    | BlockFields_Record_Fragment
    | BlockFields_Reference_Fragment
    | BlockFields_Table_Fragment
    | BlockFields_Task_Fragment
    | BlockFields_Thread_Fragment
    | BlockFields_Transcription_Fragment
    | BlockFields_Website_Fragment
    | BlockFields_Workflow_Fragment
   | null };

export type FavoriteBlockMutationVariables = Exact<{
  input: FavoriteBlockInput;
}>;


export type FavoriteBlockMutation = { favoriteBlock: { favorite: boolean | null, block:
      | BlockFields_Agent_Fragment
      | BlockFields_Calendar_Fragment
      | BlockFields_Document_Fragment
      | BlockFields_Email_Fragment
      | BlockFields_Event_Fragment
      | BlockFields_File_Fragment
      | BlockFields_Message_Fragment
      | BlockFields_Note_Fragment
      | BlockFields_Record_Fragment
      | BlockFields_Reference_Fragment
      | BlockFields_Table_Fragment
      | BlockFields_Task_Fragment
      | BlockFields_Thread_Fragment
      | BlockFields_Transcription_Fragment
      | BlockFields_Website_Fragment
      | BlockFields_Workflow_Fragment
     | null } | null };

export type ArchiveOneBlockMutationVariables = Exact<{
  input: ArchiveBlockInput;
}>;


export type ArchiveOneBlockMutation = { archiveOneBlock: ArchivedBlockFieldsFragment | null };

export type ArchiveOneNoteMutationVariables = Exact<{
  input: ArchiveBlockInput;
}>;


export type ArchiveOneNoteMutation = { archiveOneNote: ArchivedBlockFieldsFragment | null };

export type ArchiveOneTaskMutationVariables = Exact<{
  input: ArchiveBlockInput;
}>;


export type ArchiveOneTaskMutation = { archiveOneTask: ArchivedBlockFieldsFragment | null };

export type ArchiveOneMessageMutationVariables = Exact<{
  input: ArchiveBlockInput;
}>;


export type ArchiveOneMessageMutation = { archiveOneMessage: ArchivedBlockFieldsFragment | null };

export type ArchiveOneThreadMutationVariables = Exact<{
  input: ArchiveBlockInput;
}>;


export type ArchiveOneThreadMutation = { archiveOneThread: ArchivedBlockFieldsFragment | null };

export type ArchiveOneRecordMutationVariables = Exact<{
  input: ArchiveBlockInput;
}>;


export type ArchiveOneRecordMutation = { archiveOneRecord: ArchivedBlockFieldsFragment | null };

export type AddReactionMutationVariables = Exact<{
  input: ReactionInput;
}>;


export type AddReactionMutation = { addReaction: Array<ReactionFieldsFragment> | null };

export type RemoveReactionMutationVariables = Exact<{
  input: ReactionInput;
}>;


export type RemoveReactionMutation = { removeReaction: Array<ReactionFieldsFragment> | null };

export type AddBlockFeedbackMutationVariables = Exact<{
  input: AddBlockFeedbackInput;
}>;


export type AddBlockFeedbackMutation = { addBlockFeedback: { _id: string, helpful: boolean, content: string | null } | null };

export type ArchivedBlockFieldsFragment = { _id: string, archived: boolean, metadataChange: { assessment: { impactLevel: ImpactLevel, message: string, dependants: Array<{ id: string, blockType: BlockType, title: string | null }> } } | null };

export type ApplicationsQueryVariables = Exact<{ [key: string]: never; }>;


export type ApplicationsQuery = { applications: Array<{ name: string, label: string, description: string | null, provider: string, iconUrl: string | null, authentication: boolean, connectMethods: Array<ConnectMethod>, reachable: boolean, sobjects: { calendar: boolean, email: boolean, function: boolean, message: boolean, table: boolean, transcription: boolean } }> };

export type ConnectionsQueryVariables = Exact<{
  input?: ConnectionsInput | null | undefined;
}>;


export type ConnectionsQuery = { connections: Array<ConnectionFieldsFragment> | null };

export type ConnectionQueryVariables = Exact<{
  input: FindConnectionInput;
}>;


export type ConnectionQuery = { connection: ConnectionFieldsFragment | null };

export type SyncRunsQueryVariables = Exact<{
  input: SyncRunsInput;
}>;


export type SyncRunsQuery = { syncRuns: Array<SyncRunFieldsFragment> | null };

export type SyncHistoryQueryVariables = Exact<{
  input: SyncHistoryInput;
}>;


export type SyncHistoryQuery = { syncHistory: Array<{ sync: SyncName, date: number, runs: number, failedRuns: number, deferredRuns: number, warnedRuns: number, created: number, updated: number, unchanged: number, skipped: number, failedCount: number }> | null };

export type StartConnectionMutationVariables = Exact<{
  input: StartConnectionInput;
}>;


export type StartConnectionMutation = { startConnection: { connectionId: string, url: string } | null };

export type ConfirmConnectionMutationVariables = Exact<{
  input: FindConnectionInput;
  email?: string | null | undefined;
}>;


export type ConfirmConnectionMutation = { confirmConnection: ConnectionFieldsFragment | null };

export type DisconnectMutationVariables = Exact<{
  input: FindConnectionInput;
}>;


export type DisconnectMutation = { disconnect: ConnectionFieldsFragment | null };

export type PauseSyncMutationVariables = Exact<{
  input: SyncInput;
}>;


export type PauseSyncMutation = { pauseSync: SyncFieldsFragment | null };

export type ResumeSyncMutationVariables = Exact<{
  input: SyncInput;
}>;


export type ResumeSyncMutation = { resumeSync: SyncFieldsFragment | null };

export type RunSyncMutationVariables = Exact<{
  input: SyncInput;
}>;


export type RunSyncMutation = { runSync: SyncRunFieldsFragment | null };

export type ConnectionFieldsFragment = { _id: string, provider: string, application: string, label: string, email: string | null, status: ConnectionStatus, connectMethod: ConnectMethod | null, dateCertificateEnd: number | null, reason: string | null, scopeMessage: string | null, dateCreated: number, dateUpdated: number, syncs: Array<SyncFieldsFragment> };

export type SyncFieldsFragment = { sync: SyncName, health: SyncHealth, pausedByUser: boolean, failureCount: number, dateLastSuccess: number | null, dateNextRun: number | null, lastError: SyncErrorFieldsFragment | null, lastRun: SyncRunFieldsFragment | null };

export type SyncRunFieldsFragment = { _id: string, sync: SyncName, trigger: SyncRunTrigger, state: SyncRunState, dateStart: number, dateEnd: number | null, pages: number, created: number, updated: number, unchanged: number, skipped: number, failedCount: number, warnings: Array<string>, error: SyncErrorFieldsFragment | null };

export type SyncErrorFieldsFragment = { type: string, title: string, status: number, detail: string };

export type FoldersQueryVariables = Exact<{
  input?: FoldersInput | null | undefined;
}>;


export type FoldersQuery = { folders: Array<FolderFieldsFragment> | null };

export type FolderQueryVariables = Exact<{
  input: FindFolderInput;
}>;


export type FolderQuery = { folder: FolderFieldsFragment | null };

export type UpsertOneFolderMutationVariables = Exact<{
  input: UpsertFolderInput;
}>;


export type UpsertOneFolderMutation = { upsertOneFolder: FolderFieldsFragment | null };

export type ArchiveOneFolderMutationVariables = Exact<{
  input: ArchiveFolderInput;
}>;


export type ArchiveOneFolderMutation = { archiveOneFolder: { _id: string, archived: boolean } | null };

export type AddTagsToFolderMutationVariables = Exact<{
  input: TagsOfFolderInput;
}>;


export type AddTagsToFolderMutation = { addTagsToFolder: FolderFieldsFragment | null };

export type RemoveTagsFromFolderMutationVariables = Exact<{
  input: TagsOfFolderInput;
}>;


export type RemoveTagsFromFolderMutation = { removeTagsFromFolder: FolderFieldsFragment | null };

export type FolderFieldsFragment = { _id: string, name: string, description: string | null, color: string | null, icon: string | null, parentId: string | null, position: number, favorite: boolean, archived: boolean, dateCreated: number, dateUpdated: number, tagCount: number, tagIds: Array<string>, creator: { name: string | null, self: boolean } | null };

export type ChangesQueryVariables = Exact<{
  input?: ChangesInput | null | undefined;
}>;


export type ChangesQuery = { changes: { next: string, events: Array<{ sequence: string, eventType: ChangeEventType, subject: ChangeSubject, _id: string, blockType: string | null, tagType: string | null, sync: string | null, actor: string | null, date: number }> } | null };

export type BlockChangedSubscriptionVariables = Exact<{
  input?: BlockChangedInput | null | undefined;
}>;


export type BlockChangedSubscription = { blockChanged: BlockEventFieldsFragment };

export type ThreadChangedSubscriptionVariables = Exact<{
  input: ThreadChangedInput;
}>;


export type ThreadChangedSubscription = { threadChanged: BlockEventFieldsFragment };

export type TagChangedSubscriptionVariables = Exact<{
  input?: TagChangedInput | null | undefined;
}>;


export type TagChangedSubscription = { tagChanged: { sequence: string, eventType: ChangeEventType, _id: string, tagType: TagType, actor: string | null, date: number, tag: TagFieldsFragment } };

export type RecommendationChangedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type RecommendationChangedSubscription = { recommendationChanged: { sequence: string, eventType: ChangeEventType, _id: string, actor: string | null, date: number, recommendation: RecommendationFieldsFragment | null } };

export type SyncStatusChangedSubscriptionVariables = Exact<{
  input?: SyncStatusChangedInput | null | undefined;
}>;


export type SyncStatusChangedSubscription = { syncStatusChanged: { sequence: string, connectionId: string, sync: SyncName, health: SyncHealth, date: number, report: SyncRunFieldsFragment | null } };

export type ConnectionChangedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type ConnectionChangedSubscription = { connectionChanged: { sequence: string, eventType: ChangeEventType, _id: string, actor: string | null, date: number, connection: ConnectionFieldsFragment | null } };

export type BlockEventFieldsFragment = { sequence: string, eventType: ChangeEventType, _id: string, blockType: BlockType | null, actor: string | null, date: number, block:
    | BlockFields_Agent_Fragment
    | BlockFields_Calendar_Fragment
    | BlockFields_Document_Fragment
    | BlockFields_Email_Fragment
    | BlockFields_Event_Fragment
    | BlockFields_File_Fragment
    | BlockFields_Message_Fragment
    | BlockFields_Note_Fragment
    | BlockFields_Record_Fragment
    | BlockFields_Reference_Fragment
    | BlockFields_Table_Fragment
    | BlockFields_Task_Fragment
    | BlockFields_Thread_Fragment
    | BlockFields_Transcription_Fragment
    | BlockFields_Website_Fragment
    | BlockFields_Workflow_Fragment
   | null };

export type MemoriesQueryVariables = Exact<{
  input?: MemoriesInput | null | undefined;
}>;


export type MemoriesQuery = { memories: Array<MemoryFieldsFragment> | null };

export type MemoryQueryVariables = Exact<{
  input?: MemoriesInput | null | undefined;
}>;


export type MemoryQuery = { memory: Array<MemoryFieldsFragment> | null };

export type UpsertOneMemoryMutationVariables = Exact<{
  input: UpsertMemoryInput;
}>;


export type UpsertOneMemoryMutation = { upsertOneMemory: MemoryFieldsFragment | null };

export type ArchiveOneMemoryMutationVariables = Exact<{
  input: ArchiveMemoryInput;
}>;


export type ArchiveOneMemoryMutation = { archiveOneMemory: MemoryFieldsFragment | null };

export type MemoryFieldsFragment = { _id: string, topic: string, value: string, confidence: number, source: string, archived: boolean, dateUpdated: number };

export type RecommendationsQueryVariables = Exact<{
  input?: RecommendationsInput | null | undefined;
}>;


export type RecommendationsQuery = { recommendations: Array<RecommendationFieldsFragment> | null };

export type AddRecommendationMutationVariables = Exact<{
  input: AddRecommendationInput;
}>;


export type AddRecommendationMutation = { addRecommendation: RecommendationFieldsFragment | null };

export type AcceptRecommendationMutationVariables = Exact<{
  input: AcceptRecommendationInput;
}>;


export type AcceptRecommendationMutation = { acceptRecommendation: { block:
      | BlockFields_Agent_Fragment
      | BlockFields_Calendar_Fragment
      | BlockFields_Document_Fragment
      | BlockFields_Email_Fragment
      | BlockFields_Event_Fragment
      | BlockFields_File_Fragment
      | BlockFields_Message_Fragment
      | BlockFields_Note_Fragment
      | BlockFields_Record_Fragment
      | BlockFields_Reference_Fragment
      | BlockFields_Table_Fragment
      | BlockFields_Task_Fragment
      | BlockFields_Thread_Fragment
      | BlockFields_Transcription_Fragment
      | BlockFields_Website_Fragment
      | BlockFields_Workflow_Fragment
     | null, recommendation: RecommendationFieldsFragment } | null };

export type DismissRecommendationMutationVariables = Exact<{
  input: DismissRecommendationInput;
}>;


export type DismissRecommendationMutation = { dismissRecommendation: RecommendationFieldsFragment | null };

export type SnoozeRecommendationMutationVariables = Exact<{
  input: SnoozeRecommendationInput;
}>;


export type SnoozeRecommendationMutation = { snoozeRecommendation: RecommendationFieldsFragment | null };

export type RecommendationFieldsFragment = { _id: string, recommendationType: RecommendationType, state: RecommendationState, displayTitle: string, displayDescription: string | null, displayLabel: string | null, tagIds: Array<string>, dateCreated: number, dateExpires: number | null, dateSnoozedUntil: number | null, navigation: { route: string | null, blockId: string | null, tagId: string | null }, upsertRecommendation: { blockType: BlockType, title: string | null, document: string | null, tagIds: Array<string>, block:
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
     | null } | null, tagRecommendation: { tag: TagNameFragment | null, fields: Array<{ name: string, value: string | null }>, table: { _id: string, title: string | null } | null, values: Array<{ name: string, value: string | null }> } | null, mergeTagsRecommendation: { keepTagId: string | null, tagIds: Array<string> } | null, shareRecommendation: { tagId: string | null, sharingLevel: number | null, referenceBlock: ReferenceFieldsFragment | null } | null, followUpRecommendation: { dateDue: number | null, referenceBlock: ReferenceFieldsFragment | null } | null, meetingRecommendation: { eventId: string | null, tagIds: Array<string> } | null, insightRecommendation: { tableId: string | null, tagId: string | null, text: string | null } | null, businessObjectRecommendation: { provider: string | null, tagId: string | null, url: string | null } | null, reconnectRecommendation: { connectionId: string | null, provider: string | null, application: string | null, reason: string | null, connectUrl: string | null } | null, syncPausedRecommendation: { connectionId: string | null, provider: string | null, application: string | null, sync: SyncName | null, health: string | null, failedCount: number | null, datePaused: number | null, lastError: SyncErrorFieldsFragment | null } | null };

export type SearchGraphQueryVariables = Exact<{
  input?: GraphSearchInput | null | undefined;
}>;


export type SearchGraphQuery = { searchGraph: Array<
    | BlockFields_Agent_Fragment
    | BlockFields_Calendar_Fragment
    | BlockFields_Document_Fragment
    | BlockFields_Email_Fragment
    | BlockFields_Event_Fragment
    | BlockFields_File_Fragment
    | BlockFields_Message_Fragment
    | BlockFields_Note_Fragment
    | BlockFields_Record_Fragment
    | BlockFields_Reference_Fragment
    | BlockFields_Table_Fragment
    | BlockFields_Task_Fragment
    | BlockFields_Thread_Fragment
    | BlockFields_Transcription_Fragment
    | BlockFields_Website_Fragment
    | BlockFields_Workflow_Fragment
  > | null };

export type SearchGraphCountQueryVariables = Exact<{
  input?: GraphSearchInput | null | undefined;
}>;


export type SearchGraphCountQuery = { searchGraphCount: number | null };

export type SearchGraphTimelineQueryVariables = Exact<{
  input?: GraphTimelineInput | null | undefined;
}>;


export type SearchGraphTimelineQuery = { searchGraphTimeline: Array<{ date: number, blockType: BlockType, count: number }> | null };

export type SearchTasksAndNotesQueryVariables = Exact<{
  input?: GraphSearchInput | null | undefined;
}>;


export type SearchTasksAndNotesQuery = { searchTasksAndNotes: Array<
    | BlockFields_Note_Fragment
    | BlockFields_Task_Fragment
  > | null };

export type SearchGraphTagsQueryVariables = Exact<{
  input?: GraphSearchTagsInput | null | undefined;
}>;


export type SearchGraphTagsQuery = { searchGraphTags: Array<GraphTagFieldsFragment> | null };

export type GraphTagsQueryVariables = Exact<{
  input: GraphTagsInput;
}>;


export type GraphTagsQuery = { graphTags: Array<GraphTagFieldsFragment> | null };

export type SearchTagsForBlocksQueryVariables = Exact<{
  input?: SearchTagsForBlocksInput | null | undefined;
}>;


export type SearchTagsForBlocksQuery = { searchTagsForBlocks: Array<TagFieldsFragment> | null };

export type GenerateKnowledgeGraphQueryVariables = Exact<{
  input?: GraphSearchTagsInput | null | undefined;
  linkSize?: number | null | undefined;
}>;


export type GenerateKnowledgeGraphQuery = { generateKnowledgeGraph: { tagCount: number, linkCount: number, nodes: Array<{ id: string, name: string, tagType: TagType, tagSubType: string | null, agents: number, calendars: number, documents: number, emails: number, events: number, files: number, messages: number, notes: number, records: number, references: number, tables: number, tasks: number, threads: number, transcriptions: number, websites: number, workflows: number }>, links: Array<{ source: string, target: string, weight: number, dateFirst: number, dateLast: number, blockTypes: { agent: number, calendar: number, document: number, email: number, event: number, file: number, message: number, note: number, record: number, reference: number, table: number, task: number, thread: number, transcription: number, website: number, workflow: number } }> } | null };

export type BlockFabricQueryVariables = Exact<{
  input: BlockFabricInput;
}>;


export type BlockFabricQuery = { blockFabric: { rootId: string, truncated: boolean, blocks: Array<
      | BlockFields_Agent_Fragment
      | BlockFields_Calendar_Fragment
      | BlockFields_Document_Fragment
      | BlockFields_Email_Fragment
      | BlockFields_Event_Fragment
      | BlockFields_File_Fragment
      | BlockFields_Message_Fragment
      | BlockFields_Note_Fragment
      | BlockFields_Record_Fragment
      | BlockFields_Reference_Fragment
      | BlockFields_Table_Fragment
      | BlockFields_Task_Fragment
      | BlockFields_Thread_Fragment
      | BlockFields_Transcription_Fragment
      | BlockFields_Website_Fragment
      | BlockFields_Workflow_Fragment
    >, links: Array<{ sourceId: string, targetId: string }>, tags: Array<TagNameFragment> } | null };

export type AddSharingTagMutationVariables = Exact<{
  input: AddSharingTagInput;
}>;


export type AddSharingTagMutation = { addSharingTag: { block:
      | BlockFields_Agent_Fragment
      | BlockFields_Calendar_Fragment
      | BlockFields_Document_Fragment
      | BlockFields_Email_Fragment
      | BlockFields_Event_Fragment
      | BlockFields_File_Fragment
      | BlockFields_Message_Fragment
      | BlockFields_Note_Fragment
      | BlockFields_Record_Fragment
      | BlockFields_Reference_Fragment
      | BlockFields_Table_Fragment
      | BlockFields_Task_Fragment
      | BlockFields_Thread_Fragment
      | BlockFields_Transcription_Fragment
      | BlockFields_Website_Fragment
      | BlockFields_Workflow_Fragment
     | null } | null };

export type DeleteSharingTagMutationVariables = Exact<{
  input: DeleteSharingTagInput;
}>;


export type DeleteSharingTagMutation = { deleteSharingTag: { block:
      | BlockFields_Agent_Fragment
      | BlockFields_Calendar_Fragment
      | BlockFields_Document_Fragment
      | BlockFields_Email_Fragment
      | BlockFields_Event_Fragment
      | BlockFields_File_Fragment
      | BlockFields_Message_Fragment
      | BlockFields_Note_Fragment
      | BlockFields_Record_Fragment
      | BlockFields_Reference_Fragment
      | BlockFields_Table_Fragment
      | BlockFields_Task_Fragment
      | BlockFields_Thread_Fragment
      | BlockFields_Transcription_Fragment
      | BlockFields_Website_Fragment
      | BlockFields_Workflow_Fragment
     | null } | null };

export type AddBusinessObjectMutationVariables = Exact<{
  input: AddBusinessObjectInput;
}>;


export type AddBusinessObjectMutation = { addBusinessObject: BlockLinksFragment | null };

export type RemoveBusinessObjectMutationVariables = Exact<{
  input: RemoveBusinessObjectInput;
}>;


export type RemoveBusinessObjectMutation = { removeBusinessObject: BlockLinksFragment | null };

export type BlockLinksFragment = { block:
    | (
      { businessObjects: Array<BusinessObjectFieldsFragment> }
      & BlockFields_Agent_Fragment
    )
    | (
      { businessObjects: Array<BusinessObjectFieldsFragment> }
      & BlockFields_Calendar_Fragment
    )
    | (
      { businessObjects: Array<BusinessObjectFieldsFragment> }
      & BlockFields_Document_Fragment
    )
    | (
      { businessObjects: Array<BusinessObjectFieldsFragment> }
      & BlockFields_Email_Fragment
    )
    | (
      { businessObjects: Array<BusinessObjectFieldsFragment> }
      & BlockFields_Event_Fragment
    )
    | (
      { businessObjects: Array<BusinessObjectFieldsFragment> }
      & BlockFields_File_Fragment
    )
    | (
      { businessObjects: Array<BusinessObjectFieldsFragment> }
      & BlockFields_Message_Fragment
    )
    | (
      { businessObjects: Array<BusinessObjectFieldsFragment> }
      & BlockFields_Note_Fragment
    )
    | (
      { businessObjects: Array<BusinessObjectFieldsFragment> }
      & BlockFields_Record_Fragment
    )
    | (
      { businessObjects: Array<BusinessObjectFieldsFragment> }
      & BlockFields_Reference_Fragment
    )
    | (
      { businessObjects: Array<BusinessObjectFieldsFragment> }
      & BlockFields_Table_Fragment
    )
    | (
      { businessObjects: Array<BusinessObjectFieldsFragment> }
      & BlockFields_Task_Fragment
    )
    | (
      { businessObjects: Array<BusinessObjectFieldsFragment> }
      & BlockFields_Thread_Fragment
    )
    | (
      { businessObjects: Array<BusinessObjectFieldsFragment> }
      & BlockFields_Transcription_Fragment
    )
    | (
      { businessObjects: Array<BusinessObjectFieldsFragment> }
      & BlockFields_Website_Fragment
    )
    | (
      { businessObjects: Array<BusinessObjectFieldsFragment> }
      & BlockFields_Workflow_Fragment
    )
   | null };

export type TablesQueryVariables = Exact<{
  input?: TablesInput | null | undefined;
}>;


export type TablesQuery = { tables: Array<TableFieldsFragment> | null };

export type TableQueryVariables = Exact<{
  input: FindTableInput;
}>;


export type TableQuery = { table: TableFieldsFragment | null };

export type RecordsQueryVariables = Exact<{
  input: RecordsInput;
}>;


export type RecordsQuery = { records: Array<RecordFieldsFragment> | null };

export type RecordQueryVariables = Exact<{
  input: FindRecordInput;
}>;


export type RecordQuery = { record: RecordFieldsFragment | null };

export type RecordTypesQueryVariables = Exact<{
  input?: RecordTypesInput | null | undefined;
}>;


export type RecordTypesQuery = { recordTypes: Array<{ _id: string, tableId: string, name: string, label: string, metadataType: string, operations: { create: boolean, read: boolean, update: boolean }, createFields: Array<TableFieldFieldsFragment>, readFields: Array<{ name: string, label: string, fieldType: string }>, updateFields: Array<TableFieldFieldsFragment> }> | null };

export type UpsertOneRecordMutationVariables = Exact<{
  input: UpsertRecordInput;
}>;


export type UpsertOneRecordMutation = { upsertOneRecord: RecordFieldsFragment | null };

export type TableFieldsFragment = (
  { metadata: { fields: Array<TableFieldFieldsFragment> } | null }
  & BlockFields_Table_Fragment
);

export type TagNameFragment = { _id: string, alias: string, tagType: TagType };

export type TagFieldsFragment = (
  { friendlyName: string | null, tagSubType: string | null, email: string | null, emailDomain: string | null, phoneNumber: string | null, avatar: string | null, favicon: string | null, url: string | null, description: string | null, externalId: string | null, favorite: boolean | null, archived: boolean, taskCount: number | null, dateCreated: number | null, dateUpdated: number | null }
  & TagNameFragment
);

export type TagDetailsFragment = (
  { urls: Array<string>, businessObjects: Array<BusinessObjectFieldsFragment>, externalIdLinks: Array<{ _id: string, provider: string | null, application: string | null, externalId: string | null, metadataType: string | null, url: string | null }>, signals: Array<SignalFieldsFragment> }
  & TagFieldsFragment
);

export type SignalFieldsFragment = { _id: string, tagId: string, tableId: string, recordId: string, provider: string, application: string, name: string, fieldName: string, label: string, fieldType: string, value: string | null, reasoning: string | null, pinned: boolean, archived: boolean, dateUpdated: number };

export type BusinessObjectFieldsFragment = { _id: string, provider: string | null, application: string | null, externalId: string | null, metadataType: string | null, title: string | null, url: string | null, iconUrl: string | null };

export type GraphTagFieldsFragment = { _id: string, alias: string, tagType: TagType, tagSubType: string | null, occurrenceCount: number, coOccurrencePercentage: number, relevanceScore: number, blockTypes: { agent: number, calendar: number, document: number, email: number, event: number, file: number, message: number, note: number, record: number, reference: number, table: number, task: number, thread: number, transcription: number, website: number, workflow: number } };

export type TenantQueryVariables = Exact<{ [key: string]: never; }>;


export type TenantQuery = { tenant: { _id: string, email: string | null, givenName: string | null, tagId: string } };

export type SearchTagsQueryVariables = Exact<{
  input?: SearchTagsInput | null | undefined;
}>;


export type SearchTagsQuery = { searchTags: Array<TagFieldsFragment> | null };

export type TagQueryVariables = Exact<{
  input: FindTagInput;
}>;


export type TagQuery = { tag: TagDetailsFragment | null };

export type RecentTagsQueryVariables = Exact<{ [key: string]: never; }>;


export type RecentTagsQuery = { recentTags: Array<TagFieldsFragment> | null };

export type TagActivityQueryVariables = Exact<{
  input: TagActivityInput;
}>;


export type TagActivityQuery = { tagActivity: Array<{ _id: string, blockType: BlockType, date: number }> | null };

export type TagsWithActivityQueryVariables = Exact<{
  input?: TagsWithActivityInput | null | undefined;
}>;


export type TagsWithActivityQuery = { tagsWithActivity: Array<{ recommendationCount: number, tag: TagFieldsFragment | null }> | null };

export type TagNewsQueryVariables = Exact<{
  input: FindTagNewsInput;
}>;


export type TagNewsQuery = { tagNews: { news: Array<{ _id: string, snippets: Array<{ title: string, snippet: string | null, url: string, datePublished: number }> }> } | null };

export type SearchTagsByFieldQueryVariables = Exact<{
  input: SearchTagsByFieldInput;
}>;


export type SearchTagsByFieldQuery = { searchTagsByField: { totalCount: number, page: number, size: number, tags: Array<{ tag: TagFieldsFragment, fieldValues: Array<{ provider: string, application: string | null, fieldName: string, value: string | null }> }> } | null };

export type SignalsQueryVariables = Exact<{
  input: SignalsInput;
}>;


export type SignalsQuery = { signals: Array<SignalFieldsFragment> | null };

export type UpsertOneTagMutationVariables = Exact<{
  input: UpsertTagInput;
}>;


export type UpsertOneTagMutation = { upsertOneTag: TagDetailsFragment | null };

export type ArchiveOneTagMutationVariables = Exact<{
  input: ArchiveTagInput;
}>;


export type ArchiveOneTagMutation = { archiveOneTag: { _id: string, archived: boolean } | null };

export type UpsertOneSignalMutationVariables = Exact<{
  input: UpsertSignalInput;
}>;


export type UpsertOneSignalMutation = { upsertOneSignal: SignalFieldsFragment | null };

export type ArchiveOneSignalMutationVariables = Exact<{
  input: ArchiveSignalInput;
}>;


export type ArchiveOneSignalMutation = { archiveOneSignal: SignalFieldsFragment | null };

const BlockDetails = `fragment BlockDetails on Block{...BlockFields otherSharingCount document text businessObjects{...BusinessObjectFields}reactions{...ReactionFields}originReferenceBlock{...ReferenceFields}...on Note{recommendationId templateInstructions templateReferenceBlock{...ReferenceFields}}...on Task{assignedTags{...TagName}}...on Email{...EmailDetails}...on Event{...EventDetails}...on Message{bodyHtml bodyDocument}...on Thread{participants{...TagName}}...on Transcription{...TranscriptionDetails}...on Document{documentHtml version organizedBy{...PersonFields}}...on Website{description imageUrl language websiteAuthor:author}...on Table{metadata{fields{...TableFieldFields}}}...on Record{...RecordFields}...on Agent{instructions watching{...ReferenceFields}}...on Workflow{steps{title text}startsFrom{...ReferenceFields}}}`
const PersonFields = `fragment PersonFields on Person{email friendlyName tag{...TagName}}`
const EmailDetails = `fragment EmailDetails on Email{messageId inReplyTo dateReceived labels bodyText cleanBodyHtml from{...PersonFields}to{...PersonFields}cc{...PersonFields}bcc{...PersonFields}replyTo{...PersonFields}attachments{_id name mimeType size inline uri}}`
const EventDetails = `fragment EventDetails on Event{description busy visibility iCalUid recurrence recurringExternalId dateOriginalStart organizedBy{...PersonFields}eventAttendees:attendees{email friendlyName optional responseStatus tag{...TagName}}calendar{_id name}transcriptions{_id title}}`
const TranscriptionDetails = `fragment TranscriptionDetails on Transcription{organizedBy{...PersonFields}attendees{...PersonFields}event{_id title}transcript{title text}highlights{title text uri startOffset endOffset speaker{...PersonFields}}outline{...OutlineFields children{...OutlineFields children{...OutlineFields}}}tasks{title text status dateDue startOffset externalId assignedTo{...PersonFields}}}`
const OutlineFields = `fragment OutlineFields on OutlineItem{title text startOffset endOffset}`
const BlockFields = `fragment BlockFields on Block{__typename _id blockType title summary dateCreated dateUpdated dateAssociated access favorite archived snoozed template proposed generated provider application connectionId externalId uri creator{name self}sharingTags{...SharingTagFields}parentReferenceBlock{...ReferenceFields}...on Task{status priority dateDue dateRemindMe dateCompleted subtaskCount}...on Email{subject direction dateSent unread hasAttachments threadId from{email friendlyName}}...on Event{dateStart dateEnd allDay timeZone location conferenceUrl eventStatus:status}...on Message{threadId dateEdited author{name self}}...on Thread{readStatus messageCount dateLastMessage}...on Transcription{dateStart dateEnd duration processingStage}...on Document{fileName mimeType size url metadataType}...on File{fileName mimeType size url}...on Website{url domain siteName favicon datePublished}...on Table{recordCount metadata{label metadataType}}...on Record{tableId metadataType}...on Calendar{name timeZone}...on Agent{enabled}...on Workflow{enabled trigger}...on Reference{referenceBlock{...ReferenceFields}}}`
const SharingTagFields = `fragment SharingTagFields on SharingTag{tagId shared sharingLevel sharingApproach pinned assigned tag{...TagName}}`
const ReferenceFields = `fragment ReferenceFields on ReferenceBlock{id blockType}`
const ReactionFields = `fragment ReactionFields on Reaction{shortcodes tagIds}`
const RecordFields = `fragment RecordFields on Record{...BlockFields values{name value reasoning}operations{create read update}}`
const TableFieldFields = `fragment TableFieldFields on TableField{name label fieldType required options{value label}}`
const ArchivedBlockFields = `fragment ArchivedBlockFields on ArchivedBlock{_id archived metadataChange{assessment{impactLevel message dependants{id blockType title}}}}`
const ConnectionFields = `fragment ConnectionFields on Connection{_id provider application label email status connectMethod dateCertificateEnd reason scopeMessage dateCreated dateUpdated syncs{...SyncFields}}`
const SyncFields = `fragment SyncFields on Sync{sync health pausedByUser failureCount dateLastSuccess dateNextRun lastError{...SyncErrorFields}lastRun{...SyncRunFields}}`
const SyncRunFields = `fragment SyncRunFields on SyncRun{_id sync trigger state dateStart dateEnd pages created updated unchanged skipped failedCount warnings error{...SyncErrorFields}}`
const SyncErrorFields = `fragment SyncErrorFields on SyncError{type title status detail}`
const FolderFields = `fragment FolderFields on Folder{_id name description color icon parentId position favorite archived dateCreated dateUpdated tagCount tagIds creator{name self}}`
const BlockEventFields = `fragment BlockEventFields on BlockEvent{sequence eventType _id blockType actor date block{...BlockFields}}`
const MemoryFields = `fragment MemoryFields on Memory{_id topic value confidence source archived dateUpdated}`
const RecommendationFields = `fragment RecommendationFields on Recommendation{_id recommendationType state displayTitle displayDescription displayLabel tagIds dateCreated dateExpires dateSnoozedUntil navigation{route blockId tagId}upsertRecommendation{blockType title document tagIds block{_id blockType title}}tagRecommendation{tag{...TagName}fields{name value}table{_id title}values{name value}}mergeTagsRecommendation{keepTagId tagIds}shareRecommendation{tagId sharingLevel referenceBlock{...ReferenceFields}}followUpRecommendation{dateDue referenceBlock{...ReferenceFields}}meetingRecommendation{eventId tagIds}insightRecommendation{tableId tagId text}businessObjectRecommendation{provider tagId url}reconnectRecommendation{connectionId provider application reason connectUrl}syncPausedRecommendation{connectionId provider application sync health failedCount datePaused lastError{...SyncErrorFields}}}`
const BlockLinks = `fragment BlockLinks on BlockAnswer{block{...BlockFields businessObjects{...BusinessObjectFields}}}`
const TableFields = `fragment TableFields on Table{...BlockFields metadata{fields{...TableFieldFields}}}`
const TagName = `fragment TagName on Tag{_id alias tagType}`
const TagFields = `fragment TagFields on Tag{...TagName friendlyName tagSubType email emailDomain phoneNumber avatar favicon url description externalId favorite archived taskCount dateCreated dateUpdated}`
const TagDetails = `fragment TagDetails on Tag{...TagFields urls businessObjects{...BusinessObjectFields}externalIdLinks{_id provider application externalId metadataType url}signals{...SignalFields}}`
const SignalFields = `fragment SignalFields on Signal{_id tagId tableId recordId provider application name fieldName label fieldType value reasoning pinned archived dateUpdated}`
const BusinessObjectFields = `fragment BusinessObjectFields on BusinessObjectLink{_id provider application externalId metadataType title url iconUrl}`
const GraphTagFields = `fragment GraphTagFields on GraphTag{_id alias tagType tagSubType occurrenceCount coOccurrencePercentage relevanceScore blockTypes{agent calendar document email event file message note record reference table task thread transcription website workflow}}`
export const ExecuteQueryDocument = /* @__PURE__ */ typed<ExecuteQueryQuery, ExecuteQueryQueryVariables>(`query ExecuteQuery($input:ExecuteQueryInput!){executeQuery(input:$input){hasMore records{provider application metadataType externalId title uri values{name value}}}}`)
export const ExecuteFunctionDocument = /* @__PURE__ */ typed<ExecuteFunctionMutation, ExecuteFunctionMutationVariables>(`mutation ExecuteFunction($input:ExecuteFunctionInput!){executeFunction(input:$input){externalId uri outputUrl block{...BlockFields}}}`, [BlockFields, SharingTagFields, TagName, ReferenceFields])
export const InstallFunctionDocument = /* @__PURE__ */ typed<InstallFunctionMutation, InstallFunctionMutationVariables>(`mutation InstallFunction($input:InstallFunctionInput!){installFunction(input:$input){functionId inputs{name label valueSource}}}`)
export const LinkUrlDocument = /* @__PURE__ */ typed<LinkUrlMutation, LinkUrlMutationVariables>(`mutation LinkUrl($input:LinkUrlInput!){linkUrl(input:$input){...BusinessObjectFields}}`, [BusinessObjectFields])
export const PublishNotesDocument = /* @__PURE__ */ typed<PublishNotesMutation, PublishNotesMutationVariables>(`mutation PublishNotes($input:PublishNotesInput!){publishNotes(input:$input){...BlockFields publishWarnings businessObjects{...BusinessObjectFields}}}`, [BlockFields, SharingTagFields, TagName, ReferenceFields, BusinessObjectFields])
export const TagFromRecordDocument = /* @__PURE__ */ typed<TagFromRecordMutation, TagFromRecordMutationVariables>(`mutation TagFromRecord($input:TagFromRecordInput!){tagFromRecord(input:$input){...TagDetails}}`, [TagDetails, TagFields, TagName, BusinessObjectFields, SignalFields])
export const BlockDocument = /* @__PURE__ */ typed<BlockQuery, BlockQueryVariables>(`query Block($input:FindBlockInput!){block(input:$input){...BlockDetails}}`, [BlockDetails, BlockFields, SharingTagFields, TagName, ReferenceFields, BusinessObjectFields, ReactionFields, EmailDetails, PersonFields, EventDetails, TranscriptionDetails, OutlineFields, TableFieldFields, RecordFields])
export const BlocksDocument = /* @__PURE__ */ typed<BlocksQuery, BlocksQueryVariables>(`query Blocks($input:FindBlocksInput){blocks(input:$input){...BlockFields}}`, [BlockFields, SharingTagFields, TagName, ReferenceFields])
export const BlockActivitiesDocument = /* @__PURE__ */ typed<BlockActivitiesQuery, BlockActivitiesQueryVariables>(`query BlockActivities($input:FindBlockActivitiesInput!){blockActivities(input:$input){activityType actorType dateCreated actor{name self}detail{__typename ...on StatusChange{oldStatus newStatus}...on Rename{oldTitle newTitle}...on Comment{messageId}...on SharingChange{sharingLevel tagId tag{...TagName}}}}}`, [TagName])
export const UpsertOneNoteDocument = /* @__PURE__ */ typed<UpsertOneNoteMutation, UpsertOneNoteMutationVariables>(`mutation UpsertOneNote($input:UpsertNoteInput!){upsertOneNote(input:$input){...BlockFields}}`, [BlockFields, SharingTagFields, TagName, ReferenceFields])
export const UpsertOneTaskDocument = /* @__PURE__ */ typed<UpsertOneTaskMutation, UpsertOneTaskMutationVariables>(`mutation UpsertOneTask($input:UpsertTaskInput!){upsertOneTask(input:$input){...BlockFields}}`, [BlockFields, SharingTagFields, TagName, ReferenceFields])
export const UpsertOneThreadDocument = /* @__PURE__ */ typed<UpsertOneThreadMutation, UpsertOneThreadMutationVariables>(`mutation UpsertOneThread($input:UpsertThreadInput!){upsertOneThread(input:$input){...BlockFields}}`, [BlockFields, SharingTagFields, TagName, ReferenceFields])
export const UpsertOneMessageDocument = /* @__PURE__ */ typed<UpsertOneMessageMutation, UpsertOneMessageMutationVariables>(`mutation UpsertOneMessage($input:UpsertMessageInput!){upsertOneMessage(input:$input){...BlockFields bodyHtml bodyDocument}}`, [BlockFields, SharingTagFields, TagName, ReferenceFields])
export const UpsertOneDocumentDocument = /* @__PURE__ */ typed<UpsertOneDocumentMutation, UpsertOneDocumentMutationVariables>(`mutation UpsertOneDocument($input:UpsertDocumentInput!){upsertOneDocument(input:$input){...BlockFields}}`, [BlockFields, SharingTagFields, TagName, ReferenceFields])
export const UpsertOneAgentDocument = /* @__PURE__ */ typed<UpsertOneAgentMutation, UpsertOneAgentMutationVariables>(`mutation UpsertOneAgent($input:UpsertAgentInput!){upsertOneAgent(input:$input){...BlockFields instructions watching{...ReferenceFields}}}`, [BlockFields, SharingTagFields, TagName, ReferenceFields])
export const UpsertOneWorkflowDocument = /* @__PURE__ */ typed<UpsertOneWorkflowMutation, UpsertOneWorkflowMutationVariables>(`mutation UpsertOneWorkflow($input:UpsertWorkflowInput!){upsertOneWorkflow(input:$input){...BlockFields trigger steps{title text}startsFrom{...ReferenceFields}}}`, [BlockFields, SharingTagFields, TagName, ReferenceFields])
export const UpsertOneReferenceDocument = /* @__PURE__ */ typed<UpsertOneReferenceMutation, UpsertOneReferenceMutationVariables>(`mutation UpsertOneReference($input:UpsertReferenceInput!){upsertOneReference(input:$input){...BlockFields referenceBlock{...ReferenceFields}}}`, [BlockFields, SharingTagFields, TagName, ReferenceFields])
export const UpdateOneBlockDocument = /* @__PURE__ */ typed<UpdateOneBlockMutation, UpdateOneBlockMutationVariables>(`mutation UpdateOneBlock($input:UpdateBlockInput!){updateOneBlock(input:$input){...BlockFields}}`, [BlockFields, SharingTagFields, TagName, ReferenceFields])
export const FavoriteBlockDocument = /* @__PURE__ */ typed<FavoriteBlockMutation, FavoriteBlockMutationVariables>(`mutation FavoriteBlock($input:FavoriteBlockInput!){favoriteBlock(input:$input){favorite block{...BlockFields}}}`, [BlockFields, SharingTagFields, TagName, ReferenceFields])
export const ArchiveOneBlockDocument = /* @__PURE__ */ typed<ArchiveOneBlockMutation, ArchiveOneBlockMutationVariables>(`mutation ArchiveOneBlock($input:ArchiveBlockInput!){archiveOneBlock(input:$input){...ArchivedBlockFields}}`, [ArchivedBlockFields])
export const ArchiveOneNoteDocument = /* @__PURE__ */ typed<ArchiveOneNoteMutation, ArchiveOneNoteMutationVariables>(`mutation ArchiveOneNote($input:ArchiveBlockInput!){archiveOneNote(input:$input){...ArchivedBlockFields}}`, [ArchivedBlockFields])
export const ArchiveOneTaskDocument = /* @__PURE__ */ typed<ArchiveOneTaskMutation, ArchiveOneTaskMutationVariables>(`mutation ArchiveOneTask($input:ArchiveBlockInput!){archiveOneTask(input:$input){...ArchivedBlockFields}}`, [ArchivedBlockFields])
export const ArchiveOneMessageDocument = /* @__PURE__ */ typed<ArchiveOneMessageMutation, ArchiveOneMessageMutationVariables>(`mutation ArchiveOneMessage($input:ArchiveBlockInput!){archiveOneMessage(input:$input){...ArchivedBlockFields}}`, [ArchivedBlockFields])
export const ArchiveOneThreadDocument = /* @__PURE__ */ typed<ArchiveOneThreadMutation, ArchiveOneThreadMutationVariables>(`mutation ArchiveOneThread($input:ArchiveBlockInput!){archiveOneThread(input:$input){...ArchivedBlockFields}}`, [ArchivedBlockFields])
export const ArchiveOneRecordDocument = /* @__PURE__ */ typed<ArchiveOneRecordMutation, ArchiveOneRecordMutationVariables>(`mutation ArchiveOneRecord($input:ArchiveBlockInput!){archiveOneRecord(input:$input){...ArchivedBlockFields}}`, [ArchivedBlockFields])
export const AddReactionDocument = /* @__PURE__ */ typed<AddReactionMutation, AddReactionMutationVariables>(`mutation AddReaction($input:ReactionInput!){addReaction(input:$input){...ReactionFields}}`, [ReactionFields])
export const RemoveReactionDocument = /* @__PURE__ */ typed<RemoveReactionMutation, RemoveReactionMutationVariables>(`mutation RemoveReaction($input:ReactionInput!){removeReaction(input:$input){...ReactionFields}}`, [ReactionFields])
export const AddBlockFeedbackDocument = /* @__PURE__ */ typed<AddBlockFeedbackMutation, AddBlockFeedbackMutationVariables>(`mutation AddBlockFeedback($input:AddBlockFeedbackInput!){addBlockFeedback(input:$input){_id helpful content}}`)
export const ApplicationsDocument = /* @__PURE__ */ typed<ApplicationsQuery, ApplicationsQueryVariables>(`query Applications{applications{name label description provider iconUrl authentication connectMethods reachable sobjects{calendar email function message table transcription}}}`)
export const ConnectionsDocument = /* @__PURE__ */ typed<ConnectionsQuery, ConnectionsQueryVariables>(`query Connections($input:ConnectionsInput){connections(input:$input){...ConnectionFields}}`, [ConnectionFields, SyncFields, SyncErrorFields, SyncRunFields])
export const ConnectionDocument = /* @__PURE__ */ typed<ConnectionQuery, ConnectionQueryVariables>(`query Connection($input:FindConnectionInput!){connection(input:$input){...ConnectionFields}}`, [ConnectionFields, SyncFields, SyncErrorFields, SyncRunFields])
export const SyncRunsDocument = /* @__PURE__ */ typed<SyncRunsQuery, SyncRunsQueryVariables>(`query SyncRuns($input:SyncRunsInput!){syncRuns(input:$input){...SyncRunFields}}`, [SyncRunFields, SyncErrorFields])
export const SyncHistoryDocument = /* @__PURE__ */ typed<SyncHistoryQuery, SyncHistoryQueryVariables>(`query SyncHistory($input:SyncHistoryInput!){syncHistory(input:$input){sync date runs failedRuns deferredRuns warnedRuns created updated unchanged skipped failedCount}}`)
export const StartConnectionDocument = /* @__PURE__ */ typed<StartConnectionMutation, StartConnectionMutationVariables>(`mutation StartConnection($input:StartConnectionInput!){startConnection(input:$input){connectionId url}}`)
export const ConfirmConnectionDocument = /* @__PURE__ */ typed<ConfirmConnectionMutation, ConfirmConnectionMutationVariables>(`mutation ConfirmConnection($input:FindConnectionInput!$email:String){confirmConnection(input:$input email:$email){...ConnectionFields}}`, [ConnectionFields, SyncFields, SyncErrorFields, SyncRunFields])
export const DisconnectDocument = /* @__PURE__ */ typed<DisconnectMutation, DisconnectMutationVariables>(`mutation Disconnect($input:FindConnectionInput!){disconnect(input:$input){...ConnectionFields}}`, [ConnectionFields, SyncFields, SyncErrorFields, SyncRunFields])
export const PauseSyncDocument = /* @__PURE__ */ typed<PauseSyncMutation, PauseSyncMutationVariables>(`mutation PauseSync($input:SyncInput!){pauseSync(input:$input){...SyncFields}}`, [SyncFields, SyncErrorFields, SyncRunFields])
export const ResumeSyncDocument = /* @__PURE__ */ typed<ResumeSyncMutation, ResumeSyncMutationVariables>(`mutation ResumeSync($input:SyncInput!){resumeSync(input:$input){...SyncFields}}`, [SyncFields, SyncErrorFields, SyncRunFields])
export const RunSyncDocument = /* @__PURE__ */ typed<RunSyncMutation, RunSyncMutationVariables>(`mutation RunSync($input:SyncInput!){runSync(input:$input){...SyncRunFields}}`, [SyncRunFields, SyncErrorFields])
export const FoldersDocument = /* @__PURE__ */ typed<FoldersQuery, FoldersQueryVariables>(`query Folders($input:FoldersInput){folders(input:$input){...FolderFields}}`, [FolderFields])
export const FolderDocument = /* @__PURE__ */ typed<FolderQuery, FolderQueryVariables>(`query Folder($input:FindFolderInput!){folder(input:$input){...FolderFields}}`, [FolderFields])
export const UpsertOneFolderDocument = /* @__PURE__ */ typed<UpsertOneFolderMutation, UpsertOneFolderMutationVariables>(`mutation UpsertOneFolder($input:UpsertFolderInput!){upsertOneFolder(input:$input){...FolderFields}}`, [FolderFields])
export const ArchiveOneFolderDocument = /* @__PURE__ */ typed<ArchiveOneFolderMutation, ArchiveOneFolderMutationVariables>(`mutation ArchiveOneFolder($input:ArchiveFolderInput!){archiveOneFolder(input:$input){_id archived}}`)
export const AddTagsToFolderDocument = /* @__PURE__ */ typed<AddTagsToFolderMutation, AddTagsToFolderMutationVariables>(`mutation AddTagsToFolder($input:TagsOfFolderInput!){addTagsToFolder(input:$input){...FolderFields}}`, [FolderFields])
export const RemoveTagsFromFolderDocument = /* @__PURE__ */ typed<RemoveTagsFromFolderMutation, RemoveTagsFromFolderMutationVariables>(`mutation RemoveTagsFromFolder($input:TagsOfFolderInput!){removeTagsFromFolder(input:$input){...FolderFields}}`, [FolderFields])
export const ChangesDocument = /* @__PURE__ */ typed<ChangesQuery, ChangesQueryVariables>(`query Changes($input:ChangesInput){changes(input:$input){next events{sequence eventType subject _id blockType tagType sync actor date}}}`)
export const BlockChangedDocument = /* @__PURE__ */ typed<BlockChangedSubscription, BlockChangedSubscriptionVariables>(`subscription BlockChanged($input:BlockChangedInput){blockChanged(input:$input){...BlockEventFields}}`, [BlockEventFields, BlockFields, SharingTagFields, TagName, ReferenceFields])
export const ThreadChangedDocument = /* @__PURE__ */ typed<ThreadChangedSubscription, ThreadChangedSubscriptionVariables>(`subscription ThreadChanged($input:ThreadChangedInput!){threadChanged(input:$input){...BlockEventFields}}`, [BlockEventFields, BlockFields, SharingTagFields, TagName, ReferenceFields])
export const TagChangedDocument = /* @__PURE__ */ typed<TagChangedSubscription, TagChangedSubscriptionVariables>(`subscription TagChanged($input:TagChangedInput){tagChanged(input:$input){sequence eventType _id tagType actor date tag{...TagFields}}}`, [TagFields, TagName])
export const RecommendationChangedDocument = /* @__PURE__ */ typed<RecommendationChangedSubscription, RecommendationChangedSubscriptionVariables>(`subscription RecommendationChanged{recommendationChanged{sequence eventType _id actor date recommendation{...RecommendationFields}}}`, [RecommendationFields, TagName, ReferenceFields, SyncErrorFields])
export const SyncStatusChangedDocument = /* @__PURE__ */ typed<SyncStatusChangedSubscription, SyncStatusChangedSubscriptionVariables>(`subscription SyncStatusChanged($input:SyncStatusChangedInput){syncStatusChanged(input:$input){sequence connectionId sync health date report{...SyncRunFields}}}`, [SyncRunFields, SyncErrorFields])
export const ConnectionChangedDocument = /* @__PURE__ */ typed<ConnectionChangedSubscription, ConnectionChangedSubscriptionVariables>(`subscription ConnectionChanged{connectionChanged{sequence eventType _id actor date connection{...ConnectionFields}}}`, [ConnectionFields, SyncFields, SyncErrorFields, SyncRunFields])
export const MemoriesDocument = /* @__PURE__ */ typed<MemoriesQuery, MemoriesQueryVariables>(`query Memories($input:MemoriesInput){memories(input:$input){...MemoryFields}}`, [MemoryFields])
export const MemoryDocument = /* @__PURE__ */ typed<MemoryQuery, MemoryQueryVariables>(`query Memory($input:MemoriesInput){memory(input:$input){...MemoryFields}}`, [MemoryFields])
export const UpsertOneMemoryDocument = /* @__PURE__ */ typed<UpsertOneMemoryMutation, UpsertOneMemoryMutationVariables>(`mutation UpsertOneMemory($input:UpsertMemoryInput!){upsertOneMemory(input:$input){...MemoryFields}}`, [MemoryFields])
export const ArchiveOneMemoryDocument = /* @__PURE__ */ typed<ArchiveOneMemoryMutation, ArchiveOneMemoryMutationVariables>(`mutation ArchiveOneMemory($input:ArchiveMemoryInput!){archiveOneMemory(input:$input){...MemoryFields}}`, [MemoryFields])
export const RecommendationsDocument = /* @__PURE__ */ typed<RecommendationsQuery, RecommendationsQueryVariables>(`query Recommendations($input:RecommendationsInput){recommendations(input:$input){...RecommendationFields}}`, [RecommendationFields, TagName, ReferenceFields, SyncErrorFields])
export const AddRecommendationDocument = /* @__PURE__ */ typed<AddRecommendationMutation, AddRecommendationMutationVariables>(`mutation AddRecommendation($input:AddRecommendationInput!){addRecommendation(input:$input){...RecommendationFields}}`, [RecommendationFields, TagName, ReferenceFields, SyncErrorFields])
export const AcceptRecommendationDocument = /* @__PURE__ */ typed<AcceptRecommendationMutation, AcceptRecommendationMutationVariables>(`mutation AcceptRecommendation($input:AcceptRecommendationInput!){acceptRecommendation(input:$input){block{...BlockFields}recommendation{...RecommendationFields}}}`, [BlockFields, SharingTagFields, TagName, ReferenceFields, RecommendationFields, SyncErrorFields])
export const DismissRecommendationDocument = /* @__PURE__ */ typed<DismissRecommendationMutation, DismissRecommendationMutationVariables>(`mutation DismissRecommendation($input:DismissRecommendationInput!){dismissRecommendation(input:$input){...RecommendationFields}}`, [RecommendationFields, TagName, ReferenceFields, SyncErrorFields])
export const SnoozeRecommendationDocument = /* @__PURE__ */ typed<SnoozeRecommendationMutation, SnoozeRecommendationMutationVariables>(`mutation SnoozeRecommendation($input:SnoozeRecommendationInput!){snoozeRecommendation(input:$input){...RecommendationFields}}`, [RecommendationFields, TagName, ReferenceFields, SyncErrorFields])
export const SearchGraphDocument = /* @__PURE__ */ typed<SearchGraphQuery, SearchGraphQueryVariables>(`query SearchGraph($input:GraphSearchInput){searchGraph(input:$input){...BlockFields}}`, [BlockFields, SharingTagFields, TagName, ReferenceFields])
export const SearchGraphCountDocument = /* @__PURE__ */ typed<SearchGraphCountQuery, SearchGraphCountQueryVariables>(`query SearchGraphCount($input:GraphSearchInput){searchGraphCount(input:$input)}`)
export const SearchGraphTimelineDocument = /* @__PURE__ */ typed<SearchGraphTimelineQuery, SearchGraphTimelineQueryVariables>(`query SearchGraphTimeline($input:GraphTimelineInput){searchGraphTimeline(input:$input){date blockType count}}`)
export const SearchTasksAndNotesDocument = /* @__PURE__ */ typed<SearchTasksAndNotesQuery, SearchTasksAndNotesQueryVariables>(`query SearchTasksAndNotes($input:GraphSearchInput){searchTasksAndNotes(input:$input){...on Task{...BlockFields}...on Note{...BlockFields}}}`, [BlockFields, SharingTagFields, TagName, ReferenceFields])
export const SearchGraphTagsDocument = /* @__PURE__ */ typed<SearchGraphTagsQuery, SearchGraphTagsQueryVariables>(`query SearchGraphTags($input:GraphSearchTagsInput){searchGraphTags(input:$input){...GraphTagFields}}`, [GraphTagFields])
export const GraphTagsDocument = /* @__PURE__ */ typed<GraphTagsQuery, GraphTagsQueryVariables>(`query GraphTags($input:GraphTagsInput!){graphTags(input:$input){...GraphTagFields}}`, [GraphTagFields])
export const SearchTagsForBlocksDocument = /* @__PURE__ */ typed<SearchTagsForBlocksQuery, SearchTagsForBlocksQueryVariables>(`query SearchTagsForBlocks($input:SearchTagsForBlocksInput){searchTagsForBlocks(input:$input){...TagFields}}`, [TagFields, TagName])
export const GenerateKnowledgeGraphDocument = /* @__PURE__ */ typed<GenerateKnowledgeGraphQuery, GenerateKnowledgeGraphQueryVariables>(`query GenerateKnowledgeGraph($input:GraphSearchTagsInput$linkSize:Int){generateKnowledgeGraph(input:$input linkSize:$linkSize){tagCount linkCount nodes{id name tagType tagSubType agents calendars documents emails events files messages notes records references tables tasks threads transcriptions websites workflows}links{source target weight dateFirst dateLast blockTypes{agent calendar document email event file message note record reference table task thread transcription website workflow}}}}`)
export const BlockFabricDocument = /* @__PURE__ */ typed<BlockFabricQuery, BlockFabricQueryVariables>(`query BlockFabric($input:BlockFabricInput!){blockFabric(input:$input){rootId truncated blocks{...BlockFields}links{sourceId targetId}tags{...TagName}}}`, [BlockFields, SharingTagFields, TagName, ReferenceFields])
export const AddSharingTagDocument = /* @__PURE__ */ typed<AddSharingTagMutation, AddSharingTagMutationVariables>(`mutation AddSharingTag($input:AddSharingTagInput!){addSharingTag(input:$input){block{...BlockFields}}}`, [BlockFields, SharingTagFields, TagName, ReferenceFields])
export const DeleteSharingTagDocument = /* @__PURE__ */ typed<DeleteSharingTagMutation, DeleteSharingTagMutationVariables>(`mutation DeleteSharingTag($input:DeleteSharingTagInput!){deleteSharingTag(input:$input){block{...BlockFields}}}`, [BlockFields, SharingTagFields, TagName, ReferenceFields])
export const AddBusinessObjectDocument = /* @__PURE__ */ typed<AddBusinessObjectMutation, AddBusinessObjectMutationVariables>(`mutation AddBusinessObject($input:AddBusinessObjectInput!){addBusinessObject(input:$input){...BlockLinks}}`, [BlockLinks, BlockFields, SharingTagFields, TagName, ReferenceFields, BusinessObjectFields])
export const RemoveBusinessObjectDocument = /* @__PURE__ */ typed<RemoveBusinessObjectMutation, RemoveBusinessObjectMutationVariables>(`mutation RemoveBusinessObject($input:RemoveBusinessObjectInput!){removeBusinessObject(input:$input){...BlockLinks}}`, [BlockLinks, BlockFields, SharingTagFields, TagName, ReferenceFields, BusinessObjectFields])
export const TablesDocument = /* @__PURE__ */ typed<TablesQuery, TablesQueryVariables>(`query Tables($input:TablesInput){tables(input:$input){...TableFields}}`, [TableFields, BlockFields, SharingTagFields, TagName, ReferenceFields, TableFieldFields])
export const TableDocument = /* @__PURE__ */ typed<TableQuery, TableQueryVariables>(`query Table($input:FindTableInput!){table(input:$input){...TableFields}}`, [TableFields, BlockFields, SharingTagFields, TagName, ReferenceFields, TableFieldFields])
export const RecordsDocument = /* @__PURE__ */ typed<RecordsQuery, RecordsQueryVariables>(`query Records($input:RecordsInput!){records(input:$input){...RecordFields}}`, [RecordFields, BlockFields, SharingTagFields, TagName, ReferenceFields])
export const RecordDocument = /* @__PURE__ */ typed<RecordQuery, RecordQueryVariables>(`query Record($input:FindRecordInput!){record(input:$input){...RecordFields}}`, [RecordFields, BlockFields, SharingTagFields, TagName, ReferenceFields])
export const RecordTypesDocument = /* @__PURE__ */ typed<RecordTypesQuery, RecordTypesQueryVariables>(`query RecordTypes($input:RecordTypesInput){recordTypes(input:$input){_id tableId name label metadataType operations{create read update}createFields{...TableFieldFields}readFields{name label fieldType}updateFields{...TableFieldFields}}}`, [TableFieldFields])
export const UpsertOneRecordDocument = /* @__PURE__ */ typed<UpsertOneRecordMutation, UpsertOneRecordMutationVariables>(`mutation UpsertOneRecord($input:UpsertRecordInput!){upsertOneRecord(input:$input){...RecordFields}}`, [RecordFields, BlockFields, SharingTagFields, TagName, ReferenceFields])
export const TenantDocument = /* @__PURE__ */ typed<TenantQuery, TenantQueryVariables>(`query Tenant{tenant{_id email givenName tagId}}`)
export const SearchTagsDocument = /* @__PURE__ */ typed<SearchTagsQuery, SearchTagsQueryVariables>(`query SearchTags($input:SearchTagsInput){searchTags(input:$input){...TagFields}}`, [TagFields, TagName])
export const TagDocument = /* @__PURE__ */ typed<TagQuery, TagQueryVariables>(`query Tag($input:FindTagInput!){tag(input:$input){...TagDetails}}`, [TagDetails, TagFields, TagName, BusinessObjectFields, SignalFields])
export const RecentTagsDocument = /* @__PURE__ */ typed<RecentTagsQuery, RecentTagsQueryVariables>(`query RecentTags{recentTags{...TagFields}}`, [TagFields, TagName])
export const TagActivityDocument = /* @__PURE__ */ typed<TagActivityQuery, TagActivityQueryVariables>(`query TagActivity($input:TagActivityInput!){tagActivity(input:$input){_id blockType date}}`)
export const TagsWithActivityDocument = /* @__PURE__ */ typed<TagsWithActivityQuery, TagsWithActivityQueryVariables>(`query TagsWithActivity($input:TagsWithActivityInput){tagsWithActivity(input:$input){recommendationCount tag{...TagFields}}}`, [TagFields, TagName])
export const TagNewsDocument = /* @__PURE__ */ typed<TagNewsQuery, TagNewsQueryVariables>(`query TagNews($input:FindTagNewsInput!){tagNews(input:$input){news{_id snippets{title snippet url datePublished}}}}`)
export const SearchTagsByFieldDocument = /* @__PURE__ */ typed<SearchTagsByFieldQuery, SearchTagsByFieldQueryVariables>(`query SearchTagsByField($input:SearchTagsByFieldInput!){searchTagsByField(input:$input){totalCount page size tags{tag{...TagFields}fieldValues{provider application fieldName value}}}}`, [TagFields, TagName])
export const SignalsDocument = /* @__PURE__ */ typed<SignalsQuery, SignalsQueryVariables>(`query Signals($input:SignalsInput!){signals(input:$input){...SignalFields}}`, [SignalFields])
export const UpsertOneTagDocument = /* @__PURE__ */ typed<UpsertOneTagMutation, UpsertOneTagMutationVariables>(`mutation UpsertOneTag($input:UpsertTagInput!){upsertOneTag(input:$input){...TagDetails}}`, [TagDetails, TagFields, TagName, BusinessObjectFields, SignalFields])
export const ArchiveOneTagDocument = /* @__PURE__ */ typed<ArchiveOneTagMutation, ArchiveOneTagMutationVariables>(`mutation ArchiveOneTag($input:ArchiveTagInput!){archiveOneTag(input:$input){_id archived}}`)
export const UpsertOneSignalDocument = /* @__PURE__ */ typed<UpsertOneSignalMutation, UpsertOneSignalMutationVariables>(`mutation UpsertOneSignal($input:UpsertSignalInput!){upsertOneSignal(input:$input){...SignalFields}}`, [SignalFields])
export const ArchiveOneSignalDocument = /* @__PURE__ */ typed<ArchiveOneSignalMutation, ArchiveOneSignalMutationVariables>(`mutation ArchiveOneSignal($input:ArchiveSignalInput!){archiveOneSignal(input:$input){...SignalFields}}`, [SignalFields])
