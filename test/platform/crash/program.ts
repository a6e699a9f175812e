import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const LISTENING = 'the platform is listening'
const LAST_LINES = 20
const PATIENCE_MS = 60_000

/** The platform as an operator starts it, in a process of its own. */
export class Program {
  /** Resolves with its address when it is ready; rejects when it ends before, or takes too long. */
  readonly ready: Promise<string>
  /** Resolves with its exit code; null when it was killed. */
  readonly ended: Promise<number | null>
  readonly #child: ChildProcess
  #said = ''

  /** `environment` is all it gets beside the PATH. */
  constructor(environment: Readonly<Record<string, string>>) {
    this.#child = spawn(process.execPath, ['platform/main.ts'], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: 'node_modules/.cache/platform', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const hear = (text: string) => {
      this.#said += text
      const line = this.#lines.find((line) => line.includes(LISTENING))
      if (line) resolve(`http://127.0.0.1:${(JSON.parse(line) as { port: number }).port}`)
    }
    this.#child.stdout?.setEncoding('utf8').on('data', hear)
    this.#child.stderr?.setEncoding('utf8').on('data', hear)
    this.ended = new Promise((resolve) => this.#child.once('close', resolve))
    this.ready = promise
    void this.ended.then(() => reject(new Error('the platform ended before it was ready')))
    setTimeout(() => reject(new Error('the platform does not get ready')), PATIENCE_MS).unref()
    // Who waits for it is told; some are killed before anybody does.
    promise.catch(() => undefined)
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  hasSaid(text: string): boolean {
    return this.#lines.some((line) => line.includes(text))
  }

  /** But what it said of requests. */
  get lastWords(): string {
    const lines = this.#lines.filter((line) => !line.includes('"msg":"request"'))
    return lines.slice(-LAST_LINES).join('\n')
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.ended
  }

  /** Has it end in order. Answers its exit code. */
  stop(): Promise<number | null> {
    this.#child.kill('SIGTERM')
    return this.ended
  }

  /** Without the one that is not whole yet. */
  get #lines(): string[] {
    return this.#said.split('\n').slice(0, -1)
  }
}

/** The process that the embedded server's lock file names; undefined when the server has ended in order. */
export async function serverProcess(dataDir: string): Promise<number | undefined> {
  const lock = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => undefined)
  return lock === undefined ? undefined : Number.parseInt(lock, 10)
}

export async function killServer(dataDir: string): Promise<void> {
  const pid = await serverProcess(dataDir)
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
  } catch (error) {
    // It is gone already.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
