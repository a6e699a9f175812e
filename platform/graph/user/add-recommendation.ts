import type { Edit } from '../../storage/graph/access/mutation.ts'
import { addRecommendation } from '../../storage/graph/user/recommendations.ts'
import { ReferenceBlockInput } from '../values/block-reference.ts'
import { seeReferenced } from '../blocks/block-references.ts'
import { LONGEST, textOf } from '../blocks/field-writers.ts'
import { builder } from '../builder.ts'
import { epochMs } from '../arguments/dates.ts'
import { edit } from '../with-mutation.ts'
import { badInput } from '../errors.ts'
import { Recommendation, RecommendationType } from './recommendation.ts'
import { DETAIL_OF } from './recommendation-details.ts'
import { DETAIL_INPUTS, type GivenDetail, TO_DETAIL, tagsOf } from './recommendation-inputs.ts'
import { recommendationOf } from './settle-recommendation.ts'

const NavigationInput = builder.inputType('RecommendationNavigationInput', {
  fields: (t) => ({ route: t.string(), tagId: t.string(), blockId: t.string() }),
})

const AddRecommendationInput = builder.inputType('AddRecommendationInput', {
  fields: (t) => ({
    recommendationType: t.field({ type: RecommendationType, required: true }),
    subject: t.string({ description: 'What it is about: while one of it is open, this one takes its place.' }),
    displayTitle: t.string({ required: true }),
    displayDescription: t.string(),
    displayLabel: t.string(),
    navigation: t.field({ type: NavigationInput }),
    referenceBlock: t.field({
      type: ReferenceBlockInput,
      description: 'The block that it is shown with; unless given the one that it is about.',
    }),
    tagIds: t.stringList({ description: 'The tags that it is shown with.' }),
    dateExpires: t.float(),
    upsertRecommendation: t.field({ type: DETAIL_INPUTS.upsertRecommendation }),
    tagRecommendation: t.field({ type: DETAIL_INPUTS.tagRecommendation }),
    shareRecommendation: t.field({ type: DETAIL_INPUTS.shareRecommendation }),
    businessObjectRecommendation: t.field({ type: DETAIL_INPUTS.businessObjectRecommendation }),
    mergeTagsRecommendation: t.field({ type: DETAIL_INPUTS.mergeTagsRecommendation }),
    meetingRecommendation: t.field({ type: DETAIL_INPUTS.meetingRecommendation }),
    followUpRecommendation: t.field({ type: DETAIL_INPUTS.followUpRecommendation }),
    insightRecommendation: t.field({ type: DETAIL_INPUTS.insightRecommendation }),
  }),
})

type Input = typeof AddRecommendationInput.$inferInput

builder.mutationField('addRecommendation', (t) =>
  t.field({
    type: Recommendation,
    description:
      "Proposes something to the person, with the one detail of its type. Those of syncs are the platform's.",
    args: { input: t.arg({ type: AddRecommendationInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const shown = shownOf(input)
      const name = detailName(input)
      const id = await edit(context, async (edit) => {
        const detail = await detailOf(edit, name, input)
        return addRecommendation(edit, {
          ...{ ...shown, type: input.recommendationType, detail },
          tagIds: await tagsOf(edit, 'input.tagIds', input.tagIds ?? []),
          referenceBlockId: (await referenceOf(edit, input)) ?? aboutOf(detail),
        })
      })
      return recommendationOf(context, id)
    },
  }),
)

/** The one detail that was given is the one that the type has. */
function detailName({ recommendationType, ...input }: Input): GivenDetail {
  const wanted = DETAIL_OF[recommendationType]
  if (!isGivable(wanted)) throw badInput('input.recommendationType', 'is told by the platform itself.')
  const given = Object.keys(DETAIL_INPUTS).filter((name) => input[name as GivenDetail] != null)
  if (given.length !== 1 || given[0] !== wanted)
    throw badInput(`input.${wanted}`, 'must be given, and no other detail.')
  return wanted
}

function isGivable(name: string): name is GivenDetail {
  return Object.hasOwn(DETAIL_INPUTS, name)
}

async function detailOf<Name extends GivenDetail>(edit: Edit, name: Name, input: Input) {
  const toDetail = TO_DETAIL[name] as (edit: Edit, at: string, given: unknown) => Promise<Record<string, unknown>>
  const detail = await toDetail(edit, `input.${name}`, input[name])
  return input.recommendationType.startsWith('upsert_') && name === 'upsertRecommendation'
    ? { ...detail, blockType: input.recommendationType.slice('upsert_'.length) }
    : detail
}

/** The block that a detail is about. */
function aboutOf(detail: Record<string, unknown>): string | undefined {
  return (detail.referenceBlock as { id: string } | undefined)?.id
}

async function referenceOf(edit: Edit, { referenceBlock }: Input): Promise<string | undefined> {
  return referenceBlock ? (await seeReferenced(edit, 'input.referenceBlock', referenceBlock)).id : undefined
}

function shownOf(input: Input) {
  const title = textOf('input.displayTitle', input.displayTitle.trim(), LONGEST.title)
  if (title === '') throw badInput('input.displayTitle', 'must not be empty.')
  return {
    title,
    description: textOf('input.displayDescription', input.displayDescription ?? undefined, LONGEST.content),
    label: textOf('input.displayLabel', input.displayLabel ?? undefined, LONGEST.name),
    subject: textOf('input.subject', input.subject ?? undefined, LONGEST.name),
    navigation: navigationOf(input.navigation ?? {}),
    dateExpires: input.dateExpires == null ? undefined : epochMs('input.dateExpires', input.dateExpires),
  }
}

function navigationOf(given: typeof NavigationInput.$inferInput): Record<string, string> {
  const hints = Object.entries(given).flatMap(([name, hint]) =>
    hint == null ? [] : [[name, textOf(`input.navigation.${name}`, hint, LONGEST.url)] as const],
  )
  return Object.fromEntries(hints)
}
