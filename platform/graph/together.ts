import type { GraphContext } from './context.ts'

/** Reads what belongs to each of the keys; a key that nothing belongs to may be missing from the answer. */
export type Reader<Key, Value> = (context: GraphContext, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>

type Ask = (key: unknown) => Promise<unknown>

const asking = new WeakMap<GraphContext, Map<unknown, Ask>>()

/**
 * Reads one of many: what the fields of a list ask of the same reader is read together, in one statement, and nothing
 * twice within an operation. `reader` is known by its identity, so it is a function of its module and no closure.
 */
export function load<Key, Value>(
  context: GraphContext,
  reader: Reader<Key, Value>,
  key: Key,
): Promise<Value | undefined> {
  const known = asking.get(context) ?? new Map<unknown, Ask>()
  asking.set(context, known)
  const ask = known.get(reader) ?? together<Key, Value>((keys) => reader(context, keys))
  known.set(reader, ask as Ask)
  return (ask as (key: Key) => Promise<Value | undefined>)(key)
}

/**
 * Answers many questions with one: what is asked for in the same turn is read together, and nothing twice. For one
 * operation only, because nothing is forgotten.
 */
export function together<Key, Value>(
  readAll: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  const asked = new Map<Key, Promise<Value | undefined>>()
  let waiting: { keys: Key[]; answers: Promise<ReadonlyMap<Key, Value>> } | undefined
  const gather = () => {
    const keys: Key[] = []
    // Resolvers of one level run in microtasks; the next macrotask comes after all of them have asked.
    const answers = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      waiting = undefined
      return readAll(keys)
    })
    return { keys, answers }
  }
  return (key) => {
    const known = asked.get(key)
    if (known) return known
    waiting ??= gather()
    waiting.keys.push(key)
    const answer = waiting.answers.then((values) => values.get(key))
    asked.set(key, answer)
    return answer
  }
}
