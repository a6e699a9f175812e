import type { TagRow } from '../../storage/graph/tags/rows.ts'
import { addressOfTenant, markUsed, recentTags } from '../../storage/graph/tags/usage.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { badInput, notFound } from '../errors.ts'
import { idOf } from '../arguments/ids.ts'
import { LIST_SIZE } from '../arguments/paging.ts'
import { weighing } from '../with-cost.ts'
import { personOf, Tag, tagOf } from './tag.ts'

const WHAT = 'The tag'

const FindTagInput = builder.inputType('FindTagInput', {
  fields: (t) => ({
    _id: t.string(),
    tenantIdVerified: t.string({ description: 'In place of _id: the person tag of that user.' }),
    archived: t.boolean({ description: 'True: an archived tag is found too.' }),
  }),
})

builder.queryField('tag', (t) =>
  t.field({
    type: Tag,
    nullable: true,
    args: { input: t.arg({ type: FindTagInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const tag = await namedTag(input, context)
      if (!tag || (tag.archived && !input.archived)) throw notFound(WHAT)
      const { db, viewer, now } = context
      await markUsed(db, viewer, [tag], now())
      return tag
    },
  }),
)

async function namedTag(input: typeof FindTagInput.$inferInput, context: GraphContext): Promise<TagRow | undefined> {
  const { _id, tenantIdVerified } = input
  if ((_id == null) === (tenantIdVerified == null)) throw badInput('input', 'takes either _id or tenantIdVerified.')
  if (_id != null) return tagOf(context, idOf(_id, WHAT))
  const tenantId = idOf(tenantIdVerified ?? '', WHAT)
  if (tenantId === context.viewer.tenantId) return tagOf(context, context.viewer.tagId)
  const email = await addressOfTenant(context.db, tenantId)
  return email === undefined ? undefined : personOf(context, email)
}

builder.queryField('recentTags', (t) =>
  t.field({
    type: [Tag],
    nullable: { list: true, items: false },
    description: 'Tags that the viewer has looked at, written or linked, the most recent first.',
    ...weighing({ rows: LIST_SIZE.usual }),
    resolve: (_root, _args, { db, viewer }) => recentTags(db, viewer, LIST_SIZE.usual),
  }),
)
