import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { toThemeColor } from '../../../console/src/folders/colors.ts'
import { filterTree, idsWithin, possibleParents, toggleWithin, toTree } from '../../../console/src/folders/tree.ts'

const folder = (_id: string, parentId: string | null = null, name = _id) => ({ _id, parentId, name })
const FOLDERS = [folder('a'), folder('c', 'b'), folder('b', 'a'), folder('d'), folder('e', 'gone')]
const shown = (folders: Parameters<typeof toTree>[0]) =>
  toTree(folders).map((placed) => [placed.folder._id, placed.depth])

describe('the tree of folders', () => {
  test('lists subfolders after their folder; a folder without its parent is at the top', () => {
    expect(shown(FOLDERS)).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 2],
      ['d', 0],
      ['e', 0],
    ])
  })

  test('ends for any folders, and shows none twice', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd')
    const any = fc.uniqueArray(fc.record({ _id: id, parentId: fc.option(id), name: id }), {
      selector: ({ _id }) => _id,
    })
    fc.assert(
      fc.property(any, id, (folders, chosen) => {
        const ids = shown(folders).map(([first]) => first)
        expect(new Set(ids).size).toBe(ids.length)
        expect(idsWithin(folders, chosen)).not.toContain(chosen)
      }),
    )
  })

  test('a folder is not moved into itself or what is in it', () => {
    expect(possibleParents(FOLDERS, 'a').map((placed) => placed.folder._id)).toEqual(['d', 'e'])
    expect(possibleParents(FOLDERS, undefined)).toHaveLength(5)
  })

  test('choosing a folder chooses what is in it, and dropping it drops that', () => {
    expect(toggleWithin(FOLDERS, ['d'], 'a')).toEqual(['d', 'a', 'b', 'c'])
    expect(toggleWithin(FOLDERS, ['d', 'a', 'b', 'c'], 'a')).toEqual(['d'])
    expect(toggleWithin(FOLDERS, ['a', 'b', 'c'], 'c')).toEqual(['a', 'b'])
  })

  test('looking for a name shows the way to it and what is in it', () => {
    const named = [
      folder('1', null, 'Europe'),
      folder('2', '1', 'North'),
      folder('3', '2', 'Oslo'),
      folder('4', '1', 'South'),
    ]
    expect(filterTree(named, 'nor').map(({ _id }) => _id)).toEqual(['1', '2', '3'])
    expect(filterTree(named, ' ')).toHaveLength(4)
  })
})

test.each([
  ['teal', 'teal'],
  [' RED ', 'red'],
  ['#ff0000', 'gray'],
  ['red; background: url(https://evil.example)', 'gray'],
  [null, 'gray'],
])('the colour %j is shown as %s', (color, expected) => {
  expect(toThemeColor(color)).toBe(expected)
})
