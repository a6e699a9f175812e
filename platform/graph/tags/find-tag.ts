import { findTenantEmail } from '../../storage/graph/access/shares.ts'
import type { TagRow } from '../../storage/graph/tags/rows.ts'
import { listRecentTags, markTagsUsed } from '../../storage/graph/tags/usage.ts'
import { parseId } from '../arguments/ids.ts'
import { LIST_SIZE } from '../arguments/paging.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { badInput, notFound } from '../errors.ts'
import { withCost } from '../with-cost.ts'
import { loadPersonTag, loadTag, Tag } from './tag.ts'

const NOUN = 'The tag'

const FindTagInput = builder.inputType('FindTagInput', {
  fields: (t) => ({
    _id: t.string(),
    tenantIdVerified: t.string({ description: 'Instead of _id: finds the person tag of this user.' }),
    archived: t.boolean({ description: 'If true, archived tags are found too.' }),
  }),
})

builder.queryField('tag', (t) =>
  t.field({
    type: Tag,
    nullable: true,
    args: { input: t.arg({ type: FindTagInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const tag = await namedTag(input, context)
      if (!tag || (tag.archived && !input.archived)) throw notFound(NOUN)
      const { db, viewer, now } = context
      await markTagsUsed(db, viewer, [tag], now())
      return tag
    },
  }),
)

async function namedTag(input: typeof FindTagInput.$inferInput, context: GraphContext): Promise<TagRow | undefined> {
  const { _id, tenantIdVerified } = input
  if ((_id == null) === (tenantIdVerified == null)) throw badInput('input', 'needs either _id or tenantIdVerified.')
  if (_id != null) return loadTag(context, parseId(_id, NOUN))
  const tenantId = parseId(tenantIdVerified ?? '', NOUN)
  if (tenantId === context.viewer.tenantId) return loadTag(context, context.viewer.tagId)
  const email = await findTenantEmail(context.db, tenantId)
  return email === undefined ? undefined : loadPersonTag(context, email)
}

builder.queryField('recentTags', (t) =>
  t.field({
    type: [Tag],
    nullable: { list: true, items: false },
    description: 'Tags that the viewer has opened, changed or linked, most recent first.',
    ...withCost({ rows: LIST_SIZE.defaultSize }),
    resolve: (_root, _args, { db, viewer }) => listRecentTags(db, viewer, LIST_SIZE.defaultSize),
  }),
)
