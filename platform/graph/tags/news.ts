import { loadNews, type NewsRow } from '../../storage/graph/tags/news.ts'
import { findTags } from '../../storage/graph/tags/rows.ts'
import { validIds } from '../arguments/ids.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { badInput } from '../errors.ts'
import { withCost } from '../with-cost.ts'

const MAX_TAGS = 100
const MAX_SNIPPETS = 10
/** What is older is no news (90 days, ms). */
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
    _id: t.exposeID('tagId', { nullable: false, description: "The tag's." }),
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
      description: 'An entry for each tag that was asked for and exists.',
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
    description: 'Web pages and documents of the last 90 days that are linked to tags, the newest ten of each.',
    ...withCost({ heavy: true }),
    args: { input: t.arg({ type: FindTagNewsInput, required: true }) },
    resolve: (_root, { input }, context) => newsFor(input._ids, context),
  }),
)

async function newsFor(given: readonly string[], { db, viewer, now }: GraphContext): Promise<TagNews[]> {
  if (given.length > MAX_TAGS) throw badInput('input._ids', `at most ${MAX_TAGS} tags at a time.`)
  const known = await findTags(db, viewer, validIds(given))
  const asked = [...new Set(validIds(given))].filter((id) => known.has(id))
  const rows = await loadNews(db, viewer, asked, { since: now() - MAX_AGE_MS, limit: MAX_SNIPPETS })
  const byTag = Map.groupBy(rows, ({ tag_id }) => tag_id)
  return asked.map((tagId) => ({ tagId, snippets: byTag.get(tagId) ?? [] }))
}
