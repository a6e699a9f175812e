import {
  listRecommendations,
  RECOMMENDATION_TYPES,
  type RecommendationRow,
  type RecommendationType as Type,
} from '../../storage/graph/user/recommendations.ts'
import { validIds } from '../arguments/ids.ts'
import { parseSlice } from '../arguments/paging.ts'
import { bothCases, builder } from '../builder.ts'
import { ReferenceBlockInput } from '../values/block-reference.ts'
import { DETAIL_BY_TYPE, DETAIL_TYPES, type Details } from './recommendation-details.ts'

export const RecommendationType = bothCases('RecommendationType', RECOMMENDATION_TYPES)
const RecommendationState = bothCases('RecommendationState', ['open', 'accepted', 'dismissed', 'resolved'])

interface NavigationHints {
  route?: string
  tagId?: string
  blockId?: string
}

const Navigation = builder.objectRef<NavigationHints>('RecommendationNavigation').implement({
  description: 'Where an application might lead the person.',
  fields: (t) => ({
    route: t.exposeString('route', { nullable: true }),
    tagId: t.exposeString('tagId', { nullable: true }),
    blockId: t.exposeString('blockId', { nullable: true }),
  }),
})

export const Recommendation = builder.objectRef<RecommendationRow>('Recommendation').implement({
  description: 'Something the person might do. Exactly one of the details is there, by its type.',
  fields: (t) => ({
    _id: t.exposeID('recommendation_id', { nullable: false }),
    recommendationType: t.field({ type: RecommendationType, nullable: false, resolve: typeOf }),
    state: t.expose('state', { type: RecommendationState, nullable: false }),
    displayTitle: t.exposeString('display_title', { nullable: false }),
    displayDescription: t.exposeString('display_description', { nullable: true }),
    displayLabel: t.exposeString('display_label', { nullable: true, description: 'What the button says.' }),
    navigation: t.field({ type: Navigation, nullable: false, resolve: ({ navigation }) => navigation }),
    tagIds: t.exposeStringList('tag_ids', { nullable: { list: false, items: false } }),
    dateCreated: t.exposeFloat('date_created', { nullable: false }),
    dateExpires: t.exposeFloat('date_expires', { nullable: true }),
    dateSnoozedUntil: t.exposeFloat('date_snoozed_until', { nullable: true }),
    upsertRecommendation: t.field({
      type: DETAIL_TYPES.upsertRecommendation,
      nullable: true,
      resolve: detailOf('upsertRecommendation'),
    }),
    tagRecommendation: t.field({
      type: DETAIL_TYPES.tagRecommendation,
      nullable: true,
      resolve: detailOf('tagRecommendation'),
    }),
    shareRecommendation: t.field({
      type: DETAIL_TYPES.shareRecommendation,
      nullable: true,
      resolve: detailOf('shareRecommendation'),
    }),
    businessObjectRecommendation: t.field({
      type: DETAIL_TYPES.businessObjectRecommendation,
      nullable: true,
      resolve: detailOf('businessObjectRecommendation'),
    }),
    mergeTagsRecommendation: t.field({
      type: DETAIL_TYPES.mergeTagsRecommendation,
      nullable: true,
      resolve: detailOf('mergeTagsRecommendation'),
    }),
    meetingRecommendation: t.field({
      type: DETAIL_TYPES.meetingRecommendation,
      nullable: true,
      resolve: detailOf('meetingRecommendation'),
    }),
    followUpRecommendation: t.field({
      type: DETAIL_TYPES.followUpRecommendation,
      nullable: true,
      resolve: detailOf('followUpRecommendation'),
    }),
    syncPausedRecommendation: t.field({
      type: DETAIL_TYPES.syncPausedRecommendation,
      nullable: true,
      resolve: detailOf('syncPausedRecommendation'),
    }),
    reconnectRecommendation: t.field({
      type: DETAIL_TYPES.reconnectRecommendation,
      nullable: true,
      resolve: detailOf('reconnectRecommendation'),
    }),
    insightRecommendation: t.field({
      type: DETAIL_TYPES.insightRecommendation,
      nullable: true,
      resolve: detailOf('insightRecommendation'),
    }),
  }),
})

/** The detail of that name; null where the recommendation is about something else. */
function detailOf<Name extends keyof Details>(name: Name) {
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
    description: 'What is open and not snoozed, newest first.',
    args: { input: t.arg({ type: RecommendationsInput }) },
    resolve: (_root, { input }, context) => {
      const { recommendationTypes, tagIds, folderIds, referenceBlock } = input ?? {}
      const reference = referenceBlock?.id == null ? undefined : validIds([referenceBlock.id])
      const slice = parseSlice(input, context)
      if (reference?.length === 0) return []
      return listRecommendations(
        context.db,
        context.viewer,
        {
          ...slice,
          ...(recommendationTypes ? { types: recommendationTypes } : {}),
          ...(tagIds ? { tagIds: validIds(tagIds) } : {}),
          ...(folderIds ? { folderIds: validIds(folderIds) } : {}),
          ...(reference?.[0] ? { referenceBlockId: reference[0] } : {}),
        },
        context.now(),
      )
    },
  }),
)
