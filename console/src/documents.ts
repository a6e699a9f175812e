// biome-ignore-all lint: generated
// biome-ignore-all format: generated
// biome-ignore-all assist: generated
// Generated from documents/*.graphql and the schema by `npm run docs`; do not edit.
import { typed } from '../../platform/client/index.ts'

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
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

/** A tag's identity at a vendor. */
export type ExternalIdLinkInput = {
  /** Defaults to the provider's name. */
  application?: string | null | undefined;
  externalId: string;
  metadataType: string;
  provider: string;
  url?: string | null | undefined;
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

export type TagType =
  | 'date'
  | 'location'
  | 'person'
  | 'topic';

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

export type FollowBlocksSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type FollowBlocksSubscription = { blockChanged: { sequence: string, _id: string, blockType: BlockType | null } };

export type FollowTagsSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type FollowTagsSubscription = { tagChanged: { sequence: string, _id: string } };

export type FollowSyncsSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type FollowSyncsSubscription = { syncStatusChanged: { sequence: string, connectionId: string } };

export type FollowRecommendationsSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type FollowRecommendationsSubscription = { recommendationChanged: { sequence: string, _id: string } };

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

const PickedTag = `fragment PickedTag on Tag{_id alias tagType tagSubType email emailDomain avatar favicon}`
export const FollowBlocksDocument = /* @__PURE__ */ typed<FollowBlocksSubscription, FollowBlocksSubscriptionVariables>(`subscription FollowBlocks{blockChanged{sequence _id blockType}}`)
export const FollowTagsDocument = /* @__PURE__ */ typed<FollowTagsSubscription, FollowTagsSubscriptionVariables>(`subscription FollowTags{tagChanged{sequence _id}}`)
export const FollowSyncsDocument = /* @__PURE__ */ typed<FollowSyncsSubscription, FollowSyncsSubscriptionVariables>(`subscription FollowSyncs{syncStatusChanged{sequence connectionId}}`)
export const FollowRecommendationsDocument = /* @__PURE__ */ typed<FollowRecommendationsSubscription, FollowRecommendationsSubscriptionVariables>(`subscription FollowRecommendations{recommendationChanged{sequence _id}}`)
export const FindTagsDocument = /* @__PURE__ */ typed<FindTagsQuery, FindTagsQueryVariables>(`query FindTags($input:SearchTagsInput){searchTags(input:$input){...PickedTag}}`, [PickedTag])
export const FindRecentTagsDocument = /* @__PURE__ */ typed<FindRecentTagsQuery, FindRecentTagsQueryVariables>(`query FindRecentTags{recentTags{...PickedTag}}`, [PickedTag])
export const CreateTagDocument = /* @__PURE__ */ typed<CreateTagMutation, CreateTagMutationVariables>(`mutation CreateTag($input:UpsertTagInput!){upsertOneTag(input:$input){...PickedTag}}`, [PickedTag])
