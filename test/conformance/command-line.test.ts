import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { readCommandLine } from '../../conformance/command-line.ts'
import { Report } from '../../conformance/index.ts'
import { isValid } from '../../src/middleware/validate.ts'
import { MAIL } from './bad-provider/call.ts'
import { NO_ACTIONS, samplesOf } from './bad-provider/conform.ts'
import type { Defect } from './bad-provider/defects.ts'
import { KEY, startProvider } from './bad-provider/server.ts'
import { connectionOf } from './bad-provider/sign-in.ts'

const MAIN = fileURLToPath(new URL('../../conformance/main.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'conformance-'))
const file = (name: string) => join(folder, name)

interface Ended {
  code: number
  stdout: string
  stderr: string
}

/** Runs the program as a shell does. */
function run(args: readonly string[], environment: Record<string, string> = {}): Promise<Ended> {
  const env = { PATH: process.env.PATH, NO_COLOR: '1', ...environment }
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr })
    })
  })
}

async function start(...defects: Defect[]) {
  const provider = await startProvider(defects)
  const connection = connectionOf(provider.vendor, provider.has, MAIL)
  const account = file(`account-${defects.join('-')}.json`)
  writeFileSync(
    account,
    JSON.stringify({ connectedProvider: connection, samples: { ...samplesOf(provider.vendor), ...NO_ACTIONS } }),
    {
      mode: 0o600,
    },
  )
  return { ...provider, account, connection }
}

let good: Awaited<ReturnType<typeof start>>
let bad: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  good = await start()
  bad = await start('pageSize is the limit', 'connecting is cached', 'problems quote the request')
})
afterAll(() => {
  good.stop()
  bad.stop()
  rmSync(folder, { recursive: true })
})

const MAIL_ONLY = ['--application', MAIL, '--only', 'page.', '--only', 'key.', '--only', 'items']

