import { describe, expect, test } from '@jest/globals'
import { findGroups } from '../../../console/src/graph-picture/layout/groups.ts'
import { hashToUnit, seedPosition, startFrom } from '../../../console/src/graph-picture/layout/seed.ts'
import { type LayoutInput, settle } from '../../../console/src/graph-picture/layout/settle.ts'

/** Two groups of five, each linked with all others of it, and one link between them: from 0 to 5. */
const PAIRS: readonly (readonly [number, number])[] = [0, 5].flatMap((first) =>
  [0, 1, 2, 3, 4].flatMap((node) =>
    [0, 1, 2, 3, 4].filter((other) => other > node).map((other) => [first + node, first + other] as const),
  ),
)
const LINKS = Uint32Array.from([...PAIRS, [0, 5]].flat())
const WEIGHTS = new Float32Array(PAIRS.length + 1).fill(1)

function inputOf(fixed: readonly number[] = []): LayoutInput {
  const positions = Array.from({ length: 10 }, (_, node) => seedPosition(`node ${node}`, 10))
  return {
    positions: Float32Array.from(positions.flatMap(({ x, y }) => [x, y])),
    sizes: new Float32Array(10).fill(6),
    fixed: Uint8Array.from({ length: 10 }, (_, node) => (fixed.includes(node) ? 1 : 0)),
    links: LINKS,
    weights: WEIGHTS,
  }
}

const settled = (input: LayoutInput) => [...settle(input)].at(-1) as Float32Array

function distance(positions: Float32Array, node: number, other: number): number {
  const at = (node: number, axis: number) => positions[node * 2 + axis] as number
  return Math.hypot(at(node, 0) - at(other, 0), at(node, 1) - at(other, 1))
}

describe('settle', () => {
  test('moves linked nodes together and the groups apart', () => {
    const positions = settled(inputOf())
    const within = PAIRS.map(([node, other]) => distance(positions, node, other))
    const between = [1, 2, 3, 4].flatMap((node) => [6, 7, 8, 9].map((other) => distance(positions, node, other)))
    expect(Math.max(...within)).toBeLessThan(Math.min(...between))
  })

  test('leaves no node covered by another', () => {
    const positions = settled(inputOf())
    for (let node = 0; node < 10; node += 1) {
      for (let other = 0; other < node; other += 1) expect(distance(positions, node, other)).toBeGreaterThan(11)
    }
  })

  test('has the same result every time', () => {
    expect(settled(inputOf())).toEqual(settled(inputOf()))
  })

  test('does not move nodes that are fixed', () => {
    const input = inputOf([0, 1, 2, 3, 4, 5, 6, 7, 8])
    const before = input.positions.slice()
    const after = settled(input)
    expect(after.slice(0, 18)).toEqual(before.slice(0, 18))
    expect(after.slice(18)).not.toEqual(before.slice(18))
  })

  test('settles a single node and none', () => {
    const empty = { positions: [], sizes: [], fixed: [], links: [], weights: [] }
    const toInput = ({ positions, sizes, fixed, links, weights }: Record<keyof LayoutInput, number[]>) => ({
      positions: Float32Array.from(positions),
      sizes: Float32Array.from(sizes),
      fixed: Uint8Array.from(fixed),
      links: Uint32Array.from(links),
      weights: Float32Array.from(weights),
    })
    expect(settled(toInput(empty))).toHaveLength(0)
    const first = settled(toInput({ ...empty, positions: [3, 4], sizes: [5], fixed: [0] }))
    expect([...first].every(Number.isFinite)).toBe(true)
  })
})

describe('findGroups', () => {
  test('finds the groups, and who connects them', () => {
    const { group, betweenness } = findGroups(10, LINKS, WEIGHTS)
    expect(new Set(group.slice(0, 5)).size).toBe(1)
    expect(new Set(group.slice(5)).size).toBe(1)
    expect(group[0]).not.toBe(group[5])
    const central = [...betweenness].map((value, node) => ({ value, node })).toSorted((a, b) => b.value - a.value)
    expect(
      central
        .slice(0, 2)
        .map(({ node }) => node)
        .sort(),
    ).toEqual([0, 5])
  })

  test('has a group for each node without links', () => {
    expect([...findGroups(3, new Uint32Array(), new Float32Array()).group]).toEqual([0, 1, 2])
  })

  test('numbers the largest group first', () => {
    const links = Uint32Array.from([0, 1, 2, 3, 3, 4, 2, 4])
    const { group } = findGroups(5, links, new Float32Array(4).fill(1))
    expect([...group]).toEqual([1, 1, 0, 0, 0])
  })
})

describe('the start of a layout', () => {
  const node = (id: string) => ({ id, label: id, kind: 'person' as const, weight: 1 })

  test('depends on the ids only', () => {
    const first = startFrom({ nodes: [node('a'), node('b')], links: [] }, new Map())
    const other = startFrom({ nodes: [node('b'), node('a')], links: [] }, new Map())
    expect(first.positions.get('a')).toEqual(other.positions.get('a'))
    expect(first.positions.get('a')).not.toEqual(first.positions.get('b'))
    expect(first.fixed.size).toBe(0)
  })

  test('keeps what was shown where it was, and puts what is new beside its neighbours', () => {
    const links = [{ source: 'a', target: 'new', weight: 1 }]
    const shown = new Map([['a', { x: 500, y: 500 }]])
    const { positions, fixed } = startFrom({ nodes: [node('a'), node('new')], links }, shown)
    expect(positions.get('a')).toEqual({ x: 500, y: 500 })
    expect([...fixed]).toEqual(['a'])
    const { x, y } = positions.get('new') as { x: number; y: number }
    expect(Math.hypot(x - 500, y - 500)).toBeLessThan(50)
  })

  test('spreads similar ids', () => {
    const values = Array.from({ length: 1_000 }, (_, index) => hashToUnit(`0000-${index}`))
    const tenths = Map.groupBy(values, (value) => Math.floor(value * 10))
    expect(tenths.size).toBe(10)
    for (const some of tenths.values()) expect(some.length).toBeGreaterThan(50)
  })
})
