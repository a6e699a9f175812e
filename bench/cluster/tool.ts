import { execFile } from 'node:child_process'
import { accessSync, constants, globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** What is missing where `findClusterTool` finds nothing. */
export const MISSING_TOOL = 'there is no ../*/citus/cluster.sh, and CITUS_TOOL is not set'

/** The program that starts and stops clusters of Citus; undefined where there is none. It is no part of the project. */
export function findClusterTool(): string | undefined {
  const folder = process.env.CITUS_TOOL ?? globSync('../*/citus/cluster.sh', { cwd: ROOT }).map(toFolder)[0]
  const file = folder && join(folder, 'cluster.sh')
  return file && isExecutable(file) ? file : undefined
}

const toFolder = (file: string) => join(ROOT, dirname(file))

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export interface ClusterOptions {
  tool: string
  /** The folder of its data. */
  folder: string
  /** The port of the coordinator; the other nodes have those that follow. */
  port: number
}

/** The tool is for tests, and its servers commit asynchronously. Those of a real cluster must not (docs/cluster.md). */
const SETTINGS = '-c synchronous_commit=on'

/** A cluster of servers on this machine. Nodes are numbered; 0 is the coordinator. */
export class ClusterServers {
  readonly #options: ClusterOptions

  constructor(options: ClusterOptions) {
    this.#options = options
  }

  /** Also removes what a run that was killed has left. */
  async start(workers: number): Promise<void> {
    await this.stop()
    await this.#run(['start', String(workers)])
  }

  stop = (): Promise<unknown> => this.#run(['stop'])

  kill(node: number): Promise<unknown> {
    return this.#run(['kill', String(node)])
  }

  /** `settings`: of the server's command line. */
  bringUp(node: number, settings = ''): Promise<unknown> {
    return this.#run(['up', String(node)], settings)
  }

  add(node: number): Promise<unknown> {
    return this.#run(['add', String(node)])
  }

  /** Creates a database on all nodes. Returns its URL. */
  async createDatabase(name: string): Promise<string> {
    await this.#run(['database', name])
    return this.urlOf(name)
  }

  urlOf(database: string, node = 0): string {
    return `postgres://postgres@127.0.0.1:${this.#options.port + node}/${database}`
  }

  async #run(args: readonly string[], settings = ''): Promise<string> {
    const { tool, folder, port } = this.#options
    const CITUS_SETTINGS = `${SETTINGS} ${settings}`
    const env = { ...process.env, CITUS_FOLDER: folder, CITUS_PORT: String(port), CITUS_SETTINGS }
    // The servers keep the standard output open.
    const { stdout } = await run(tool, [...args], { env })
    return stdout
  }
}
