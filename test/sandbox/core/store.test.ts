import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { Store } from '../../../sandbox/core/store.ts'

interface Item {
  id: string
  rank: number
}

const compareItems = (a: Item, b: Item) => a.rank - b.rank || (a.id < b.id ? -1 : 1)
const createStore = () => new Store<Item>({ id: ({ id }) => id, order: compareItems })
const item = fc.record({ id: fc.constantFrom(...'abcdefgh'), rank: fc.nat(3) })

describe('a store', () => {
  test('remains sorted, with one record per id, after any additions and removals', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(item, fc.boolean())), (steps) => {
        const store = createStore()
        const model = new Map<string, Item>()
        for (const [item, removes] of steps) {
          if (removes) expect(store.remove(item.id)).toBe(model.delete(item.id))
          else {
            store.put(item)
            model.set(item.id, item)
          }
        }
        const expected = [...model.values()].sort(compareItems)
        expect(store.all()).toEqual(expected)
        expect(store.size).toBe(expected.length)
      }),
    )
  })

  test('adds many records with the same result as one by one', () => {
    const [single, bulk] = [createStore(), createStore()]
    const items = [...'hgfedcba'].map((id, index) => ({ id, rank: index % 3 }))
    for (const item of items) single.put(item)
    bulk.putAll(items)
    expect(bulk.all()).toEqual(single.all())
    expect(bulk.get('c')).toEqual({ id: 'c', rank: 2 })
  })
})
