import { describe, expect, test } from '@jest/globals'
import { findNeighbors, type Picture, withoutKinds } from '../../../../console/src/graph-picture/model.ts'
import { describeScope, toFileName, toJson } from '../../../../console/src/pages/graph/export.ts'
import { toInsights } from '../../../../console/src/pages/graph/insights.ts'
import { describeOmissions, type Knowledge, toPicture } from '../../../../console/src/pages/graph/knowledge.ts'
import { findNodes, toLinkRows, toNodeRows } from '../../../../console/src/pages/graph/rows.ts'
import { NO_SCOPE } from '../../../../console/src/pages/graph/scope.ts'
import { nextSpan, toBars, toDays, toSpan } from '../../../../console/src/pages/graph/timeline.ts'
import { BLOCK_KINDS } from '../../../../console/src/text/kinds.ts'

const NONE = Object.fromEntries(Object.keys(BLOCK_KINDS).map((type) => [type, 0]))
const NO_COUNTS = Object.fromEntries(Object.keys(BLOCK_KINDS).map((type) => [`${type}s`, 0]))

function knowledge(part: object = {}): Knowledge {
  const node = (id: string, name: string, counts: object) => ({
    id,
    name,
    tagType: 'person',
    tagSubType: null,
    ...NO_COUNTS,
    ...counts,
  })
  return {
    tagCount: 3,
    linkCount: 2,
    nodes: [
      node('a', 'Ada', { emails: 3, events: 1 }),
      { ...node('b', ' ', { emails: 1 }), tagType: 'topic', tagSubType: 'organization' },
      node('none', 'Nobody', {}),
    ],
    links: [
      { source: 'a', target: 'b', weight: 2, dateFirst: 1, dateLast: 9, blockTypes: { ...NONE, email: 2 } },
      { source: 'a', target: 'none', weight: 1, dateFirst: 1, dateLast: 1, blockTypes: NONE },
    ],
    ...part,
  } as unknown as Knowledge
}

test('a knowledge graph becomes a picture of the tags that have something in the scope', () => {
  const { nodes, links } = toPicture(knowledge())
  expect(nodes).toEqual([
    { id: 'a', label: 'Ada', kind: 'person', weight: 4, counts: { email: 3, event: 1 } },
    { id: 'b', label: 'Unnamed', kind: 'company', weight: 1, counts: { email: 1 } },
  ])
  expect(links).toEqual([{ source: 'a', target: 'b', weight: 2, counts: { email: 2 }, first: 1, last: 9 }])
})

test('what was left out is said', () => {
  expect(describeOmissions(knowledge())).toBeUndefined()
  expect(describeOmissions(knowledge({ tagCount: 900 }))).toBe(
    'You see the 3 most relevant of 900 people, companies and topics.',
  )
  expect(describeOmissions(knowledge({ linkCount: 5_000 }))).toBe(
    'You see the 2 strongest of 5,000 links between them.',
  )
})

/** Two groups of three, connected by the node c, and one on its own. */
const PICTURE: Picture = {
  nodes: ['a', 'b', 'c', 'd', 'e', 'f', 'alone'].map((id, index) => ({
    id,
    label: id.toUpperCase(),
    kind: id === 'f' ? 'company' : 'person',
    weight: 10 - index,
  })),
  links: (['ab', 'ac', 'bc', 'cd', 'de', 'df', 'ef'] as const).map((pair, index) => ({
    source: pair.charAt(0),
    target: pair.charAt(1),
    weight: index + 1,
    first: index,
    last: 100 - index,
  })),
}

test('insights name the groups, who connects them, and the strongest links', () => {
  const groups = {
    group: Uint32Array.from([0, 0, 0, 1, 1, 1, 2]),
    betweenness: Float32Array.from([0, 0, 0.6, 0.5, 0, 0, 0]),
  }
  const insights = toInsights(PICTURE, groups, findNeighbors(PICTURE))
  expect(insights.groups.map(({ name, size }) => [name, size])).toEqual([
    ['A', 3],
    ['D', 3],
  ])
  expect(insights.connectors.map(({ node, groups }) => [node.id, groups.map(({ name }) => name)])).toEqual([
    ['c', ['A', 'D']],
    ['d', ['D', 'A']],
  ])
  expect(insights.groupOf('alone')).toBeUndefined()
  expect(insights.strongest[0]).toMatchObject({ source: 'e', target: 'f' })
})

