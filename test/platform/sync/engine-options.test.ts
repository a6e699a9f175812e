import { expect, test } from '@jest/globals'
import { ENGINE_RULES, rulesFrom } from '../../../platform/sync/engine-options.ts'

test('without an environment the rules are the usual ones', () => {
  expect(rulesFrom({ SYNC_DEGRADED_AFTER: '', OTHER: '7' })).toEqual(ENGINE_RULES)
})

test('every number can be set by its path', () => {
  const rules = rulesFrom({
    ...{ SYNC_DEGRADED_AFTER: '4', SYNC_CADENCE_EMAIL: '60000', SYNC_CALL_PACE_PER_SECOND: '200' },
    ...{ SYNC_CALL_TIME_LIMIT_UPSERT_TABLE: '1', SYNC_WORKER_LANES_RUNS_PER_PROVIDER: '5' },
  })
  expect(rules.sync).toEqual({
    ...ENGINE_RULES.sync,
    degradedAfter: 4,
    cadence: { ...ENGINE_RULES.sync.cadence, email: 60_000 },
  })
  expect([rules.call.pace, rules.call.timeLimit.upsertTable, rules.worker.lanes.runsPerProvider]).toEqual([
    { perSecond: 200, burst: 40 },
    1,
    5,
  ])
})

test('all mistakes are told at once', () => {
  expect(() => rulesFrom({ SYNC_DEGRADED_AFTER: 'soon', SYNC_REFRESH_LEASE: '-1' })).toThrow(
    /SYNC_DEGRADED_AFTER, SYNC_REFRESH_LEASE$/,
  )
})
