import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { fromClipboardText, toClipboardText } from '../../../../console/src/pages/tables/grid/clipboard.ts'
import { isTyped, isWithin, move, rangeOf } from '../../../../console/src/pages/tables/grid/keys.ts'
import { countRows, pagesOf } from '../../../../console/src/pages/tables/records/pages.ts'
import { randomRuns } from '../../../kit/random-runs.ts'

const SIZE = { rows: 101, columns: 5, pageRows: 10 }
const press = (key: string, modifiers: object = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...modifiers,
})

describe('keys in a grid', () => {
  test.each<[string, object, [number, number], [number, number]]>([
    ['ArrowDown', {}, [1, 2], [2, 2]],
    ['ArrowDown', {}, [100, 2], [100, 2]],
    ['ArrowUp', {}, [1, 2], [0, 2]],
    ['ArrowUp', { ctrlKey: true }, [50, 2], [1, 2]],
    ['ArrowUp', { metaKey: true }, [1, 2], [0, 2]],
    ['ArrowDown', { ctrlKey: true }, [5, 2], [100, 2]],
    ['ArrowRight', {}, [1, 4], [1, 4]],
    ['ArrowLeft', { ctrlKey: true }, [1, 4], [1, 0]],
    ['Home', {}, [7, 3], [7, 0]],
    ['Home', { ctrlKey: true }, [7, 3], [1, 0]],
    ['End', {}, [7, 0], [7, 4]],
    ['End', { ctrlKey: true }, [7, 0], [100, 4]],
    ['PageDown', {}, [95, 1], [100, 1]],
    ['PageUp', {}, [5, 1], [1, 1]],
  ])('%s %j leads from %j to %j', (key, modifiers, [row, column], [toRow, toColumn]) => {
    expect(move({ row, column }, press(key, modifiers), SIZE)).toEqual({ row: toRow, column: toColumn })
  })

  test('that do not move are left to others', () => {
    expect(move({ row: 1, column: 1 }, press('a'), SIZE)).toBeUndefined()
    expect(move({ row: 1, column: 1 }, press('ArrowLeft', { altKey: true }), SIZE)).toBeUndefined()
    expect([
      isTyped(press('a')),
      isTyped(press('é')),
      isTyped(press(' ')),
      isTyped(press('a', { ctrlKey: true })),
      isTyped(press('F2')),
    ]).toEqual([true, true, false, false, false])
  })

  test('select the cells between two corners', () => {
    const range = rangeOf({ row: 5, column: 3 }, { row: 2, column: 1 })
    expect(range).toEqual({ top: 2, bottom: 5, left: 1, right: 3 })
    expect([isWithin(range, { row: 2, column: 3 }), isWithin(range, { row: 6, column: 2 })]).toEqual([true, false])
  })
})

describe('the clipboard', () => {
  test('returns what was copied, whatever it contains', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', ' ', 'ü', ',') })
    const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 })
    const check = fc.property(rows, (copied) => {
      // A last empty line is not told from the line break at the end.
      fc.pre(copied.length === 1 || copied.at(-1)?.join('') !== '')
      expect(fromClipboardText(toClipboardText(copied))).toEqual(copied)
    })
    fc.assert(check, { numRuns: randomRuns(200) })
  })

  test('reads what spreadsheets write', () => {
    expect(fromClipboardText('a\tb\r\n"c ""d"""\t\r\n')).toEqual([
      ['a', 'b'],
      ['c "d"', ''],
    ])
  })
})

describe('the rows of a grid', () => {
  test('are in the pages that are visible', () => {
    expect(pagesOf(0, 30)).toEqual([0])
    expect(pagesOf(95, 205)).toEqual([0, 1, 2])
    expect(pagesOf(7_340, 7_370)).toEqual([73])
  })

  test.each<[string, [number, number][], number | undefined, { rows: number; isExact: boolean }]>([
    ['nothing is loaded, but the number is known', [], 10_000, { rows: 10_000, isExact: true }],
    ['nothing is known', [], undefined, { rows: 0, isExact: false }],
    ['the first page is short', [[0, 7]], 12, { rows: 7, isExact: true }],
    ['there are none', [[0, 0]], undefined, { rows: 0, isExact: true }],
    ['the first page is full', [[0, 100]], undefined, { rows: 200, isExact: false }],
    [
      'the second page is empty',
      [
        [0, 100],
        [1, 0],
      ],
      undefined,
      { rows: 100, isExact: true },
    ],
    [
      'a later page is short',
      [
        [0, 100],
        [5, 20],
      ],
      undefined,
      { rows: 520, isExact: true },
    ],
    [
      'a later page is empty, and it is not known where the list ends',
      [
        [0, 100],
        [5, 0],
      ],
      undefined,
      { rows: 200, isExact: false },
    ],
    [
      'there are more than counted before',
      [
        [0, 100],
        [1, 100],
      ],
      150,
      { rows: 200, isExact: true },
    ],
    ['there are more than can be listed', [], 2_000_000, { rows: 100_000, isExact: true }],
  ])('are counted when %s', (_, lengths, total, expected) => {
    expect(countRows(new Map(lengths), total)).toEqual(expected)
  })
})
