import DataLoader from 'dataloader'
import { createCache } from '../../src/runtime/cache.ts'
import type { GraphContext } from './context.ts'

/** Loads the values of many keys at once; a key without a value may be missing from the result. */
export type BatchFunction<Key, Value> = (
  context: GraphContext,
  keys: readonly Key[],
) => Promise<ReadonlyMap<Key, Value>>

/** The number of batch functions that one cache of `shareByKey` holds: there are more sets of columns than memory for them. */
const MAX_SHARED = 500

/**
 * Returns a function that creates a batch function for a key, or returns the one that it has created before. Fields that need
 * the same then have the same batch function, so that their values are loaded together.
 */
export function shareByKey<Key, Value>(): (
  key: string,
  create: () => BatchFunction<Key, Value>,
) => BatchFunction<Key, Value> {
  const shared = createCache<BatchFunction<Key, Value>>(MAX_SHARED)
  return (key, create) => {
    const batch = shared.get(key) ?? create()
    shared.set(key, batch)
    return batch
  }
}

/** What an operation has loaded with a batch function, and how it loads the rest. */
interface Loaded {
  values: Map<unknown, unknown>
  /** The prefetches of keys that are not complete. */
  pending: Map<unknown, Promise<void>>
  loader: DataLoader<unknown, unknown>
}

const loadedInScope = new WeakMap<object, Map<unknown, Loaded>>()

/**
 * Loads one value: at once if it was prefetched, else through a DataLoader: the fields of a list that load from the same
 * function share one call, and no key is loaded twice within an operation. Functions are told apart by identity, so `load`
 * must be given one that is declared in a module, not a closure.
 */
export function load<Key, Value>(
  context: GraphContext,
  batch: BatchFunction<Key, Value>,
  key: Key,
): Promise<Value | undefined> | Value | undefined {
  const { values, loader } = loadedBy(context, batch)
  if (values.has(key)) return values.get(key) as Value | undefined
  return loader.load(key) as Promise<Value | undefined>
}

/**
 * Loads the values of many keys in one call, so that `load` returns them without a promise. A failure is not reported: the
 * fields then load the values themselves, and fail with their own paths.
 */
export async function prefetch<Key, Value>(
  context: GraphContext,
  batch: BatchFunction<Key, Value>,
  keys: readonly Key[],
): Promise<void> {
  const { values, pending } = loadedBy(context, batch)
  const requested = [...new Set(keys)].filter((key) => !values.has(key))
  const missing = requested.filter((key) => !pending.has(key))
  if (missing.length > 0) {
    const loading = batch(context, missing).then(
      (found) => {
        for (const key of missing) values.set(key, found.get(key))
      },
      () => undefined,
    )
    for (const key of missing) pending.set(key, loading)
  }
  await Promise.all(new Set(requested.map((key) => pending.get(key))))
}

/** A value that `prefetch` has loaded. Loads nothing: undefined if the prefetch failed, which its fields then report. */
export function prefetched<Key, Value>(
  context: GraphContext,
  batch: BatchFunction<Key, Value>,
  key: Key,
): Value | undefined {
  return loadedBy(context, batch).values.get(key) as Value | undefined
}

/** Keeps values that were loaded with others, so that `load` returns them without loading them. */
export function prime<Key, Value>(
  context: GraphContext,
  batch: BatchFunction<Key, Value>,
  found: ReadonlyMap<Key, Value>,
): void {
  const { values } = loadedBy(context, batch)
  for (const [key, value] of found) values.set(key, value)
}

/** Applies a function to a value that may still have to be loaded. */
export function mapLoaded<Value, Result>(
  value: Promise<Value> | Value,
  map: (value: Value) => Result,
): Promise<Awaited<Result>> | Result {
  return value instanceof Promise ? (value.then(map) as Promise<Awaited<Result>>) : map(value)
}

function loadedBy<Key, Value>(context: GraphContext, batch: BatchFunction<Key, Value>): Loaded {
  const scope = context.loaderScope ?? context
  const ofScope = loadedInScope.get(scope) ?? new Map<unknown, Loaded>()
  loadedInScope.set(scope, ofScope)
  const loaded = ofScope.get(batch) ?? { values: new Map(), pending: new Map(), loader: createLoader(context, batch) }
  ofScope.set(batch, loaded as Loaded)
  return loaded as Loaded
}

function createLoader<Key, Value>(context: GraphContext, batch: BatchFunction<Key, Value>) {
  const loadAll = async (keys: readonly Key[]): Promise<(Value | undefined)[]> => {
    const values = await batch(context, keys)
    return keys.map((key) => values.get(key))
  }
  // Resolvers of one level of the query run in microtasks; the next macrotask starts after all of them.
  return new DataLoader(loadAll, { batchScheduleFn: (dispatch) => void setImmediate(dispatch) })
}
