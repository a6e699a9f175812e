import { expect, test } from '@jest/globals'
import { createCache } from '../../../src/runtime/cache.ts'

test('a cache forgets the value that was used least recently', () => {
  const cache = createCache<number>(2)
  cache.set('a', 1).set('b', 2)
  cache.get('a')
  cache.set('c', 3)
  expect([...cache.entries()]).toEqual([
    ['c', 3],
    ['a', 1],
  ])
})

test('a cache says what it forgets', () => {
  const forgotten: unknown[] = []
  const cache = createCache<number>(1, { dispose: (...all) => forgotten.push(all) })
  cache.set('a', 1).set('b', 2)
  expect(forgotten).toEqual([[1, 'a', 'evict']])
})

test('a cache returns nothing that is older than its time', async () => {
  const cache = createCache<number>(10, { ttl: 1 })
  cache.set('a', 1)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(cache.get('a')).toBeUndefined()
})
