import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from '@jest/globals'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { parseArguments } from '../../sandbox/arguments.ts'
import { startSandbox, VENDOR_NAMES } from '../../sandbox/index.ts'
import { AUDIENCE } from '../../sandbox/oidc/index.ts'

const MAIN = fileURLToPath(new URL('../../sandbox/main.ts', import.meta.url))
let child: ChildProcess | undefined

afterEach(() => {
  child?.kill('SIGKILL')
})

/** Starts the program and returns its output up to the environment variables. */
async function startProgram(...args: string[]): Promise<string> {
  child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  for await (const chunk of child.stdout ?? []) {
    text += chunk
    if (text.includes('access_token()')) break
  }
  return text
}

describe('the program', () => {
  test('prints the environment variables of vendors and issuer, serves them, and exits on SIGTERM', async () => {
    const text = await startProgram('--auto-consent', '--redirect-uri', 'http://localhost:1/back')
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
    const response = await fetch(`${variables.GOOGLE_ORIGIN}/o/oauth2/v2/auth?${query}`, { redirect: 'manual' })
    expect(response.headers.get('location')).toMatch(/^http:\/\/localhost:1\/back\?.*code=/)
    expect(variables.OIDC_AUDIENCE).toBe(AUDIENCE)
    const token = execFileSync('bash', ['-c', `${text}\naccess_token`], { encoding: 'utf8' }).trim()
    const keys = createRemoteJWKSet(new URL(`${variables.OIDC_ISSUER}/jwks`))
    expect((await jwtVerify(token, keys, { audience: AUDIENCE })).payload.email).toBe('ada@meridian.example')
    child?.kill('SIGTERM')
    expect(await once(child as ChildProcess, 'exit')).toEqual([0, null])
  })

  test('parses its options and rejects others', () => {
    const args = '--port google=8801 --latency 40 --drip 5 --start 2026-03-16T09:00:00Z'
    expect(parseArguments(args.split(' '))).toMatchObject({
      ports: { google: 8801 },
      latency: 40,
      dripMs: 5_000,
      start: '2026-03-16T09:00:00Z',
      autoConsent: false,
    })
    // The hub runs in real time: with another start, tokens would be expired and meetings far from today.
    expect(parseArguments([]).start).toBe('now')
    expect(parseArguments([]).redirectUris).toContain('http://localhost:5000/auth/callback')
    expect(() => parseArguments(['--latency', 'much'])).toThrow('--latency')
    expect(() => parseArguments(['--port', 'google'])).toThrow('--port')
    expect(() => parseArguments(['--colour'])).toThrow('--colour')
  })
})

describe('the sandbox', () => {
  test('uses one clock for all vendors', async () => {
    const sandbox = await startSandbox()
    for (const name of VENDOR_NAMES) expect(sandbox[name].clock).toBe(sandbox.clock)
    await sandbox.stop()
  })

  test('starts only the selected vendors', async () => {
    const sandbox = await startSandbox({ vendors: ['google'] })
    expect(Object.keys(sandbox).sort()).toEqual(['clock', 'google', 'stop'])
    await sandbox.stop()
  })

  test('stops all vendors if a port is in use', async () => {
    const first = await startSandbox({ vendors: ['google'] })
    await expect(startSandbox({ vendors: ['google'], google: { port: first.google.port } })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    })
    await first.stop()
    await expect(fetch(first.google.origin)).rejects.toThrow()
  })
})
