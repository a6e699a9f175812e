import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { ROOT } from '../../packages/emit.ts'
import { PACKAGES } from '../../packages/table.ts'

test('this repository has the entries of its package, so that examples run in it as they do elsewhere', () => {
  const { name, exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const published = PACKAGES.find((candidate) => candidate.name === name)
  const sources = Object.entries(published?.entries ?? {}).map(([entry, source]) => [entry, `./${source}`])
  expect(exports).toEqual(Object.fromEntries(sources))
})

test.each(PACKAGES)('$name has a README, and its sources exist', ({ folder, entries, programs, files }) => {
  const sources = [...Object.values(entries), ...Object.values(programs), ...files, `packages/${folder}/README.md`]
  expect(sources.filter((source) => !existsSync(join(ROOT, source)))).toEqual([])
})
