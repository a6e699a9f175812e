import { execFile } from 'node:child_process'
import { appendFileSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findFreePort } from '../../../demo/program.ts'

const run = promisify(execFile)
const INSTALLED = '/usr/lib/postgresql'

/** The folder of PostgreSQL's programs as Debian installs them, of its newest version. Undefined without them. */
export function findPrograms(): string | undefined {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED) : []
  const newest = versions.toSorted((a, b) => Number(b) - Number(a))[0]
  const folder = join(INSTALLED, newest ?? '', 'bin')
  return existsSync(join(folder, 'pg_basebackup')) && existsSync(join(folder, 'initdb')) ? folder : undefined
}

/** PostgreSQL does not run as root. */
function ids(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

/** Servers with PostgreSQL's own programs, below one folder. */
export class DebianServers {
  readonly #programs: string
  readonly #folder: string

  constructor(programs: string, folder: string) {
    this.#programs = programs
    this.#folder = folder
    const { uid, gid } = ids()
    if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
    mkdirSync(this.wal)
    if (uid !== undefined && gid !== undefined) chownSync(this.wal, uid, gid)
  }

  /** The folder to which WAL is archived. */
  get wal(): string {
    return join(this.#folder, 'wal')
  }

  /** The folder of a server's data. */
  dataOf(name: string): string {
    return join(this.#folder, name)
  }

  /** Runs one of PostgreSQL's programs as its user. */
  async run(program: string, ...args: string[]): Promise<void> {
    await run(join(this.#programs, program), args, { ...ids(), cwd: this.#folder, env: { LC_ALL: 'C' } })
  }

  async create(name: string): Promise<void> {
    await this.run('initdb', '-D', this.dataOf(name), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync')
    const settings = ['archive_mode = on', `archive_command = 'cp %p ${this.wal}/%f'`, 'fsync = off']
    appendFileSync(join(this.dataOf(name), 'postgresql.conf'), `\n${settings.join('\n')}\n`)
  }

  /** Starts a server and returns its port. */
  async start(name: string): Promise<number> {
    const port = await findFreePort()
    const options = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories=${this.#folder}`
    await this.run('pg_ctl', '-D', this.dataOf(name), '-w', '-l', `${this.dataOf(name)}.log`, '-o', options, 'start')
    return port
  }

  async stop(name: string, mode: 'fast' | 'immediate' = 'fast'): Promise<void> {
    if (!existsSync(join(this.dataOf(name), 'postmaster.pid'))) return
    await this.run('pg_ctl', '-D', this.dataOf(name), '-w', '-m', mode, 'stop')
  }
}

export function urlOf(port: number, database = 'hub'): string {
  return `postgres://postgres@127.0.0.1:${port}/${database}`
}