describe('the program', () => {
  test('exits with 0 when no rule failed, and takes the key from the environment', async () => {
    const { code, stdout } = await run([good.url, ...MAIL_ONLY, '--credential', good.account], {
      PLATFORM_API_KEY: KEY,
    })
    expect([code, stdout]).toEqual([0, expect.stringContaining('passed: 0 failed, 0 warnings')])
  })

  test('exits with 1 when a rule failed, and says what, why and what to do', async () => {
    const { code, stdout } = await run([bad.url, '--key', KEY, ...MAIL_ONLY, '--credential', bad.account])
    expect(code).toBe(1)
    expect(stdout).toContain('✗ page.size')
    expect(stdout).toContain('pageSize is 100, there are 7 items')
    expect(stdout).toContain(
      '“pagination.pageSize | number | Count of items actually returned, not the requested limit.”',
    )
    expect(stdout).toContain('what to do: Set pageSize to items.length')
  })

  test('exits with 0 for a warning', async () => {
    const { code, stdout } = await run([bad.url, '--key', KEY, '--only', 'connect.not-cached'])
    expect([code, stdout]).toEqual([0, expect.stringContaining('! connect.not-cached')])
  })

  test('reports as skipped what needs an account or a key, never as passed', async () => {
    const { code, stdout } = await run([good.url, '--only', 'key.missing', '--only', 'page.size', '--verbose'])
    expect(code).toBe(0)
    expect(stdout).toContain('needs the platform key (--key): key.missing')
    expect(stdout).toContain(`needs an account of ${MAIL} (--credential): page.size`)
    expect(stdout).not.toContain('✓')
  })

  test.each([
    [['http://127.0.0.1:9'], /no response: ECONNREFUSED/],
    [[], /the URL of the provider is missing/],
    [['ftp://provider.example'], /is no URL with http or https/],
    [['http://a:b@provider.example'], /may have no user, password or query/],
    [['http://127.0.0.1:9', '--report', 'pdf'], /--report must be one of text, json, junit, html, not “pdf”/],
    [['http://127.0.0.1:9', '--only', 'nothing'], /no rule begins with “nothing”/],
    [['http://127.0.0.1:9', '--max-pages', '0'], /--max-pages must be a positive integer, not “0”/],
    [['http://127.0.0.1:9', '--credential', '/nowhere.json'], /the credential file \/nowhere.json cannot be read/],
    [['http://127.0.0.1:9', '--nothing'], /Unknown option/],
  ])('exits with 2 and a sentence for %j', async (args, sentence) => {
    const { code, stderr } = await run(args)
    expect(code).toBe(2)
    expect(stderr).toMatch(sentence)
    expect(stderr).not.toContain('    at ')
  })

  test('prints neither the key nor a token, whatever the provider returns', async () => {
    const formats = ['text', 'json', 'junit', 'html']
    const args = [bad.url, '--key', KEY, '--application', MAIL, '--credential', bad.account, '--verbose']
    const only = ['--only', 'body.errors', '--only', 'page', '--only', 'response', '--only', 'credential']
    const secrets = [KEY, bad.connection.credential.accessToken, bad.connection.credential.refreshToken]
    for (const format of formats) {
      const { stdout, stderr } = await run([...args, ...only, '--report', format])
      expect(stdout.length).toBeGreaterThan(500)
      for (const secret of secrets) expect(`${stdout}${stderr}`).not.toContain(secret)
    }
  })

  test('writes a report to a file, which its schema describes, and a summary to the terminal', async () => {
    const output = file('report.json')
    const { stdout } = await run([bad.url, '--key', KEY, ...MAIL_ONLY, '--report', 'json', '--output', output])
    expect(isValid(Report, JSON.parse(readFileSync(output, 'utf8')))).toBe(true)
    expect(stdout).toContain(`The report is in ${output}.`)
  })

  test('writes a refreshed credential into the file, which stays private', async () => {
    const { refreshToken } = good.connection.credential
    const args = [good.url, '--key', KEY, '--only', 'refresh', '--credential', good.account, '--refresh']
    expect((await run(args)).code).toBe(0)
    const { connectedProvider, samples } = JSON.parse(readFileSync(good.account, 'utf8'))
    expect(connectedProvider.credential.refreshToken).not.toBe(refreshToken)
    expect(samples).toEqual({ ...samplesOf(good.vendor), ...NO_ACTIONS })
    expect(statSync(good.account).mode & 0o777).toBe(0o600)
    expect((await run(args)).code).toBe(0)
  })
})

describe('the credential file', () => {
  const credential = { accessToken: 'token-123456', email: 'ada@plain.example', profile: {} }
  const connectedProvider = { connectionId: 'c', provider: 'plain', application: 'plain-crm', credential }

  test.each([
    ['a credential', credential, ['--application', 'plain-crm']],
    ['a connection', connectedProvider, []],
    ['an object with a credential', { application: 'plain-crm', credential }, []],
    ['a list', [{ connectedProvider }], []],
    ['accounts', { accounts: [{ connectedProvider }] }, []],
  ])('may be %s', async (_, content, args) => {
    writeFileSync(file('credential.json'), JSON.stringify(content))
    const command = await readCommandLine(['http://x', '--credential', file('credential.json'), ...args], {})
    if (typeof command === 'string') throw new Error(command)
    const [account] = command.options.accounts ?? []
    expect(account?.application).toBe('plain-crm')
    expect((await account?.connect())?.credential).toEqual(credential)
  })

  test.each([
    ['not json {"accessToken":"token-123456"', 'it is not JSON'],
    ['{}', 'expected { "application"'],
    [JSON.stringify(credential), 'does not say its application'],
    [
      JSON.stringify({ ...connectedProvider, credential: { accessToken: 'token-123456' } }),
      "must have required property 'email'",
    ],
  ])('is refused with a sentence that names what is wrong, and no token: %s', async (content, sentence) => {
    writeFileSync(file('wrong.json'), content)
    const error = await readCommandLine(['http://x', '--credential', file('wrong.json')], {}).catch((thrown) => thrown)
    expect(error.message).toContain(sentence)
    expect(error.message).not.toContain('token-123456')
  })
})
