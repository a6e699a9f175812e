import type { TagRow } from '../../storage/graph/tags/rows.ts'
import { findTenantEmail, listRecentTags, markTagsUsed } from '../../storage/graph/tags/usage.ts'
import { parseId } from '../arguments/ids.ts'
import { LIST_SIZE } from '../arguments/paging.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { badInput, notFound } from '../errors.ts'
import { withCost } from '../with-cost.ts'
import { loadPersonTag, loadTag, Tag } from './tag.ts'

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
      await markTagsUsed(db, viewer, [tag], now())
      return tag
    },
  }),
)

async function namedTag(input: typeof FindTagInput.$inferInput, context: GraphContext): Promise<TagRow | undefined> {
  const { _id, tenantIdVerified } = input
  if ((_id == null) === (tenantIdVerified == null)) throw badInput('input', 'takes either _id or tenantIdVerified.')
  if (_id != null) return loadTag(context, parseId(_id, WHAT))
  const tenantId = parseId(tenantIdVerified ?? '', WHAT)
  if (tenantId === context.viewer.tenantId) return loadTag(context, context.viewer.tagId)
  const email = await findTenantEmail(context.db, tenantId)
  return email === undefined ? undefined : loadPersonTag(context, email)
}

builder.queryField('recentTags', (t) =>
  t.field({
    type: [Tag],
    nullable: { list: true, items: false },
    description: 'Tags that the viewer has looked at, written or linked, the most recent first.',
    ...withCost({ rows: LIST_SIZE.defaultSize }),
    resolve: (_root, _args, { db, viewer }) => listRecentTags(db, viewer, LIST_SIZE.defaultSize),
  }),
)
