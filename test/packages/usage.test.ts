import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from '@jest/globals'
import { ROOT } from '../../packages/emit.ts'
import { Consumer, type ConsumerFolder, type Manifest } from './consumer.ts'
import { killPrograms, portOf, startProgram } from './programs.ts'

const consumer = new Consumer()
afterAll(() => {
  killPrograms()
  consumer.remove()
})

const provider = consumer.install('provider-hub', { further: ['nock'] })
const client = consumer.install('@provider-hub/client')
const conformance = consumer.install('@provider-hub/conformance')

/** What every user of a package can import. */
const entriesOf = ({ name, exports }: Manifest) =>
  Object.keys(exports)
    .filter((entry) => !entry.endsWith('.json'))
    .map((entry) => `${name}${entry.slice(1)}`)

/** The TypeScript that a README shows, as one file. */
const examplesOf = (folder: ConsumerFolder) => {
  const readme = readFileSync(folder.packed('README.md'), 'utf8')
  return [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code).join('\n')
}

/** What the types have to refuse: they would not if one of them could not be found and were `any`. */
const WRONG_USES: Readonly<Record<string, readonly string[]>> = {
  'provider-hub': [
    "import { createProvider, type Email } from 'provider-hub'",
    '// @ts-expect-error There are no vendors.',
    'createProvider({ definition: {} })',
    '// @ts-expect-error A subject is a text.',
    "export const subject: Email['subject'] = 1",
  ],
  '@provider-hub/client': [
    "import { GraphClient } from '@provider-hub/client'",
    '// @ts-expect-error There is no token.',
    "new GraphClient({ url: 'https://graph.example' })",
  ],
  '@provider-hub/conformance': [
    "import { runConformance } from '@provider-hub/conformance'",
    '// @ts-expect-error There is no URL.',
    'runConformance({})',
  ],
}

/** Checks tarballs in a process of its own, because the tools load a compiler. */
const check = (tarball: string) =>
  provider.run(join(ROOT, 'packages/check.ts'), [tarball], { NODE_OPTIONS: '--disable-warning=ExperimentalWarning' })

describe.each([provider, client, conformance].map((folder) => [folder.manifest.name, folder] as const))(
  '%s',
  (name, folder: ConsumerFolder) => {
    test('has a README, the license and no source', () => {
      const files = readdirSync(folder.packed(''), { recursive: true }).map(String)
      expect(files).toEqual(expect.arrayContaining(['README.md', 'LICENSE']))
      expect(files.filter((file) => /(?<!\.d)\.ts$/.test(file))).toEqual([])
    })

    test('loads in plain JavaScript with what it declares, imported or required', async () => {
      const lines = entriesOf(folder.manifest).map(
        (entry) => `console.log(Object.keys(await import('${entry}')).length > 0)`,
      )
      folder.write('all.js', lines.join('\n'))
      folder.write('all.cjs', `console.log(Object.keys(require('${name}')).length > 0)`)
      expect(await folder.run('all.js')).toEqual({ code: 0, output: 'true\n'.repeat(lines.length) })
      expect(await folder.run('all.cjs')).toEqual({ code: 0, output: 'true\n' })
    })

    test('has types that are correct, those of its dependencies included', async () => {
      const lines = entriesOf(folder.manifest).map((entry, index) => `export * as entry${index} from '${entry}'`)
      folder.write('all.ts', [...lines, ...(WRONG_USES[name] ?? [])].join('\n'))
      expect(await folder.checkTypes('all.ts')).toEqual({ code: 0, output: '' })
    })

    test('is packed as publint and “Are the types wrong?” want it', async () => {
      const { code, output } = await check(consumer.tarballs.get(name) ?? '')
      expect([code, JSON.parse(output)]).toEqual([0, [{ tarball: expect.anything(), problems: [] }]])
    })
  },
)

test('a package without its types is found out', async () => {
  const damaged = join(client.path, 'damaged')
  cpSync(client.packed(''), damaged, { recursive: true })
  rmSync(join(damaged, 'platform/client/index.d.ts'))
  execFileSync('npm', ['pack', '--pack-destination', client.path, damaged], { stdio: 'ignore' })
  const { code, output } = await check(join(client.path, 'provider-hub-client-0.1.0.tgz'))
  expect([code, output]).toEqual([1, expect.stringContaining('index.d.ts')])
})

test('what the README of the client shows is correct', async () => {
  client.write('readme.ts', examplesOf(client))
  expect(await client.checkTypes('readme.ts')).toEqual({ code: 0, output: '' })
})

