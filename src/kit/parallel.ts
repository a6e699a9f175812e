/**
 * Works through `items` in order with at most `width` of them in hand at a time. The first failure rejects at once,
 * and nothing more is begun. `items` may be a generator that decides itself when to stop.
 */
export async function inParallel<Item>(
  width: number,
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = each(items)
  const worker = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: width }, worker))
}

/** A generator, so that the loop which a failure ends closes it for all the others too. */
function* each<Item>(items: Iterable<Item>): Generator<Item> {
  yield* items
}
