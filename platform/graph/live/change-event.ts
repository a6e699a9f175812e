import { type ChangeEvent, findChangesAfter, findLastSequence } from '../../storage/changes.ts'
import { parsePageRequest } from '../arguments/paging.ts'
import { builder, caseInsensitiveEnum } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { badInput } from '../errors.ts'
import { withCost } from '../with-cost.ts'

export const ChangeEventType = caseInsensitiveEnum('ChangeEventType', [
  'CREATED',
  'UPDATED',
  'ARCHIVED',
  'RESTORED',
  'SHARED',
  'UNSHARED',
])
const ChangeSubject = caseInsensitiveEnum('ChangeSubject', ['block', 'tag', 'recommendation', 'connection', 'sync'])

const ChangeEventRef = builder.objectRef<ChangeEvent>('ChangeEvent').implement({
  description: 'What has changed, and how. The current state is read by the query of the subject.',
  fields: (t) => ({
    sequence: t.string({ nullable: false, resolve: ({ sequence }) => String(sequence) }),
    eventType: t.expose('event_type', { type: ChangeEventType, nullable: false }),
    subject: t.expose('subject', { type: ChangeSubject, nullable: false }),
    _id: t.exposeID('subject_id', { nullable: false }),
    blockType: t.string({ nullable: true, resolve: typeOfSubject('block') }),
    tagType: t.string({ nullable: true, resolve: typeOfSubject('tag') }),
    sync: t.string({ nullable: true, resolve: typeOfSubject('sync') }),
    actor: t.exposeString('actor_id', {
      nullable: true,
      description: 'The id of the tenant who made the change; null for a sync.',
    }),
    date: t.exposeFloat('date', { nullable: false }),
  }),
})

function typeOfSubject(expected: ChangeEvent['subject']) {
  return ({ subject, subject_type }: ChangeEvent) => (subject === expected ? subject_type : null)
}

interface ChangesPage {
  events: ChangeEvent[]
  next: string
}

const Changes = builder.objectRef<ChangesPage>('Changes').implement({
  fields: (t) => ({
    events: t.expose('events', { type: [ChangeEventRef], nullable: { list: false, items: false } }),
    next: t.exposeString('next', { nullable: false, description: 'The `since` of the next query.' }),
  }),
})

const ChangesInput = builder.inputType('ChangesInput', {
  fields: (t) => ({
    since: t.string({ description: 'If omitted, starts at the oldest retained change.' }),
    size: t.int(),
    latest: t.boolean({
      description: 'If true, returns only the current `next`, for clients that start to follow changes.',
    }),
  }),
})

builder.queryField('changes', (t) =>
  t.field({
    type: Changes,
    description: 'The changes since a point in the feed, oldest first and without gaps.',
    ...withCost({ points: 1 }),
    args: { input: t.arg({ type: ChangesInput }) },
    resolve: (_root, { input }, context) =>
      input?.latest ? latestPosition(context) : changesSince(parseSince(input?.since), input?.size, context),
  }),
)

async function latestPosition({ db, viewer }: GraphContext): Promise<ChangesPage> {
  return { events: [], next: String(await findLastSequence(db, viewer.tenantId)) }
}

function parseSince(text: string | null | undefined): number {
  const since = Number(text ?? 0)
  if (!/^\d{1,15}$/.test(text ?? '0')) throw badInput('input.since', 'must be the `next` of an earlier result.')
  return since
}

async function changesSince(
  since: number,
  requestedSize: number | null | undefined,
  context: GraphContext,
): Promise<ChangesPage> {
  const { db, viewer, warnings } = context
  const { size } = parsePageRequest({ size: requestedSize }, context)
  if (size === 0) return { events: [], next: String(since) }
  // Read before the changes, so that a change that is written in between is not mistaken for a gap.
  const newest = await findLastSequence(db, viewer.tenantId)
  if (since > newest) {
    // The store was restored from a backup that is older than what the client has seen.
    warnings.push({ code: 'CHANGES_EXPIRED', message: 'The feed was set back. Reload all data.' })
    return { events: [], next: String(newest) }
  }
  const events = await findChangesAfter(db, [{ tenantId: viewer.tenantId, since }], size)
  const next = events.at(-1)?.sequence ?? newest
  const first = events[0]?.sequence ?? next + 1
  if (since > 0 && first > since + 1) {
    const message = 'Earlier changes are no longer retained. Reload all data.'
    warnings.push({ code: 'CHANGES_EXPIRED', message })
  }
  return { events, next: String(next) }
}
