import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from '@jest/globals'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const GOOD = {
  BASE_URL: 'https://hub.example.com',
  PLATFORM_API_KEY: 'a-platform-key-0123456789-0123456789',
  PLATFORM_ENVIRONMENT_URL: 'https://platform.example.com',
  PORT: '0',
  STOP_GRACE_MS: '0',
}

const running: ChildProcess[] = []
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
})

/** The hub as `npm start` runs it, with this environment and no other. */
function start(environment: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  running.push(child)
  let output = ''
  const ended = once(child, 'close') as Promise<[number | null]>
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      output += data
    })
  }
  const said = async (word: string) => {
    while (!output.includes(word)) await Promise.race([once(child.stdout, 'data'), ended])
    return output
  }
  return { child, ended, said, output: () => output }
}

describe('the hub as a program', () => {
  test('listens, names its port, serves, and stops when it is told to', async () => {
    const { child, ended, said } = start(GOOD)
    const [, port] = /"port":(\d+)/.exec(await said('is listening')) ?? []
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/hello`)
    expect([response.status, await response.text()]).toEqual([200, 'hello\n'])
    child.kill('SIGTERM')
    expect((await ended)[0]).toBe(0)
  }, 30_000)

  test('answers what is running when it is told to stop, and does not wait for connections that are kept', async () => {
    const { child, ended, said } = start(GOOD)
    const [, port] = /"port":(\d+)/.exec(await said('is listening')) ?? []
    const headers = { Authorization: `Bearer ${GOOD.PLATFORM_API_KEY}`, 'Content-Type': 'application/json' }
    const agent = new Agent({ keepAlive: true })
    const sync = request({ host: '127.0.0.1', port, path: '/sync/email', method: 'POST', headers, agent })
    sync.write('{')
    const [socket] = (await once(sync, 'socket')) as [Socket]
    if (socket.connecting) await once(socket, 'connect')
    await fetch(`http://127.0.0.1:${port}/api/v1/hello`)
    child.kill('SIGTERM')
    await said('is stopping')
    sync.end('}')
    const [response] = (await once(sync, 'response')) as [IncomingMessage]
    response.resume()
    expect([response.statusCode, response.headers.connection]).toEqual([400, 'close'])
    expect((await ended)[0]).toBe(0)
  }, 30_000)

  test('is no longer ready when it is told to stop, and serves those who do not know it yet', async () => {
    const { child, ended, said } = start({ ...GOOD, STOP_GRACE_MS: '1000' })
    const [, port] = /"port":(\d+)/.exec(await said('is listening')) ?? []
    const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { keepalive: false })
    const before = await get('/api/v1/ready')
    child.kill('SIGTERM')
    await said('is stopping')
    const [ready, hello] = [await get('/api/v1/ready'), await get('/api/v1/hello')]
    expect([before.status, ready.status, hello.status]).toEqual([200, 503, 200])
    expect(hello.headers.get('Connection')).toBe('close')
    expect((await ended)[0]).toBe(0)
  }, 30_000)

  test('refuses to start with all problems at once, and without a stack', async () => {
    const { ended, output } = start({ PORT: 'x', AUTH_BINDING: 'x' })
    const [code] = await ended
    expect(code).toBe(1)
    for (const name of ['BASE_URL', 'PLATFORM_API_KEY', 'PLATFORM_ENVIRONMENT_URL', 'PORT', 'AUTH_BINDING']) {
      expect(output()).toContain(`- ${name} `)
    }
    expect(output()).not.toMatch(/\n\s+at /)
  }, 30_000)

  test('says in a sentence that its port is taken', async () => {
    const other = createServer().listen(0)
    await once(other, 'listening')
    const { ended, output } = start({ ...GOOD, PORT: String((other.address() as AddressInfo).port) })
    const [code] = await ended
    other.close()
    expect([code, output()]).toEqual([1, expect.stringContaining('is in use')])
  }, 30_000)

  test('writes no key into its log, not even at level trace with DEBUG set', async () => {
    const { child, ended, said, output } = start({ ...GOOD, LOG_LEVEL: 'trace', DEBUG: '*' })
    const [, port] = /"port":(\d+)/.exec(await said('is listening')) ?? []
    await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { Authorization: `Bearer ${GOOD.PLATFORM_API_KEY}` } })
    await said('"request body"')
    child.kill('SIGTERM')
    await ended
    expect(output()).not.toContain(GOOD.PLATFORM_API_KEY)
  }, 30_000)
})
