import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

const POLL_MS = 5
/** As in the start script of package.json: a small young generation, and no compiling twice. */
const NODE_FLAGS = ['--max-semi-space-size=4']
const COMPILE_CACHE = fileURLToPath(new URL('../node_modules/.cache/hub', import.meta.url))

/** A program of this repository, running as a process of its own. */
export interface Program {
  url: string
  /** From spawn to the first hello (ms). */
  startMs: number
  /** Resident memory now, and the most it ever was (MB). Linux only. */
  memory: () => { now: number; most: number }
  stop: () => Promise<void>
}

export interface ProgramOptions {
  environment?: Readonly<Record<string, string>>
  /** A free one when absent. */
  port?: number
  /** Where its log goes; nowhere when absent. */
  log?: 'stderr'
}

/** Starts a program and waits until it says hello. Throws when it ends before that. */
export async function startProgram(file: string, options: ProgramOptions = {}): Promise<Program> {
  const port = options.port ?? (await freePort())
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
  await untilHello(url, child, file)
  return { url, startMs: performance.now() - start, memory: () => memoryOf(child), stop: () => stop(child) }
}

async function untilHello(url: string, child: ChildProcess, file: string): Promise<void> {
  while (child.exitCode === null) {
    const answer = await fetch(`${url}/api/v1/hello`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  throw new Error(`${file} ended before it said hello; what it says stands above`)
}

function memoryOf({ pid }: ChildProcess): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
  return { now: megabytes('VmRSS'), most: megabytes('VmHWM') }
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
