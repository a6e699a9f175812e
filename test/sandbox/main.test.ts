import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from '@jest/globals'
import { readArguments } from '../../sandbox/arguments.ts'
import { startSandbox, VENDOR_NAMES } from '../../sandbox/index.ts'

const MAIN = fileURLToPath(new URL('../../sandbox/main.ts', import.meta.url))
let child: ChildProcess | undefined

afterEach(() => {
  child?.kill('SIGKILL')
})

/** What the program prints until it says no more for now. */
async function announced(...args: string[]): Promise<string> {
  child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  for await (const chunk of child.stdout ?? []) {
    text += chunk
    if (text.includes('GOOGLE_CLIENT_SECRET')) break
  }
  return text
}

describe('the program', () => {
  test('says where the vendors are, serves them, and ends when it is told to', async () => {
    const text = await announced('--auto-consent', '--redirect-uri', 'http://localhost:1/back')
    const variables = Object.fromEntries(
      [...text.matchAll(/^export (\w+)='(.*)'$/gm)].map(([, name, value]) => [name, value]),
    )
    expect(Object.keys(variables)).toEqual(
      expect.arrayContaining(['GOOGLE_ORIGIN', 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']),
    )
    const query = new URLSearchParams({
      client_id: variables.GOOGLE_CLIENT_ID ?? '',
      redirect_uri: 'http://localhost:1/back',
      response_type: 'code',
      scope: 'openid',
      state: 's',
    })
    const answer = await fetch(`${variables.GOOGLE_ORIGIN}/o/oauth2/v2/auth?${query}`, { redirect: 'manual' })
    expect(answer.headers.get('location')).toMatch(/^http:\/\/localhost:1\/back\?.*code=/)
    child?.kill('SIGTERM')
    expect(await once(child as ChildProcess, 'exit')).toEqual([0, null])
  })

  test('understands its options and refuses others', () => {
    const read = readArguments([
      '--port',
      'google=8801',
      '--latency',
      '40',
      '--drip',
      '5',
      '--start',
      '2026-03-16T09:00:00Z',
    ])
    expect(read).toMatchObject({
      ports: { google: 8801 },
      latency: 40,
      dripMs: 5_000,
      start: '2026-03-16T09:00:00Z',
      autoConsent: false,
    })
    // A hub beside it lives today: sandbox time elsewhere would end tokens, and put meetings, where nobody looks.
    expect(readArguments([]).start).toBe('now')
    expect(readArguments([]).redirectUris).toContain('http://localhost:5000/auth/callback')
    expect(() => readArguments(['--latency', 'much'])).toThrow('--latency')
    expect(() => readArguments(['--port', 'google'])).toThrow('--port')
    expect(() => readArguments(['--colour'])).toThrow('--colour')
  })
})

describe('the sandbox', () => {
  test('has one clock for all vendors', async () => {
    const sandbox = await startSandbox()
    for (const name of VENDOR_NAMES) expect(sandbox[name].clock).toBe(sandbox.clock)
    await sandbox.stop()
  })

  test('starts only the vendors that are wanted', async () => {
    const sandbox = await startSandbox({ vendors: ['google'] })
    expect(Object.keys(sandbox).sort()).toEqual(['clock', 'google', 'stop'])
    await sandbox.stop()
  })

  test('leaves nothing running when a port is taken', async () => {
    const first = await startSandbox({ vendors: ['google'] })
    await expect(startSandbox({ vendors: ['google'], google: { port: first.google.port } })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    })
    await first.stop()
    await expect(fetch(first.google.origin)).rejects.toThrow()
  })
})
