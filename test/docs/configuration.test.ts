import { expect, test } from '@jest/globals'
import { VARIABLE_GROUPS } from '../../docs/variables.ts'
import { configurationDocument, readVariables, writtenConfiguration } from '../../docs/write-configuration.ts'
import { DEFAULT_ENGINE_OPTIONS } from '../../platform/sync/engine-options.ts'

const described = VARIABLE_GROUPS.flatMap(({ variables }) => Object.entries(variables))

test('every variable that the platform reads is described, and no other', () => {
  expect(described.map(([name]) => name).sort()).toEqual([...readVariables().keys()].sort())
})

test('every variable has a unit, which its name ends in for durations and sizes', () => {
  for (const [name, [unit, meaning]] of described) {
    expect([name, unit.length > 0, meaning.length > 0]).toEqual([name, true, true])
    expect([name, unit === 'ms', unit === 'bytes']).toEqual([name, name.endsWith('_MS'), name.endsWith('_BYTES')])
  }
})

test('each variable has its own default', () => {
  const defaults = readVariables()
  const { call, worker } = DEFAULT_ENGINE_OPTIONS
  expect(defaults.get('SYNC_CALL_TIMEOUT_UPSERT_TABLE_MS')).toBe(call.timeoutMs.upsertTable)
  expect(defaults.get('SYNC_WORKER_GRACE_MS')).toBe(worker.graceMs)
  expect(defaults.get('GRAPH_ANONYMOUS_BURST')).toBe(5)
  expect([...defaults.values()].every(Number.isFinite)).toBe(true)
})

test('docs/configuration.md is up to date: run npm run docs', () => {
  expect(writtenConfiguration()).toBe(configurationDocument())
})
