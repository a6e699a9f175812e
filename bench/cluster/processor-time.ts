import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'

/** Of the clock in which Linux counts the time of processes. */
const MICROSECONDS_OF_TICK = 10_000

interface Process {
  pid: number
  parent: number
  /** Ticks in user and in system mode. */
  own: number
  /** The same of children that have ended. */
  ended: number
}

/** Reads the processor time of database servers (µs), all of their processes included, also those that have ended. Linux only. */
export async function openServersTime(urls: readonly string[]): Promise<() => number> {
  const servers = new Set(await Promise.all(urls.map(findServer)))
  return () => {
    const processes = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readProcess(Number(name)) : []))
    const ticks = processes.map(({ pid, parent, own, ended }) => {
      if (servers.has(pid)) return own + ended
      return servers.has(parent) ? own : 0
    })
    return ticks.reduce((sum, value) => sum + value, 0) * MICROSECONDS_OF_TICK
  }
}

/** Reads the processor time of a process (µs). Linux only. */
export function readProcessTime(pid: number): number {
  return (readProcess(pid)[0]?.own ?? 0) * MICROSECONDS_OF_TICK
}

/** The server process is the parent of the process of each connection. */
async function findServer(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const [process] = readProcess(rows[0]?.pid ?? 0)
  await client.end()
  if (!process) throw new Error(`the server of ${connectionString} does not run on this machine`)
  return process.parent
}

/** Empty if the process has ended. The name, in parentheses, may contain anything. */
function readProcess(pid: number): Process[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const field = (index: number) => Number(fields[index])
    return [{ pid, parent: field(1), own: field(11) + field(12), ended: field(13) + field(14) }]
  } catch {
    return []
  }
}
