import { expect, test } from '@jest/globals'
import { errorsDocument, writtenDocument } from '../../docs/write-errors.ts'

test('docs/errors.md is up to date with the error tables', () => {
  expect(writtenDocument()).toBe(errorsDocument())
})
