import {
  type CoOccurrenceRow,
  countBlocksByTag,
  findCoOccurrences,
  MAX_CO_OCCURRENCE_BLOCKS,
  type TagWithBlockCounts,
} from '../../storage/graph/search/knowledge.ts'
import { BLOCK_TYPES } from '../../storage/postgres/tables/index.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { TagType } from '../tags/tag.ts'
import { withCost } from '../with-cost.ts'
import {
  findRelatedTags,
  GraphSearchTagsInput,
  parseScope,
  RELATED_TAGS_SIZE,
  type RelatedTagsInput,
  tagsOfScope,
} from './graph-tags.ts'

interface Knowledge {
  nodes: Pick<TagWithBlockCounts, 'tag_id' | 'alias' | 'tag_type' | 'block_types'>[]
  links: CoOccurrenceRow[]
}

const KnowledgeNode = builder.objectRef<Knowledge['nodes'][number]>('KnowledgeGraphNode').implement({
  description: 'A tag, and the number of blocks in the scope that are linked to it, by type.',
  fields: (t) => ({
    id: t.exposeID('tag_id', { nullable: false }),
    name: t.exposeString('alias', { nullable: false }),
    tagType: t.expose('tag_type', { type: TagType, nullable: false }),
    ...Object.fromEntries(
      BLOCK_TYPES.map((type) => [
        `${type}s`,
        t.int({ nullable: false, resolve: ({ block_types }) => block_types[type] ?? 0 }),
      ]),
    ),
  }),
})

const KnowledgeLink = builder.objectRef<CoOccurrenceRow>('KnowledgeGraphLink').implement({
  description: 'Two tags that are linked to the same blocks.',
  fields: (t) => ({
    source: t.exposeID('source', { nullable: false }),
    target: t.exposeID('target', { nullable: false }),
    weight: t.exposeInt('blocks', { nullable: false, description: 'The number of blocks that both are linked to.' }),
  }),
})

const KnowledgeGraph = builder.objectRef<Knowledge>('KnowledgeGraph').implement({
  fields: (t) => ({
    nodes: t.expose('nodes', {
      type: [KnowledgeNode],
      nullable: { list: false, items: false },
      ...withCost({ rows: RELATED_TAGS_SIZE.defaultSize }),
    }),
    links: t.expose('links', {
      type: [KnowledgeLink],
      nullable: { list: false, items: false },
      ...withCost({ rows: RELATED_TAGS_SIZE.defaultSize }),
    }),
  }),
})

builder.queryField('generateKnowledgeGraph', (t) =>
  t.field({
    type: KnowledgeGraph,
    description: "The scope's own tags and the tags related to it, and the links between them.",
    ...withCost({ heavy: true }),
    args: { input: t.arg({ type: GraphSearchTagsInput }) },
    resolve: (_root, { input }, context) => generate(input ?? {}, context),
  }),
)

async function generate(input: RelatedTagsInput, context: GraphContext): Promise<Knowledge> {
  const { db, viewer, warnings } = context
  const filters = parseScope(input, context)
  const related = await findRelatedTags(input, context, filters)
  const own = await countBlocksByTag(db, viewer, filters, tagsOfScope(input))
  const nodes = [...own, ...related]
  const { coOccurrences, isTruncated } = await findCoOccurrences(
    db,
    viewer,
    filters,
    nodes.map(({ tag_id }) => tag_id),
  )
  if (isTruncated) {
    const message = `Links are computed from the ${MAX_CO_OCCURRENCE_BLOCKS} last changed blocks.`
    warnings.push({ code: 'SCOPE_CLAMPED', message })
  }
  return { nodes, links: coOccurrences }
}
