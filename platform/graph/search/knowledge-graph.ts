import {
  type CoOccurrenceRow,
  countBlocksByTag,
  findCoOccurrences,
  MAX_CO_OCCURRENCE_BLOCKS,
  type TagWithBlockCounts,
} from '../../storage/graph/search/knowledge.ts'
import { BLOCK_TYPES } from '../../storage/postgres/tables/index.ts'
import { type PageSizePolicy, parsePageRequest } from '../arguments/paging.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { TagType } from '../tags/tag.ts'
import { withCost } from '../with-cost.ts'
import {
  BlockTypeCounts,
  findRelatedTags,
  GraphSearchTagsInput,
  parseScope,
  RELATED_TAGS_SIZE,
  type RelatedTagsInput,
  tagsOfScope,
} from './graph-tags.ts'

interface Knowledge {
  nodes: Pick<TagWithBlockCounts, 'tag_id' | 'alias' | 'tag_type' | 'tag_sub_type' | 'block_types'>[]
  /** The number of tags and of links, also of those that are left out. */
  tagCount: number
  linkCount: number
  links: CoOccurrenceRow[]
}

/** The number of links. A picture of more than that is not legible. */
const LINKS_SIZE: PageSizePolicy = { defaultSize: 1_000, maxSize: 5_000 }

const KnowledgeNode = builder.objectRef<Knowledge['nodes'][number]>('KnowledgeGraphNode').implement({
  description: 'A tag, and the number of blocks in the scope that are linked to it, by type.',
  fields: (t) => ({
    id: t.exposeID('tag_id', { nullable: false }),
    name: t.exposeString('alias', { nullable: false }),
    tagType: t.expose('tag_type', { type: TagType, nullable: false }),
    tagSubType: t.exposeString('tag_sub_type', { nullable: true, description: 'organization for accounts.' }),
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
    blockTypes: t.expose('block_types', {
      type: BlockTypeCounts,
      nullable: false,
      description: 'The number of these blocks by type.',
    }),
    dateFirst: t.exposeFloat('date_first', {
      nullable: false,
      description: 'The first date that these blocks refer to (dateAssociated).',
    }),
    dateLast: t.exposeFloat('date_last', { nullable: false, description: 'The last one.' }),
  }),
})

const KnowledgeGraph = builder.objectRef<Knowledge>('KnowledgeGraph').implement({
  fields: (t) => ({
    nodes: t.expose('nodes', {
      type: [KnowledgeNode],
      nullable: { list: false, items: false },
      ...withCost({ rows: RELATED_TAGS_SIZE.defaultSize }),
    }),
    tagCount: t.exposeInt('tagCount', {
      nullable: false,
      description: 'The number of tags in the scope, also of those that are left out because of the size.',
    }),
    links: t.expose('links', {
      type: [KnowledgeLink],
      nullable: { list: false, items: false },
      description: 'The links between the nodes, the most frequent first.',
      ...withCost({ rows: LINKS_SIZE.defaultSize }),
    }),
    linkCount: t.exposeInt('linkCount', {
      nullable: false,
      description: 'The number of links between the nodes, also of those that are left out because of linkSize.',
    }),
  }),
})

builder.queryField('generateKnowledgeGraph', (t) =>
  t.field({
    type: KnowledgeGraph,
    description: "The scope's own tags and the tags related to it, and the links between them.",
    ...withCost({ heavy: true }),
    args: {
      input: t.arg({ type: GraphSearchTagsInput }),
      linkSize: t.arg.int({ description: 'The number of links. Defaults to 1,000, at most 5,000.' }),
    },
    resolve: (_root, { input, linkSize }, context) => {
      const { size } = parsePageRequest({ size: linkSize }, context, LINKS_SIZE)
      return generate(input ?? {}, size, context)
    },
  }),
)

async function generate(input: RelatedTagsInput, linkSize: number, context: GraphContext): Promise<Knowledge> {
  const { db, viewer, warnings } = context
  const filters = parseScope(input, context)
  const related = await findRelatedTags(input, context, { filters, countsAll: true, withTypes: true })
  const own = await countBlocksByTag(db, viewer, filters, tagsOfScope(input))
  const nodes = [...own, ...related]
  const { coOccurrences, total, isTruncated } = await findCoOccurrences(
    db,
    viewer,
    filters,
    nodes.map(({ tag_id }) => tag_id),
    linkSize,
  )
  if (isTruncated) {
    const message = `Links are computed from the ${MAX_CO_OCCURRENCE_BLOCKS} last changed blocks.`
    warnings.push({ code: 'SCOPE_CLAMPED', message })
  }
  const tagCount = own.length + (related[0]?.found_tags ?? 0)
  return { nodes, tagCount, links: coOccurrences, linkCount: total }
}
