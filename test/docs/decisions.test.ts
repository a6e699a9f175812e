import { expect, test } from '@jest/globals'
import { decisionsDocument, writtenDecisions } from '../../docs/write-decisions.ts'

test('docs/decisions/README.md lists every decision: run npm run docs:write', () => {
  expect(writtenDecisions()).toBe(decisionsDocument())
})
