import { loadNews, type NewsRow } from '../../storage/graph/tags/news.ts'
import { findTags } from '../../storage/graph/tags/rows.ts'
import { requestNews } from '../../storage/web/news.ts'
import { validIds } from '../arguments/ids.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { badInput } from '../errors.ts'
import { withCost } from '../with-cost.ts'

const MAX_TAGS = 100
const MAX_SNIPPETS = 10
/** The maximum age of news (90 days, in ms). */
const MAX_AGE_MS = 90 * 86_400_000

interface TagNews {
  tagId: string
  snippets: readonly NewsRow[]
}

const NewsSnippet = builder.objectRef<NewsRow>('NewsSnippet').implement({
  fields: (t) => ({
    title: t.exposeString('title', { nullable: false }),
    snippet: t.exposeString('snippet', { nullable: true }),
    url: t.exposeString('url', { nullable: false }),
    datePublished: t.exposeFloat('date_published', { nullable: false }),
  }),
})

const TagNewsType = builder.objectRef<TagNews>('TagNews').implement({
  fields: (t) => ({
    _id: t.exposeID('tagId', { nullable: false, description: 'The id of the tag.' }),
    snippets: t.field({
      type: [NewsSnippet],
      nullable: { list: false, items: false },
      ...withCost({ rows: MAX_SNIPPETS }),
      resolve: ({ snippets }) => snippets,
    }),
  }),
})

const TagNewsOutput = builder.objectRef<TagNews[]>('TagNewsOutput').implement({
  fields: (t) => ({
    news: t.field({
      type: [TagNewsType],
      nullable: { list: false, items: false },
      description: 'One entry for each requested tag that exists.',
      resolve: (news) => news,
    }),
  }),
})

const FindTagNewsInput = builder.inputType('FindTagNewsInput', {
  fields: (t) => ({ _ids: t.stringList({ required: true }) }),
})

builder.queryField('tagNews', (t) =>
  t.field({
    type: TagNewsOutput,
    description:
      'Web pages and documents of the last 90 days that are linked to tags, and what companies publish in the feeds of ' +
      'their own sites; the newest ten of each tag. A feed is read for the first time soon after its first request.',
    ...withCost({ heavy: true }),
    args: { input: t.arg({ type: FindTagNewsInput, required: true }) },
    resolve: (_root, { input }, context) => newsFor(input._ids, context),
  }),
)

async function newsFor(ids: readonly string[], { db, viewer, now }: GraphContext): Promise<TagNews[]> {
  if (ids.length > MAX_TAGS) throw badInput('input._ids', `at most ${MAX_TAGS} tags at a time.`)
  const tags = await findTags(db, viewer, validIds(ids))
  const tagIds = [...new Set(validIds(ids))].filter((id) => tags.has(id))
  await requestNews(db, viewer.tenantId, tagIds, now())
  const rows = await loadNews(db, viewer, tagIds, { since: now() - MAX_AGE_MS, limit: MAX_SNIPPETS })
  const byTag = Map.groupBy(rows, ({ tag_id }) => tag_id)
  return tagIds.map((tagId) => ({ tagId, snippets: byTag.get(tagId) ?? [] }))
}
