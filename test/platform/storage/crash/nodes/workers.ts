import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Tenant } from '../../../../../platform/storage/connections/tenants.ts'
import type { WorkerEvent } from './worker-process.ts'

const PROGRAM = fileURLToPath(new URL('./worker-process.ts', import.meta.url))

/** An error that a worker has met. */
export type WorkerError = Extract<WorkerEvent, { type: 'error' }>

/** Worker processes. */
export class Workers {
  /** Leases that workers have lost to others. */
  lost = 0
  pages = 0
  readonly errors: WorkerError[] = []
  readonly #args: readonly string[]
  readonly #children: ChildProcess[] = []
  #waiting: { tenants: Set<string>; resolve: () => void } | undefined

  /** `dateStart` is the time (epoch ms) at which the clock of the test has started. */
  constructor(databaseUrl: string, dateStart: number) {
    this.#args = [databaseUrl, String(dateStart)]
  }

  /** Resolves when a page of each of the tenants was saved since. */
  waitForPages(tenants: readonly Pick<Tenant, 'tenantId'>[]): Promise<void> {
    if (tenants.length === 0) return Promise.resolve()
    return new Promise((resolve) => {
      this.#waiting = { tenants: new Set(tenants.map(({ tenantId }) => tenantId)), resolve }
    })
  }

  /** The runs that are in progress are completed. */
  async stop(): Promise<void> {
    const ended = this.#children.filter(isRunning).map((child) => once(child, 'exit'))
    for (const child of this.#children) if (isRunning(child)) child.send('stop')
    await Promise.all(ended)
  }

  async kill(index: number): Promise<void> {
    const child = this.#children[index]
    if (!child || !isRunning(child)) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  /** Lets a worker do nothing for a while, as if its machine was overloaded. */
  async stall(index: number, ms: number): Promise<void> {
    this.#children[index]?.kill('SIGSTOP')
    await pause(ms)
    this.#children[index]?.kill('SIGCONT')
  }

  async killAll(): Promise<void> {
    await Promise.all(this.#children.map((_, index) => this.kill(index)))
  }

  /** Starts a worker with a number, after the one before it was killed. */
  async start(index: number): Promise<void> {
    const child = fork(PROGRAM, this.#args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    this.#children[index] = child
    const started = Promise.withResolvers<void>()
    child.on('message', (event: WorkerEvent) => {
      if (event.type === 'started') started.resolve()
      else this.#on(event)
    })
    child.once('exit', (code) => started.reject(new Error(`a worker has ended with code ${code} at its start`)))
    await started.promise
  }

  #on(event: Exclude<WorkerEvent, { type: 'started' }>): void {
    if (event.type === 'error') this.errors.push(event)
    if (event.type === 'lost') this.lost += 1
    if (event.type !== 'page') return
    this.pages += 1
    const { tenants, resolve } = this.#waiting ?? {}
    tenants?.delete(event.tenantId)
    if (tenants?.size === 0) resolve?.()
  }
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}
