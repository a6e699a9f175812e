import { LRUCache } from 'lru-cache'

/**
 * A cache of at most `max` values, which forgets the one that was used least recently. It grows as it is used: with its option
 * `max`, LRUCache allocates the memory of all values when it is created, which takes 8 ms for 50,000. `ttl` is in ms.
 */
export function createCache<Value extends object | string | number | boolean>(
  max: number,
  options: Pick<LRUCache.OptionsBase<string, Value, unknown>, 'ttl' | 'ttlAutopurge' | 'dispose'> = {},
): LRUCache<string, Value> {
  return new LRUCache<string, Value>({ ...options, maxSize: max, sizeCalculation: () => 1 })
}
