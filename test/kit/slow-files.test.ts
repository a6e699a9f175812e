import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@jest/globals'
import { SLOW_FILES } from './slow-files.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

test('the files that take longest exist', () => {
  expect(SLOW_FILES.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
})
