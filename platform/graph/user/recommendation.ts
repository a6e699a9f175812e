import { omitNullish } from '../../../src/runtime/omit.ts'
import {
  listRecommendations,
  RECOMMENDATION_TYPES,
  type RecommendationRow,
  type RecommendationType as Type,
} from '../../storage/graph/user/recommendations.ts'
import { validIds } from '../arguments/ids.ts'
import { parsePageRequest } from '../arguments/paging.ts'
import { Block } from '../blocks/types/block.ts'
import { builder, caseInsensitiveEnum } from '../builder.ts'
import { Tag } from '../tags/tag.ts'
import { ReferenceBlockInput } from '../values/block-reference.ts'
import { withCost } from '../with-cost.ts'
import { DETAIL_BY_TYPE, DETAIL_TYPES, type Details } from './recommendation-details.ts'
import { loadNamedBlocks, loadNamedTags } from './recommended-objects.ts'

/** No detail names more than two blocks. */
const MAX_NAMED_BLOCKS = 2

export const RecommendationType = caseInsensitiveEnum('RecommendationType', RECOMMENDATION_TYPES)
const RecommendationState = caseInsensitiveEnum('RecommendationState', ['open', 'accepted', 'dismissed', 'resolved'])

interface NavigationHints {
  route?: string
  tagId?: string
  blockId?: string
}

const Navigation = builder.objectRef<NavigationHints>('RecommendationNavigation').implement({
  description: 'Where an application may navigate to.',
  fields: (t) => ({
    route: t.exposeString('route', { nullable: true }),
    tagId: t.exposeString('tagId', { nullable: true }),
    blockId: t.exposeString('blockId', { nullable: true }),
  }),
})

export const Recommendation = builder.objectRef<RecommendationRow>('Recommendation').implement({
  description: 'A recommended action. Exactly one of the details is set, depending on the type.',
  fields: (t) => ({
    _id: t.exposeID('recommendation_id', { nullable: false }),
    recommendationType: t.field({ type: RecommendationType, nullable: false, resolve: typeOf }),
    state: t.expose('state', { type: RecommendationState, nullable: false }),
    displayTitle: t.exposeString('display_title', { nullable: false }),
    displayDescription: t.exposeString('display_description', { nullable: true }),
    displayLabel: t.exposeString('display_label', { nullable: true, description: 'The label of the button.' }),
    navigation: t.field({ type: Navigation, nullable: false, resolve: ({ navigation }) => navigation }),
    tagIds: t.exposeStringList('tag_ids', { nullable: { list: false, items: false } }),
    tags: t.field({
      type: [Tag],
      nullable: { list: false, items: false },
      description: 'The tags of tagIds and those that the detail names, if they still exist.',
      resolve: (row, _args, context) => loadNamedTags(context, row),
    }),
    blocks: t.field({
      type: [Block],
      nullable: { list: false, items: false },
      description: 'The blocks that the detail names, if the viewer can see them.',
      ...withCost({ rows: MAX_NAMED_BLOCKS }),
      resolve: (row, _args, context) => loadNamedBlocks(context, row),
    }),
    dateCreated: t.exposeFloat('date_created', { nullable: false }),
    dateExpires: t.exposeFloat('date_expires', { nullable: true }),
    dateSnoozedUntil: t.exposeFloat('date_snoozed_until', { nullable: true }),
    upsertRecommendation: t.field({
      type: DETAIL_TYPES.upsertRecommendation,
      nullable: true,
      resolve: resolveDetail('upsertRecommendation'),
    }),
    tagRecommendation: t.field({
      type: DETAIL_TYPES.tagRecommendation,
      nullable: true,
      resolve: resolveDetail('tagRecommendation'),
    }),
    shareRecommendation: t.field({
      type: DETAIL_TYPES.shareRecommendation,
      nullable: true,
      resolve: resolveDetail('shareRecommendation'),
    }),
    businessObjectRecommendation: t.field({
      type: DETAIL_TYPES.businessObjectRecommendation,
      nullable: true,
      resolve: resolveDetail('businessObjectRecommendation'),
    }),
    mergeTagsRecommendation: t.field({
      type: DETAIL_TYPES.mergeTagsRecommendation,
      nullable: true,
      resolve: resolveDetail('mergeTagsRecommendation'),
    }),
    meetingRecommendation: t.field({
      type: DETAIL_TYPES.meetingRecommendation,
      nullable: true,
      resolve: resolveDetail('meetingRecommendation'),
    }),
    followUpRecommendation: t.field({
      type: DETAIL_TYPES.followUpRecommendation,
      nullable: true,
      resolve: resolveDetail('followUpRecommendation'),
    }),
    syncPausedRecommendation: t.field({
      type: DETAIL_TYPES.syncPausedRecommendation,
      nullable: true,
      resolve: resolveDetail('syncPausedRecommendation'),
    }),
    reconnectRecommendation: t.field({
      type: DETAIL_TYPES.reconnectRecommendation,
      nullable: true,
      resolve: resolveDetail('reconnectRecommendation'),
    }),
    insightRecommendation: t.field({
      type: DETAIL_TYPES.insightRecommendation,
      nullable: true,
      resolve: resolveDetail('insightRecommendation'),
    }),
  }),
})

/** Resolves a detail; null if the recommendation's type has another detail. */
function resolveDetail<Name extends keyof Details>(name: Name) {
  return (row: RecommendationRow): Details[Name] | null =>
    DETAIL_BY_TYPE[typeOf(row)] === name ? (row.detail as unknown as Details[Name]) : null
}

export function typeOf({ recommendation_type }: Pick<RecommendationRow, 'recommendation_type'>): Type {
  return recommendation_type as Type
}

const RecommendationsInput = builder.inputType('RecommendationsInput', {
  fields: (t) => ({
    recommendationTypes: t.field({ type: [RecommendationType] }),
    tagIds: t.stringList(),
    folderIds: t.stringList(),
    referenceBlock: t.field({ type: ReferenceBlockInput }),
    size: t.int(),
    page: t.int(),
  }),
})

builder.queryField('recommendations', (t) =>
  t.field({
    type: [Recommendation],
    nullable: { list: true, items: false },
    description: 'Open recommendations that are not snoozed, newest first.',
    args: { input: t.arg({ type: RecommendationsInput }) },
    resolve: (_root, { input }, context) => {
      const { recommendationTypes, tagIds, folderIds, referenceBlock } = input ?? {}
      const reference = referenceBlock?.id == null ? undefined : validIds([referenceBlock.id])
      const slice = parsePageRequest(input, context)
      if (reference?.length === 0) return []
      return listRecommendations(
        context.db,
        context.viewer,
        omitNullish({
          ...slice,
          types: recommendationTypes,
          tagIds: tagIds ? validIds(tagIds) : undefined,
          folderIds: folderIds ? validIds(folderIds) : undefined,
          referenceBlockId: reference?.[0] ? reference[0] : undefined,
        }),
        context.now(),
      )
    },
  }),
)
