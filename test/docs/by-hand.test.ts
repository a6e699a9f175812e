import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from '@jest/globals'
import { findFreePort } from '../../demo/program.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SECTION = /^## Connecting an account by hand\n(.*?)^## /ms
const TEST_TIMEOUT_MS = 120_000

const folder = mkdtempSync(join(tmpdir(), 'by-hand-'))
const running: ChildProcess[] = []
afterEach(async () => {
  await Promise.all(running.map(stop))
  rmSync(folder, { recursive: true, force: true })
})

/** The commands of the section, one text for each block. */
async function readBlocks(): Promise<string[]> {
  const [hub, platform] = [await findFreePort(), await findFreePort()]
  const [, section = ''] = SECTION.exec(readFileSync(join(ROOT, 'README.md'), 'utf8')) ?? []
  return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) =>
    block
      .replaceAll('data/', `${folder}/`)
      .replaceAll(`./${folder}`, folder)
      .replace('mkdir -p data && ', '')
      .replace('--auto-consent', `--auto-consent --redirect-uri http://127.0.0.1:${hub}/auth/callback`)
      .replace('npm start', `PORT=${hub} npm start`)
      .replace('npm run platform', `PORT=${platform} DATA_DIR=${folder} npm run platform`)
      .replaceAll(':5000', `:${hub}`)
      .replaceAll(':4000', `:${platform}`),
  )
}

/** A terminal: a shell in a process group of its own, so that everything it has started can be stopped. */
function openTerminal(commands: string) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME }
  const shell = spawn('bash', ['-c', commands], { cwd: ROOT, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  running.push(shell)
  let output = ''
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  /** Resolves when the text was printed. Rejects when the shell ends before that. */
  const printed = async (text: string) => {
    const closed = once(shell, 'close').then(() => Promise.reject(new Error(output)))
    closed.catch(() => undefined)
    while (!output.includes(text)) await Promise.race([once(shell.stdout, 'data'), closed])
  }
  return { shell, printed, output: () => output }
}

async function stop(shell: ChildProcess): Promise<void> {
  if (shell.exitCode !== null || shell.signalCode !== null || shell.pid === undefined) return
  const closed = once(shell, 'close')
  process.kill(-shell.pid, 'SIGTERM')
  await closed
}

test(
  'the commands of “Connecting an account by hand” connect an account and import its first mail',
  async () => {
    const [sandbox = '', hub = '', platform = '', ...client] = await readBlocks()
    expect(client.length).toBe(4)
    await openTerminal(sandbox).printed('access_token()')
    const programs = [openTerminal(hub)]
    await programs[0]?.printed('is listening')
    programs.push(openTerminal(platform))
    const { shell, output } = openTerminal(`set -e\n${client.join('\n')}`)
    const [code] = await once(shell, 'close')
    expect([code, output(), ...programs.map((program) => program.output())]).toEqual([
      0,
      expect.stringMatching(/"name":"gmail".*<title>Gmail is connected<.*"status":"active".*"title":.*"state":"ok"/s),
      expect.anything(),
      expect.anything(),
    ])
  },
  TEST_TIMEOUT_MS,
)
