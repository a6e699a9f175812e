import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

const POLL_MS = 5
/** As in the start script of package.json: a small young generation, and a compile cache. */
const NODE_FLAGS = ['--max-semi-space-size=4']
const COMPILE_CACHE = fileURLToPath(new URL('../node_modules/.cache/hub', import.meta.url))

/** A program of this repository that runs as a child process. */
export interface Program {
  url: string
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
  /** The log is discarded by default. */
  log?: 'stderr'
}

/** Starts a program and waits until it responds to requests. Throws if it exits before that. */
export async function startProgram(file: string, options: ProgramOptions = {}): Promise<Program> {
  const port = options.port ?? (await findFreePort())
  const url = `http://127.0.0.1:${port}`
  const start = performance.now()
  const child = spawn(process.execPath, [...NODE_FLAGS, fileURLToPath(new URL(`../${file}`, import.meta.url))], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      BASE_URL: url,
      PORT: String(port),
      ...options.environment,
    },
    stdio: ['ignore', options.log ? 2 : 'ignore', 2],
  })
  await waitForHello(url, child, file)
  return { url, startMs: performance.now() - start, readMemory: () => readMemoryOf(child), stop: () => stop(child) }
}

async function waitForHello(url: string, child: ChildProcess, file: string): Promise<void> {
  while (child.exitCode === null) {
    const response = await fetch(`${url}/api/v1/hello`).catch(() => undefined)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  throw new Error(`${file} exited before it was ready; see its output above`)
}

function readMemoryOf({ pid }: ChildProcess): { current: number; max: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
  return { current: megabytes('VmRSS'), max: megabytes('VmHWM') }
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

export async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
