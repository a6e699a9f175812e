import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@jest/globals'

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

test.each(['start', 'platform', 'sandbox', 'demo'])('the shell of npm run %s becomes the program', (name) => {
  // npm passes signals to its shell. A shell that waits for the program dies of them and leaves it behind.
  expect(scripts[name]).toMatch(/^(\w+=\S+ )*exec node /)
})
