import { expect, test } from '@jest/globals'
import { conformanceDocument, writtenConformance } from '../../docs/write-conformance.ts'

test('docs/conformance.md has every option and every rule: npm run docs', () => {
  expect(writtenConformance()).toBe(conformanceDocument())
})
