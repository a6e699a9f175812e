import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from '@jest/globals'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const { scripts } = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8')) as { scripts: Record<string, string> }

test('SIGTERM to npm start stops the hub, and leaves no process behind', async () => {
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    BASE_URL: 'http://127.0.0.1',
    PORT: '0',
    STOP_GRACE_MS: '0',
    PLATFORM_API_KEY: 'a-platform-key-of-thirty-two-characters',
    PLATFORM_ENVIRONMENT_URL: 'http://127.0.0.1:9',
  }
  const npm = spawn('npm', ['start'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const closed = once(npm, 'close')
  while (!output.includes('is listening')) await Promise.race([once(npm.stdout, 'data'), closed])
  npm.kill('SIGTERM')
  // Its output is closed only when every process that writes to it has ended.
  await closed
  expect(output).toContain('the hub is stopping')
})

describe('an older Node', () => {
  const folder = mkdtempSync(join(tmpdir(), 'provider-hub-node-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  test.each([
    ['linux', 'x64', /^Provider Hub needs Node 24 or newer; this is 20.19.2.\n.* run npm ci/],
    ['darwin', 'arm64', /npm ci cannot install it on darwin arm64: see https:\/\/nodejs.org.* brew install node@24/],
  ])('on %s %s is told what to install', (platform, arch, expected) => {
    const file = join(folder, `${platform}.cjs`)
    const versions = JSON.stringify({ ...process.versions, node: '20.19.2' })
    const properties = `{ versions: { value: ${versions} }, platform: { value: '${platform}' }, arch: { value: '${arch}' } }`
    writeFileSync(file, `Object.defineProperties(process, ${properties})`)
    const args = ['-r', file, '-r', './require-node.cjs', 'src/main.ts']
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
    expect([status, stderr]).toEqual([1, expect.stringMatching(expected)])
  })

  test('is refused by every script that runs a program of this repository', () => {
    const programs = Object.entries(scripts).filter(([, script]) => /\bnode .*\/main\.ts$/.test(script))
    expect(programs.length).toBeGreaterThan(8)
    for (const [, script] of programs) expect(script).toContain('node -r ./require-node.cjs ')
  })
})

test.each(['start', 'platform', 'sandbox', 'demo', 'doctor'])('the shell of npm run %s becomes the program', (name) => {
  // npm passes signals to its shell. A shell that waits for the program dies of them and leaves it behind.
  expect(scripts[name]).toMatch(/^(\w+=\S+ )*exec node /)
})
