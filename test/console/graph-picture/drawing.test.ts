import { describe, expect, test } from '@jest/globals'
import { mixColors, scaleOf, shorten } from '../../../console/src/graph-picture/appearance.ts'
import { describeCounts, describePicture } from '../../../console/src/graph-picture/describe.ts'
import { distanceToLine, linkAt, nodeAt } from '../../../console/src/graph-picture/drawing/hit.ts'
import { cornersOf, OUTLINES, type Shape } from '../../../console/src/graph-picture/drawing/shapes.ts'
import { chooseNames } from '../../../console/src/graph-picture/drawing/view.ts'
import { toFabricPicture } from '../../../console/src/graph-picture/fabric.ts'
import { countKinds, NODE_KINDS } from '../../../console/src/graph-picture/kinds.ts'
import { findNeighbors, type PictureNode } from '../../../console/src/graph-picture/model.ts'

const node = (id: string, weight = 1): PictureNode => ({ id, label: id, kind: 'person', weight })

describe('what is pointed at', () => {
  const nodes = [
    { id: 'near', x: 10, y: 10, radius: 5 },
    { id: 'far', x: 14, y: 10, radius: 5 },
  ]

  test('is the nearest node of those at the point', () => {
    expect(nodeAt({ x: 11, y: 10 }, nodes)).toBe('near')
    expect(nodeAt({ x: 13, y: 10 }, nodes)).toBe('far')
    expect(nodeAt({ x: 40, y: 10 }, nodes)).toBeUndefined()
  })

  test('is the nearest link beside it', () => {
    const places = new Map([
      ['a', { x: 0, y: 0 }],
      ['b', { x: 100, y: 0 }],
      ['c', { x: 100, y: 20 }],
    ])
    const links = [
      { source: 'a', target: 'b', width: 1 },
      { source: 'a', target: 'c', width: 1 },
      { source: 'a', target: 'gone', width: 1 },
    ]
    const at = (x: number, y: number) => linkAt({ x, y }, links, (id) => places.get(id))?.target
    expect(at(90, 1)).toBe('b')
    expect(at(90, 17)).toBe('c')
    expect(at(90, 60)).toBeUndefined()
    expect(distanceToLine({ x: 130, y: 40 }, { x: 0, y: 0 }, { x: 100, y: 0 })).toBe(50)
  })
})

describe('appearance', () => {
  test('areas grow with weights, and widths with their logarithms', () => {
    const links = [1, 10, 100].map((weight) => ({ source: 'a', target: 'b', weight }))
    const { radius, width, strength } = scaleOf({ nodes: [node('a', 100), node('b', 25)], links })
    expect(radius(25) - radius(0)).toBeCloseTo((radius(100) - radius(0)) / 2)
    expect(width(10) - width(1)).toBeCloseTo(width(100) - width(10))
    expect(strength(100)).toBeGreaterThan(strength(1))
  })

  test('every kind has a colour and a shape, and no two kinds of tags or of common blocks look alike', () => {
    const looks = (['person', 'company', 'topic', 'location', 'date', 'email', 'event', 'task', 'note'] as const).map(
      (kind) => `${NODE_KINDS[kind].color} ${NODE_KINDS[kind].shape}`,
    )
    expect(new Set(looks).size).toBe(looks.length)
  })

  test('shapes are inside the square that is drawn around them', () => {
    for (const shape of Object.keys(OUTLINES) as Shape[]) {
      const { stretch } = OUTLINES[shape]
      for (const { x, y } of cornersOf(shape)) {
        expect(Math.abs(x)).toBeLessThanOrEqual(stretch.x + 1e-9)
        expect(Math.abs(y)).toBeLessThanOrEqual(stretch.y + 1e-9)
      }
    }
    expect(cornersOf('circle')).toEqual([])
    expect(cornersOf('star')).toHaveLength(10)
  })

  test('colours are mixed and long names cut', () => {
    expect(mixColors('#ffffff', '#000000', 0.5)).toBe('#808080')
    expect(shorten('x'.repeat(50))).toHaveLength(32)
    expect(shorten(' Ada ')).toBe('Ada')
  })

  test('a name that would cover another one is left out', () => {
    const at = (id: string, x: number, y: number) => ({ id, label: id, x, y, radius: 4 })
    const nodes = [at('first', 10, 10), at('covered', 20, 12), at('below', 20, 60), at('outside', 900, 10)]
    const chosen = chooseNames(nodes, { width: 500, height: 500 }, () => 40, 10)
    expect(chosen.map(({ id }) => id)).toEqual(['first', 'below'])
    expect(chooseNames(nodes, { width: 500, height: 500 }, () => 40, 1)).toHaveLength(1)
  })
})

describe('descriptions', () => {
  test('name the most frequent kinds and count the rest', () => {
    expect(describeCounts({ email: 1, event: 12 })).toBe('12 events and 1 email')
    expect(describeCounts({ email: 4, event: 3, task: 2, note: 1 })).toBe('4 emails, 3 events, 2 tasks and 1 more')
    expect(describeCounts(undefined)).toBe('')
  })

  test('say what a picture shows', () => {
    const picture = { nodes: [node('Ada', 1), node('Maya', 5)], links: [] }
    expect(describePicture(picture)).toBe(
      'A picture of 2 nodes and 0 links. The largest: Maya, Ada. The list has the same content.',
    )
    expect(describePicture({ nodes: [], links: [] })).toBe('An empty picture.')
  })

  test('the legend has the kinds that there are', () => {
    const picture = { nodes: [node('a'), { ...node('b'), kind: 'company' as const }, node('c')], links: [] }
    expect(countKinds(picture)).toEqual([
      { kind: 'person', count: 2 },
      { kind: 'company', count: 1 },
    ])
  })
})

test('neighbours are sorted by their links, and links to unknown nodes are ignored', () => {
  const links = [
    { source: 'a', target: 'b', weight: 1 },
    { source: 'c', target: 'a', weight: 5 },
    { source: 'a', target: 'gone', weight: 9 },
  ]
  const neighbors = findNeighbors({ nodes: [node('a'), node('b'), node('c')], links })
  expect(neighbors.get('a')?.map(({ node: { id } }) => id)).toEqual(['c', 'b'])
  expect(neighbors.get('b')?.map(({ node: { id } }) => id)).toEqual(['a'])
})

test('the fabric of a block has its blocks by kind and its tags, with each pair linked once', () => {
  const block = (_id: string, blockType: 'note' | 'email', title: string | null) => ({
    __typename: 'Note' as const,
    _id,
    blockType,
    title,
    dateAssociated: 1,
  })
  const picture = toFabricPicture({
    rootId: 'root',
    truncated: false,
    blocks: [block('root', 'note', 'Plan'), block('mail', 'email', null)],
    tags: [{ _id: 'tag', alias: 'Kestrel', tagType: 'topic', tagSubType: 'organization' }],
    links: [
      { sourceId: 'mail', targetId: 'root' },
      { sourceId: 'root', targetId: 'mail' },
      { sourceId: 'mail', targetId: 'tag' },
      { sourceId: 'mail', targetId: 'gone' },
    ],
  } as Parameters<typeof toFabricPicture>[0])
  expect(picture.nodes.map(({ label, kind }) => [label, kind])).toEqual([
    ['Plan', 'note'],
    ['Email without a subject', 'email'],
    ['Kestrel', 'company'],
  ])
  expect(picture.links).toHaveLength(2)
  expect(picture.nodes[0]?.weight).toBeGreaterThan(picture.nodes[1]?.weight ?? 0)
})
