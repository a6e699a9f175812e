import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const LISTENING = 'the platform is listening'
const RECENT_LINES = 20
const START_TIMEOUT_MS = 60_000

/** A platform that runs in a child process, as an operator starts it. */
export class PlatformProcess {
  /** Resolves with the address when the platform is ready. Rejects when it exits before or takes too long. */
  readonly ready: Promise<string>
  /** Resolves with the exit code, or null when the process was killed. */
  readonly exited: Promise<number | null>
  readonly #child: ChildProcess
  #output = ''

  /** The process gets only these environment variables and PATH. `root`: the folder of another release. */
  constructor(variables: Readonly<Record<string, string>>, root = ROOT) {
    this.#child = spawn(process.execPath, ['platform/main.ts'], {
      cwd: root,
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: 'node_modules/.cache/platform', ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const onOutput = (text: string) => {
      this.#output += text
      const line = this.#lines.find((line) => line.includes(LISTENING))
      if (line) resolve(`http://127.0.0.1:${(JSON.parse(line) as { port: number }).port}`)
    }
    this.#child.stdout?.setEncoding('utf8').on('data', onOutput)
    this.#child.stderr?.setEncoding('utf8').on('data', onOutput)
    this.exited = new Promise((resolve) => this.#child.once('close', resolve))
    this.ready = promise
    void this.exited.then(() => reject(new Error('the platform exited before it was ready')))
    setTimeout(() => reject(new Error('the platform did not become ready in time')), START_TIMEOUT_MS).unref()
    // A process may be killed before anyone awaits `ready`; that must not be an unhandled rejection.
    promise.catch(() => undefined)
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  get output(): string {
    return this.#output
  }

  hasLogged(text: string): boolean {
    return this.#lines.some((line) => line.includes(text))
  }

  /** The latest log lines, without those of requests. */
  get recentLog(): string {
    const lines = this.#lines.filter((line) => !line.includes('"msg":"request"'))
    return lines.slice(-RECENT_LINES).join('\n')
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.exited
  }

  /** Stops the process gracefully and returns its exit code. */
  stop(): Promise<number | null> {
    this.#child.kill('SIGTERM')
    return this.exited
  }

  /** The complete lines of the output. */
  get #lines(): string[] {
    return this.#output.split('\n').slice(0, -1)
  }
}
