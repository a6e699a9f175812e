import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { findFreePort } from '../../demo/program.ts'
import { type Sandbox, startSandbox } from '../../sandbox/index.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

let sandbox: Sandbox
let folder: string
beforeAll(async () => {
  sandbox = await startSandbox({ clock: { start: 'now', follow: true } })
  folder = await mkdtemp(join(tmpdir(), 'recording-'))
})
afterAll(async () => {
  await sandbox.stop()
  await rm(folder, { recursive: true })
})

async function record(args: readonly string[], environment: Record<string, string> = {}) {
  const env = { PATH: process.env.PATH, LOG_LEVEL: 'fatal', ...environment }
  const child = spawn(process.execPath, ['record/main.ts', ...args], { cwd: ROOT, env })
  const [output, errors, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.once('exit', resolve)),
  ])
  return { output, errors, code }
}

test('npm run record connects an account of a sandbox and writes what its vendor was asked', async () => {
  const { origin, environment } = sandbox.salesforce
  const port = String(await findFreePort())
  await fetch(`${origin}/_sandbox/redirect-uris`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ uri: `http://127.0.0.1:${port}/auth/callback` }),
  })
  const options = ['--upstream', origin, '--account', 'ada@meridian.example', '--write', '--folder', folder]
  const { output, errors, code } = await record(['salesforce', 'salesforce', ...options], {
    ...environment,
    PORT: port,
  })
  expect([code, errors]).toEqual([0, ''])
  expect(output).toMatch(/^upsert table +2 records$/m)
  expect(output).not.toMatch(/refused/)
  const recording = await readFile(join(folder, 'salesforce.json'), 'utf8')
  expect(JSON.parse(recording).length).toBeGreaterThan(20)
  expect(recording).not.toContain('meridian.example')
}, 60_000)

test.each([
  [['unknown', 'gmail'], 'The vendor must be one of google, microsoft, salesforce'],
  [['google'], 'The application is missing.'],
  [['google', 'gmail', '--account', 'ada@meridian.example'], '--account needs the --upstream of a sandbox.'],
  [['google', 'gmail', '--now', 'today'], '--now must be a time in epoch milliseconds.'],
  [['google', 'gmail', '--wirte'], "Unknown option '--wirte'"],
])('npm run record %j explains what is wrong', async (args, sentence) => {
  const { errors, code } = await record(args)
  expect(code).toBe(2)
  expect(errors).toContain(sentence)
  expect(errors).toContain('npm run record -- <vendor> <application> [options]')
})

test('npm run record -- --help names the variables of the files that it needs', async () => {
  const { output, errors, code } = await record(['--help'])
  expect([code, errors]).toEqual([0, ''])
  expect(output).toContain('npm run record -- <vendor> <application> [options]')
  const source = await readFile(join(ROOT, 'record/vendors.ts'), 'utf8')
  const variables = [...source.matchAll(/^const \{ (.+) \} = process\.env$/gm)].flatMap(([, list = '']) =>
    list.split(', '),
  )
  expect(variables.length).toBeGreaterThan(5)
  expect(variables.filter((variable) => !output.includes(variable))).toEqual([])
})
