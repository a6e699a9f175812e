import DataLoader from 'dataloader'
import type { GraphContext } from './context.ts'

/** Loads the values of many keys at once; a key without a value may be missing from the result. */
export type BatchFunction<Key, Value> = (
  context: GraphContext,
  keys: readonly Key[],
) => Promise<ReadonlyMap<Key, Value>>

type AnyLoader = DataLoader<unknown, unknown>

const loaders = new WeakMap<object, Map<unknown, AnyLoader>>()

/**
 * Loads one value through a DataLoader: the fields of a list that load from the same function share one call, and no
 * key is loaded twice within an operation. Functions are told apart by identity, so `load` must be given one that is
 * declared in a module, not a closure.
 */
export function load<Key, Value>(
  context: GraphContext,
  batch: BatchFunction<Key, Value>,
  key: Key,
): Promise<Value | undefined> {
  const scope = context.loaderScope ?? context
  const ofOperation = loaders.get(scope) ?? new Map<unknown, AnyLoader>()
  loaders.set(scope, ofOperation)
  const loader = ofOperation.get(batch) ?? (createLoader(context, batch) as AnyLoader)
  ofOperation.set(batch, loader)
  return loader.load(key) as Promise<Value | undefined>
}

function createLoader<Key, Value>(context: GraphContext, batch: BatchFunction<Key, Value>) {
  const loadAll = async (keys: readonly Key[]): Promise<(Value | undefined)[]> => {
    const values = await batch(context, keys)
    return keys.map((key) => values.get(key))
  }
  // Resolvers of one level of the query run in microtasks; the next macrotask starts after all of them.
  return new DataLoader(loadAll, { batchScheduleFn: (dispatch) => void setImmediate(dispatch) })
}
