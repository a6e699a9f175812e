import type { LiveChange } from '../../../platform/client/changes.ts'

type Signal<Event> = LiveChange<Event>

/** Takes what an iterator yields, as it comes, and lets a test wait for it. */
export interface Listener<Event> {
  signals: Signal<Event>[]
  /** The sequences of what was told, in the order in which it was. */
  told(): number[]
  /** Waits until what has come is so. Throws what the iterator throws. */
  until(isSo: () => boolean): Promise<void>
  /** Waits until so many signals of a type have come. */
  count(type: Signal<Event>['type'], times: number): Promise<void>
  /** How it ended. */
  ended: Promise<unknown>
}

export function listenTo<Event extends { sequence: string }>(source: AsyncIterable<Signal<Event>>): Listener<Event> {
  const signals: Signal<Event>[] = []
  let news = Promise.withResolvers<void>()
  let failure: { error: unknown } | undefined
  const ended = (async () => {
    try {
      for await (const signal of source) {
        signals.push(signal)
        news.resolve()
        news = Promise.withResolvers()
      }
    } catch (error) {
      failure = { error }
      news.resolve()
      return error
    }
  })()
  const until = async (isSo: () => boolean) => {
    while (!isSo()) {
      if (failure) throw failure.error
      await news.promise
    }
  }
  return {
    ...{ signals, until, ended },
    told: () => signals.flatMap(sequencesOf).map(Number),
    count: (type, times) => until(() => signals.filter((one) => one.type === type).length >= times),
  }
}

function sequencesOf<Event extends { sequence: string }>(signal: Signal<Event>): string[] {
  if (signal.type === 'event') return [signal.event.sequence]
  return signal.type === 'missed' ? signal.changes.map(({ sequence }) => sequence) : []
}
