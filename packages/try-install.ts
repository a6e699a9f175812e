import { execFileSync, spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPackages } from './build.ts'
import { findPackageProblems } from './check.ts'
import { ROOT } from './emit.ts'
import { PACKAGES } from './table.ts'

/**
 * Installs the packages with npm as their users do, from the registry what they depend on, in a folder outside the
 * repository, and runs their programs. Tests do the same without a network. Exits with 1 at the first failure.
 */
const folder = mkdtempSync(join(tmpdir(), 'installed-'))
const KEY = 'a-key-for-this-machine-only-0123456789'

function run(title: string, command: string, ...parameters: string[]): string {
  const start = performance.now()
  const output = execFileSync(command, parameters, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PLATFORM_API_KEY: KEY },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.stdout.write(`✓ ${title} (${((performance.now() - start) / 1000).toFixed(1)} s)\n`)
  return output
}

async function pack(): Promise<string[]> {
  buildPackages(join(folder, 'built'))
  for (const published of PACKAGES) {
    run(`packed ${published.name}`, 'npm', 'pack', '--silent', join(folder, 'built', published.folder))
  }
  const tarballs = readdirSync(folder).filter((file) => file.endsWith('.tgz'))
  for (const tarball of tarballs) {
    const problems = await findPackageProblems(join(folder, tarball))
    if (problems.length > 0) throw new Error(`${tarball}: ${problems.join('\n')}`)
  }
  return tarballs.map((tarball) => `./${tarball}`)
}

/** Runs a program until it prints where it listens; kills it when `use` has ended. */
async function withProvider(title: string, parameters: string[], use: (url: string) => void): Promise<void> {
  const environment = {
    ...process.env,
    BASE_URL: 'http://127.0.0.1:5000',
    PLATFORM_ENVIRONMENT_URL: 'http://127.0.0.1:1',
    PLATFORM_API_KEY: KEY,
    PORT: '0',
  }
  const child = spawn(process.execPath, parameters, {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    let output = ''
    for await (const chunk of child.stdout) {
      output += chunk
      const [, port] = /"port":(\d+)/.exec(output) ?? []
      if (port === undefined) continue
      process.stdout.write(`✓ ${title} listens\n`)
      use(`http://127.0.0.1:${port}`)
      return
    }
    throw new Error(`${title} ended: ${output}`)
  } finally {
    child.kill()
  }
}

try {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const tarballs = await pack()
  run('installed', 'npm', 'install', '--no-audit', '--no-fund', ...tarballs, 'typescript', 'nock')
  copyFileSync(join(ROOT, 'examples/one-file-provider/provider.ts'), join(folder, 'provider.ts'))
  run('provider-hub --version', 'npx', 'provider-hub', '--version')
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--types', 'node']
  run('type-checked the example', 'npx', 'tsc', ...options, 'provider.ts')
  await withProvider('the example', ['provider.ts'], (url) => {
    process.stdout.write(run('provider-conformance', 'npx', 'provider-conformance', url))
  })
  await withProvider('provider-hub', ['node_modules/.bin/provider-hub'], (url) => {
    run('served the definition', 'curl', '--fail', '--silent', `${url}/definition.json`)
  })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
