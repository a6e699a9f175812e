import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { listMigrations } from '../../../../platform/storage/postgres/migrate.ts'

const FOLDER = new URL('../../../../platform/storage/postgres/migrations/', import.meta.url)

/** From this one on, processes of the previous release may work beside a migrated database. */
const FIRST = '018'

/** What the previous release could not bear: it writes and reads what it knows, and nothing else. */
const BREAKING: readonly [RegExp, string][] = [
  [/\bdrop\s+(table|column|constraint.*unique)/i, 'removes what the previous release uses'],
  [/\brename\b/i, 'renames what the previous release uses'],
  [
    /\balter\s+column\s+\w+\s+(type|set\s+data\s+type|set\s+not\s+null)/i,
    'changes a column that the previous release writes',
  ],
  [
    /\badd\s+column\s+(?:if\s+not\s+exists\s+)?\w+[^,;]*\bnot\s+null\b(?![^,;]*\bdefault\b)/i,
    'adds a column without which the previous release inserts rows',
  ],
]

/** Migrations that remove what no release has used since the one before. The reason stands in the file. */
const ALLOWED: readonly string[] = []

function problemsOf(statements: string): string[] {
  const code = statements.replace(/--.*$/gm, '')
  return BREAKING.flatMap(([pattern, problem]) => (pattern.test(code) ? [problem] : []))
}

test('migrations leave what the previous release needs, so that it works beside the next one', async () => {
  const names = (await listMigrations()).filter((name) => name >= FIRST && !ALLOWED.includes(name))
  expect(names.length).toBeGreaterThan(0)
  const problems = names.flatMap((name) =>
    problemsOf(readFileSync(new URL(name, FOLDER), 'utf8')).map((each) => `${name} ${each}`),
  )
  expect(problems).toEqual([])
})

test.each([
  'alter table blocks drop column title',
  'drop table folders;',
  'alter table blocks rename column title to name',
  'alter table blocks alter column title set not null',
  'alter table blocks alter column pages type bigint',
  'alter table blocks add column mood text not null',
])('%s would be refused', (statement) => {
  expect(problemsOf(statement)).toHaveLength(1)
})

test.each([
  'alter table blocks add column mood text',
  "alter table blocks add column mood text not null default ''",
  'create table moods (mood text not null primary key); create index moods_mood on moods (mood)',
  'alter table syncs drop constraint syncs_health_check -- rename nothing',
])('%s is fine', (statement) => {
  expect(problemsOf(statement)).toEqual([])
})
