import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../demo/program.ts'

const POLL_MS = 20
const START_TIMEOUT_MS = 60_000

/** A measured program in a child process. */
export interface Server {
  url: string
  pid: number
  stop(): Promise<void>
}

/** Starts a program on a free port, and waits until its `ready` path responds without a server error. */
export async function startServer(file: string, environment: Record<string, string>, ready = '/'): Promise<Server> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [fileURLToPath(new URL(`../../${file}`, import.meta.url))], {
    env: { PATH: process.env.PATH, PORT: String(port), ...environment },
    stdio: ['ignore', 'ignore', 2],
  })
  const stop = async () => {
    if (child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  const deadline = performance.now() + START_TIMEOUT_MS
  while (!(await isResponding(`${url}${ready}`))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await stop()
      throw new Error(`${file} did not start; see its output above`)
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  return { url, pid: child.pid as number, stop }
}

function isResponding(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ status }) => status < 500,
    () => false,
  )
}