describe('the provider in one file', () => {
  // Without the libraries of other vendors.
  const oneFile = consumer.install('provider-hub', { omitsOptional: true })
  for (const file of ['provider.ts', 'acme.ts', 'provider.test.js']) {
    copyFileSync(join(ROOT, 'examples/one-file-provider', file), join(oneFile.path, file))
  }

  test('is one file of less than 80 lines', () => {
    expect(readFileSync(join(oneFile.path, 'provider.ts'), 'utf8').split('\n').length).toBeLessThanOrEqual(80)
  })

  test('is correct in strict TypeScript', async () => {
    expect(await oneFile.checkTypes('provider.ts', { types: ['node'] })).toEqual({ code: 0, output: '' })
  })

  test('passes its own tests, one of which is the conformance suite', async () => {
    const { code, output } = await oneFile.run('provider.test.js')
    expect([code, output]).toEqual([0, expect.stringMatching(/^# pass 2$|ℹ pass 2/m)])
  }, 60_000)

  test('runs as a program, which the conformance program can check', async () => {
    const key = 'a-key-for-this-machine-only-0123456789'
    const program = startProgram(oneFile, 'provider.ts', {
      BASE_URL: 'http://127.0.0.1:5000',
      PLATFORM_ENVIRONMENT_URL: 'http://127.0.0.1:1',
      PLATFORM_API_KEY: key,
      PORT: '0',
      STOP_GRACE_MS: '0',
    })
    const url = `http://127.0.0.1:${await portOf(program)}`
    const main = conformance.packed(conformance.manifest.bin?.['provider-conformance'] ?? '')
    const { code, output } = await conformance.run(main, [url, '--key', key])
    expect([code, output]).toEqual([0, expect.stringContaining('0 failed')])
    expect(await program.stop()).toEqual({ code: 0, output: expect.not.stringContaining(key) })
  }, 60_000)
})

describe('the program provider-hub', () => {
  const main = provider.packed(provider.manifest.bin?.['provider-hub'] ?? '')

  test('serves the definition and the icons of all vendors', async () => {
    const program = startProgram(provider, main, {
      BASE_URL: 'https://hub.example',
      PLATFORM_ENVIRONMENT_URL: 'http://127.0.0.1:1',
      PLATFORM_API_KEY: 'a-key-for-this-machine-only-0123456789',
      SALESFORCE_CLIENT_ID: 'id',
      SALESFORCE_CLIENT_SECRET: 'secret',
      PORT: '0',
      STOP_GRACE_MS: '0',
    })
    const url = `http://127.0.0.1:${await portOf(program)}`
    const definition = (await (await fetch(`${url}/definition.json`)).json()) as { applications: { iconUrl: string }[] }
    const [icon = ''] = definition.applications.map(({ iconUrl }) => iconUrl.replace('https://hub.example', url))
    expect((await fetch(icon)).headers.get('Content-Type')).toBe('image/svg+xml')
    expect((await program.stop()).code).toBe(0)
  })

  test('says everything that is missing, and what it does not know', async () => {
    const { code, output } = await provider.run(main)
    expect([code, output]).toEqual([1, expect.stringMatching(/^The hub cannot start:(\n {2}- .*){3}\n$/)])
    expect(await provider.run(main, ['--hlep'])).toEqual({
      code: 1,
      output: "The hub cannot start:\n  - Unknown option '--hlep'. Run it with --help.\n",
    })
  })

  test('explains itself, and says its version', async () => {
    expect(await provider.run(main, ['--help'])).toEqual({
      code: 0,
      output: expect.stringContaining('--environment FILE'),
    })
    expect(await provider.run(main, ['--version'])).toEqual({ code: 0, output: `${provider.manifest.version}\n` })
  })

  test('reads variables from a file', async () => {
    provider.write('hub.env', 'BASE_URL=nowhere\nPORT=1')
    const { output } = await provider.run(main, ['--environment', 'hub.env'], { PORT: 'x' })
    expect(output).toContain('- BASE_URL must be')
    expect(output).toContain('- PORT must be')
  })
})

test('recordings are replayed with nock', async () => {
  provider.write('recordings.js', RECORDINGS)
  expect(await provider.run('recordings.js')).toEqual({ code: 0, output: '{ ok: true }\n' })
})

const RECORDINGS = `
import { defineRecordings } from 'provider-hub/testing/recordings'
const headers = { authorization: 'Bearer *' }
defineRecordings([
  { scope: 'https://acme.example', method: 'GET', path: '/me', reqheaders: headers, status: 200, response: { ok: true } },
])
console.log(await (await fetch('https://acme.example/me', { headers: { Authorization: 'Bearer x' } })).json())
`
