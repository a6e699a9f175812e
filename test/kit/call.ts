export * from '../../src/testing/call.ts'
