export * from '../../src/testing/recordings.ts'
