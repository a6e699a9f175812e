import { connect } from 'node:net'
import type pg from 'pg'
import type { NodeAddress } from './metadata.ts'

const REACH_TIMEOUT_MS = 2_000

/** Whether somebody listens at the address. */
export function isReachable({ host, port }: NodeAddress): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: REACH_TIMEOUT_MS })
    const end = (reachable: boolean) => {
      socket.destroy()
      resolve(reachable)
    }
    socket.once('connect', () => end(true))
    socket.once('timeout', () => end(false))
    socket.once('error', () => end(false))
  })
}

/** The URL of a database on another node of the cluster: with the same name, user and settings. */
export function urlOnNode(databaseUrl: string, { host, port }: NodeAddress): string {
  const url = new URL(databaseUrl)
  url.hostname = host.includes(':') ? `[${host}]` : host
  url.port = String(port)
  return url.href
}

/** The connections to a bucket, whose address changes when it is moved, or when its node gets another one. */
export class MovingPool {
  readonly #open: (url: string) => pg.Pool
  /** Where connections are opened. */
  #url: string
  #pool: pg.Pool

  constructor(open: (url: string) => pg.Pool, url: string) {
    this.#open = open
    this.#url = url
    this.#pool = open(url)
  }

  connect(): Promise<pg.PoolClient> {
    return this.#pool.connect()
  }

  end(): Promise<void> {
    return this.#pool.end()
  }

  get options(): pg.PoolOptions {
    return this.#pool.options
  }

  get current(): pg.Pool {
    return this.#pool
  }

  /**
   * Opens further connections at another address. What is under way at the former one ends there, and its connections are closed:
   * the node may have been removed from the cluster, or replaced.
   */
  redirect(url: string): void {
    if (url === this.#url) return
    this.#url = url
    const former = this.#pool
    this.#pool = this.#open(url)
    endWhenIdle(former)
  }
}

/** A pool that is ended serves those who have a connection, but nobody who waits for one. */
function endWhenIdle(pool: pg.Pool): void {
  const end = () => {
    if (pool.waitingCount > 0 || pool.ending) return
    pool.end().catch(() => undefined)
  }
  pool.on('release', () => setImmediate(end))
  pool.on('remove', () => setImmediate(end))
  end()
}
