export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  extensionsToTreatAsEsm: ['.ts'],
  // Every test is quick; the limit is for machines that have other things to do.
  testTimeout: 30_000,
  maxWorkers: 2,
  transform: { '^.+\\.ts$': '<rootDir>/strip-transformer.mjs' },
}
