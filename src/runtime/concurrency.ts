/**
 * Processes `items` in order with at most `limit` of them at a time. The first failure rejects at once and no further
 * item is started. `items` may be a generator, which then decides itself when to stop.
 */
export async function forEachConcurrently<Item>(
  limit: number,
  items: Iterable<Item>,
  process: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = iterate(items)
  const worker = async () => {
    for (const item of queue) await process(item)
  }
  await Promise.all(Array.from({ length: limit }, worker))
}

/** One generator for all workers: the `for` loop that a failure leaves closes it for the others too. */
function* iterate<Item>(items: Iterable<Item>): Generator<Item> {
  yield* items
}
