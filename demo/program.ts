import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const POLL_MS = 5
/** A program that has not stopped after this time (ms) is killed; it gives itself 25 s. */
const KILL_AFTER_MS = 30_000
/** As in the start script of package.json: a small young generation, and a compile cache. */
const NODE_FLAGS = ['--max-semi-space-size=4']
const COMPILE_CACHE = resolve(ROOT, 'node_modules/.cache/hub')

/** A program of this repository that runs as a child process. */
export interface Program {
  url: string
  pid: number
  /** Time from spawn to the first successful request. */
  startMs: number
  /** Returns the current and the maximum resident memory (MB). Linux only. */
  readMemory: () => { current: number; max: number }
  stop: () => Promise<void>
}

export interface ProgramOptions {
  environment?: Readonly<Record<string, string>>
  /** A free port by default. */
  port?: number
  /**
   * Where its output goes: to the standard error of this process, or to a function. By default the log is discarded and
   * its standard error is shown.
   */
  log?: 'stderr' | ((text: string) => void)
  /**
   * Stops the program while it starts. With it, Ctrl-C in the terminal does not reach the program, so that it is stopped
   * only once, by the caller.
   */
  stopping?: AbortSignal
}

/**
 * Starts a program, `file` below the repository or an absolute path, and waits until it responds to requests. Throws if it
 * exits before that, or when `stopping` is aborted.
 */
export async function startProgram(file: string, options: ProgramOptions = {}): Promise<Program> {
  options.stopping?.throwIfAborted()
  const port = options.port ?? (await findFreePort())
  const url = `http://127.0.0.1:${port}`
  const start = performance.now()
  const child = spawnProgram(file, { ...options, port }, url)
  try {
    await waitForHello(url, child, file, options.stopping)
  } catch (error) {
    await stop(child)
    throw error
  }
  return {
    url,
    pid: child.pid ?? 0,
    startMs: performance.now() - start,
    readMemory: () => readMemoryOf(child),
    stop: () => stop(child),
  }
}

function spawnProgram(file: string, { port, environment, log, stopping }: ProgramOptions, url: string): ChildProcess {
  const isCaptured = typeof log === 'function'
  const child = spawn(process.execPath, [...NODE_FLAGS, resolve(ROOT, file)], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      BASE_URL: url,
      PORT: String(port),
      // No load balancer has to notice that the program stops.
      STOP_GRACE_MS: '0',
      ...environment,
    },
    stdio: isCaptured ? ['ignore', 'pipe', 'pipe'] : ['ignore', log ? 2 : 'ignore', 2],
    detached: stopping !== undefined,
  })
  if (isCaptured) for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', log)
  return child
}

async function waitForHello(url: string, child: ChildProcess, file: string, stopping?: AbortSignal): Promise<void> {
  while (!hasExited(child)) {
    stopping?.throwIfAborted()
    const response = await fetch(`${url}/api/v1/hello`).catch(() => undefined)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  throw new Error(`${file} exited before it was ready; see its output`)
}

function readMemoryOf({ pid }: ChildProcess): { current: number; max: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
  return { current: megabytes('VmRSS'), max: megabytes('VmHWM') }
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (hasExited(child)) return resolve()
    const timer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS)
    child.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
    child.kill('SIGTERM')
  })
}

/** A program that was ended by a signal has no exit code. */
function hasExited({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

/** Systems assign ports from 32768 or 49152 on to whoever asks for any: one of those may be taken before it is used. */
const FIRST_PORT = 10_000
const LAST_PORT = 32_000
const MAX_TRIES = 50

/** Finds a port that nobody listens on, for a program whose address others have to know before it starts. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const port = randomInt(FIRST_PORT, LAST_PORT)
    if (await isFree(port)) return port
  }
  throw new Error(`none of ${MAX_TRIES} ports between ${FIRST_PORT} and ${LAST_PORT} is free`)
}

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    // On all addresses, as programs listen.
    server.listen(port, () => server.close(() => resolve(true)))
  })
}
