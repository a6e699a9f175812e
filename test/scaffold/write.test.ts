import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from '@jest/globals'
import type { Plan } from '../../scaffold/plan.ts'
import { writePlan } from '../../scaffold/write.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** A folder with one file, and a plan that changes it. */
function prepare(created: Plan['created']): { root: string; plan: Plan } {
  const root = mkdtempSync(join(tmpdir(), 'scaffold-'))
  folders.push(root)
  writeFileSync(join(root, 'list.md'), 'before')
  return { root, plan: { created, changed: [{ path: 'list.md', text: 'after' }] } as unknown as Plan }
}

test.each([
  ['a file exists', 'list.md/index.md', /ENOTDIR|EEXIST/],
  ['a file was created meanwhile', 'list.md', /EEXIST/],
  ['nothing can be formatted', 'c/index.md', /Biome is not installed/],
])('nothing is left when %s', (_when, path, message) => {
  const { root, plan } = prepare([
    { path: 'a/b/index.md', text: 'new' },
    { path, text: 'new' },
  ])
  expect(() => writePlan(root, plan)).toThrow(message)
  expect([readdirSync(root), readFileSync(join(root, 'list.md'), 'utf8')]).toEqual([['list.md'], 'before'])
})
