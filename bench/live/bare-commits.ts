import pg from 'pg'
import type { DatabaseAddress } from '../../platform/storage/postgres/pool.ts'
import { monotonicMs } from './messages.ts'

const INTERVAL_MS = 50

/**
 * Commits one row of a table of its own again and again, and measures how long that takes (ms). What delays these commits,
 * such as the disk or other programs, is not the platform's doing and delays all others as well.
 */
export class BareCommits {
  readonly times: { sent: number; ms: number }[] = []
  readonly #client: pg.Client
  readonly #timer: NodeJS.Timeout
  #running: Promise<void> | undefined

  private constructor(client: pg.Client) {
    this.#client = client
    this.#timer = setInterval(() => {
      this.#running ??= this.#commit()
    }, INTERVAL_MS)
  }

  static async start(address: DatabaseAddress): Promise<BareCommits> {
    const client = new pg.Client(address)
    await client.connect()
    await client.query('create table if not exists bare_commits (number int)')
    await client.query('insert into bare_commits values (0)')
    return new BareCommits(client)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#running
    await this.#client.end()
  }

  async #commit(): Promise<void> {
    const sent = monotonicMs()
    await this.#client.query({ name: 'commit', text: 'update bare_commits set number = number + 1' })
    this.times.push({ sent, ms: monotonicMs() - sent })
    this.#running = undefined
  }
}
