import type { Mutation } from '../../storage/graph/access/mutation.ts'
import { saveRecommendation } from '../../storage/graph/user/recommendations.ts'
import { parseEpochMs } from '../arguments/dates.ts'
import { resolveReference } from '../blocks/block-references.ts'
import { MAX_LENGTHS, parseText } from '../blocks/field-writers.ts'
import { builder } from '../builder.ts'
import { badInput } from '../errors.ts'
import { ReferenceBlockInput } from '../values/block-reference.ts'
import { withMutation } from '../with-mutation.ts'
import { Recommendation, RecommendationType } from './recommendation.ts'
import { DETAIL_BY_TYPE } from './recommendation-details.ts'
import { DETAIL_INPUTS, DETAIL_PARSERS, type InputDetail, resolveTags } from './recommendation-inputs.ts'
import { loadRecommendation } from './settle-recommendation.ts'

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
      const id = await withMutation(context, async (mutation) => {
        const detail = await detailOf(mutation, name, input)
        return saveRecommendation(mutation, {
          ...{ ...shown, type: input.recommendationType, detail },
          tagIds: await resolveTags(mutation, 'input.tagIds', input.tagIds ?? []),
          referenceBlockId: (await referenceOf(mutation, input)) ?? aboutOf(detail),
        })
      })
      return loadRecommendation(context, id)
    },
  }),
)

/** The one detail that was given is the one that the type has. */
function detailName({ recommendationType, ...input }: Input): InputDetail {
  const wanted = DETAIL_BY_TYPE[recommendationType]
  if (!isGivable(wanted)) throw badInput('input.recommendationType', 'is told by the platform itself.')
  const given = Object.keys(DETAIL_INPUTS).filter((name) => input[name as InputDetail] != null)
  if (given.length !== 1 || given[0] !== wanted)
    throw badInput(`input.${wanted}`, 'must be given, and no other detail.')
  return wanted
}

function isGivable(name: string): name is InputDetail {
  return Object.hasOwn(DETAIL_INPUTS, name)
}

async function detailOf<Name extends InputDetail>(mutation: Mutation, name: Name, input: Input) {
  const toDetail = DETAIL_PARSERS[name] as (
    mutation: Mutation,
    at: string,
    given: unknown,
  ) => Promise<Record<string, unknown>>
  const detail = await toDetail(mutation, `input.${name}`, input[name])
  return input.recommendationType.startsWith('upsert_') && name === 'upsertRecommendation'
    ? { ...detail, blockType: input.recommendationType.slice('upsert_'.length) }
    : detail
}

/** The block that a detail is about. */
function aboutOf(detail: Record<string, unknown>): string | undefined {
  return (detail.referenceBlock as { id: string } | undefined)?.id
}

async function referenceOf(mutation: Mutation, { referenceBlock }: Input): Promise<string | undefined> {
  return referenceBlock ? (await resolveReference(mutation, 'input.referenceBlock', referenceBlock)).id : undefined
}

function shownOf(input: Input) {
  const title = parseText('input.displayTitle', input.displayTitle.trim(), MAX_LENGTHS.title)
  if (title === '') throw badInput('input.displayTitle', 'must not be empty.')
  return {
    title,
    description: parseText('input.displayDescription', input.displayDescription ?? undefined, MAX_LENGTHS.content),
    label: parseText('input.displayLabel', input.displayLabel ?? undefined, MAX_LENGTHS.name),
    subject: parseText('input.subject', input.subject ?? undefined, MAX_LENGTHS.name),
    navigation: navigationOf(input.navigation ?? {}),
    dateExpires: input.dateExpires == null ? undefined : parseEpochMs('input.dateExpires', input.dateExpires),
  }
}

function navigationOf(given: typeof NavigationInput.$inferInput): Record<string, string> {
  const hints = Object.entries(given).flatMap(([name, hint]) =>
    hint == null ? [] : [[name, parseText(`input.navigation.${name}`, hint, MAX_LENGTHS.url)] as const],
  )
  return Object.fromEntries(hints)
}
