import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from '@jest/globals'
import { findFreePort } from '../../demo/program.ts'

const MAIN = fileURLToPath(new URL('../../platform/main.ts', import.meta.url))
const POLL_MS = 5
const BETWEEN_SIGNALS_MS = 5

let child: ChildProcess | undefined
let folder = ''
afterEach(async () => {
  child?.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

/** The platform as `npm run platform` runs it, with a database server of its own. */
async function start() {
  folder = await mkdtemp(join(tmpdir(), 'platform-signals-'))
  const port = await findFreePort()
  const env = {
    PATH: process.env.PATH,
    PORT: String(port),
    DATA_DIR: folder,
    PLATFORM_API_KEY: 'a-platform-key-of-thirty-two-characters',
    STOP_GRACE_MS: '0',
    HUB_URL: 'http://127.0.0.1:9',
    OIDC_ISSUER: 'http://127.0.0.1:9',
    OIDC_AUDIENCE: 'the-graph',
  }
  const program = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  child = program
  let output = ''
  for (const stream of [program.stdout, program.stderr]) {
    stream.on('data', (data) => {
      output += data
    })
  }
  const exited = once(program, 'close').then(([code]) => ({
    code,
    failures: output.match(/"(?:error|fatal)".*/g) ?? [],
  }))
  /** Fails with the output of a program that ended too early. */
  const waitUntil = async (isTrue: () => boolean | Promise<boolean>) => {
    while (!(await isTrue())) {
      if (program.exitCode !== null) throw new Error(output)
      await sleep(POLL_MS)
    }
  }
  const statusOf = async (path: string) =>
    (await fetch(`http://127.0.0.1:${port}/api/v1/${path}`).catch(() => undefined))?.status
  return { program, exited, statusOf, waitUntil, output: () => output }
}

const isDatabaseRunning = () => existsSync(join(folder, 'postgres', 'postmaster.pid'))

describe('the platform as a program', () => {
  test('stops once, however many signals tell it to', async () => {
    const { program, exited, waitUntil, output } = await start()
    await waitUntil(() => output().includes('is listening'))
    // Ctrl-C in a terminal reaches every program, and npm and the demo then send signals of their own.
    for (const signal of ['SIGINT', 'SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      program.kill(signal)
      await sleep(BETWEEN_SIGNALS_MS)
    }
    expect(await exited).toEqual({ code: 0, failures: [] })
    expect(isDatabaseRunning()).toBe(false)
  })

  test('stops what it has begun when it is told to stop while it starts', async () => {
    const { program, exited, statusOf, waitUntil } = await start()
    await waitUntil(async () => (await statusOf('hello')) === 200)
    program.kill('SIGINT')
    expect(await exited).toEqual({ code: 0, failures: [] })
    expect(isDatabaseRunning()).toBe(false)
    expect((await readdir(folder)).filter((name) => name.includes('.new-'))).toEqual([])
  })
})