describe('lists', () => {
  const neighbors = findNeighbors(PICTURE)

  test('are sorted by what was chosen', () => {
    expect(toNodeRows(PICTURE, neighbors, 'weight')[0]?.node.id).toBe('a')
    expect(toNodeRows(PICTURE, neighbors, 'links')[0]).toMatchObject({ node: { id: 'c' }, linkCount: 3 })
    expect(toNodeRows(PICTURE, neighbors, 'name').at(-1)?.node.id).toBe('f')
    expect(toLinkRows(PICTURE, 'weight')[0]?.key).toBe('e f')
    expect(toLinkRows(PICTURE, 'first')[0]?.key).toBe('a b')
  })

  test('find a name without case and accents, and what begins with it first', () => {
    const named = (id: string, label: string, weight: number) => ({ id, label, kind: 'person' as const, weight })
    const picture = { nodes: [named('1', 'Zoë Ångström', 9), named('2', 'Angela Zoellner', 1)], links: [] }
    expect(findNodes(picture, 'ang', 5).map(({ id }) => id)).toEqual(['2', '1'])
    expect(findNodes(picture, 'angstrom zoe', 5).map(({ id }) => id)).toEqual(['1'])
    expect(findNodes(picture, ' ', 5)).toEqual([])
  })

  test('a hidden kind takes its links with it', () => {
    const { nodes, links } = withoutKinds(PICTURE, new Set(['company'] as const))
    expect(nodes).toHaveLength(6)
    expect(links.map(({ source, target }) => source + target)).toEqual(['ab', 'ac', 'bc', 'cd', 'de'])
  })
})

describe('the histogram', () => {
  const week = (date: string, count: number) => ({
    date: Date.parse(`${date}T12:00:00Z`),
    blockType: 'email' as const,
    count,
  })
  const bars = toBars([week('2026-01-05', 2), week('2026-01-05', 1), week('2026-01-26', 4)])

  test('has a bar for each week from the first to the last one', () => {
    expect(bars.map(({ from, count }) => [from, count])).toEqual([
      ['2026-01-05', 3],
      ['2026-01-12', 0],
      ['2026-01-19', 0],
      ['2026-01-26', 4],
    ])
    expect(bars[0]?.to).toBe('2026-01-11')
    expect(toBars([])).toEqual([])
  })

  test('takes weeks together if there are many, and loses none', () => {
    const years = toBars([week('2020-01-06', 1), week('2026-01-05', 1)])
    expect(years.length).toBeLessThanOrEqual(52)
    expect(years.reduce((sum, { count }) => sum + count, 0)).toBe(2)
  })

  test('translates days and bars into each other', () => {
    expect(toSpan(bars, {})).toEqual([0, 3])
    expect(toSpan(bars, { from: '2026-01-14', to: '2026-01-20' })).toEqual([1, 2])
    expect(toDays(bars, [1, 2])).toEqual({ from: '2026-01-12', to: '2026-01-25' })
    expect(toDays(bars, [0, 3])).toEqual({ from: undefined, to: undefined })
  })

  test('is played from the beginning to the end', () => {
    expect(nextSpan(bars, [0, 3])).toEqual([0, 0])
    expect(nextSpan(bars, [0, 0])).toEqual([1, 1])
    expect(nextSpan(bars, [3, 3])).toBeUndefined()
  })
})

describe('exports', () => {
  test('say the scope in words', () => {
    const names = new Map([['x', 'Maya']])
    expect(describeScope(NO_SCOPE, names)).toBe('Everything')
    expect(describeScope({ ...NO_SCOPE, kinds: ['email'], tagIds: ['x'], words: 'offer' }, names)).toBe(
      'Emails, linked to Maya, with “offer”',
    )
  })

  test('have nodes, links with dates, the scope and the date', () => {
    const json = JSON.parse(toJson(NO_SCOPE, new Map(), PICTURE, Date.parse('2026-11-23T10:00:00Z')))
    expect(json).toMatchObject({ date: '2026-11-23T10:00:00.000Z', scope: { description: 'Everything' } })
    expect(json.nodes).toHaveLength(7)
    expect(json.links[0]).toEqual({
      source: 'a',
      target: 'b',
      weight: 1,
      first: '1970-01-01T00:00:00.000Z',
      last: '1970-01-01T00:00:00.100Z',
    })
    expect(toFileName('json', Date.parse('2026-11-23T10:00:00Z'))).toBe('graph-2026-11-23.json')
  })
})
