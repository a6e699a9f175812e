import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { afterEach, describe, expect, test } from '@jest/globals'
import { randomRuns } from '../kit/random-runs.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CTRL_C = '\u0003'
/** Longer than the demo takes to start, so that some runs are stopped while it starts and some at its prompt. */
const MAX_DELAY_MS = 20_000
const MAX_KEYS = 3
const BETWEEN_KEYS_MS = 100
const TEST_TIMEOUT_MS = 120_000

/** The temporary folder of one run, which also marks its processes. */
let folder = ''
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Starts the demo in a pseudo terminal, as a user does. */
function startInTerminal() {
  folder = mkdtempSync(join(tmpdir(), 'demo-stop-'))
  const env = { ...process.env, PATH: `${process.env.PATH}:${folder}`, TMPDIR: folder, TERM: 'xterm' }
  const terminal = spawn('script', ['-qefc', 'npm run --silent demo', '/dev/null'], { cwd: ROOT, env, stdio: 'pipe' })
  let output = ''
  terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  // A key that is pressed after the demo has ended reaches nothing.
  terminal.stdin.on('error', () => undefined)
  const exited = once(terminal, 'close')
  const waitFor = async (text: string) => {
    while (!output.includes(text)) {
      if (terminal.exitCode !== null) throw new Error(`The demo ended: ${output}`)
      await sleep(BETWEEN_KEYS_MS)
    }
  }
  return { terminal, exited, waitFor, output: () => output }
}

/** The commands of the processes that were started below this run and still exist. */
function leftProcesses(): string[] {
  return readdirSync('/proc').flatMap((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      return `${command}${readFileSync(`/proc/${pid}/environ`, 'utf8')}`.includes(folder) ? [command] : []
    } catch {
      return []
    }
  })
}

const canRun = process.platform === 'linux' && existsSync('/usr/bin/script')
const describeOnLinux = canRun ? describe : describe.skip

describeOnLinux('Ctrl-C in the terminal of the demo', () => {
  const moments = Array.from({ length: randomRuns(2) }, () => ({
    delayMs: Math.round(Math.random() * MAX_DELAY_MS),
    keys: 1 + Math.floor(Math.random() * MAX_KEYS),
  }))

  test.each(moments)(
    'pressed $keys times after $delayMs ms stops it with one line, and leaves neither processes nor folders',
    async ({ delayMs, keys }) => {
      const { terminal, exited, waitFor, output } = startInTerminal()
      await waitFor('Provider Hub')
      await sleep(delayMs)
      const before = output().length
      for (let count = 0; count < keys; count += 1) {
        terminal.stdin.write(CTRL_C)
        await sleep(BETWEEN_KEYS_MS)
      }
      const [code] = await exited
      // npm ends itself by the signal once the demo has ended.
      expect([0, 130]).toContain(code)
      const lines = stripVTControlCharacters(output().slice(before))
        .replaceAll('^C', '')
        .split(/[\r\n]+/)
      expect(lines.filter((line) => line !== '').at(-1)).toBe('Stopping … stopped.')
      expect(lines.filter((line) => line.startsWith('Stopping')).length).toBeLessThanOrEqual(2)
      expect(output()).not.toMatch(/error|"level"/i)
      expect(leftProcesses()).toEqual([])
      expect(readdirSync(folder).filter((name) => name.startsWith('provider-hub-demo-'))).toEqual([])
    },
    TEST_TIMEOUT_MS,
  )
})
