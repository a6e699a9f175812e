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
