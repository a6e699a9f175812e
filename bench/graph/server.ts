import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../demo/program.ts'

const POLL_MS = 20
const START_MS = 60_000

/** A program that is measured, in a process of its own. */
export interface Server {
  url: string
  stop(): Promise<void>
}

/** Starts a program on a free port, and waits until its `ready` path answers at all. */
export async function startServer(file: string, environment: Record<string, string>, ready = '/'): Promise<Server> {
  const port = await freePort()
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
  const deadline = performance.now() + START_MS
  while (!(await answers(`${url}${ready}`))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await stop()
      throw new Error(`${file} did not start; what it says stands above`)
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  return { url, stop }
}

function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ status }) => status < 500,
    () => false,
  )
}
