/** What work of some size has taken. */
export interface Spent {
  units: number
  seconds: number
  /** Processor time of all processes of the database (µs). */
  database: number
  /** Processor time of Node (µs). */
  node: number
}

/** Who does work that is compared. */
export interface Meters {
  readDatabaseTime(): number
  readNodeTime(): number
}

/** Does work that returns how many units of it were done. */
export async function measure({ readDatabaseTime, readNodeTime }: Meters, work: () => Promise<number>): Promise<Spent> {
  const [start, database, node] = [performance.now(), readDatabaseTime(), readNodeTime()]
  const units = await work()
  const seconds = (performance.now() - start) / 1_000
  return { units, seconds, database: readDatabaseTime() - database, node: readNodeTime() - node }
}

export function sum(parts: readonly Spent[]): Spent {
  const add = (name: keyof Spent) => parts.reduce((total, part) => total + part[name], 0)
  return { units: add('units'), seconds: add('seconds'), database: add('database'), node: add('node') }
}

/** Per second, and the milliseconds of the database and of Node per unit. */
export function rates({ units, seconds, database, node }: Spent) {
  return { perSecond: units / seconds, databaseMs: database / units / 1_000, nodeMs: node / units / 1_000 }
}

/** Processor time of this process (µs). */
export function readOwnTime(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}
