import { describe, expect, test } from '@jest/globals'
import { PaletteActions } from '../../../console/src/shell/palette-actions.ts'
import { matchEntries, nextEntry, type PaletteEntry } from '../../../console/src/shell/palette-entries.ts'

const entry = (label: string, keywords?: string[]): PaletteEntry => ({
  id: label,
  label,
  keywords,
  sign: { icon: undefined },
  run: () => undefined,
})

describe('entries of the palette', () => {
  const entries = [entry('Open new thread'), entry('New note', ['write']), entry('Réglages')]

  test.each([
    ['new', ['New note', 'Open new thread']],
    ['NOTE ne', ['New note']],
    ['writ', ['New note']],
    ['reg', ['Réglages']],
    ['ote', []],
    ['!?', []],
    [' ', ['Open new thread', 'New note', 'Réglages']],
  ])('%j finds %j', (text, expected) => {
    expect(matchEntries(entries, text).map(({ label }) => label)).toEqual(expected)
  })

  test('the arrow keys go round, and begin at the first', () => {
    const ids = ['a', 'b', 'c']
    expect(nextEntry(ids, 'c', 1)).toBe('a')
    expect(nextEntry(ids, 'a', -1)).toBe('c')
    expect(nextEntry(ids, 'gone', 1)).toBe('a')
    expect(nextEntry([], undefined, 1)).toBeUndefined()
  })
})

describe('actions of pages', () => {
  test('are listed while their page is shown', () => {
    const actions = new PaletteActions()
    const [page, part] = [Symbol('page'), Symbol('part')]
    actions.set(page, [{ id: 'a', label: 'A', run: () => 1 }])
    actions.set(part, [{ id: 'b', label: 'B', run: () => 2 }])
    expect(actions.all.map(({ id }) => id)).toEqual(['a', 'b'])
    actions.remove(page)
    expect(actions.all.map(({ id }) => id)).toEqual(['b'])
  })

  test('do what they do now, and tell nobody of an action that looks the same', () => {
    const actions = new PaletteActions()
    const page = Symbol('page')
    let changes = 0
    actions.subscribe(() => changes++)
    actions.set(page, [{ id: 'a', label: 'A', run: () => 'before' }])
    const listed = actions.all
    actions.set(page, [{ id: 'a', label: 'A', run: () => 'now' }])
    expect([changes, actions.all === listed, actions.run('a')]).toEqual([1, true, 'now'])
    actions.set(page, [{ id: 'a', label: 'Other', run: () => 'now' }])
    expect([changes, actions.all[0]?.label]).toEqual([2, 'Other'])
  })
})
