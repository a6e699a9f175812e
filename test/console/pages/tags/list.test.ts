import { describe, expect, test } from '@jest/globals'
import { extend, NOTHING_SELECTED, toggle } from '../../../../console/src/pages/tags/list/selection.ts'
import {
  DEFAULT_STATE,
  isFiltered,
  type ListState,
  readState,
  toSearchInput,
  writeState,
} from '../../../../console/src/pages/tags/list/state.ts'

const EVERYTHING: ListState = {
  search: 'maya & co',
  sort: 'tasks',
  folderIds: ['f1', 'f2'],
  onlyFavorites: true,
  onlyWithTasks: true,
  withArchived: true,
}

describe('the address of a list', () => {
  test('says everything that differs from the default, and nothing else', () => {
    expect(writeState(DEFAULT_STATE, new URLSearchParams()).toString()).toBe('')
    const written = writeState(EVERYTHING, new URLSearchParams('other=1'))
    expect(readState(new URLSearchParams(written.toString()))).toEqual(EVERYTHING)
    expect(written.get('other')).toBe('1')
    expect(writeState(DEFAULT_STATE, written).toString()).toBe('other=1')
  })

  test('may have an order that does not exist', () => {
    expect(readState(new URLSearchParams('sort=constructor')).sort).toBe('changed')
  })
})

describe('what is requested', () => {
  test('are people, or companies, in the default order', () => {
    expect(toSearchInput('people', DEFAULT_STATE)).toEqual({ tagType: 'person', orderByDateUpdated: 'desc' })
    expect(toSearchInput('companies', DEFAULT_STATE)).toEqual({
      tagSubType: 'organization',
      orderByDateUpdated: 'desc',
    })
  })

  test('has one order and all filters', () => {
    expect(toSearchInput('people', EVERYTHING)).toEqual({
      tagType: 'person',
      searchString: 'maya & co',
      orderByTaskCount: 'desc',
      folderIds: ['f1', 'f2'],
      favorite: true,
      hasTasks: true,
      archived: true,
    })
  })

  test('a blank search is none', () => {
    expect(toSearchInput('people', { ...DEFAULT_STATE, search: '  ' })).not.toHaveProperty('searchString')
    expect(isFiltered({ ...DEFAULT_STATE, search: '  ' })).toBe(false)
    expect(isFiltered({ ...DEFAULT_STATE, sort: 'name' })).toBe(false)
    expect(isFiltered({ ...DEFAULT_STATE, folderIds: ['a'] })).toBe(true)
  })
})

describe('the selection', () => {
  const rows = ['a', 'b', 'c', 'd', 'e']
  const ids = ({ ids: selected }: { ids: ReadonlySet<string> }) => [...selected].sort()

  test('is toggled row by row', () => {
    expect(ids(toggle(toggle(NOTHING_SELECTED, 'a'), 'b'))).toEqual(['a', 'b'])
    expect(ids(toggle(toggle(NOTHING_SELECTED, 'a'), 'a'))).toEqual([])
  })

  test('is extended from the last row, in both directions', () => {
    const [fromB, fromD] = [toggle(NOTHING_SELECTED, 'b'), toggle(NOTHING_SELECTED, 'd')]
    expect(ids(extend(fromB, rows, 'd'))).toEqual(['b', 'c', 'd'])
    expect(ids(extend(fromD, rows, 'b'))).toEqual(['b', 'c', 'd'])
    expect(ids(extend(extend(fromB, rows, 'd'), rows, 'e'))).toEqual(['b', 'c', 'd', 'e'])
  })

  test('is toggled if the last row is not in the list any more', () => {
    expect(ids(extend(toggle(NOTHING_SELECTED, 'gone'), rows, 'c'))).toEqual(['c', 'gone'])
    expect(ids(extend(NOTHING_SELECTED, rows, 'c'))).toEqual(['c'])
  })
})
