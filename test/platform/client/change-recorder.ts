import type { LiveChange } from '../../../platform/client/changes.ts'

/** Records the changes that an iterator yields and lets a test wait for them. */
export interface ChangeRecorder<Event> {
  changes: LiveChange<Event>[]
  /** The sequences of the yielded events and missed changes, in the order in which they were yielded. */
  sequences(): number[]
  /** Waits until the condition holds; it is checked after each change. Throws the error of the iterator. */
  until(condition: () => boolean): Promise<void>
  /** Waits until at least `count` changes of a type were yielded. */
  untilCount(type: LiveChange<Event>['type'], count: number): Promise<void>
  /** Resolves when the iterator ends: to its error, if it has thrown one. */
  ended: Promise<unknown>
}

export function recordChanges<Event extends { sequence: string }>(
  source: AsyncIterable<LiveChange<Event>>,
): ChangeRecorder<Event> {
  const changes: LiveChange<Event>[] = []
  let nextChange = Promise.withResolvers<void>()
  let failure: { error: unknown } | undefined
  const ended = (async () => {
    try {
      for await (const change of source) {
        changes.push(change)
        nextChange.resolve()
        nextChange = Promise.withResolvers()
      }
    } catch (error) {
      failure = { error }
      nextChange.resolve()
      return error
    }
  })()
  const until = async (condition: () => boolean) => {
    while (!condition()) {
      if (failure) throw failure.error
      await nextChange.promise
    }
  }
  return {
    changes,
    until,
    ended,
    sequences: () => changes.flatMap(getSequences).map(Number),
    untilCount: (type, count) => until(() => changes.filter((change) => change.type === type).length >= count),
  }
}

function getSequences<Event extends { sequence: string }>(change: LiveChange<Event>): string[] {
  if (change.type === 'event') return [change.event.sequence]
  return change.type === 'missed' ? change.changes.map(({ sequence }) => sequence) : []
}
