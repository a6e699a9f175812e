import pg from 'pg'

export interface Sent {
  /** The statements, including begin and commit. */
  statements: number
  /** How often a connection without running statements was sent some: statements sent together count once. */
  roundTrips: number
}

/** Counts what `work` sends to the database from this process. */
export async function countSent(work: () => Promise<unknown>): Promise<Sent> {
  const { prototype } = pg.Client
  const { query } = prototype
  const sent = { statements: 0, roundTrips: 0 }
  const running = new WeakMap<pg.Client, number>()
  prototype.query = function counted(this: pg.Client, ...args: unknown[]) {
    sent.statements += 1
    const others = running.get(this) ?? 0
    if (others === 0) sent.roundTrips += 1
    running.set(this, others + 1)
    const end = () => running.set(this, (running.get(this) ?? 1) - 1)
    const callback = args.at(-1)
    if (typeof callback === 'function') {
      args[args.length - 1] = (...results: unknown[]) => {
        end()
        callback(...results)
      }
    }
    const result: unknown = Reflect.apply(query, this, args)
    if (result instanceof Promise) result.then(end, end)
    return result
  } as typeof query
  try {
    await work()
  } finally {
    prototype.query = query
  }
  return sent
}
