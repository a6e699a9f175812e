import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const packages = ['./package.json', './platform/package.json', './sandbox/package.json']
  .map((file) => require(file))
  .flatMap(({ dependencies, devDependencies }) => Object.keys({ ...dependencies, ...devDependencies }))
  .filter((name) => !/^(@types\/|@?jest\b)/.test(name))

// While Jest watches, it runs tests in a process that would not see changes of shared modules.
const shareModules = !process.argv.some((argument) => argument.startsWith('--watch'))

export default {
  globalSetup: '<rootDir>/test/kit/database-server.ts',
  globalTeardown: '<rootDir>/test/kit/database-server-stop.ts',
  testSequencer: '<rootDir>/test/kit/sequencer.mjs',
  testEnvironment: '<rootDir>/test/kit/environment.mjs',
  testEnvironmentOptions: { shareModules },
  roots: ['<rootDir>/test'],
  extensionsToTreatAsEsm: ['.ts'],
  // Every test is quick; the limit is for machines that have other things to do.
  testTimeout: 90_000,
  // One more than the cores of a small machine, because many tests wait: for servers, browsers and clocks.
  maxWorkers: 3,
  // In a process that many test files have made large, a test takes more than twice as long.
  workerIdleMemoryLimit: '700MB',
  transform: { '\\.[cm]?[jt]s$': ['<rootDir>/test/kit/transform.mjs', { shareModules }] },
  transformIgnorePatterns: [shareModules ? `/node_modules/(?!(${packages.join('|')})/)` : '/node_modules/'],
}
