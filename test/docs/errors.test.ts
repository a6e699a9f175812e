import { expect, test } from '@jest/globals'
import { errorsDocument, writtenDocument } from '../../docs/write-errors.ts'

test('docs/errors.md is up to date with the vendors’ error tables: run npm run docs', () => {
  const written = new Set(writtenDocument().split('\n'))
  expect(
    errorsDocument()
      .split('\n')
      .filter((line) => !written.has(line)),
  ).toEqual([])
  expect(writtenDocument()).toBe(errorsDocument())
})
