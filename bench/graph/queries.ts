import type { PLAIN } from './plain-sql.ts'
import type { Viewer } from './viewer.ts'

/** A GraphQL operation, and where in its answer the rows are and what they are called. */
export interface Operation {
  query: string
  variables: object
  rows: string
  id: string
}

/** The same question to each of the three. */
export interface Question {
  name: string
  platform: Operation
  plain: { question: keyof typeof PLAIN; asked: object }
  /** Absent: it cannot be asked. */
  peer?: Operation
  /** How many rows are asked for may be varied; the number of statements must not. */
  resized?: (size: number) => Operation
  /** Answers may differ: what decides between equal rows is not the same. */
  isFree?: true
}

const COMMON = 'biba'
const MEDIUM = 'dube'
const RARE = 'kafufe'
const NAME = 'loka'

const BLOCK = '_id blockType title summary dateCreated dateUpdated'
const LINKS = 'sharingTags { tagId shared sharingLevel tag { _id alias } }'

export function questionsOf(viewer: Viewer): Question[] {
  const { tenantId, ownTagId, popularTagId, rareTagId, blockId } = viewer
  const me = { tenantId, ownTagId }
  const ofTag = (tagId: string) => ({ tags: [{ _ids: [tagId] }] })
  return [
    {
      name: 'newest of a popular tag',
      platform: search(BLOCK, ofTag(popularTagId)),
      plain: { question: 'ofTag', asked: { ...me, tagId: popularTagId } },
      peer: peerOfTag(viewer, popularTagId, ''),
    },
    {
      name: 'newest of a rare tag',
      platform: search(BLOCK, ofTag(rareTagId)),
      plain: { question: 'ofTag', asked: { ...me, tagId: rareTagId } },
      peer: peerOfTag(viewer, rareTagId, ''),
    },
    {
      name: 'the same with links and tags',
      platform: search(`${BLOCK} ${LINKS}`, ofTag(popularTagId)),
      plain: { question: 'withLinks', asked: { ...me, tagId: popularTagId } },
      peer: peerOfTag(viewer, popularTagId, 'links { tagId shared sharingLevel tag { tagId alias } }'),
      resized: (size) => search(`${BLOCK} ${LINKS}`, { ...ofTag(popularTagId), size }),
    },
    {
      name: 'a word of most blocks',
      platform: search(BLOCK, { searchString: COMMON }),
      plain: { question: 'withCommonWord', asked: { ...me, words: COMMON } },
    },
    {
      name: 'a word of a sixth of them',
      platform: search(BLOCK, { searchString: MEDIUM }),
      plain: { question: 'withCommonWord', asked: { ...me, words: MEDIUM } },
    },
    {
      name: 'a rare word',
      platform: search(BLOCK, { searchString: RARE }),
      plain: { question: 'withRareWord', asked: { ...me, words: RARE } },
    },
    {
      name: 'no scope: own and favorites',
      platform: search(BLOCK, {}),
      plain: { question: 'own', asked: me },
    },
    {
      name: 'how many of a popular tag',
      platform: {
        query: 'query Bench($input: GraphSearchInput) { searchGraphCount(input: $input) }',
        variables: { input: ofTag(popularTagId) },
        ...{ rows: 'searchGraphCount', id: '' },
      },
      plain: { question: 'count', asked: { ...me, tagId: popularTagId } },
    },
    {
      name: 'one block',
      platform: {
        query: `query Bench($input: FindBlockInput!) { block(input: $input) { ${BLOCK} } }`,
        variables: { input: { _id: blockId } },
        ...{ rows: 'block', id: '_id' },
      },
      plain: { question: 'block', asked: { ...me, blockId } },
      peer: {
        query: `query ($viewer: UUID!, $block: UUID!) { blockByViewerIdAndBlockId(viewerId: $viewer, blockId: $block) {
          ${PEER_BLOCK} } }`,
        variables: { viewer: tenantId, block: blockId },
        ...{ rows: 'blockByViewerIdAndBlockId', id: 'blockId' },
      },
    },
    {
      name: 'tags by a part of a name',
      platform: {
        query: 'query Bench($input: SearchTagsInput) { searchTags(input: $input) { _id alias email tagType } }',
        variables: { input: { searchString: NAME } },
        ...{ rows: 'searchTags', id: '_id' },
      },
      plain: { question: 'named', asked: { ...me, words: NAME } },
      peer: {
        query: `query ($viewer: UUID!, $word: String!) { tagsNamedList(viewer: $viewer, word: $word, most: 50) {
          tagId alias email tagType } }`,
        variables: { viewer: tenantId, word: NAME },
        ...{ rows: 'tagsNamedList', id: 'tagId' },
      },
    },
    {
      name: 'tags that go with a popular one',
      platform: {
        query: `query Bench($input: GraphSearchTagsInput) { searchGraphTags(input: $input) {
          _id alias occurrenceCount } }`,
        variables: { input: { ...ofTag(popularTagId), size: 50 } },
        ...{ rows: 'searchGraphTags', id: '_id' },
      },
      plain: { question: 'together', asked: { ...me, tagId: popularTagId } },
      isFree: true,
    },
  ]
}

function search(selection: string, input: object): Operation {
  return {
    query: `query Bench($input: GraphSearchInput) { searchGraph(input: $input) { ${selection} } }`,
    variables: { input },
    ...{ rows: 'searchGraph', id: '_id' },
  }
}

const PEER_BLOCK = 'blockId blockType title summary dateCreated dateUpdated'

function peerOfTag({ tenantId, ownTagId }: Viewer, tag: string, links: string): Operation {
  return {
    query: `query ($viewer: UUID!, $own: UUID!, $tag: UUID!) {
      blocksOfTagList(viewer: $viewer, viewerTag: $own, tag: $tag, most: 50) { ${PEER_BLOCK} ${links} } }`,
    variables: { viewer: tenantId, own: ownTagId, tag },
    ...{ rows: 'blocksOfTagList', id: 'blockId' },
  }
}
