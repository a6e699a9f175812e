import { type ChangeEvent, changesAfter, newestSequence } from '../../storage/changes.ts'
import { parseSlice } from '../arguments/paging.ts'
import { bothCases, builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { badInput } from '../errors.ts'
import { withCost } from '../with-cost.ts'

export const ChangeEventType = bothCases('ChangeEventType', [
  ...(['CREATED', 'UPDATED', 'ARCHIVED', 'RESTORED', 'SHARED', 'UNSHARED'] as const),
])
const ChangeSubject = bothCases('ChangeSubject', ['block', 'tag', 'recommendation', 'connection', 'sync'])

const ChangeEventRef = builder.objectRef<ChangeEvent>('ChangeEvent').implement({
  description: 'Names what changed and how; what it is now is read by its own query.',
  fields: (t) => ({
    sequence: t.string({ nullable: false, resolve: ({ sequence }) => String(sequence) }),
    eventType: t.expose('event_type', { type: ChangeEventType, nullable: false }),
    subject: t.expose('subject', { type: ChangeSubject, nullable: false }),
    _id: t.exposeID('subject_id', { nullable: false }),
    blockType: t.string({ nullable: true, resolve: typeIf('block') }),
    tagType: t.string({ nullable: true, resolve: typeIf('tag') }),
    sync: t.string({ nullable: true, resolve: typeIf('sync') }),
    actor: t.exposeString('actor_id', { nullable: true, description: 'The tenant who did it; null: a sync.' }),
    date: t.exposeFloat('date', { nullable: false }),
  }),
})

function typeIf(wanted: ChangeEvent['subject']) {
  return ({ subject, subject_type }: ChangeEvent) => (subject === wanted ? subject_type : null)
}

interface Feed {
  events: ChangeEvent[]
  next: string
}

const Changes = builder.objectRef<Feed>('Changes').implement({
  fields: (t) => ({
    events: t.expose('events', { type: [ChangeEventRef], nullable: { list: false, items: false } }),
    next: t.exposeString('next', { nullable: false, description: 'The `since` of the next look.' }),
  }),
})

const ChangesInput = builder.inputType('ChangesInput', {
  fields: (t) => ({
    since: t.string({ description: 'Absent: from the oldest that is kept.' }),
    size: t.int(),
    latest: t.boolean({ description: 'True: nothing but `next`, as it is now: for who begins to follow.' }),
  }),
})

builder.queryField('changes', (t) =>
  t.field({
    type: Changes,
    description: 'What has changed, oldest first, without holes: for who was away and wants to catch up.',
    ...withCost({ points: 1 }),
    args: { input: t.arg({ type: ChangesInput }) },
    resolve: (_root, { input }, context) =>
      input?.latest ? latest(context) : changesSince(sinceOf(input?.since), input?.size, context),
  }),
)

async function latest({ db, viewer }: GraphContext): Promise<Feed> {
  return { events: [], next: String(await newestSequence(db, viewer.tenantId)) }
}

function sinceOf(given: string | null | undefined): number {
  const since = Number(given ?? 0)
  if (!/^\d{1,15}$/.test(given ?? '0')) throw badInput('input.since', 'must be the `next` of an earlier answer.')
  return since
}

async function changesSince(since: number, wanted: number | null | undefined, context: GraphContext): Promise<Feed> {
  const { db, viewer, warnings } = context
  const { size } = parseSlice({ size: wanted }, context)
  if (size === 0) return { events: [], next: String(since) }
  // Read first: what comes meanwhile is no hole.
  const newest = await newestSequence(db, viewer.tenantId)
  const events = await changesAfter(db, [{ tenantId: viewer.tenantId, since }], size)
  const next = events.at(-1)?.sequence ?? Math.max(since, newest)
  const first = events[0]?.sequence ?? next + 1
  if (since > 0 && first > since + 1) {
    const message = 'Changes before the first one answered are no longer kept; read everything anew.'
    warnings.push({ code: 'CHANGES_EXPIRED', message })
  }
  return { events, next: String(next) }
}
