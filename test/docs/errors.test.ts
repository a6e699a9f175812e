import { expect, test } from '@jest/globals'
import { errorsDocument, writtenDocument } from '../../docs/write-errors.ts'

test('docs/errors.md says what the error tables say', () => {
  expect(writtenDocument()).toBe(errorsDocument())
})
