import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { Seal } from '../../../sandbox/core/seal.ts'
import { Store } from '../../../sandbox/core/store.ts'

const newStore = () =>
  new Store<{ id: string; at: number }>({ id: ({ id }) => id, order: (a, b) => a.at - b.at || (a.id < b.id ? -1 : 1) })

const record = fc.record({ id: fc.constantFrom(...'abcdefgh'), at: fc.nat(3) })

describe('a store', () => {
  test('stays in order, one record for each id, whatever is put in and taken out', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(record, fc.boolean())), (steps) => {
        const store = newStore()
        const model = new Map<string, { id: string; at: number }>()
        for (const [item, removes] of steps) {
          if (removes) expect(store.remove(item.id)).toBe(model.delete(item.id))
          else {
            store.put(item)
            model.set(item.id, item)
          }
        }
        const wanted = [...model.values()].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
        expect(store.all()).toEqual(wanted)
        expect(store.size).toBe(wanted.length)
      }),
    )
  })

  test('takes many at once like one after another', () => {
    const [one, many] = [newStore(), newStore()]
    const records = [...'hgfedcba'].map((id, at) => ({ id, at: at % 3 }))
    for (const item of records) one.put(item)
    many.putAll(records)
    expect(many.all()).toEqual(one.all())
    expect(many.get('c')).toEqual({ id: 'c', at: 2 })
  })
})

describe('a sealed token', () => {
  test('opens to what was put into it, tells nothing, and is another one each time', () => {
    const seal = new Seal()
    const token = seal.close({ secret: 'canary' })
    expect(seal.open(token)).toEqual({ secret: 'canary' })
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain('canary')
    expect(seal.close({ secret: 'canary' })).not.toBe(token)
  })

  test('does not open when altered, cut, or made elsewhere', () => {
    const token = new Seal().close('x')
    const seal = new Seal()
    const own = seal.close('x')
    // Its last digit has bits that do not matter to the bytes.
    const altered = own.slice(0, -1) + String.fromCharCode(own.charCodeAt(own.length - 1) + 1)
    for (const wrong of [token, altered, own.slice(0, 20), '', '5', 'not a token'])
      expect(seal.open(wrong)).toBeUndefined()
  })
})
