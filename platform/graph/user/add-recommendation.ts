import type { Mutation } from '../../storage/graph/access/mutation.ts'
import { saveRecommendation } from '../../storage/graph/user/recommendations.ts'
import { parseEpochMs } from '../arguments/dates.ts'
import { MAX_LENGTHS, parseText } from '../arguments/text.ts'
import { resolveReference } from '../blocks/references.ts'
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
    subject: t.string({
      description: 'What the recommendation is about. A new recommendation replaces an open one with the same subject.',
    }),
    displayTitle: t.string({ required: true }),
    displayDescription: t.string(),
    displayLabel: t.string(),
    navigation: t.field({ type: NavigationInput }),
    referenceBlock: t.field({
      type: ReferenceBlockInput,
      description: 'The block that the recommendation is shown with. Defaults to the block that it is about.',
    }),
    tagIds: t.stringList({ description: 'The tags that the recommendation is shown with.' }),
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
      'Adds a recommendation, with the one detail of its type. Recommendations about syncs are added by the platform only.',
    args: { input: t.arg({ type: AddRecommendationInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const display = parseDisplay(input)
      const name = parseDetailName(input)
      const id = await withMutation(context, async (mutation) => {
        const detail = await parseDetail(mutation, name, input)
        return saveRecommendation(mutation, {
          ...display,
          type: input.recommendationType,
          detail,
          tagIds: await resolveTags(mutation, 'input.tagIds', input.tagIds ?? []),
          referenceBlockId: (await parseReference(mutation, input)) ?? referencedBlockId(detail),
        })
      })
      return loadRecommendation(context, id)
    },
  }),
)

/** Checks that the input has exactly the one detail of its type, and returns the detail's name. Throws BAD_USER_INPUT. */
function parseDetailName({ recommendationType, ...input }: Input): InputDetail {
  const name = DETAIL_BY_TYPE[recommendationType]
  if (!isInputDetail(name)) throw badInput('input.recommendationType', 'is reserved for the platform.')
  const details = Object.keys(DETAIL_INPUTS).filter((key) => input[key as InputDetail] != null)
  if (details.length !== 1 || details[0] !== name) {
    throw badInput(`input.${name}`, 'must be given, and no other detail.')
  }
  return name
}

function isInputDetail(name: string): name is InputDetail {
  return Object.hasOwn(DETAIL_INPUTS, name)
}

async function parseDetail<Name extends InputDetail>(mutation: Mutation, name: Name, input: Input) {
  const parse = DETAIL_PARSERS[name] as (
    mutation: Mutation,
    argument: string,
    input: unknown,
  ) => Promise<Record<string, unknown>>
  if (name !== 'upsertRecommendation') return parse(mutation, `input.${name}`, input[name])
  const blockType = input.recommendationType === 'upsert_task' ? 'task' : 'note'
  const { block, ...draft } = input.upsertRecommendation ?? {}
  // A draft changes a note or a task, whichever it is for, and no other block.
  const reference = block && { id: block.id, blockType }
  return { ...(await parse(mutation, `input.${name}`, { ...draft, block: reference })), blockType }
}

/** The id of the block that a detail is about. */
function referencedBlockId(detail: Record<string, unknown>): string | undefined {
  return (detail.referenceBlock as { id: string } | undefined)?.id
}

async function parseReference(mutation: Mutation, { referenceBlock }: Input): Promise<string | undefined> {
  return referenceBlock ? (await resolveReference(mutation, 'input.referenceBlock', referenceBlock)).id : undefined
}

function parseDisplay(input: Input) {
  const title = parseText('input.displayTitle', input.displayTitle.trim(), MAX_LENGTHS.title)
  if (title === '') throw badInput('input.displayTitle', 'must not be empty.')
  return {
    title,
    description: parseText('input.displayDescription', input.displayDescription ?? undefined, MAX_LENGTHS.content),
    label: parseText('input.displayLabel', input.displayLabel ?? undefined, MAX_LENGTHS.name),
    subject: parseText('input.subject', input.subject ?? undefined, MAX_LENGTHS.name),
    navigation: parseNavigation(input.navigation ?? {}),
    dateExpires: input.dateExpires == null ? undefined : parseEpochMs('input.dateExpires', input.dateExpires),
  }
}

function parseNavigation(navigation: typeof NavigationInput.$inferInput): Record<string, string> {
  const hints = Object.entries(navigation).flatMap(([name, hint]) =>
    hint == null ? [] : [[name, parseText(`input.navigation.${name}`, hint, MAX_LENGTHS.url)] as const],
  )
  return Object.fromEntries(hints)
}
