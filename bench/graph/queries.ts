import type { SQL_QUERIES } from './plain-sql.ts'
import type { Viewer } from './viewer.ts'

/** A GraphQL operation, with the member of its data that holds the rows, and the member of a row that holds its id. */
export interface Operation {
  query: string
  variables: object
  rowsMember: string
  idMember: string
}

/** The same query for each of the three servers. */
export interface BenchmarkQuery {
  name: string
  platform: Operation
  sql: { query: keyof typeof SQL_QUERIES; parameters: object }
  /** Absent if PostGraphile cannot express the query. */
  postgraphile?: Operation
  /** The same operation with another page size, which must not change the number of statements. */
  withSize?: (size: number) => Operation
  /** Whether the servers may return different rows. */
  mayDiffer?: true
}

const COMMON = 'biba'
const MEDIUM = 'dube'
const RARE = 'kafufe'
const NAME = 'loka'

const BLOCK = '_id blockType title summary dateCreated dateUpdated'
const LINKS = 'sharingTags { tagId shared sharingLevel tag { _id alias } }'

export function createQueries(viewer: Viewer): BenchmarkQuery[] {
  const { tenantId, ownTagId, popularTagId, rareTagId, blockId } = viewer
  const viewerParameters = { tenantId, ownTagId }
  const ofTag = (tagId: string) => ({ tags: [{ _ids: [tagId] }] })
  return [
    {
      name: 'newest of a popular tag',
      platform: search(BLOCK, ofTag(popularTagId)),
      sql: { query: 'ofTag', parameters: { ...viewerParameters, tagId: popularTagId } },
      postgraphile: searchPostgraphile(viewer, popularTagId, ''),
    },
    {
      name: 'newest of a rare tag',
      platform: search(BLOCK, ofTag(rareTagId)),
      sql: { query: 'ofTag', parameters: { ...viewerParameters, tagId: rareTagId } },
      postgraphile: searchPostgraphile(viewer, rareTagId, ''),
    },
    {
      name: 'the same with links and tags',
      platform: search(`${BLOCK} ${LINKS}`, ofTag(popularTagId)),
      sql: { query: 'withLinks', parameters: { ...viewerParameters, tagId: popularTagId } },
      postgraphile: searchPostgraphile(viewer, popularTagId, 'links { tagId shared sharingLevel tag { tagId alias } }'),
      withSize: (size) => search(`${BLOCK} ${LINKS}`, { ...ofTag(popularTagId), size }),
    },
    {
      name: 'a word of most blocks',
      platform: search(BLOCK, { searchString: COMMON }),
      sql: { query: 'withCommonWord', parameters: { ...viewerParameters, text: COMMON } },
    },
    {
      name: 'a word of a sixth of the blocks',
      platform: search(BLOCK, { searchString: MEDIUM }),
      sql: { query: 'withCommonWord', parameters: { ...viewerParameters, text: MEDIUM } },
    },
    {
      name: 'a rare word',
      platform: search(BLOCK, { searchString: RARE }),
      sql: { query: 'withRareWord', parameters: { ...viewerParameters, text: RARE } },
    },
    {
      name: 'no scope: own and favorites',
      platform: search(BLOCK, {}),
      sql: { query: 'own', parameters: viewerParameters },
    },
    {
      name: 'count of a popular tag',
      platform: {
        query: 'query Bench($input: GraphSearchInput) { searchGraphCount(input: $input) }',
        variables: { input: ofTag(popularTagId) },
        rowsMember: 'searchGraphCount',
        idMember: '',
      },
      sql: { query: 'count', parameters: { ...viewerParameters, tagId: popularTagId } },
    },
    {
      name: 'one block',
      platform: {
        query: `query Bench($input: FindBlockInput!) { block(input: $input) { ${BLOCK} } }`,
        variables: { input: { _id: blockId } },
        rowsMember: 'block',
        idMember: '_id',
      },
      sql: { query: 'block', parameters: { ...viewerParameters, blockId } },
      postgraphile: {
        query: `query ($viewer: UUID!, $block: UUID!) { blockByViewerIdAndBlockId(viewerId: $viewer, blockId: $block) {
          ${PEER_BLOCK} } }`,
        variables: { viewer: tenantId, block: blockId },
        rowsMember: 'blockByViewerIdAndBlockId',
        idMember: 'blockId',
      },
    },
    {
      name: 'tags by a part of a name',
      platform: {
        query: 'query Bench($input: SearchTagsInput) { searchTags(input: $input) { _id alias email tagType } }',
        variables: { input: { searchString: NAME } },
        rowsMember: 'searchTags',
        idMember: '_id',
      },
      sql: { query: 'named', parameters: { ...viewerParameters, text: NAME } },
      postgraphile: {
        query: `query ($viewer: UUID!, $word: String!) { tagsNamedList(viewer: $viewer, word: $word, most: 50) {
          tagId alias email tagType } }`,
        variables: { viewer: tenantId, word: NAME },
        rowsMember: 'tagsNamedList',
        idMember: 'tagId',
      },
    },
    {
      name: 'tags that go with a popular one',
      platform: relatedTags(ofTag(popularTagId)),
      // Counts them and does not rate them, so it returns others.
      sql: { query: 'relatedTags', parameters: { ...viewerParameters, tagId: popularTagId } },
      mayDiffer: true,
    },
    {
      name: 'the same, rated by both',
      platform: relatedTags(ofTag(popularTagId)),
      sql: { query: 'ratedTags', parameters: { ...viewerParameters, tagId: popularTagId } },
    },
  ]
}

function search(selection: string, input: object): Operation {
  return {
    query: `query Bench($input: GraphSearchInput) { searchGraph(input: $input) { ${selection} } }`,
    variables: { input },
    rowsMember: 'searchGraph',
    idMember: '_id',
  }
}

function relatedTags(scope: object): Operation {
  return {
    query: `query Bench($input: GraphSearchTagsInput) { searchGraphTags(input: $input) {
      _id alias occurrenceCount } }`,
    variables: { input: { ...scope, size: 50 } },
    rowsMember: 'searchGraphTags',
    idMember: '_id',
  }
}

const PEER_BLOCK = 'blockId blockType title summary dateCreated dateUpdated'

function searchPostgraphile({ tenantId, ownTagId }: Viewer, tag: string, links: string): Operation {
  return {
    query: `query ($viewer: UUID!, $own: UUID!, $tag: UUID!) {
      blocksOfTagList(viewer: $viewer, viewerTag: $own, tag: $tag, most: 50) { ${PEER_BLOCK} ${links} } }`,
    variables: { viewer: tenantId, own: ownTagId, tag },
    rowsMember: 'blocksOfTagList',
    idMember: 'blockId',
  }
}
