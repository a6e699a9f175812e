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

export type FollowBlocksSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type FollowBlocksSubscription = { blockChanged: { sequence: string, _id: string, blockType: BlockType | null } };

export type FollowTagsSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type FollowTagsSubscription = { tagChanged: { sequence: string, _id: string } };

export type FollowSyncsSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type FollowSyncsSubscription = { syncStatusChanged: { sequence: string, connectionId: string } };

export type FollowRecommendationsSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type FollowRecommendationsSubscription = { recommendationChanged: { sequence: string, _id: string } };

export const FollowBlocksDocument = /* @__PURE__ */ typed<FollowBlocksSubscription, FollowBlocksSubscriptionVariables>(`subscription FollowBlocks{blockChanged{sequence _id blockType}}`)
export const FollowTagsDocument = /* @__PURE__ */ typed<FollowTagsSubscription, FollowTagsSubscriptionVariables>(`subscription FollowTags{tagChanged{sequence _id}}`)
export const FollowSyncsDocument = /* @__PURE__ */ typed<FollowSyncsSubscription, FollowSyncsSubscriptionVariables>(`subscription FollowSyncs{syncStatusChanged{sequence connectionId}}`)
export const FollowRecommendationsDocument = /* @__PURE__ */ typed<FollowRecommendationsSubscription, FollowRecommendationsSubscriptionVariables>(`subscription FollowRecommendations{recommendationChanged{sequence _id}}`)
