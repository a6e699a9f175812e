export default {
  globalSetup: '<rootDir>/test/kit/database-server.ts',
  globalTeardown: '<rootDir>/test/kit/database-server-stop.ts',
  testEnvironment: '<rootDir>/test/kit/environment.mjs',
  roots: ['<rootDir>/test'],
  extensionsToTreatAsEsm: ['.ts'],
  // Every test is quick; the limit is for machines that have other things to do.
  testTimeout: 30_000,
  // One more than the cores of a small machine, because many tests wait: for servers, browsers and clocks.
  maxWorkers: 3,
  transform: { '^.+\\.ts$': '<rootDir>/strip-transformer.mjs' },
}
